// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// The limits of what one run of `layers.comp`, or one dispatch of it, draws.
package struct TileLimits: Sendable, Hashable {
  /// The most items of a run: bins have a bit for each.
  package var items = 65_536
  /// The most items of a run that meet the colour behind them by a blend mode: `HELD` in `layers.comp`, at most.
  package var blended = 4
  /// The most evaluations of operations and clips by a pixel in a run, which follow one another: a quarter of a second
  /// of a card.
  package var evaluations = 1 << 18
  /// The most evaluations of operations and clips by tiles in a dispatch. Each takes the 256 pixels of a tile some 200
  /// instructions, so that a dispatch has at most 2e11, which a slow card does in a fraction of a second: drivers reset
  /// a device whose work takes seconds.
  package var work = 1 << 22

  package init() {}
}

/// The evaluations by the rows of tiles of a part of a pass, from which dispatches are cut.
///
/// They are counted as if every pixel ran through all items of its tile, each with all of its clips.
package struct TileWork {
  private var columns = 0..<0
  private var rows = 0..<0
  /// For each row, the evaluations of all its tiles, and those of a tile that all items of the row touch; both as
  /// differences from the row before.
  private var changes: [(all: Int, most: Int)] = []
  private var rounds = 0
  /// The evaluations of all tiles.
  private var sum = 0

  /// Work without items, whose memory is kept from pass to pass.
  package init() {}

  /// Starts the work of a part of a pass.
  ///
  /// - Parameters:
  ///   - area: The pixels that are drawn, from the first pixel of the pass.
  ///   - rounds: The number of rounds in which a tile looks at the items.
  package mutating func begin(_ area: PixelRect, rounds: Int) {
    columns = Self.tiles(from: area.minX, to: area.maxX)
    rows = Self.tiles(from: area.minY, to: area.maxY)
    changes.refill(with: (0, 0), count: rows.count + 1)
    (self.rounds, sum) = (rounds, 0)
  }

  /// The tiles that pixels lie in.
  private static func tiles(from first: Int32, to end: Int32) -> Range<Int> {
    guard end > first else { return 0..<0 }
    return Int(first) / ItemBins.tile..<(Int(end) - 1) / ItemBins.tile + 1
  }

  /// Adds an item, or several alike.
  ///
  /// - Parameters:
  ///   - bounds: The pixels that it may touch, from the first pixel of the pass.
  ///   - evaluations: The evaluations of it and its clips by a tile, of all of them together.
  ///   - extent: If they are several items, the most pixels that each may touch along x and y, anywhere in the bounds.
  package mutating func add(_ bounds: PixelRect, evaluations: Int, each extent: SIMD2<Int32>? = nil) {
    // Shifted rather than divided: a pixel left of the first or above it is in no tile.
    func tile(_ pixel: Int32) -> Int { Int(pixel) >> ItemBins.tile.trailingZeroBitCount }
    let across = min(tile(bounds.maxX &- 1) &+ 1, columns.upperBound) &- max(tile(bounds.minX), columns.lowerBound)
    let start = max(tile(bounds.minY), rows.lowerBound) &- rows.lowerBound
    let end = min(tile(bounds.maxY &- 1) &+ 1, rows.upperBound) &- rows.lowerBound
    guard across > 0, start < end, !bounds.isEmpty else { return }
    // So many pixels lie in at most this many tiles.
    func tiles(_ pixels: Int32, of most: Int) -> Int { min(most, (Int(pixels) &+ 30) / ItemBins.tile) }
    let inRow = evaluations &* (extent.map { tiles($0.x, of: across) } ?? across)
    changes[start].all &+= inRow
    changes[start].most &+= evaluations
    changes[end].all &-= inRow
    changes[end].most &-= evaluations
    sum &+= inRow &* (extent.map { tiles($0.y, of: end &- start) } ?? (end &- start))
  }

  /// The tiles of each dispatch: as many rows as have at most `limit` evaluations together, or a part of a row.
  ///
  /// A tile is never cut: whoever makes runs of items bounds its evaluations.
  package func parts(limit: Int) -> [(columns: Range<Int>, rows: Range<Int>)] {
    if columns.isEmpty || rows.isEmpty { return [] }
    if sum + rounds * columns.count * rows.count <= limit { return [(columns, rows)] }
    var parts: [(columns: Range<Int>, rows: Range<Int>)] = []
    var (open, sum, all, most) = (rows.lowerBound, 0, 0, 0)
    func close(before row: Int) {
      if row > open { parts.append((columns, open..<row)) }
    }
    for row in rows {
      all += changes[row - rows.lowerBound].all
      most += changes[row - rows.lowerBound].most
      let work = all + columns.count * rounds
      if sum + work > limit {
        close(before: row)
        (open, sum) = (row, 0)
      }
      guard work > limit else {
        sum += work
        continue
      }
      let width = max(1, limit / max(1, most + rounds))
      for first in stride(from: columns.lowerBound, to: columns.upperBound, by: width) {
        parts.append((first..<min(first + width, columns.upperBound), row..<row + 1))
      }
      open = row + 1
    }
    close(before: rows.upperBound)
    return parts
  }
}
