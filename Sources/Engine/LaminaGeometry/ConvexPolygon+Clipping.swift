// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Cuts of a convex polygon, by the Sutherland-Hodgman algorithm: each line keeps the vertices on its side and adds the
// points where edges cross it. A convex polygon stays convex.

extension ConvexPolygon {
  /// Keeps the part on one side of a line: the points with `dot(normal, point) >= offset`.
  @inlinable package mutating func clip(normal: SIMD2<Double>, offset: Double) {
    guard count > 0 else { return }
    // Most lines cut nothing off; the vertices are then not copied.
    var isInside = true
    for index in 0..<count where (normal * self[index]).sum() - offset < 0 { isInside = false }
    guard !isInside else { return }
    var result = ConvexPolygon()
    var previous = self[count - 1]
    var previousSide = (normal * previous).sum() - offset
    for index in 0..<count {
      let current = self[index]
      let side = (normal * current).sum() - offset
      if (side >= 0) != (previousSide >= 0) {
        result.append(previous + (current - previous) * (previousSide / (previousSide - side)))
      }
      if side >= 0 { result.append(current) }
      previous = current
      previousSide = side
    }
    self = result
  }

  /// Keeps the part inside another convex polygon of either orientation; an empty polygon leaves nothing.
  @inlinable package mutating func clip(to other: ConvexPolygon) {
    let area = other.signedDoubleArea
    guard area != 0 else {
      self = ConvexPolygon()
      return
    }
    let direction: Double = area > 0 ? 1 : -1
    let (low, high) = corners
    let vertices = other.storage.span
    var start = vertices[other.count - 1]
    for index in 0..<other.count {
      let end = vertices[index]
      let normal = SIMD2(start.y - end.y, end.x - start.x) * direction
      let offset = (normal * start).sum()
      // The edge cuts nothing off if even the farthest corner of the box around all vertices lies inside.
      let farthest = low.replacing(with: high, where: normal .< 0)
      if !((normal * farthest).sum() - offset >= 0) { clip(normal: normal, offset: offset) }
      start = end
    }
  }

  /// The corners of the smallest upright box around all vertices; the corners of an empty box without vertices.
  @inlinable var corners: (low: SIMD2<Double>, high: SIMD2<Double>) {
    let vertices = storage.span
    var (low, high) = (vertices[0], vertices[0])
    for index in 0..<count {
      low.replace(with: vertices[index], where: vertices[index] .< low)
      high.replace(with: vertices[index], where: vertices[index] .> high)
    }
    return (low, high)
  }

  /// The polygon with every edge moved inward by `distance`; empty where there is no room.
  @inlinable package func inset(by distance: Double) -> ConvexPolygon {
    let area = signedDoubleArea
    guard area != 0 else { return ConvexPolygon() }
    let direction: Double = area > 0 ? 1 : -1
    var result = self
    var start = self[count - 1]
    for index in 0..<count {
      let end = self[index]
      let edge = end - start
      let length = (edge * edge).sum().squareRoot()
      if length > 0 {
        let normal = SIMD2(-edge.y, edge.x) * (direction / length)
        result.clip(normal: normal, offset: (normal * start).sum() + distance)
      }
      start = end
    }
    return result.isEmpty ? ConvexPolygon() : result
  }

  /// Whether a point lies inside or on an edge.
  @inlinable package func contains(_ point: SIMD2<Double>) -> Bool {
    let area = signedDoubleArea
    guard area != 0 else { return false }
    let direction: Double = area > 0 ? 1 : -1
    var start = self[count - 1]
    for index in 0..<count {
      let end = self[index]
      let edge = end - start
      let toPoint = point - start
      if (edge.x * toPoint.y - edge.y * toPoint.x) * direction < 0 { return false }
      start = end
    }
    return true
  }
}
