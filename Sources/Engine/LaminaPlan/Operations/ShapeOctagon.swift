// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// An octagon around or inside a shape on an affine plane: its box, with the corners cut off.
package struct ShapeOctagon {
  private let shape: ShapeGeometry
  /// How far from its corner each cut meets the box, points.
  private let cuts: SIMD4<Float>
  private let determinant: Float

  /// An octagon around it. What lies a pixel outside is not covered at all.
  ///
  /// - Returns: `nil` in perspective, and where the plane is seen from its edge.
  package init?(around shape: ShapeGeometry) {
    // Along the tangents of rounded corners: 2 - sqrt(2) radii of a circle, less of a continuous curve.
    self.init(shape, cuts: shape.radii * 0.58)
  }

  /// An octagon inside it. What lies half a pixel inside is covered wholly.
  ///
  /// - Returns: `nil` in perspective, and where the plane is seen from its edge.
  package init?(inside shape: ShapeGeometry) {
    // From where one side begins to bend to where the next one has ended.
    self.init(shape, cuts: shape.radii * (1 + 0.5287 * shape.smoothing))
  }

  private init?(_ shape: ShapeGeometry, cuts: SIMD4<Float>) {
    determinant = shape.row0.x * shape.row1.y - shape.row0.y * shape.row1.x
    guard shape.row0.z == 0, shape.row1.z == 0, shape.row2.z == 1, determinant != 0 else { return nil }
    self.shape = shape
    self.cuts = cuts
  }

  /// A vertex, 0...7, in order around it; target pixels.
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
