// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A quadrilateral around another one, as four quadrilaterals between them.
///
/// Software OpenGL walks through all pixels that a shape covers, also those that depth rejects because something opaque
/// is drawn there. Leaving these out of the shape saves it the walk; the picture is the same.
struct BoxRing {
  /// A hole of fewer pixels is not worth three instances more.
  private static let worthwhileHole: Float = 1_500

  /// Corners 0 and 1, then 2 and 3, of each side.
  let sides: [(SIMD4<Float>, SIMD4<Float>)]

  /// - Parameters:
  ///   - outer: The corners around, x and y in turn.
  ///   - polygon: A convex polygon inside, all of whose pixels are rejected.
  /// - Returns: `nil` where there is little inside, or where the sides would not be convex.
  init?(outer: SIMD8<Float>, around polygon: some RandomAccessCollection<SIMD2<Float>>) {
    guard polygon.count >= 4 else { return nil }
    let corners = ConvexPieces.corners(ofOuter: outer)
    // Four corners of a convex polygon make a quadrilateral inside it.
    let hole = corners.map { corner in
      polygon.min { Self.squaredLength($0 - corner) < Self.squaredLength($1 - corner) } ?? corner
    }
    guard ConvexPieces.area(of: hole) >= Self.worthwhileHole else { return nil }
    guard let inner = ConvexPieces.narrowed(hole) else { return nil }
    var sides: [(SIMD4<Float>, SIMD4<Float>)] = []
    let sign = Self.turn(corners[0], corners[1], corners[2])
    for first in 0..<4 {
      let second = (first + 1) % 4
      let side = [corners[first], corners[second], inner[second], inner[first]]
      for place in 0..<4 where Self.turn(side[place], side[(place + 1) % 4], side[(place + 2) % 4]) * sign < 0 {
        return nil
      }
      sides.append((SIMD4(lowHalf: side[0], highHalf: side[1]), SIMD4(lowHalf: side[2], highHalf: side[3])))
    }
    self.sides = sides
  }

  private static func squaredLength(_ vector: SIMD2<Float>) -> Float { vector.x * vector.x + vector.y * vector.y }

  /// Above 0 or below it by which way the path from `a` over `b` to `c` turns.
  private static func turn(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) -> Float {
    let (first, second) = (b - a, c - b)
    return first.x * second.y - first.y * second.x
  }
}
