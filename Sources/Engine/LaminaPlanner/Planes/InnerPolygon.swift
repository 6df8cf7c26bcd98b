// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaPlan

/// The convex polygon of a rounded box in which every pixel is covered wholly.
///
/// The box's outline is replaced by chords (two per corner), which lie inside it because it is convex. The lines of the
/// chords move inward by half a pixel, where the antialiasing ramp has reached 1. The result is cut to the pixels that
/// the box may touch, and to the inner polygon of its clips. Vertices beyond the capacity of a polygon are omitted,
/// which only makes the polygon smaller.
struct InnerPolygon {
  /// Half a pixel, less a thousandth, so that pixels whose centre lies on the line count, with a coverage of 0.999.
  static let inset = 0.5 - 1.0 / 1024

  /// The polygon in target pixels; empty if there is none.
  private(set) var polygon = ConvexPolygon()

  /// Builds the polygon of `outline` on `plane`.
  mutating func make(_ outline: RoundedRectangle, plane: LayerPlane, extent: BoxExtent) {
    polygon.removeAll()
    guard extent.pixelBounds.area >= 4, !outline.isEmpty else { return }
    if plane.isAffine, outline.radii == .zero {
      let inset = plane.pointsPerPixel * Self.inset
      let (low, high) = (outline.minimum + inset, outline.maximum - inset)
      guard high.x > low.x, high.y > low.y else { return }
      append(low, plane)
      append(SIMD2(high.x, low.y), plane)
      append(high, plane)
      append(SIMD2(low.x, high.y), plane)
    } else if !appendInsetChords(of: outline, plane: plane) {
      // Under perspective, a ramp is half a pixel wide only to first order.
      let distance = plane.isAffine ? Self.inset : Self.inset + 0.25
      polygon.removeAll()
      appendChords(of: outline, plane: plane)
      if !shrink(by: distance) { shrinkBox(inside: outline, plane: plane, by: distance) }
    }
    if !extent.isWhole { polygon.clip(to: ConvexPolygon(extent.pixelBounds)) }
    if polygon.isEmpty { polygon.removeAll() }
  }

  /// Cuts the polygon to `outline`; an empty outline leaves an empty polygon.
  mutating func clip(to outline: ConvexPolygon) {
    guard !polygon.isEmpty else { return }
    if outline.isEmpty { polygon.removeAll() } else { polygon.clip(to: outline) }
    if polygon.isEmpty { polygon.removeAll() }
  }

  @inline(__always) private mutating func append(_ point: SIMD2<Double>, _ plane: LayerPlane) {
    let map = plane.targetFromLayer
    polygon.append(
      SIMD2(map.x.x, map.x.y) * point.x + SIMD2(map.y.x, map.y.y) * point.y
        + SIMD2(map.translation.x, map.translation.y))
  }

  /// Appends the chords in the common case: four equal circular corners on an affine plane, large enough that no chord
  /// vanishes.
  ///
  /// In this case the directions of the chords are known in layer space (22.5 degrees from the edges), so moving all
  /// twelve lines inward and intersecting them takes four square roots, and no division that depends on the layer.
  ///
  /// - Returns: `false` if the case does not apply; the polygon is then undefined.
  private mutating func appendInsetChords(of outline: RoundedRectangle, plane: LayerPlane) -> Bool {
    let radius = outline.radii.x
    guard plane.isAffine, outline.corner.share == 0, radius > 0, outline.radii == SIMD4(repeating: radius)
    else { return false }
    let (cosine, sine) = (0.9238795325112867, 0.3826834323650898)  // of 22.5 degrees
    let inverse = plane.layerFromTarget
    /// The distance in layer space by which the line with this normal moves for half a pixel.
    func reach(_ x: Double, _ y: Double) -> Double {
      let across = SIMD2(inverse.x.x * x + inverse.x.y * y, inverse.y.x * x + inverse.y.y * y)
      return Self.inset * (across * across).sum().squareRoot()
    }
    let edge = plane.pointsPerPixel * Self.inset
    let size = outline.maximum - outline.minimum
    // Chords near the vertical edge (steep) and near the horizontal edge (shallow), for the corners of each diagonal.
    let steep = (reach(cosine, sine) + sine * radius, reach(cosine, -sine) + sine * radius)
    let shallow = (reach(sine, cosine) + sine * radius, reach(sine, -cosine) + sine * radius)
    guard let even = ChordMeetings(steep.0, shallow.0, edge: edge, size: size, (cosine, sine)),
      let odd = ChordMeetings(steep.1, shallow.1, edge: edge, size: size, (cosine, sine))
    else { return false }
    let map = plane.targetFromLayer
    let target = (
      x: SIMD2(map.x.x, map.x.y), y: SIMD2(map.y.x, map.y.y), start: SIMD2(map.translation.x, map.translation.y)
    )
    // Clockwise: corners of the even diagonal begin on the vertical edge, the others on the horizontal one.
    for corner in 0..<4 {
      let isRight = corner == 1 || corner == 2
      let isBottom = corner >= 2
      let origin = SIMD2(
        isRight ? outline.maximum.x : outline.minimum.x, isBottom ? outline.maximum.y : outline.minimum.y)
      let inward = SIMD2<Double>(isRight ? -1 : 1, isBottom ? -1 : 1)
      let meetings = corner % 2 == 0 ? even : odd
      let vertical = origin + inward * meetings.vertical
      let between = origin + inward * meetings.between
      let horizontal = origin + inward * meetings.horizontal
      let (first, last) = corner % 2 == 0 ? (vertical, horizontal) : (horizontal, vertical)
      polygon.append(
        target.x * first.x + target.y * first.y + target.start,
        target.x * between.x + target.y * between.y + target.start,
        target.x * last.x + target.y * last.y + target.start)
    }
    return true
  }

