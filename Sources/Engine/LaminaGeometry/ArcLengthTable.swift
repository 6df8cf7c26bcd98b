// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Parameters at arc lengths of one curve. A motion along a path needs them once a frame. The arc length is measured
// once, at eight parameters. The parameter at a length is then found in its eighth of the curve by a cubic through the
// ends of the eighth with their speeds, and made exact by Newton steps, of which one is nearly always enough. Eight
// Gauss-Legendre points over an eighth leave no error that counts, unless the curve has a cusp there: curves with cusps
// have no table.

/// The arc length of a cubic up to each eighth of its parameter.
package struct ArcLengthTable: Sendable {
  private let segment: PathSegment
  private let ends: SIMD8<Double>
  private let length: Double

  /// Measures a curve.
  ///
  /// - Parameter length: Its arc length.
  /// - Returns: `nil` for a line, a point, and a curve that turns so sharply that eighths do not measure it.
  package init?(_ segment: PathSegment, length: Double) {
    guard !segment.isLine, length > 0, length.isFinite else { return nil }
    var ends = SIMD8<Double>.zero
    var sum = 0.0
    for index in 0..<8 {
      let piece = segment.quadrature(Double(index) / 8, Double(index + 1) / 8)
      guard piece > 1e-6 * length else { return nil }
      sum += piece
      ends[index] = sum
    }
    guard abs(sum - length) <= 1e-10 * length else { return nil }
    self.segment = segment
    self.ends = ends
    self.length = length
  }

  /// The parameter where the arc length from the start is `distance`, as ``PathSegment/time(atLength:of:)`` gives it.
  package func time(atLength distance: Double) -> Double {
    guard distance > 0 else { return 0 }
    guard distance < ends[7] else { return 1 }
    var index = 0
    while index < 7, ends[index] <= distance { index += 1 }
    let low = index == 0 ? 0 : ends[index - 1]
    let piece = ends[index] - low
    let start = Double(index) / 8
    let part = (distance - low) / piece
    var time = start + guess(part, piece, start) / 8
    var (first, last) = (start, start + 0.125)
    for _ in 0..<40 {
      let error = low + segment.quadrature(start, time) - distance
      if error < 0 { first = time } else { last = time }
      let next = time - error / segment.velocity(at: time).length
      // Where the speed is 0, at a cusp between two eighths, the search continues by halving.
      time = next > first && next < last ? next : abs(error) <= 1e-12 * length ? time : (first + last) / 2
      if abs(error) <= 1e-6 * length, next > first, next < last { break }
      if last - first < 1e-12 { break }
    }
    return time
  }

  /// An estimate of the fraction of an eighth's parameter for a fraction of its length.
  private func guess(_ part: Double, _ piece: Double, _ start: Double) -> Double {
    let first = 8 * piece / segment.velocity(at: start).length
    let last = 8 * piece / segment.velocity(at: start + 0.125).length
    // With steeper ends a cubic is no longer monotone.
    guard first <= 3, last <= 3 else { return part }
    let rest = 1 - part
    return part * part * (3 - 2 * part) + first * part * rest * rest - last * part * part * rest
  }
}
