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
    let hiding = front.pointee.hiding
    guard front.pixelBounds == pointee.pixelBounds, hiding.count >= 3, hiding.count == pointee.innerCount else {
      return false
    }
    return vertices.polygon(at: hiding).elementsEqual(pointee.innerPolygon(in: vertices))
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
  package func isRectangle(covering bounds: PixelRect) -> Bool { UprightPolygon(self)?.holds(bounds) ?? false }

  /// A large upright rectangle of pixels whose centres lie inside a convex polygon.
  package var uprightRectangle: PixelRect {
    UprightPolygon(self)?.pixels ?? ConvexPolygon(lazy.map { SIMD2<Double>($0) }).uprightRectangle
  }
}

/// A convex polygon that is an upright rectangle.
package struct UprightPolygon {
  private let low: SIMD2<Float>
  private let high: SIMD2<Float>

  /// - Returns: `nil` for other polygons.
  package init?(_ polygon: UnsafeBufferPointer<SIMD2<Float>>) {
    guard polygon.count == 4 else { return nil }
    let (a, b, c, d) = (polygon[0], polygon[1], polygon[2], polygon[3])
    func isUpright(_ one: SIMD2<Float>, _ other: SIMD2<Float>) -> Bool { one.x == other.x || one.y == other.y }
    guard isUpright(d, a), isUpright(a, b), isUpright(b, c), isUpright(c, d) else { return nil }
    low = SIMD2(min(min(a.x, b.x), min(c.x, d.x)), min(min(a.y, b.y), min(c.y, d.y)))
    high = SIMD2(max(max(a.x, b.x), max(c.x, d.x)), max(max(a.y, b.y), max(c.y, d.y)))
  }

  /// Whether the polygon holds the centre of every pixel of `bounds`.
  package func holds(_ bounds: PixelRect) -> Bool {
    low.x < Float(bounds.minX) + 0.5 && low.y < Float(bounds.minY) + 0.5
      && high.x > Float(bounds.maxX) - 0.5 && high.y > Float(bounds.maxY) - 0.5
  }

  /// The pixels whose centres lie inside.
  package var pixels: PixelRect {
    let (first, last) = (SIMD2<Double>(low) - 0.5, SIMD2<Double>(high) + 0.5)
    guard max(max(first.x.magnitude, first.y.magnitude), max(last.x.magnitude, last.y.magnitude)) < 0x1p30 else {
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
}
