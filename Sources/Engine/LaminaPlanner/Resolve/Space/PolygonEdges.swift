// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The edges of the polygons of a space, computed once for all parts of the space that are compared separately.
struct PolygonEdges {
  /// For each vertex, the line along the edge that ends there, as a function of the outward distance.
  private(set) var lines: [SIMD3<Double>]

  /// Computes the edges of some polygons.
  ///
  /// - Parameters:
  ///   - ranges: The ranges of entries whose edges are computed; a single entry is not compared with others.
  ///   - vertices: The vertices of all polygons.
  init(of entries: [SpaceEntry], in ranges: [Range<Int>], _ vertices: [SIMD2<Double>]) {
    lines = Array(repeating: .zero, count: vertices.count)
    lines.withUnsafeMutableBufferPointer { lines in
      vertices.withUnsafeBufferPointer { vertices in
        for range in ranges where range.count > 1 {
          for index in range {
            let place = entries[index].polygon.indices
            Self.measure(vertices[place], into: lines[place])
          }
        }
      }
    }
  }

  private static func measure(_ outline: Slice<UnsafeBufferPointer<SIMD2<Double>>>, into lines: Lines) {
    var lines = lines
    guard let corner = outline.first, let last = outline.last else { return }
    var doubleArea = 0.0
    for index in (outline.startIndex + 1)..<(outline.endIndex - 1) {
      let (first, second) = (outline[index] - corner, outline[index + 1] - corner)
      doubleArea += first.x * second.y - first.y * second.x
    }
    var start = last
    for index in outline.indices {
      let end = outline[index]
      let edge = end - start
      let length = (edge * edge).sum().squareRoot()
      if length > 0 {
        let normal = SIMD2(edge.y, -edge.x) * ((doubleArea < 0 ? -1 : 1) / length)
        lines[index] = SIMD3(normal.x, normal.y, -(normal * start).sum())
      } else {
        // An edge without length does not separate anything.
        lines[index] = SIMD3(0, 0, -.infinity)
      }
      start = end
    }
  }

  private typealias Lines = Slice<UnsafeMutableBufferPointer<SIMD3<Double>>>
}
