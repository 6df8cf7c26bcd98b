// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// An octagon around a shape on an affine plane: its box, with the corners cut off.
package struct ShapeOctagon {
  private let shape: ShapeGeometry
  /// The distance from each corner of the box at which the cut meets the box's edges, points.
  private let cuts: SIMD4<Float>
  private let determinant: Float

  /// Creates the octagon around a shape: pixels that lie a pixel outside of it have no coverage.
  ///
  /// - Returns: `nil` in perspective, and where the plane is seen from its edge.
  package init?(around shape: ShapeGeometry) {
    determinant = shape.row0.x * shape.row1.y - shape.row0.y * shape.row1.x
    guard shape.row0.z == 0, shape.row1.z == 0, shape.row2.z == 1, determinant != 0 else { return nil }
    self.shape = shape
    // Along the tangents of rounded corners: 2 - sqrt(2) radii of a circle, less of a continuous curve.
    cuts = shape.radii * 0.58
  }

  /// A vertex, 0...7, in order around the octagon; target pixels.
  package subscript(index: Int) -> SIMD2<Float> {
    let corner = index / 2
    let isRight = corner == 1 || corner == 2
    var point = SIMD2(isRight ? shape.box.z : shape.box.x, corner >= 2 ? shape.box.w : shape.box.y)
    // Clockwise: corners 0 and 2 are reached along y and left along x, the others the reverse.
    if (index % 2 == 0) == (corner % 2 == 0) {
      point.y += corner >= 2 ? -cuts[corner] : cuts[corner]
    } else {
      point.x += isRight ? -cuts[corner] : cuts[corner]
    }
    let place = point - SIMD2(shape.row2.x, shape.row2.y)
    return SIMD2(
      shape.row0.w + (place.x * shape.row1.y - place.y * shape.row1.x) / determinant,
      shape.row1.w + (place.y * shape.row0.x - place.x * shape.row0.y) / determinant)
  }
}
