// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A piece of a path, a line or a cubic, and its arc length.
//
// The length of a cubic is the integral of its speed, by Gauss-Legendre quadrature with 8 points, halving an interval
// until both halves agree with the whole. The inverse, the parameter at a length, is found by Newton steps that are
// kept inside a shrinking bracket, so that the search also converges at cusps.

/// A line or a cubic curve.
package struct PathSegment: Sendable {
  /// The start.
  package var start: SIMD2<Double>
  /// The first control point; for a line, its start.
  package var control1: SIMD2<Double>
  /// The second control point; for a line, its end.
  package var control2: SIMD2<Double>
  /// The end.
  package var end: SIMD2<Double>
  /// Whether the segment is a line.
  package var isLine: Bool

  /// Makes a line.
  package init(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    (self.start, control1, control2, self.end) = (start, start, end, end)
    isLine = true
  }

  /// Makes a cubic curve.
  package init(
    from start: SIMD2<Double>, control1: SIMD2<Double>, control2: SIMD2<Double>, to end: SIMD2<Double>
  ) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
    isLine = false
  }

  /// Makes the cubic with the same shape as a quadratic curve.
  package init(from start: SIMD2<Double>, control: SIMD2<Double>, to end: SIMD2<Double>) {
    self.init(
      from: start, control1: start + (control - start) * (2.0 / 3), control2: end + (control - end) * (2.0 / 3),
      to: end)
  }

  /// The point at a parameter from 0 to 1.
  package func point(at time: Double) -> SIMD2<Double> {
    if isLine { return start + (end - start) * time }
    let rest = 1 - time
    return start * (rest * rest * rest) + control1 * (3 * rest * rest * time)
      + control2 * (3 * rest * time * time) + end * (time * time * time)
  }

  /// The derivative at a parameter from 0 to 1.
  func velocity(at time: Double) -> SIMD2<Double> {
    if isLine { return end - start }
    let rest = 1 - time
    return (control1 - start) * (3 * rest * rest) + (control2 - control1) * (6 * rest * time)
      + (end - control2) * (3 * time * time)
  }

  /// The unit direction at a parameter; zero only where the whole segment is a point.
  package func direction(at time: Double) -> SIMD2<Double> {
    // Where the speed vanishes, at an end with its control point on it, the direction is towards the nearest different
    // point.
    let velocity = velocity(at: time)
    let extent = max(span(control1), span(control2), span(end))
    if velocity.length > 1e-9 * extent { return velocity / velocity.length }
    let near = time < 0.5 ? [control1, control2, end] : [control2, control1, start]
    let sign: Double = time < 0.5 ? 1 : -1
    let origin = time < 0.5 ? start : end
    for point in near where (point - origin).length > 1e-12 * extent {
      return (point - origin) / (point - origin).length * sign
    }
    return .zero
  }

  private func span(_ point: SIMD2<Double>) -> Double { (point - start).length }

  /// The parts before and after a parameter.
  package func split(at time: Double) -> (PathSegment, PathSegment) {
    let middle = point(at: time)
    if isLine { return (PathSegment(from: start, to: middle), PathSegment(from: middle, to: end)) }
    let first = start + (control1 - start) * time
    let second = control1 + (control2 - control1) * time
    let third = control2 + (end - control2) * time
    let left = first + (second - first) * time
    let right = second + (third - second) * time
    return (
      PathSegment(from: start, control1: first, control2: left, to: middle),
      PathSegment(from: middle, control1: right, control2: third, to: end)
    )
  }

  /// The part between two parameters.
  package func part(from first: Double, to last: Double) -> PathSegment {
    var result = self
    if last < 1 { result = result.split(at: last).0 }
    if first > 0, last > 0 { result = result.split(at: first / min(last, 1)).1 }
    return result
  }
}

extension PathSegment {
  /// The arc length.
  package var length: Double {
    isLine ? (end - start).length : length(from: 0, to: 1)
  }

  /// The length of the control polygon: never less than the arc's.
  var controlLength: Double {
    isLine ? (end - start).length : (control1 - start).length + (control2 - control1).length + (end - control2).length
  }

  /// The arc length between two parameters, to about nine digits.
  func length(from first: Double, to last: Double) -> Double {
    if isLine { return (end - start).length * (last - first) }
    let tolerance = max(1e-10 * controlLength, .leastNormalMagnitude)
    return refined(from: first, to: last, whole: quadrature(first, last), tolerance: tolerance, depth: 0)
  }

  private func refined(from first: Double, to last: Double, whole: Double, tolerance: Double, depth: Int) -> Double {
    let middle = (first + last) / 2
    let left = quadrature(first, middle)
    let right = quadrature(middle, last)
    // At a cusp each halving gains a factor of four, so that 20 of them reach the tolerance. Numbers that are not
    // finite stay so.
    let error = abs(left + right - whole)
    if error <= tolerance || depth >= 20 || !error.isFinite { return left + right }
    return refined(from: first, to: middle, whole: left, tolerance: tolerance / 2, depth: depth + 1)
      + refined(from: middle, to: last, whole: right, tolerance: tolerance / 2, depth: depth + 1)
  }

  /// The arc length between two parameters where the curve does not turn sharply.
  func quadrature(_ first: Double, _ last: Double) -> Double {
    let half = (last - first) / 2
    let middle = (first + last) / 2
    var sum = 0.0
    for index in 0..<4 {
      let offset = half * Self.nodes[index]
      sum += Self.weights[index] * (velocity(at: middle - offset).length + velocity(at: middle + offset).length)
    }
    return sum * half
  }

  // Gauss-Legendre with eight points: Abramowitz and Stegun, table 25.4.
  private static let nodes = SIMD4(
    0.183434642495649805, 0.525532409916328986, 0.796666477413626740, 0.960289856497536232)
  private static let weights = SIMD4(
    0.362683783378361983, 0.313706645877887287, 0.222381034453374471, 0.101228536290376259)

  /// The parameter where the arc length from the start is `distance`.
  ///
  /// - Parameters:
  ///   - distance: The distance, 0 to `length`; other numbers give the nearer end.
  ///   - length: The whole arc length, which the caller has.
  package func time(atLength distance: Double, of length: Double) -> Double {
    guard distance > 0, length > 0 else { return 0 }
    guard distance < length else { return 1 }
    if isLine { return distance / length }
    var (low, high) = (0.0, 1.0)
    var (lowLength, time) = (0.0, distance / length)
    for _ in 0..<60 {
      let reached = lowLength + self.length(from: low, to: time)
      let error = reached - distance
      if abs(error) <= 1e-11 * length || !error.isFinite { break }
      if error < 0 { (low, lowLength) = (time, reached) } else { high = time }
      if high - low < 1e-15 { break }
      let step = time - error / velocity(at: time).length
      time = step > low && step < high ? step : (low + high) / 2
    }
    return time
  }
}

extension SIMD2<Double> {
  /// The Euclidean length.
  var length: Double { (x * x + y * y).squareRoot() }

  /// The same vector a quarter turn from x towards y.
  var perpendicular: SIMD2<Double> { SIMD2(-y, x) }

  /// The z component of the cross product.
  func cross(_ other: SIMD2<Double>) -> Double { x * other.y - y * other.x }

  /// The scalar product.
  func dot(_ other: SIMD2<Double>) -> Double { x * other.x + y * other.y }
}
