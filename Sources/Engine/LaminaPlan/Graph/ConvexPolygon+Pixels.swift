// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

extension ConvexPolygon {
  /// Creates a rectangle of whole pixels.
  package init(_ bounds: PixelRect) {
    self.init(
      boxFrom: SIMD2(Double(bounds.minX), Double(bounds.minY)), to: SIMD2(Double(bounds.maxX), Double(bounds.maxY)))
  }

  /// A large upright rectangle of pixels whose centres lie inside the polygon.
  package var uprightRectangle: PixelRect {
    guard count >= 3 else { return .empty }
    let heights = (0..<count).map { self[$0].y }.sorted()
    var best = PixelRect.empty
    for index in 0..<(count / 2) {
      let (top, bottom) = ((heights[index] - 0.5).rounded(.up), (heights[count - 1 - index] + 0.5).rounded(.down))
      guard bottom > top, let upper = columns(at: top + 0.5), let lower = columns(at: bottom - 0.5) else { continue }
      let (left, right) = ((max(upper.x, lower.x) - 0.5).rounded(.up), (min(upper.y, lower.y) + 0.5).rounded(.down))
      guard right > left, max(abs(left), abs(right), abs(top), abs(bottom)) < 0x1p30 else { continue }
      let found = PixelRect(
        minX: Int32(clamping: left), minY: Int32(clamping: top), maxX: Int32(clamping: right),
        maxY: Int32(clamping: bottom))
      if found.area > best.area { best = found }
    }
    return best
  }

  /// The x range of the polygon at a height.
  private func columns(at y: Double) -> SIMD2<Double>? {
    withVertices { vertices in
      var result = SIMD2(Double.infinity, -Double.infinity)
      var one = vertices[vertices.count - 1]
      for index in vertices.indices {
        let other = vertices[index]
        defer { one = other }
        guard min(one.y, other.y) <= y, max(one.y, other.y) >= y else { continue }
        let share = one.y == other.y ? SIMD2(0, 1) : SIMD2(repeating: (y - one.y) / (other.y - one.y))
        let x = one.x + (other.x - one.x) * share
        result = SIMD2(min(result.x, x.min()), max(result.y, x.max()))
      }
      return result.x <= result.y ? result : nil
    }
  }
}
