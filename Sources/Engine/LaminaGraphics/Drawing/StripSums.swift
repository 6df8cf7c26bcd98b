// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// The sums of a column of cells: for each pixel, the difference of its winding number from that of the pixel to its
/// left.
///
/// The memory is reused for each column: sums are zeroed when they are read, the rest stays zero, and only sums that
/// edges touched are ever read.
struct StripSums {
  /// The number of sums of a row: one more than pixels, for the area that an edge in the last pixel leaves to the next
  /// column.
  static let stride = CoverageStrips.side + 1

  private var lines: [Float] = []
  /// For each line, a bit for each sum that changed, except for the last sum.
  private var touched: [UInt64] = []

  /// Makes sure that there is room for a number of lines.
  mutating func makeRoom(lines count: Int) {
    guard count > touched.count else { return }
    touched += Array(repeating: 0, count: count - touched.count)
    lines += Array(repeating: 0, count: touched.count * Self.stride - lines.count)
  }

  /// Lends the lines, and the bits of changed sums.
  @inline(__always) mutating func withLines(
    _ body: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<UInt64>) -> Void
  ) {
    lines.withUnsafeMutableBufferPointer { lines in
      touched.withUnsafeMutableBufferPointer { touched in
        guard let lines = lines.baseAddress, let touched = touched.baseAddress else { return }
        body(lines, touched)
      }
    }
  }

  /// Sums up a strip's rows, from the windings carried from the left; updates the windings that are carried on, and
  /// zeroes the sums.
  ///
  /// - Returns: The coverage, and the range of columns outside of which there is none; `nil` where a pixel is covered
  ///   more than once.
  mutating func take(
    _ rows: Range<Int>, _ base: Int, _ carry: inout StripCarry
  ) -> (bytes: [UInt8], columns: Range<Int>)? {
    var largest: UInt32 = 0
    var (leftmost, rightmost) = (CoverageStrips.side, 0)
    let side = CoverageStrips.side
    let bytes = [UInt8](unsafeUninitializedCapacity: rows.count * side) { bytes, count in
      count = rows.count * side
      guard let bytes = bytes.baseAddress else { return }
      bytes.update(repeating: 0, count: count)
      withLines { lines, touched in
        for row in rows {
          let line = base &+ row
          let carried = carry.take(row)
          // Most rows of a steep line's strip hold nothing.
          guard touched[line] != 0 || carried != 0 else { continue }
          let sums = lines + line &* Self.stride
          let left = Self.sum(
            sums, touched[line], from: carried, to: bytes + (row &- rows.lowerBound) &* side, &largest)
          let goesOn = carry.leave(left, row)
          leftmost = min(leftmost, carried == 0 ? touched[line].trailingZeroBitCount : 0)
          rightmost = max(rightmost, goesOn ? side : side &- touched[line].leadingZeroBitCount)
          touched[line] = 0
        }
      }
    }
    guard Float(bitPattern: largest) <= 1 + CoverageStrips.least else { return nil }
    return (bytes, leftmost..<max(leftmost, rightmost))
  }

  /// Sums up a row at touched sums; between them, the winding does not change.
  ///
  /// - Returns: The winding that is carried to the next column.
  @inline(__always) private static func sum(
    _ sums: UnsafeMutablePointer<Float>, _ touched: UInt64, from carried: Float, to bytes: UnsafeMutablePointer<UInt8>,
    _ largest: inout UInt32
  ) -> Float {
    var (winding, rest, column) = (carried, touched, 0)
    var byte = Self.byte(abs(carried))
    while rest != 0 {
      let start = rest.trailingZeroBitCount
      let end = start &+ (~(rest &>> UInt64(truncatingIfNeeded: start))).trailingZeroBitCount
      // Adding the lowest bit carries through the run and clears it.
      rest &= rest &+ (1 &<< UInt64(truncatingIfNeeded: start))
      if byte != 0 { (bytes + column).update(repeating: byte, count: start &- column) }
      column = start
      while column < end {
        winding += sums[column]
        sums[column] = 0
        // Floats without a sign are in the same order as their bit patterns, so these are compared as whole numbers.
        let share = winding.bitPattern & 0x7FFF_FFFF
        largest = max(largest, share)
        byte = Self.byte(Float(bitPattern: share))
        bytes[column] = byte
        column &+= 1
      }
    }
    if byte != 0, column < CoverageStrips.side {
      (bytes + column).update(repeating: byte, count: CoverageStrips.side &- column)
    }
    winding += sums[CoverageStrips.side]
    sums[CoverageStrips.side] = 0
    return winding
  }

  @inline(__always) private static func byte(_ share: Float) -> UInt8 {
    // Adding 2^23 leaves the rounded whole number in the low bits.
    UInt8(truncatingIfNeeded: (min(share, 1) * 255 + 0x1p23).bitPattern)
  }
}

/// The windings that are carried from one column of cells to the next.
struct StripCarry {
  private let rows: Range<Int>
  private var windings: [Float]
  /// The column that takes the windings, and below it the numbers of rows whose windings are waiting, were taken, and
  /// are left for the next column.
  private var column = -1
  private var (waiting, taken, left) = (0, 0, 0)

  init(rows: Range<Int>) {
    self.rows = rows
    windings = Array(repeating: 0, count: rows.count)
  }

  /// Begins another strip.
  ///
  /// - Returns: `false` where covered cells were skipped.
  mutating func enter(_ column: Int) -> Bool {
    guard column != self.column else { return true }
    let isNext = column == self.column + 1
    guard taken == waiting, isNext || left == 0 else { return false }
    (waiting, taken, left) = (left, 0, 0)
    self.column = column
    return true
  }

  /// Returns the winding that was carried to a row, and resets it to 0.
  @inline(__always) mutating func take(_ row: Int) -> Float {
    let winding = windings[row &- rows.lowerBound]
    guard winding != 0 else { return 0 }
    windings[row &- rows.lowerBound] = 0
    guard abs(winding) > CoverageStrips.least else { return 0 }
    taken &+= 1
    return winding
  }

  /// Leaves a winding for the next column.
  ///
  /// - Returns: Whether the winding is more than a rounding error.
  @inline(__always) mutating func leave(_ winding: Float, _ row: Int) -> Bool {
    windings[row &- rows.lowerBound] = winding
    guard abs(winding) > CoverageStrips.least else { return false }
    left &+= 1
    return true
  }
}
