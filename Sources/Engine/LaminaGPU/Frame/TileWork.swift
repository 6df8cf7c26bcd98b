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
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// For each row, the evaluations of all its tiles; while items are added, the differences from the row before.
  private var all: [Int]
  /// For each row, the evaluations of a tile that all items of the row touch; differences, likewise.
  private var most: [Int]
  private let rounds: Int

  /// - Parameters:
  ///   - area: The pixels that are drawn, from the first pixel of the pass.
  ///   - rounds: The number of rounds in which a tile looks at the items.
  package init(_ area: PixelRect, rounds: Int) {
    columns = Self.tiles(from: area.minX, to: area.maxX)
    rows = Self.tiles(from: area.minY, to: area.maxY)
    all = Array(repeating: 0, count: rows.count + 1)
    most = all
    self.rounds = rounds
  }

  /// The tiles that pixels lie in.
  private static func tiles(from first: Int32, to end: Int32) -> Range<Int> {
    guard end > first else { return 0..<0 }
    return Int(first) / ItemBins.tile..<(Int(end) - 1) / ItemBins.tile + 1
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - bounds: The pixels that it may touch, from the first pixel of the pass.
  ///   - evaluations: The evaluations of it and its clips by a tile.
  package mutating func add(_ bounds: PixelRect, evaluations: Int) {
    guard !bounds.isEmpty else { return }
    func tile(_ pixel: Int32) -> Int { Int(max(0, pixel)) / ItemBins.tile }
    let across = min(tile(bounds.maxX - 1) + 1, columns.upperBound) - max(tile(bounds.minX), columns.lowerBound)
    let first = max(tile(bounds.minY), rows.lowerBound) - rows.lowerBound
    let end = min(tile(bounds.maxY - 1) + 1, rows.upperBound) - rows.lowerBound
    guard across > 0, first < end, bounds.maxX > 0, bounds.maxY > 0 else { return }
    all[first] += evaluations * across
    all[end] -= evaluations * across
    most[first] += evaluations
    most[end] -= evaluations
  }

  /// The tiles of each dispatch: as many rows as have at most `limit` evaluations together, or a part of a row.
  ///
  /// A tile is never cut: whoever makes runs of items bounds its evaluations.
  package func parts(limit: Int) -> [(columns: Range<Int>, rows: Range<Int>)] {
    var parts: [(columns: Range<Int>, rows: Range<Int>)] = []
    var (open, sum, inAll, inMost) = (rows.lowerBound, 0, 0, 0)
    func close(before row: Int) {
      if row > open { parts.append((columns, open..<row)) }
    }
    for row in rows where !columns.isEmpty {
      inAll += all[row - rows.lowerBound]
      inMost += most[row - rows.lowerBound]
      let work = inAll + columns.count * rounds
      if sum + work > limit {
        close(before: row)
        (open, sum) = (row, 0)
      }
      guard work > limit else {
        sum += work
        continue
      }
      let width = max(1, limit / max(1, inMost + rounds))
      for first in stride(from: columns.lowerBound, to: columns.upperBound, by: width) {
        parts.append((first..<min(first + width, columns.upperBound), row..<row + 1))
      }
      open = row + 1
    }
    if !columns.isEmpty { close(before: rows.upperBound) }
    return parts
  }
}
