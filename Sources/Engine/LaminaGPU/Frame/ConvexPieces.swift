// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Divides convex polygons into the quadrilaterals that instances draw.
enum ConvexPieces {
  /// Cuts a fan of quadrilaterals out of a polygon; the last one may be a triangle with a doubled corner.
  ///
  /// - Parameter body: Takes corners 0 and 1, then 2 and 3.
  static func forEach(
    of vertices: some RandomAccessCollection<SIMD2<Float>>, _ body: (SIMD4<Float>, SIMD4<Float>) -> Void
  ) {
    guard vertices.count >= 3, let hub = vertices.first else { return }
    var index = vertices.index(after: vertices.startIndex)
    while true {
      let second = vertices[index]
      vertices.formIndex(after: &index)
      guard index != vertices.endIndex else { return }
      let third = vertices[index]
      vertices.formIndex(after: &index)
      let isLast = index == vertices.endIndex
      let fourth = isLast ? third : vertices[index]
      body(SIMD4(lowHalf: hub, highHalf: second), SIMD4(lowHalf: third, highHalf: fourth))
      if isLast { return }
    }
  }

  /// The part of a convex polygon inside whole pixels.
  static func clip(_ vertices: [SIMD2<Float>], to bounds: PixelRect) -> [SIMD2<Float>] {
    let low = SIMD2(Float(bounds.minX), Float(bounds.minY))
    let high = SIMD2(Float(bounds.maxX), Float(bounds.maxY))
    return (0..<2).reduce(vertices) { vertices, axis in
      clip(clip(vertices, axis, at: low[axis], sign: 1), axis, at: high[axis], sign: -1)
    }
  }

  /// The part of a convex polygon on one side of an upright line, including the line.
  ///
  /// - Parameter sign: 1 for the part right of the line or below, -1 for the other side.
  private static func clip(
    _ vertices: [SIMD2<Float>], _ axis: Int, at limit: Float, sign: Float
  ) -> [SIMD2<Float>] {
    func isInside(_ vertex: SIMD2<Float>) -> Bool { (vertex[axis] - limit) * sign >= 0 }
    // Most polygons are cut by one line at most.
    guard !vertices.allSatisfy(isInside), var previous = vertices.last else { return vertices }
    var result: [SIMD2<Float>] = []
    result.reserveCapacity(vertices.count + 1)
    for vertex in vertices {
      if isInside(vertex) != isInside(previous) {
        var crossing = previous + (vertex - previous) * ((limit - previous[axis]) / (vertex[axis] - previous[axis]))
        crossing[axis] = limit
        result.append(crossing)
      }
      if isInside(vertex) { result.append(vertex) }
      previous = vertex
    }
    return result
  }

  /// The area of a convex polygon.
  static func area(of vertices: some Collection<SIMD2<Float>>) -> Float {
    guard let first = vertices.first else { return 0 }
    var doubled: Float = 0
    var previous = SIMD2<Float>.zero
    for vertex in vertices {
      let spoke = vertex - first
      doubled += previous.x * spoke.y - previous.y * spoke.x
      previous = spoke
    }
    return abs(doubled) / 2
  }

  /// The corners of a quadrilateral given as x, y pairs.
  static func corners(ofOuter outer: SIMD8<Float>) -> [SIMD2<Float>] {
    (0..<4).map { SIMD2(outer[2 * $0], outer[2 * $0 + 1]) }
  }

  /// The area of a quadrilateral given as x, y pairs, of which at most `bounds` is drawn.
  static func area(ofOuter outer: SIMD8<Float>, bounds: PixelRect) -> Float {
    let (x, y) = (outer.evenHalf, outer.oddHalf)
    let doubled = (x.z - x.x) * (y.w - y.y) - (x.w - x.y) * (y.z - y.x)
    return min(abs(doubled) / 2, Float(bounds.area))
  }

  /// The parts of a convex polygon inside some pixels but outside of others.
  ///
  /// - Parameter body: Takes corners 0 and 1, then 2 and 3.
  static func forEach(
    of vertices: [SIMD2<Float>], in bounds: PixelRect, around hole: PixelRect,
    _ body: (SIMD4<Float>, SIMD4<Float>) -> Void
  ) {
    for part in bounds.pieces(around: hole) { forEach(of: clip(vertices, to: part), body) }
  }
}

extension PixelRect {
  /// The rest of the rectangle around some of its pixels: above, below, left and right of them.
  func pieces(around hole: PixelRect) -> [PixelRect] {
    let hole = hole.intersection(self)
    guard !hole.isEmpty else { return isEmpty ? [] : [self] }
    return [
      PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: hole.minY),
      PixelRect(minX: minX, minY: hole.maxY, maxX: maxX, maxY: maxY),
      PixelRect(minX: minX, minY: hole.minY, maxX: hole.minX, maxY: hole.maxY),
      PixelRect(minX: hole.maxX, minY: hole.minY, maxX: maxX, maxY: hole.maxY),
    ].filter { !$0.isEmpty }
  }
}
