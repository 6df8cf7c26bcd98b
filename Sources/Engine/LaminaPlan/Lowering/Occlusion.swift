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
    innerVertices.withUnsafeBufferPointer { vertices in
      for (order, operation) in pass.draws.enumerated() {
        guard case .box(let box) = operation, box.hidesBehind, box.pixelBounds == pass.region,
          let color = box.plainInterior(in: self), box.innerPolygon(in: vertices).isRectangle(covering: pass.region)
        else { break }
        result = (order + 1, color)
      }
    }
    return result
  }
}

extension UnsafePointer<BoxOperation> {
  /// Whether an operation in front of the box has the same opaque interior: a layer that fills its superlayer.
  ///
  /// - Parameter vertices: The vertices of all inner polygons of the plan.
  package func isHidden(
    by front: UnsafePointer<DrawOperation>, in vertices: UnsafeBufferPointer<SIMD2<Float>>
  ) -> Bool {
    // Most boxes lie elsewhere, which shows without a copy of the operation.
    guard front.pixelBounds == pointee.pixelBounds, case .box(let cover) = front.pointee, cover.hidesBehind,
      cover.innerCount == pointee.innerCount
    else { return false }
    return cover.innerPolygon(in: vertices).elementsEqual(pointee.innerPolygon(in: vertices))
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

// A renderer that passes an operation on by pointer reads what it needs; a parameter of the operation's type would be
// another copy of some 300 bytes in each call.
extension UnsafePointer<DrawOperation> {
  /// The pixels that the operation may touch.
  package var pixelBounds: PixelRect { pointee.pixelBounds }

  /// Whether the operation is a box with opaque pixels, which hide everything behind them.
  package var hidesBehind: Bool { pointee.hidesBehind }
}

extension UnsafeBufferPointer<SIMD2<Float>> {
  /// Whether a convex polygon is an upright rectangle that holds the centre of every pixel of `bounds`.
  package func isRectangle(covering bounds: PixelRect) -> Bool {
    guard let (low, high) = corners else { return false }
    return low.x < Float(bounds.minX) + 0.5 && low.y < Float(bounds.minY) + 0.5
      && high.x > Float(bounds.maxX) - 0.5 && high.y > Float(bounds.maxY) - 0.5
  }

  /// A large upright rectangle of pixels whose centres lie inside a convex polygon.
  package var uprightRectangle: PixelRect {
    guard let (low, high) = corners else { return ConvexPolygon(lazy.map { SIMD2<Double>($0) }).uprightRectangle }
    let (first, last) = (SIMD2<Double>(low) - 0.5, SIMD2<Double>(high) + 0.5)
    guard Swift.max(first.x.magnitude, first.y.magnitude, last.x.magnitude, last.y.magnitude) < 0x1p30 else {
      return .empty
    }
    // The instructions that round are not among the ones of every processor; a conversion cuts off.
    func roundedUp(_ value: Double) -> Int32 {
      let whole = Int32(clamping: value)
      return Double(whole) < value ? whole + 1 : whole
    }
    let pixels = PixelRect(
      minX: roundedUp(first.x), minY: roundedUp(first.y), maxX: -roundedUp(-last.x), maxY: -roundedUp(-last.y))
    return pixels.isEmpty ? .empty : pixels
  }

  /// The least and the greatest coordinates of a convex polygon that is an upright rectangle; `nil` for others.
  private var corners: (low: SIMD2<Float>, high: SIMD2<Float>)? {
    guard count == 4 else { return nil }
    var (low, high, previous) = (self[0], self[0], self[3])
    for vertex in self {
      guard vertex.x == previous.x || vertex.y == previous.y else { return nil }
      low = pointwiseMin(low, vertex)
      high = pointwiseMax(high, vertex)
      previous = vertex
    }
    return (low, high)
  }
}
