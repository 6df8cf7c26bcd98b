// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// The items that may touch each bin of a pass, a large square of pixels, as bits: a tile looks only at the items of
/// its bin.
///
/// Bits take the same memory however many bins an item touches, so that no plan makes them large.
package struct ItemBins {
  /// The most bins of a pass; larger passes have larger bins.
  package static let mostBins = 256
  /// The items of a round of `layers.comp`: bits in a texel.
  package static let round = 128
  /// Pixels of a tile's side in `layers.comp`.
  package static let tile = 16

  /// Pixels of a bin's side: a multiple of a tile's.
  package let side: Int
  /// `side` is two to this power.
  private let shift: Int
  /// The number of bins in a row.
  package let columns: Int
  private let rows: Int
  /// The number of texels of a bin.
  package let rounds: Int
  /// The bits of one bin after the other, four words a texel.
  package private(set) var words: [UInt32]
  /// Whether no pixel of a bin shows anything behind the items so far.
  private var isClosed: [Bool]
  private let region: PixelRect

  /// - Parameters:
  ///   - region: The pixels of the pass.
  ///   - count: The number of items.
  package init(_ region: PixelRect, items count: Int) {
    var side = 128
    func bins(along length: Int) -> Int { max(1, (length + side - 1) / side) }
    while bins(along: region.width) * bins(along: region.height) > Self.mostBins { side *= 2 }
    self.side = side
    shift = side.trailingZeroBitCount
    self.region = region
    (columns, rows) = (bins(along: region.width), bins(along: region.height))
    rounds = (count + Self.round - 1) / Self.round
    words = Array(repeating: 0, count: 4 * columns * rows * rounds)
    isClosed = Array(repeating: false, count: columns * rows)
  }

  /// Adds an item, behind all earlier ones.
  ///
  /// - Parameters:
  ///   - index: The number of the item.
  ///   - pixels: The pixels that it may touch, from the first pixel of the pass; all inside the pass.
  ///   - hiding: A convex polygon whose pixels hide everything behind them, target space; empty if there are none.
  package mutating func add(_ index: Int, _ pixels: PixelRect, hiding: UnsafeBufferPointer<SIMD2<Float>>) {
    guard !pixels.isEmpty else { return }
    let (minX, minY, maxX, maxY) = (Int(pixels.minX), Int(pixels.minY), Int(pixels.maxX), Int(pixels.maxY))
    let across = minX >> shift...(maxX - 1) >> shift
    let down = minY >> shift...(maxY - 1) >> shift
    let (columns, stride) = (columns, 4 * rounds)
    let (place, bit) = (index / 32, UInt32(1) << UInt32(index % 32))
    isClosed.withUnsafeBufferPointer { isClosed in
      words.withUnsafeMutableBufferPointer { words in
        for row in down {
          for bin in row * columns + across.lowerBound...row * columns + across.upperBound where !isClosed[bin] {
            words[stride * bin + place] |= bit
          }
        }
      }
    }
    guard !hiding.isEmpty else { return }
    // Most items are smaller than a bin, so that they cannot hide one.
    let firstRow = (minY + side - 1) >> shift
    let endRow = maxY == region.height ? rows : maxY >> shift
    let firstColumn = (minX + side - 1) >> shift
    let endColumn = maxX == region.width ? columns : maxX >> shift
    guard firstRow < endRow, firstColumn < endColumn else { return }
    var above = Self.span(of: hiding, at: top(ofRow: firstRow))
    for row in firstRow..<endRow {
      let below = Self.span(of: hiding, at: top(ofRow: row + 1))
      close(row, firstColumn..<endColumn, from: max(above.low, below.low), to: min(above.high, below.high))
      above = below
    }
  }

  /// Closes the bins of a row that lie between two places, target space.
  private mutating func close(_ row: Int, _ columns: Range<Int>, from low: Float, to high: Float) {
    guard low < high else { return }
    for column in columns where low <= left(ofColumn: column) && left(ofColumn: column + 1) <= high {
      isClosed[row * self.columns + column] = true
    }
  }

  /// The first pixels of a row, or the end of the last one; target space.
  private func top(ofRow row: Int) -> Float { min(Float(row * side), Float(region.height)) + Float(region.minY) }

  private func left(ofColumn column: Int) -> Float {
    min(Float(column * side), Float(region.width)) + Float(region.minX)
  }

  /// The part of a horizontal line inside a convex polygon: a rectangle is inside if both its horizontal sides are.
  private static func span(of polygon: UnsafeBufferPointer<SIMD2<Float>>, at y: Float) -> (low: Float, high: Float) {
    var (low, high) = (Float.infinity, -Float.infinity)
    guard var previous = polygon.last else { return (low, high) }
    for vertex in polygon {
      let (from, to) = (previous, vertex)
      previous = vertex
      guard min(from.y, to.y) <= y, y <= max(from.y, to.y) else { continue }
      // Of a horizontal side, both ends belong to the line, and the sides beside it add the other end.
      let x = from.y == to.y ? from.x : from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y))
      (low, high) = (min(low, x), max(high, x))
    }
    return (low, high)
  }
}