  /// The points, measured from a corner, at which the lines of its two chords meet the lines of the edges and each
  /// other. They are the same for both corners of a diagonal.
  private struct ChordMeetings {
    var vertical: SIMD2<Double>
    var between: SIMD2<Double>
    var horizontal: SIMD2<Double>

    /// Fails if a chord vanishes, or extends beyond half of the edge.
    @inline(__always)
    init?(
      _ first: Double, _ second: Double, edge: SIMD2<Double>, size: SIMD2<Double>,
      _ turn: (cosine: Double, sine: Double)
    ) {
      let (cosine, sine) = turn
      let onVertical = (first - cosine * edge.x) / sine
      let onHorizontal = (second - cosine * edge.y) / sine
      between = SIMD2(cosine * first - sine * second, cosine * second - sine * first) * 1.4142135623730951
      guard between.x > edge.x, between.y > edge.y, onVertical > between.y, onHorizontal > between.x,
        onVertical * 2 < size.y, onHorizontal * 2 < size.x
      else { return nil }
      vertical = SIMD2(edge.x, onVertical)
      horizontal = SIMD2(onHorizontal, edge.y)
    }
  }

  /// Appends points of the outline: each square corner, and the two ends and the middle of each rounded one.
  private mutating func appendChords(of outline: RoundedRectangle, plane: LayerPlane) {
    let (middle, reach) = (outline.corner.middle, outline.corner.reach)
    for corner in 0..<4 {
      let isRight = corner == 1 || corner == 2
      let isBottom = corner >= 2
      let corner0 = SIMD2(
        isRight ? outline.maximum.x : outline.minimum.x, isBottom ? outline.maximum.y : outline.minimum.y)
      let inward = SIMD2<Double>(isRight ? -1 : 1, isBottom ? -1 : 1)
      let radius = outline.radii[corner]
      guard radius > 0 else {
        guard appendProjected(corner0, plane) else { return }
        continue
      }
      let along = reach * radius
      // Clockwise: corners 0 and 2 begin on the edge along y and end on the edge along x, the others the reverse.
      let alongX = corner0 + SIMD2(inward.x * along, 0)
      let alongY = corner0 + SIMD2(0, inward.y * along)
      let between = corner0 + inward * (middle * radius)
      let isEven = corner % 2 == 0
      guard appendProjected(isEven ? alongY : alongX, plane), appendProjected(between, plane),
        appendProjected(isEven ? alongX : alongY, plane)
      else { return }
    }
  }

  /// Appends the projection of a point. Fails, and empties the polygon, if the point is not safely in front of the eye.
  private mutating func appendProjected(_ point: SIMD2<Double>, _ plane: LayerPlane) -> Bool {
    let image = plane.targetFromLayer.homogeneous(point)
    guard image.z > 1e-9 else {
      polygon.removeAll()
      return false
    }
    let projected = SIMD2(image.x, image.y) / image.z
    // Neighbouring corners may meet in one point, and an edge without length has no direction.
    if polygon.count > 0, Self.coincide(projected, polygon[polygon.count - 1]) { return true }
    polygon.append(projected)
    return true
  }

  private static func coincide(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    ((a - b) * (a - b)).sum() < 1e-12
  }

  /// Moves every edge inward by `distance`, and intersects the moved edges.
  ///
  /// - Returns: `false` if an edge would vanish; nothing is changed then.
  private mutating func shrink(by distance: Double) -> Bool {
    var count = polygon.count
    if count > 1, Self.coincide(polygon[0], polygon[count - 1]) { count -= 1 }
    guard count >= 3 else {
      polygon.removeAll()
      return true
    }
    let orientation: Double = polygon.signedDoubleArea < 0 ? -1 : 1
    var result = ConvexPolygon()
    var previousNormal = Self.inwardNormal(from: polygon[count - 1], to: polygon[0], orientation)
    for index in 0..<count {
      let normal = Self.inwardNormal(
        from: polygon[index], to: polygon[index + 1 == count ? 0 : index + 1], orientation)
      let sum = previousNormal + normal
      let squared = (sum * sum).sum()
      guard squared >= 0.1 else { return false }
      result.append(polygon[index] + sum * (2 * distance / squared))
      previousNormal = normal
    }
    for index in 0..<count {
      let next = index + 1 == count ? 0 : index + 1
      guard ((polygon[next] - polygon[index]) * (result[next] - result[index])).sum() > 0 else { return false }
    }
    polygon = result
    return true
  }

  /// Replaces the polygon, if corners are too small for chords, by the box inside of the corners, with its edges moved
  /// inward one by one.
  private mutating func shrinkBox(inside outline: RoundedRectangle, plane: LayerPlane, by distance: Double) {
    // The middle of a corner's curve is 1 - 1/sqrt(2) of its radius from both edges.
    let inset = SIMD2<Double>(repeating: 0.29289322 * outline.radii.max())
    let (low, high) = (outline.minimum + inset, outline.maximum - inset)
    polygon.removeAll()
    guard low.x < high.x, low.y < high.y, appendProjected(low, plane), appendProjected(SIMD2(high.x, low.y), plane),
      appendProjected(high, plane), appendProjected(SIMD2(low.x, high.y), plane)
    else {
      polygon.removeAll()
      return
    }
    if !shrink(by: distance) { polygon = polygon.inset(by: distance) }
  }

  private static func inwardNormal(
    from start: SIMD2<Double>, to end: SIMD2<Double>, _ orientation: Double
  ) -> SIMD2<Double> {
    let edge = end - start
    return SIMD2(-edge.y, edge.x) * (orientation / (edge * edge).sum().squareRoot())
  }
}
