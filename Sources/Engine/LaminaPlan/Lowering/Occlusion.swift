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
    for run in pass.draws.runs {
      let isAllGround = vertices(of: run).withUnsafeBufferPointer { vertices in
        for (order, operation) in run.draws.enumerated() {
          guard case .box(let box) = operation, box.hidesBehind, box.pixelBounds == pass.region,
            let color = box.plainInterior(in: self), box.innerPolygon(in: vertices).isRectangle(covering: pass.region)
          else { return false }
          result = (run.first + order + 1, color)
        }
        return true
      }
      if !isAllGround { break }
    }
    return result
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

  /// A large rectangle inside a convex polygon: the largest around the middle of its bounds with their proportions.
  ///
  /// - Returns: `nil` if the middle lies outside of the polygon, or on its edge.
  package init?(inside polygon: UnsafeBufferPointer<SIMD2<Float>>) {
    if let upright = Self(polygon) {
      self = upright
      return
    }
    guard polygon.count >= 3 else { return nil }
    var (least, greatest) = (polygon[0], polygon[0])
    for vertex in polygon { (least, greatest) = (pointwiseMin(least, vertex), pointwiseMax(greatest, vertex)) }
    let (middle, reach) = ((least + greatest) / 2, (greatest - least) / 2)
    // For each edge, the distance that the corners of the bounds come to, in distances of the edge.
    var (previous, most, sides) = (polygon[polygon.count - 1] - middle, 0 as Float, SIMD2<Int>.zero)
    for index in polygon.indices {
      let vertex = polygon[index] - middle
      let edge = vertex - previous
      let distance = previous.x * edge.y - previous.y * edge.x
      if distance > 0 { sides.x += 1 } else if distance < 0 { sides.y += 1 }
      let corner = abs(edge.y) * reach.x + abs(edge.x) * reach.y
      if corner > 0 { most = max(most, corner / abs(distance)) }
      previous = vertex
    }
    guard sides.x == 0 || sides.y == 0, most > 0, most.isFinite else { return nil }
    // Less by the rounding of vertices, which hardly ever takes a pixel away.
    let half = reach / most - 1.0 / 64
    guard half.x > 0, half.y > 0 else { return nil }
    (low, high) = (middle - half, middle + half)
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
