// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// PNG's filters: each row is replaced by its difference from a prediction, which compresses better. A filtered row
// begins with the filter's number. Predictions are from the pixel to the left (a), above (b) and above left (c).

import LaminaGeometry

/// A filter of PNG; the raw value is its number in the file.
enum PNGFilter: UInt8, CaseIterable {
  case none
  case left
  case up
  case average
  case paeth

  /// Returns consecutive rows, each preceded by the number of its filter.
  ///
  /// - Parameter range: The rows; all rows if omitted.
  static func filtered(_ rows: StraightRows, by filter: PNGFilter, in range: Range<Int>? = nil) -> [UInt8] {
    filtered(rows, in: range ?? 0..<rows.height) { _ in filter }
  }

  /// Returns all rows, each with the filter that makes the smallest sum of absolute differences, which is libpng's
  /// heuristic.
  static func filteredAdaptively(_ rows: StraightRows) -> [UInt8] {
    var attempt = [UInt8](repeating: 0, count: rows.bytesPerRow)
    return filtered(rows, in: 0..<rows.height) { pair in
      var best = (filter: PNGFilter.none, cost: Int.max)
      attempt.withUnsafeMutableBufferPointer { attempt in
        for filter in PNGFilter.allCases {
          filter.apply(to: pair, into: attempt)
          let cost = attempt.reduce(0) { $0 + abs(Int(Int8(bitPattern: $1))) }
          if cost < best.cost { best = (filter, cost) }
        }
      }
      return best.filter
    }
  }

  /// A row and the row above it, which is all zero for the first.
  struct RowPair {
    var row: UnsafeMutableBufferPointer<UInt8>
    var above: UnsafeMutableBufferPointer<UInt8>
    var bytesPerPixel: Int
  }

  private static func filtered(
    _ rows: StraightRows, in range: Range<Int>, choosing filter: (RowPair) -> PNGFilter
  ) -> [UInt8] {
    let size = rows.bytesPerRow
    let total = (size + 1) * range.count
    var lines = [UInt8](repeating: 0, count: 2 * size)
    return lines.withUnsafeMutableBufferPointer { lines in
      var pair = RowPair(
        row: UnsafeMutableBufferPointer(rebasing: lines[..<size]),
        above: UnsafeMutableBufferPointer(rebasing: lines[size...]), bytesPerPixel: rows.bytesPerPixel)
      if range.lowerBound > 0 { rows.fill(pair.above, y: range.lowerBound - 1) }
      return [UInt8](unsafeUninitializedCapacity: total) { buffer, count in
        for y in range {
          rows.fill(pair.row, y: y)
          let chosen = filter(pair)
          let start = (y - range.lowerBound) * (size + 1)
          buffer.initializeElement(at: start, to: chosen.rawValue)
          chosen.apply(to: pair, into: UnsafeMutableBufferPointer(rebasing: buffer[(start + 1)..<(start + 1 + size)]))
          swap(&pair.row, &pair.above)
        }
        count = total
      }
    }
  }

  /// Writes the differences of a row.
  func apply(to pair: RowPair, into out: UnsafeMutableBufferPointer<UInt8>) {
    let (row, above, step) = (pair.row, pair.above, pair.bytesPerPixel)
    switch self {
    case .none:
      for index in row.indices { out[index] = row[index] }
    case .up:
      for index in row.indices { out[index] = row[index] &- above[index] }
    case .left:
      for index in 0..<step { out[index] = row[index] }
      for index in step..<row.count { out[index] = row[index] &- row[index - step] }
    case .average:
      for index in 0..<step { out[index] = row[index] &- above[index] / 2 }
      for index in step..<row.count {
        out[index] = row[index] &- UInt8(truncatingIfNeeded: (Int32(row[index - step]) + Int32(above[index])) / 2)
      }
    case .paeth:
      for index in 0..<step { out[index] = row[index] &- above[index] }
      for index in step..<row.count {
        out[index] = row[index] &- predict(row[index - step], above[index], above[index - step])
      }
    }
  }

  /// Paeth's predictor: the nearest of left, above and above left to left + above - above left.
  private func predict(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let toLeft = abs(Int32(above) - Int32(corner))
    let toAbove = abs(Int32(left) - Int32(corner))
    let toCorner = abs(Int32(left) + Int32(above) - 2 * Int32(corner))
    if toLeft <= toAbove, toLeft <= toCorner { return left }
    return toAbove <= toCorner ? above : corner
  }
}
