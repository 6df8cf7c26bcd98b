// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

// What the curves of corners have in common.

extension CALayer {
  /// How much further than its radius a corner of `curve` reaches along the edges.
  ///
  /// - Returns: 1.528665 for `continuous`, otherwise 1.
  /// - Conformance: CLIP-3
  public static func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CGFloat(ContinuousCorner.expansion) : 1
  }
}
