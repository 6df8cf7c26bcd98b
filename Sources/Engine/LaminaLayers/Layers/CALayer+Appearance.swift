// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

// Functions of corner curves.

extension CALayer {
  /// Returns the reach of a corner of `curve` along the edges, relative to its radius.
  ///
  /// - Returns: 1.528665 for `continuous`, otherwise 1.
  /// - Conformance: CLIP-3
  public static func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    CGFloat((CornerCurve(name: curve.rawValue) ?? .circular).expansion)
  }
}
