// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The contribution of an edge to the pixels that it passes: the signed area to its right. A sum along each row then
// gives every pixel's winding number, averaged over its area.

internal import Foundation
internal import LaminaGeometry

/// An edge of an outline, from its upper end to its lower end.
struct OutlineEdge {
  let top: SIMD2<Double>
  let bottom: SIMD2<Double>
  /// The change of x per row; not meaningful for a level edge.
  let slope: Double
  /// The change of y per column; infinite for an upright edge.
  let steepness: Double
  /// Whether the edge was drawn upwards.
  let isUpward: Bool

  @inline(__always) init(from first: SIMD2<Double>, to second: SIMD2<Double>) {
    isUpward = second.y < first.y
    (top, bottom) = isUpward ? (second, first) : (first, second)
    let step = bottom - top
    slope = step.x / step.y
    steepness = abs(step.y / step.x)
  }

  /// Whether the edge has no height, and so adds nothing.
  @inline(__always) var isLevel: Bool { top.y == bottom.y }
}

/// The part of an edge inside one row.
struct EdgeSlice {
  /// The least and the greatest x.
  var low: Double
  var high: Double
  /// The height of the slice, as a share of the row's height.
  var height: Double
  /// As in the edge.
  var steepness: Double
  var isUpward: Bool

  /// Adds the area to the right of the slice to a row of sums. Each sum is the difference of a pixel's winding number
  /// from that of the pixel to its left.
  ///
  /// - Parameters:
  ///   - row: The sums: one more than there are columns.
  ///   - columns: The number of columns. Coordinates that rounding moved beyond them are clamped.
  /// - Returns: The first sum and the last that changed.
  @inline(__always) func add<Sum: BinaryFloatingPoint>(
    to row: UnsafeMutablePointer<Sum>, columns: Int
  ) -> (first: Int, last: Int) {
    let high = min(high, Double(columns))
    let first = max(0, min(Int(clamping: low), columns &- 1))
    let sign: Sum = isUpward ? -1 : 1
    var end = Double(first &+ 1)
    guard high > end else {
      let left = height * (0.5 * (low + high) - Double(first))
      row[first] += sign * Sum(height - left)
      row[first &+ 1] += sign * Sum(left)
      return (first, first &+ 1)
    }
    // The share of the height in each column, and its area, computed as differences of a square.
    let reach = end - low
    let inside = min(steepness * reach, height)
    let covered = 0.5 * inside * reach
    row[first] += sign * Sum(covered)
    var (before, rest, column) = (inside - covered, height - inside, first &+ 1)
    while high > end + 1 {
      row[column] += sign * Sum(before + 0.5 * steepness)
      before = 0.5 * steepness
      rest -= steepness
      end += 1
      column &+= 1
    }
    let shown = rest * (1 - 0.5 * (high - end))
    row[column] += sign * Sum(before + shown)
    row[column &+ 1] += sign * Sum(rest - shown)
    return (first, column &+ 1)
  }
}

extension OutlineEdge {
  /// Visits the rows that a part of the edge passes.
  ///
  /// - Parameters:
  ///   - upper: The start of the part.
  ///   - lower: The end of the part.
  ///   - rows: The rows that are needed.
  @inline(__always) func visitRows(
    from upper: SIMD2<Double>, to lower: SIMD2<Double>, rows: Range<Int>,
    _ visit: (_ row: Int, _ slice: EdgeSlice) -> Void
  ) {
    var row = max(rows.lowerBound, Int(wholeBelow: upper.y))
    let end = min(rows.upperBound, Int(wholeAbove: lower.y))
    guard row < end else { return }
    var (x, y) = (upper.x, upper.y)
    if y < Double(row) { (x, y) = (x + (Double(row) - y) * slope, Double(row)) }
    // The first row may be partial; the rows between the first and the last are whole.
    while row &+ 1 < end {
      let next = x + (Double(row &+ 1) - y) * slope
      visit(row, slice(from: x, to: next, height: Double(row &+ 1) - y))
      row &+= 1
      (x, y) = (next, Double(row))
    }
    let isCut = Double(end) < lower.y
    let last = isCut ? x + (Double(end) - y) * slope : lower.x
    visit(row, slice(from: x, to: last, height: min(Double(end), lower.y) - y))
  }

  @inline(__always) private func slice(from x: Double, to next: Double, height: Double) -> EdgeSlice {
    EdgeSlice(low: min(x, next), high: max(x, next), height: height, steepness: steepness, isUpward: isUpward)
  }
}

extension Int {
  /// The largest whole number that is not above `value`; without a call, unlike `rounded`.
  @inline(__always) init(wholeBelow value: Double) {
    let whole = Int(clamping: value)
    self = Double(whole) > value ? whole &- 1 : whole
  }

  /// The smallest whole number that is not below `value`.
  @inline(__always) init(wholeAbove value: Double) {
    let whole = Int(clamping: value)
    self = Double(whole) < value ? whole &+ 1 : whole
  }
}
