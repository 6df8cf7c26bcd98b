// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Where the plane z = 0 of a layer lies in some three-dimensional space, perspective included.
///
/// What is left of a 4x4 matrix when only points with z = 0 go in: three of its rows. A layer's plane stays one
/// of these while it passes through layers that keep depth, and becomes a ``Homography`` where it is flattened.
///
/// - Conformance: D3-1, D3-7
@usableFromInline package struct PlaneInSpace: Equatable, Sendable {
  /// What x contributes to (x', y', z', w').
  package var x: SIMD4<Double>
  /// What y contributes to (x', y', z', w').
  package var y: SIMD4<Double>
  /// What the constant 1 contributes to (x', y', z', w').
  package var translation: SIMD4<Double>

  /// The plane of `matrix`.
  package init(_ matrix: CATransform3D) {
    x = matrix.row1
    y = matrix.row2
    translation = matrix.row4
  }

  /// First `self`, then `next`.
  package func concatenating(_ next: CATransform3D) -> PlaneInSpace {
    var result = self
    result.x = next.carry(x)
    result.y = next.carry(y)
    result.translation = next.carry(translation)
    return result
  }

  /// The map onto the plane z = 0, with the resulting z dropped.
  package var flattened: Homography {
    Homography(
      x: SIMD3(x.x, x.y, x.w), y: SIMD3(y.x, y.y, y.w), translation: SIMD3(translation.x, translation.y, translation.w))
  }
}
