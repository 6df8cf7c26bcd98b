// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The edges of polygons in a space, measured once for all parts of the space that are compared by themselves.
struct PolygonEdges {
  /// For each vertex, the line along the edge that ends there: its distance outward.
  private(set) var lines: [SIMD3<Double>]

  /// Room for the edges of polygons with so many vertices together, none of which is measured.
  init(vertexCount: Int) { lines = Array(repeating: .zero, count: vertexCount) }

  /// Measures the edges of a polygon.
  ///
  /// - Parameter vertices: Those of all polygons.
  mutating func measure(_ polygon: SpacePolygon, _ vertices: UnsafePointer<SIMD2<Double>>) {
    let outline = UnsafeBufferPointer(start: vertices + Int(polygon.start), count: Int(polygon.count))
    var doubleArea = 0.0
    for index in 1..<(outline.count - 1) {
      let (first, second) = (outline[index] - outline[0], outline[index + 1] - outline[0])
      doubleArea += first.x * second.y - first.y * second.x
    }
    var start = outline[outline.count - 1]
    for (index, end) in outline.enumerated() {
      let edge = end - start
      let length = (edge * edge).sum().squareRoot()
      if length > 0 {
        let normal = SIMD2(edge.y, -edge.x) * ((doubleArea < 0 ? -1 : 1) / length)
        lines[Int(polygon.start) + index] = SIMD3(normal.x, normal.y, -(normal * start).sum())
      } else {
        // An edge without length separates nothing.
        lines[Int(polygon.start) + index] = SIMD3(0, 0, -.infinity)
      }
      start = end
    }
  }
}
