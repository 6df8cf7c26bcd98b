// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// Rectangles, ellipses, stars and polygons. They begin at the same points as in After Effects, since trimming starts
// there.

extension Bezier {
  /// The distance of control points from the ends of a quarter circle.
  private static let quarter = 0.55228
  /// The distance of the control points of a polygon or star with a roundness of 1, as a fraction of the radius: a
  /// quarter of the arc of one point, so that shapes with more points are rounded less.
  private static func roundness(ofPoints count: Double) -> Double { .pi / (2 * count) }
  /// The largest number of points.
  fileprivate static let maximumPoints = 10_000.0

  /// A rectangle with rounded corners, clockwise from the top of the right side.
  ///
  /// - Parameter keepsForm: Whether sharp corners have two points as well, so that they can be interpolated with round
  ///   ones.
  static func rectangle(
    center: SIMD2<Double>, size: SIMD2<Double>, radius: Double, reversed: Bool, keepsForm: Bool
  ) -> Bezier {
    let half = size / 2
    let radius = max(min(radius, min(abs(half.x), abs(half.y))), 0)
    let (w, h) = (half.x, half.y)
    var result = Bezier()
    result.isClosed = true
    if radius <= 0, !keepsForm {
      for corner in [SIMD2(w, -h), SIMD2(w, h), SIMD2(-w, h), SIMD2(-w, -h)] { result.add(center + corner) }
      return reversed ? result.reversed : result
    }
    let k = radius * quarter
    let none = SIMD2<Double>()
    result.add(center + SIMD2(w, radius - h), into: SIMD2(0, -k), out: none)
    result.add(center + SIMD2(w, h - radius), into: none, out: SIMD2(0, k))
    result.add(center + SIMD2(w - radius, h), into: SIMD2(k, 0), out: none)
    result.add(center + SIMD2(radius - w, h), into: none, out: SIMD2(-k, 0))
    result.add(center + SIMD2(-w, h - radius), into: SIMD2(0, k), out: none)
    result.add(center + SIMD2(-w, radius - h), into: none, out: SIMD2(0, -k))
    result.add(center + SIMD2(radius - w, -h), into: SIMD2(-k, 0), out: none)
    result.add(center + SIMD2(w - radius, -h), into: none, out: SIMD2(k, 0))
    return reversed ? result.reversed : result
  }

  /// An ellipse, clockwise from its top.
  static func ellipse(center: SIMD2<Double>, size: SIMD2<Double>, reversed: Bool) -> Bezier {
    let half = SIMD2(reversed ? -size.x : size.x, size.y) / 2
    let k = half * quarter
    var result = Bezier()
    result.isClosed = true
    result.add(center - SIMD2(0, half.y), into: SIMD2(-k.x, 0), out: SIMD2(k.x, 0))
    result.add(center + SIMD2(half.x, 0), into: SIMD2(0, -k.y), out: SIMD2(0, k.y))
    result.add(center + SIMD2(0, half.y), into: SIMD2(k.x, 0), out: SIMD2(-k.x, 0))
    result.add(center - SIMD2(half.x, 0), into: SIMD2(0, k.y), out: SIMD2(0, -k.y))
    return result
  }

  /// A regular polygon, clockwise from its top.
  static func polygon(
    center: SIMD2<Double>, points: Double, radius: Double, roundness: Double, rotation: Double, reversed: Bool
  ) -> Bezier {
    let points = min(max(points, 3), maximumPoints)
    let step = 2 * Double.pi / points
    let length = radius * roundness / 100 * Self.roundness(ofPoints: points)
    var result = Bezier()
    result.isClosed = true
    for index in 0..<Int(clamping: points.rounded(.up)) {
      let angle = (rotation - 90) * .pi / 180 + step * Double(index)
      let tangent = SIMD2(sin(angle), -cos(angle)) * length
      result.add(center + SIMD2(cos(angle), sin(angle)) * radius, into: tangent, out: -tangent)
    }
    return reversed ? result.reversed : result
  }

  /// A star, clockwise from its top. If the number of points has a fraction, the first point is only partially
  /// extended.
  static func star(_ star: LottieStar, at time: Double) -> Bezier {
    let place = star.position.value(at: time)
    let center = SIMD2(place.x, place.y)
    let rotation = star.rotation.value(at: time)
    let outer = star.outerRadius.value(at: time)
    let points = star.points.value(at: time)
    if star.isPolygon {
      return polygon(
        center: center, points: points, radius: outer, roundness: star.outerRoundness.value(at: time),
        rotation: rotation, reversed: star.reversed)
    }
    let count = min(max(points, 2), maximumPoints)
    let inner = star.innerRadius.value(at: time)
    let percent = SIMD2(star.outerRoundness.value(at: time), star.innerRoundness.value(at: time))
    let roundness = percent / 100 * Self.roundness(ofPoints: count)
    let step = Double.pi / count
    let partial = count - count.rounded(.down)
    var angle = (rotation - 90) * .pi / 180
    var result = Bezier()
    result.isClosed = true
    func add(_ radius: Double, _ tangent: Double) {
      let direction = SIMD2(cos(angle), sin(angle))
      let along = SIMD2(direction.y, -direction.x) * tangent
      result.add(center + direction * radius, into: along, out: -along)
    }
    let outerTangent = outer * roundness.x
    let innerTangent = inner * roundness.y
    if partial > 0 {
      angle += step * (1 - partial)
      add(inner + partial * (outer - inner), outerTangent * partial)
      angle += step * partial
      add(inner, innerTangent)
      angle += step
    }
    for _ in 0..<Int(clamping: count.rounded(.down)) {
      add(outer, outerTangent)
      angle += step
      add(inner, innerTangent)
      angle += step
    }
    return star.reversed ? result.reversed : result
  }
}

extension LottieStar {
  /// The largest number of points of the path.
  var pointCount: Int {
    let most = points.keyframes.reduce(3) { max($0, min($1.value, Bezier.maximumPoints)) }
    return (isPolygon ? 1 : 2) * (Int(clamping: most.rounded(.up)) + 1)
  }
}
