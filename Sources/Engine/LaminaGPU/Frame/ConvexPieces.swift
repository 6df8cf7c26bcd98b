// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Convex polygons as the quadrilaterals that instances draw.
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

  /// The part of a convex polygon on one side of an upright line, at it included.
  ///
  /// - Parameter sign: 1 for what lies right of it or below, -1 for the other side.
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

  /// The part of a convex polygon on one side of a line.
  static func cut(_ vertices: [SIMD2<Float>], to side: HalfPlane) -> [SIMD2<Float>] {
    guard var previous = vertices.last else { return [] }
    var result: [SIMD2<Float>] = []
    result.reserveCapacity(vertices.count + 1)
    var before = side.distance(to: previous)
    for vertex in vertices {
      let after = side.distance(to: vertex)
      if (before > 0) != (after > 0) { result.append(previous + (vertex - previous) * (before / (before - after))) }
      if after <= 0 { result.append(vertex) }
      (previous, before) = (vertex, after)
    }
    return result
  }

  /// A convex polygon with its sides half a pixel farther in, so that rounding of vertices leaves no pixel between it
  /// and a shape around it that begins where it ends.
  ///
  /// - Returns: Its corners in their order; `nil` where nothing is left, or sides are too short for that.
  static func narrowed(_ vertices: [SIMD2<Float>]) -> [SIMD2<Float>]? {
    let direction = direction(of: vertices)
    let count = vertices.count
    let inward = vertices.indices.map { index in
      let side = vertices[(index + 1) % count] - vertices[index]
      return SIMD2(-side.y, side.x) * (direction / (side * side).sum().squareRoot())
    }
    let result = vertices.indices.map { index in
      let (before, after) = (inward[(index + count - 1) % count], inward[index])
      return vertices[index] + (before + after) * (0.5 / (1 + (before * after).sum()))
    }
    let keepsItsSides = vertices.indices.allSatisfy { index in
      let next = (index + 1) % count
      return ((result[next] - result[index]) * (vertices[next] - vertices[index])).sum() > 0
    }
    return keepsItsSides ? result : nil
  }

  /// What lies inside of each side of a convex polygon, in either direction; those that are not longer than so many
  /// pixels are left out.
  static func sides(of vertices: [SIMD2<Float>], longerThan shortest: Float = 0.001) -> [HalfPlane] {
    let direction = direction(of: vertices)
    return vertices.indices.compactMap { index in
      HalfPlane(
        from: vertices[index], to: vertices[(index + 1) % vertices.count], direction: direction, longerThan: shortest)
    }
  }

  /// The area of a convex polygon.
  static func area(of vertices: some Collection<SIMD2<Float>>) -> Float { abs(signedArea(of: vertices)) }

  /// 1 where the vertices of a convex polygon run from +x to +y, else -1.
  static func direction(of vertices: some Collection<SIMD2<Float>>) -> Float { signedArea(of: vertices) < 0 ? -1 : 1 }

  private static func signedArea(of vertices: some Collection<SIMD2<Float>>) -> Float {
    guard let first = vertices.first else { return 0 }
    var doubled: Float = 0
    var previous = SIMD2<Float>.zero
    for vertex in vertices {
      let spoke = vertex - first
      doubled += previous.x * spoke.y - previous.y * spoke.x
      previous = spoke
    }
    return doubled / 2
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
  /// What is left of it around some of its pixels: above, below, left and right of them.
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
