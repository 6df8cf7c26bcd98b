// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

/// The pixels that a box may touch: the quadrilateral around its antialiasing ramps, and its bounding box.
///
/// An edge's ramp reaches half a pixel beyond the edge. Under an affine map, the ramp is an exact outset in layer
/// space; under perspective, the projected outline is moved outward by a whole pixel, which contains every ramp.
struct BoxExtent {
  /// The four corners of the quadrilateral in order, in target pixels.
  var outer: SIMD8<Float>
  /// The pixels whose centres may lie in `outer`, cut to `limit`.
  var pixelBounds: PixelRect
  /// Whether no part of the quadrilateral was cut off by `limit`.
  var isWhole: Bool

  /// The greatest distance from the target's corner, in pixels, at which a 32-bit float is exact to a sixteenth of a
  /// pixel.
  private static let farthest = 0x1p20

  /// Fails if no pixel of `limit` is touched.
  init?(of box: SIMD4<Double>, on plane: LayerPlane, limit: PixelRect) {
    var corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
    if plane.isAffine {
      let reach = plane.pointsPerPixel * 0.5
      let (map, low, high) = (
        plane.targetFromLayer, SIMD2(box.x, box.y) - reach, SIMD2(box.z, box.w) + reach
      )
      let alongX = SIMD2(map.x.x, map.x.y) * (high.x - low.x)
      let alongY = SIMD2(map.y.x, map.y.y) * (high.y - low.y)
      let first =
        SIMD2(map.x.x, map.x.y) * low.x + SIMD2(map.y.x, map.y.y) * low.y
        + SIMD2(map.translation.x, map.translation.y)
      corners = (first, first + alongX, first + alongX + alongY, first + alongY)
    } else {
      let outline = plane.project(box)
      guard !outline.isEmpty, let (low, high) = outline.bounds else { return nil }
      if outline.count == 4, let outset = outline.outset(by: 1) {
        corners = (outset[0], outset[1], outset[2], outset[3])
      } else {
        corners = (
          [low.x - 1, low.y - 1], [high.x + 1, low.y - 1], [high.x + 1, high.y + 1], [low.x - 1, high.y + 1]
        )
      }
    }
    let low = pointwiseMin(pointwiseMin(corners.0, corners.1), pointwiseMin(corners.2, corners.3))
    let high = pointwiseMax(pointwiseMax(corners.0, corners.1), pointwiseMax(corners.2, corners.3))
    let sum = low + high
    guard sum - sum == .zero else { return nil }
    let bounds = Self.pixels(from: low, to: high)
    pixelBounds = bounds.intersection(limit)
    guard !pixelBounds.isEmpty else { return nil }
    isWhole = limit.contains(bounds)
    outer = SIMD8(
      Float(corners.0.x), Float(corners.0.y), Float(corners.1.x), Float(corners.1.y),
      Float(corners.2.x), Float(corners.2.y), Float(corners.3.x), Float(corners.3.y))
    // At such a distance, a corner as a 32-bit float is wrong by pixels, and so are the visible edges.
    if min(low.x, low.y) < -Self.farthest || max(high.x, high.y) > Self.farthest { outer = boundsQuad }
  }

  /// The pixels whose centres lie strictly between two points.
  static func pixels(from low: SIMD2<Double>, to high: SIMD2<Double>) -> PixelRect {
    PixelRect(
      minX: wholeAbove(low.x - 0.5), minY: wholeAbove(low.y - 0.5),
      maxX: -wholeAbove(0.5 - high.x) &+ 1, maxY: -wholeAbove(0.5 - high.y) &+ 1)
  }

  /// The least greater integer; without a call, unlike `rounded`.
  @inline(__always) private static func wholeAbove(_ value: Double) -> Int32 {
    let value = min(max(value, -0x1p30), 0x1p30)
    let whole = Int32(clamping: value)
    return Double(whole) > value ? whole : whole &+ 1
  }

  /// `pixelBounds` as a quadrilateral.
  var boundsQuad: SIMD8<Float> {
    let (left, top) = (Float(pixelBounds.minX), Float(pixelBounds.minY))
    let (right, bottom) = (Float(pixelBounds.maxX), Float(pixelBounds.maxY))
    return SIMD8(left, top, right, top, right, bottom, left, bottom)
  }
}

extension ConvexPolygon {
  /// Moves every edge outward by `distance`, and intersects the moved edges.
  ///
  /// - Returns: `nil` if a corner is so sharp that it would move by more than about eight times the distance.
  fileprivate func outset(by distance: Double) -> ConvexPolygon? {
    let orientation: Double = signedDoubleArea < 0 ? -1 : 1
    var result = ConvexPolygon()
    for index in 0..<count {
      let before = self[index] - self[(index + count - 1) % count]
      let after = self[(index + 1) % count] - self[index]
      let lengths = ((before * before).sum() * (after * after).sum()).squareRoot()
      let cross = (before.x * after.y - before.y * after.x) * orientation
      // The value `cross / lengths` is the sine of the turn.
      guard lengths > 1e-12, cross > lengths * 0.25 else { return nil }
      let normalBefore = SIMD2(before.y, -before.x) * (orientation / (before * before).sum().squareRoot())
      let normalAfter = SIMD2(after.y, -after.x) * (orientation / (after * after).sum().squareRoot())
      let sum = normalBefore + normalAfter
      result.append(self[index] + sum * (2 * distance / (sum * sum).sum()))
    }
    return result
  }
}

/// The lesser of each component; cheaper than the library's function, which handles NaN.
@inline(__always)
private func pointwiseMin(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
  a.replacing(with: b, where: b .< a)
}

/// The greater of each component.
@inline(__always)
private func pointwiseMax(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
  a.replacing(with: b, where: b .> a)
}
