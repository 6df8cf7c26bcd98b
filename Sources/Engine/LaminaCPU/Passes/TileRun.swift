// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem

/// Draws all tiles of a pass with some threads.
///
/// The threads take the next tile from a counter until none is left. No pixel depends on the thread that drew it.
enum TileRun {
  /// Draws the tiles of a pass. Once `meter` reports that the picture exceeds its limits, the remaining tiles are left
  /// out.
  ///
  /// - Parameters:
  ///   - selection: The tiles to draw; `nil` draws all.
  ///   - opacity: Records whether each drawn tile is opaque, by the grid's numbers.
  static func draw(
    _ pass: PreparedPass, into target: PixelTarget, selection: TileSelection? = nil, opacity: TileOpacity? = nil,
    isDepthFirst: Bool, threads: Int, entriesPerBand: Int, meter: LimitMeter
  ) {
    let grid = TileGrid(region: pass.region)
    for rows in TileBins.bands(of: pass, in: grid, entriesPerBand: entriesPerBand) {
      let bins = TileBins(
        pass, grid: grid, rows: rows, selection: selection, hidesBehind: isDepthFirst, meter: meter)
      guard !meter.isOver else { return }
      let tiles = selection.map { selection in bins.tiles.filter { selection[$0] } }
      let work = SharedWork(
        pass: pass, bins: bins, target: target, tiles: tiles, opacity: opacity, isDepthFirst: isDepthFirst,
        meter: meter,
        mayTakeRows: selection == nil && target.layout == .bytes && rows.count >= 4 * threads
          && !pass.goesOn(in: target))
      let pieces = WorkPieces(0..<work.count)
      // Waking a thread is worthwhile for a few tiles, not for one.
      ForkJoin.perform(max(1, min(threads, work.tileCount / 4))) { _ in work.draw(pieces) }
    }
  }
}

/// For each tile of a pass, whether it is opaque. Each thread writes only to its own tiles.
final class TileOpacity: @unchecked Sendable {
  private let tiles: PlainBuffer<Bool>
  private let count: Int

  /// Starts with all tiles opaque.
  init(_ grid: TileGrid) {
    count = grid.count
    tiles = PlainBuffer(count: count)
    tiles.start.initialize(repeating: true, count: max(1, count))
  }

  @inline(__always) subscript(tile: Int) -> Bool {
    get { tiles[tile] }
    set { tiles[tile] = newValue }
  }

  /// Whether all tiles are opaque.
  var isWhole: Bool {
    for tile in 0..<count where !tiles[tile] { return false }
    return true
  }
}

/// The data that all threads of a pass read; it does not change while they run.
private struct SharedWork: @unchecked Sendable {
  let pass: PreparedPass
  let bins: TileBins
  let target: PixelTarget
  /// The tiles to draw; `nil` for all tiles of `bins`.
  let tiles: [Int]?
  let opacity: TileOpacity?
  let isDepthFirst: Bool
  let meter: LimitMeter
  /// If threads take whole rows of tiles: for each of them, the content that is written pixel row by pixel row, if any.
  private var plainRows: [PlainRow?]?

  /// - Parameter mayTakeRows: Whether threads may take whole rows of tiles; they do if half of the rows are plain.
  init(
    pass: PreparedPass, bins: TileBins, target: PixelTarget, tiles: [Int]?, opacity: TileOpacity?, isDepthFirst: Bool,
    meter: LimitMeter, mayTakeRows: Bool
  ) {
    (self.pass, self.bins, self.target, self.tiles) = (pass, bins, target, tiles)
    (self.opacity, self.isDepthFirst, self.meter) = (opacity, isDepthFirst, meter)
    guard mayTakeRows else { return }
    let (worker, columns) = (makeWorker(), bins.grid.columns)
    let rows = stride(from: bins.tiles.lowerBound, to: bins.tiles.upperBound, by: columns).map {
      worker.plainRow($0..<($0 + columns))
    }
    if 2 * rows.count(where: { $0 != nil }) >= rows.count { plainRows = rows }
  }

  var tileCount: Int { tiles?.count ?? bins.tiles.count }

  /// The number of work items.
  var count: Int { plainRows?.count ?? tileCount }

  private func makeWorker() -> CPURenderer.TileWorker {
    CPURenderer.TileWorker(pass: pass, bins: bins, target: target, isDepthFirst: isDepthFirst, meter: meter)
  }

  func draw(_ pieces: WorkPieces) {
    guard var place = pieces.next() else { return }
    let worker = makeWorker()
    while true {
      if let plainRows {
        guard drawRow(place, plainRows[place], worker) else { return }
      } else {
        draw(tiles?[place] ?? bins.tiles.lowerBound + place, over: nil, worker)
      }
      guard !meter.isOutOfTime("drawing"), let next = pieces.next() else { return }
      place = next
    }
  }

  private func draw(_ tile: Int, over laid: UInt32?, _ worker: CPURenderer.TileWorker) {
    let isOpaque = worker.draw(tile, over: laid)
    opacity?[tile] = isOpaque
  }

  /// Draws a row of tiles.
  ///
  /// - Parameter plain: The plain content of the row; `nil` where the row is drawn tile by tile.
  /// - Returns: Whether the row was drawn completely within the time limit.
  private func drawRow(_ row: Int, _ plain: PlainRow?, _ worker: CPURenderer.TileWorker) -> Bool {
    var next = bins.tiles.lowerBound + row * bins.grid.columns
    let end = next + bins.grid.columns
    if let laid = plain?.laid {
      let tile = bins.grid.tile(next)
      target.fill(rows: tile.y..<(tile.y + tile.height), with: laid)
    }
    while next < end {
      if plain != nil, let run = worker.drawPlainRun(next..<end, over: plain?.laid) {
        for tile in next..<(next + run.count) { opacity?[tile] = run.isOpaque }
        next += run.count
      } else {
        draw(next, over: plain?.laid, worker)
        next += 1
      }
      if meter.isOutOfTime("drawing") { return false }
    }
    return true
  }
}
