// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

// The parts of a pass that need not be drawn because something in front hides them.

extension RenderPlan {
  /// The operations at the start of a pass that each cover all of it with one opaque colour, and the last one's colour:
  /// the pass begins with this colour, so that no background needs to be drawn.
  package func ground(of pass: RenderPass) -> (operations: Int, color: SIMD4<Float>)? {
    guard pass.format != .alpha16Float else { return nil }
    var result: (operations: Int, color: SIMD4<Float>)?
    for (order, operation) in pass.draws.enumerated() {
      guard case .box(let box) = operation, box.hidesBehind, box.pixelBounds == pass.region,
        let color = box.plainInterior(in: self), box.innerPolygon(in: self).isRectangle(covering: pass.region)
      else { break }
      result = (order + 1, color)
    }
    return result
  }

  /// Whether an operation in front of a box has the same opaque interior: a layer that fills its superlayer.
  package func hides(_ front: DrawOperation, _ box: BoxOperation) -> Bool {
    guard case .box(let cover) = front, cover.hidesBehind, cover.innerCount == box.innerCount,
      cover.pixelBounds == box.pixelBounds
    else { return false }
    return cover.innerPolygon(in: self) == box.innerPolygon(in: self)
  }

}

extension DrawOperation {
  /// Whether the operation is a box with opaque pixels, which hide everything behind them.
  package var hidesBehind: Bool {
    switch self {
    case .box(let box): box.hidesBehind
    case .shadow, .composite, .particles, .surface: false
    }
  }
}

extension RandomAccessCollection<SIMD2<Float>> {
  /// Whether a convex polygon is an upright rectangle that holds the centre of every pixel of `bounds`.
  package func isRectangle(covering bounds: PixelRect) -> Bool {
    guard count == 4, var previous = last, let first else { return false }
    var (low, high) = (first, first)
    for vertex in self {
      guard vertex.x == previous.x || vertex.y == previous.y else { return false }
      low = SIMD2(Swift.min(low.x, vertex.x), Swift.min(low.y, vertex.y))
      high = SIMD2(Swift.max(high.x, vertex.x), Swift.max(high.y, vertex.y))
      previous = vertex
    }
    return low.x < Float(bounds.minX) + 0.5 && low.y < Float(bounds.minY) + 0.5
      && high.x > Float(bounds.maxX) - 0.5 && high.y > Float(bounds.maxY) - 0.5
  }
}
