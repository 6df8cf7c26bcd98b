// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaPlan

/// One layer's plane on the canvas: the homographies in both directions, and the size of a pixel on the plane.
struct LayerPlane {
  var targetFromLayer: Homography
  var layerFromTarget: Homography
  var isAffine: Bool
  /// The number of points of layer x and y that a pixel spans across vertical and horizontal edges, if the plane is
  /// affine.
  let pointsPerPixel: SIMD2<Double>

  /// Fails if the plane is seen edge-on, has no area or is not finite, so that nothing on it shows.
  @inline(__always)
  init?(targetFromLayer: Homography) {
    isAffine = targetFromLayer.isAffine
    guard let inverse = isAffine ? targetFromLayer.affineInverse : targetFromLayer.inverted(), inverse.isFinite
    else { return nil }
    self.targetFromLayer = targetFromLayer
    layerFromTarget = inverse
    let (x, y) = (layerFromTarget.x, layerFromTarget.y)
    pointsPerPixel = SIMD2((x.x * x.x + y.x * y.x).squareRoot(), (x.y * x.y + y.y * y.y).squareRoot())
  }

  /// Creates the plane of the target's pixels, measured from one of them.
  init(pixelsFrom origin: SIMD2<Int32>) {
    let (x, y) = (Double(origin.x), Double(origin.y))
    targetFromLayer = Homography(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    layerFromTarget = Homography(a: 1, b: 0, c: 0, d: 1, tx: -x, ty: -y)
    isAffine = true
    pointsPerPixel = SIMD2(1, 1)
  }

  /// Makes `origin` the zero point of layer coordinates.
  mutating func moveOrigin(to origin: SIMD2<Double>) {
    targetFromLayer.translation += targetFromLayer.x * origin.x + targetFromLayer.y * origin.y
    let shift = SIMD3(origin.x, origin.y, 0)
    layerFromTarget.x -= shift * layerFromTarget.x.z
    layerFromTarget.y -= shift * layerFromTarget.y.z
    layerFromTarget.translation -= shift * layerFromTarget.translation.z
  }

  /// The projection of a layer rectangle onto the target, cut to the part in front of the eye.
  ///
  /// - Conformance: D3-5
  func project(_ box: SIMD4<Double>) -> ConvexPolygon {
    let map = targetFromLayer
    let w =
      SIMD4(box.x, box.z, box.z, box.x) * map.x.z + SIMD4(box.y, box.y, box.w, box.w) * map.y.z + map.translation.z
    guard w.max() > 0 else { return ConvexPolygon() }
    // Points closer to the eye than this lie so far outside of any canvas that the cut is not visible.
    return map.image(ofBoxFrom: SIMD2(box.x, box.y), to: SIMD2(box.z, box.w), nearest: w.max() * 1e-5)
  }
}

extension ShapeGeometry {
  /// Converts a rounded box of `plane` to the geometry for the pixels near `bounds`.
  ///
  /// - Parameter reach: The distance from an edge within which a border or a blur still shows; points.
  /// - Returns: `nil` if a value does not fit a 32-bit float.
  init?(
    plane: LayerPlane, outline: RoundedRectangle, antialiased: SIMD4<Float>, near bounds: PixelRect, reach: Double = 0
  ) {
    let originX = Double((Int(bounds.minX) + Int(bounds.maxX)) / 2)
    let originY = Double((Int(bounds.minY) + Int(bounds.maxY)) / 2)
    let inverse = plane.layerFromTarget
    let atOrigin = inverse.homogeneous(SIMD2(originX, originY))
    let row0 = SIMD4<Float>(Float(inverse.x.x), Float(inverse.x.y), Float(inverse.x.z), Float(originX))
    let row1 = SIMD4<Float>(Float(inverse.y.x), Float(inverse.y.y), Float(inverse.y.z), Float(originY))
    let row2 = SIMD4<Float>(Float(atOrigin.x), Float(atOrigin.y), Float(atOrigin.z), 0)
    var boxAsFloat = SIMD4<Float>(outline.box)
    let check = row0 + row1 + row2 + boxAsFloat
    guard (check - check) == .zero else { return nil }
    if boxAsFloat.max() > Self.farthest || boxAsFloat.min() < -Self.farthest, plane.isAffine {
      boxAsFloat = SIMD4<Float>(Self.near(SIMD2(atOrigin.x, atOrigin.y), outline, inverse, bounds, reach))
    }
    self.init(
      row0: row0, row1: row1, row2: row2, box: boxAsFloat, radii: SIMD4<Float>(outline.radii),
      corner: outline.corner.code, antialiased: antialiased)
  }

  /// The greatest coordinate in points at which 32-bit floats distinguish whole points.
  private static let farthest: Float = 0x1p24

  /// The box, with edges that lie far beyond the pixels moved closer, to places that are still outside of everything
  /// visible. Sums with farther edges would lose the precision that visible pixels need.
  ///
  /// - Parameter middle: The layer point in the middle of the pixels.
  private static func near(
    _ middle: SIMD2<Double>, _ outline: RoundedRectangle, _ inverse: Homography, _ bounds: PixelRect, _ reach: Double
  ) -> SIMD4<Double> {
    let pixels = Double(bounds.width + bounds.height + 8)
    let extent = SIMD2(abs(inverse.x.x) + abs(inverse.y.x), abs(inverse.x.y) + abs(inverse.y.y)) * pixels
    // As 32-bit floats, coordinates so far from zero have an error in proportion to their size.
    let blur = SIMD2(abs(middle.x), abs(middle.y)) * 0x1p-18
    let room = extent + blur + 2 * (outline.radii.max() + reach)
    var box = outline.box
    box.lowHalf = box.lowHalf.replacing(with: middle - room, where: box.lowHalf .< middle - room)
    box.highHalf = box.highHalf.replacing(with: middle + room, where: box.highHalf .> middle + room)
    return box
  }
}

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
