// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Where the plane z = 0 of a layer lies in some three-dimensional space, perspective included.
///
/// It consists of three rows of a 4x4 matrix, which are enough where all points have z = 0. A layer's plane is kept as
/// a `PlaneInSpace` while it passes through layers that keep depth, and becomes a ``Homography`` where it is flattened.
///
/// - Conformance: D3-1, D3-7
@usableFromInline package struct PlaneInSpace: Equatable, Sendable {
  /// The contribution of x to (x', y', z', w').
  package var x: SIMD4<Double>
  /// The contribution of y to (x', y', z', w').
  package var y: SIMD4<Double>
  /// The contribution of the constant 1 to (x', y', z', w').
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
