// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What a convex polygon leaves of another one around it, as small convex pieces.
///
/// As `BoxRing` it saves software OpenGL the walk through what is hidden, for shapes of any number of corners; and each
/// piece may be drawn in its own way.
package struct ConvexRing {
  /// A hole of fewer pixels is not worth the quadrilaterals around it.
  private static let worthwhileHole: Float = 1_500
  /// A corner of the hole that leaves out fewer pixels is not worth its own piece.
  private static let worthwhileCorner: Float = 100

  /// The pieces, which share corners wherever they meet.
  package let pieces: [[SIMD2<Float>]]

  /// - Parameters:
  ///   - outer: The polygon around, in either direction.
  ///   - hole: A convex polygon inside it, in either direction, all of whose pixels are rejected.
  ///   - longestSide: Of a piece along the hole, pixels; longer where a side of the hole would have more than 64
  ///     pieces.
  /// - Returns: `nil` where there is little inside, and where the one does not lie in the other.
  package init?(outer: [SIMD2<Float>], around hole: some Collection<SIMD2<Float>>, longestSide: Float) {
    var corners = Self.simplified(Array(hole))
    guard corners.count >= 3, outer.count >= 3, ConvexPieces.area(of: corners) >= Self.worthwhileHole else {
      return nil
    }
    let direction = ConvexPieces.direction(of: outer)
    if ConvexPieces.direction(of: corners) != direction { corners.reverse() }
    guard let inner = ConvexPieces.narrowed(corners) else { return nil }
    let middle = inner.reduce(.zero, +) / Float(inner.count)
    guard let pieces = Self.pieces(outer, Self.divided(inner, longestSide), middle, direction) else { return nil }
    self.pieces = pieces
  }

  /// The ring between the spokes from the middle through neighbouring corners of the hole, one piece for each of its
  /// sides.
  private static func pieces(
    _ outer: [SIMD2<Float>], _ hole: [SIMD2<Float>], _ middle: SIMD2<Float>, _ direction: Float
  ) -> [[SIMD2<Float>]]? {
    /// Above 0 where a point lies ahead of a spoke, the way the polygons run.
    func turn(_ spoke: SIMD2<Float>, _ point: SIMD2<Float>) -> Float {
      let other = point - middle
      return (spoke.x * other.y - spoke.y * other.x) * direction
    }
    var ends: [(edge: Int, point: SIMD2<Float>)] = []
    for (index, corner) in hole.enumerated() {
      let spoke = corner - middle
      guard turn(spoke, hole[(index + 1) % hole.count]) > 0,
        let edge = outer.indices.first(where: {
          turn(spoke, outer[$0]) <= 0 && turn(spoke, outer[($0 + 1) % outer.count]) > 0
        })
      else { return nil }
      let (start, end) = (outer[edge], outer[(edge + 1) % outer.count])
      let (behind, ahead) = (turn(spoke, start), turn(spoke, end))
      let point = start + (end - start) * (behind / (behind - ahead))
      // The spoke leaves the hole before it leaves the polygon around it.
      guard ((point - corner) * spoke).sum() >= 0, ((point - middle) * spoke).sum() > 0 else { return nil }
      ends.append((edge, point))
    }
    return hole.indices.map { first in
      let second = (first + 1) % hole.count
      var piece = [ends[first].point]
      var edge = ends[first].edge
      while edge != ends[second].edge {
        edge = (edge + 1) % outer.count
        piece.append(outer[edge])
      }
      return piece + [ends[second].point, hole[second], hole[first]]
    }
  }

  /// Adds corners so that no side is longer than so many pixels.
  private static func divided(_ hole: [SIMD2<Float>], _ longestSide: Float) -> [SIMD2<Float>] {
    hole.indices.flatMap { index in
      let (start, end) = (hole[index], hole[(index + 1) % hole.count])
      let side = end - start
      let parts = min(max(1, ((side * side).sum().squareRoot() / longestSide).rounded(.up)), 64)
      return stride(from: 0, to: parts, by: 1).map { start + side * ($0 / parts) }
    }
  }

  /// Gives up corners that leave out little, the flattest first.
  private static func simplified(_ hole: [SIMD2<Float>]) -> [SIMD2<Float>] {
    var hole = hole
    while hole.count > 3 {
      let areas = hole.indices.map { index in
        let before = hole[index] - hole[(index + hole.count - 1) % hole.count]
        let after = hole[(index + 1) % hole.count] - hole[index]
        return abs(before.x * after.y - before.y * after.x) / 2
      }
      guard let flattest = areas.indices.min(by: { areas[$0] < areas[$1] }), areas[flattest] < worthwhileCorner else {
        return hole
      }
      hole.remove(at: flattest)
    }
    return hole
  }
}
