// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// A cubic path between two positions.
///
/// By length, progress is the fraction of the path's length that was covered, from 0 to 1; progress outside of this
/// range is clamped, as in all players. In Core Animation progress is the curve's parameter, and the cubic is
/// extrapolated outside of 0...1.
struct SpatialCurve {
  private let points: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  /// The length from the start to the end of each equal step of the parameter; all 0 if lengths are not used. It is a
  /// SIMD value, so that a curve needs no further allocation.
  private var lengths = SIMD32<Double>()

  private static let steps = 32

  init(from: SIMD3<Double>, spatial: Spatial, to: SIMD3<Double>) {
    points = (from, from + spatial.out, to + spatial.into, to)
    guard spatial.isByLength else { return }
    var sum = 0.0
    for step in 0..<Self.steps {
      let start = Double(step) / Double(Self.steps)
      sum += length(from: start, to: start + 1 / Double(Self.steps))
      lengths[step] = sum
    }
    // An infinite length cannot be used.
    if !sum.isFinite { lengths = SIMD32() }
  }

  /// The length of the path, in points; 0 if the path is not followed by its length.
  var length: Double { lengths[Self.steps - 1] }

  /// The position at a progress, and the direction there.
  func place(at progress: Double) -> (point: SIMD3<Double>, direction: SIMD2<Double>) {
    let t = length > 0 ? parameter(at: min(max(progress, 0), 1) * length) : progress
    return (point(t), direction(t))
  }

  /// The parameter at which the path reaches a length.
  private func parameter(at length: Double) -> Double {
    guard length > 0 else { return 0 }
    guard length < self.length else { return 1 }
    var (first, last) = (0, Self.steps - 1)
    while first < last {
      let middle = (first + last) / 2
      if lengths[middle] < length { first = middle + 1 } else { last = middle }
    }
    let start = Double(first) / Double(Self.steps)
    let before = first > 0 ? lengths[first - 1] : 0
    let wanted = length - before
    let all = lengths[first] - before
    guard all > 0 else { return start }
    var (low, high) = (start, start + 1 / Double(Self.steps))
    var t = low + (high - low) * wanted / all
    // Newton's method, with bisection when a step leaves the bracket, as at a cusp.
    for _ in 0..<24 {
      let excess = self.length(from: start, to: t) - wanted
      if abs(excess) <= 1e-9 * self.length { break }
      if excess > 0 { high = t } else { low = t }
      let speed = Self.speed(slope(t))
      let next = speed > 0 ? t - excess / speed : low
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }

  /// The length between two close parameters, by five-point Gauss-Legendre quadrature.
  private func length(from start: Double, to end: Double) -> Double {
    let (middle, half) = ((start + end) / 2, (end - start) / 2)
    func pair(_ place: Double) -> Double {
      Self.speed(slope(middle - half * place)) + Self.speed(slope(middle + half * place))
    }
    let sum =
      0.568_888_888_888_888_9 * Self.speed(slope(middle)) + 0.478_628_670_499_366_5 * pair(0.538_469_310_105_683_1)
      + 0.236_926_885_056_189_1 * pair(0.906_179_845_938_664)
    return sum * half
  }

  private static func speed(_ slope: SIMD3<Double>) -> Double { (slope * slope).sum().squareRoot() }

  private func point(_ t: Double) -> SIMD3<Double> {
    let u = 1 - t
    let start = points.0 * (u * u * u) + points.1 * (3 * u * u * t)
    return start + points.2 * (3 * u * t * t) + points.3 * (t * t * t)
  }

  /// The derivative of the position by the parameter.
  private func slope(_ t: Double) -> SIMD3<Double> {
    let u = 1 - t
    let start = (points.1 - points.0) * (3 * u * u) + (points.2 - points.1) * (6 * u * t)
    return start + (points.3 - points.2) * (3 * t * t)
  }

  private func direction(_ t: Double) -> SIMD2<Double> {
    var slope = slope(t)
    // If a control point coincides with its end, or at a cusp, the direction is taken from a nearby parameter.
    if slope == SIMD3() { slope = self.slope(t < 0.5 ? t + 1e-4 : t - 1e-4) }
    if slope == SIMD3() { slope = points.3 - points.0 }
    return SIMD2(slope.x, slope.y)
  }
}

extension Spatial {
  /// Whether the path is the straight line between its ends, without moving backward.
  ///
  /// - Parameter way: The vector between the ends.
  func isStraight(along way: SIMD3<Double>) -> Bool {
    let square = (way * way).sum()
    let (first, second) = (out, way + into)
    // Between equal ends only tangents of zero keep the position constant.
    guard square > 0 else { return first == SIMD3() && second == SIMD3() }
    return [first, second].allSatisfy { control in
      let share = (control * way).sum() / square
      let aside = control - way * share
      return share >= 0 && share <= 1 && (aside * aside).sum() <= 1e-12 * square
    }
  }
}
