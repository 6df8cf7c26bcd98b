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

/// The operations that each tile of a pass has to draw, back to front.
///
/// Operations are walked front to back. With `hidesBehind`, a tile that lies wholly in the inner polygon of an opaque
/// box is closed: later operations, which are behind, are not listed. The remaining pairs of tile and operation are
/// sorted by tile, by counting.
final class TileBins {
  let grid: TileGrid
  /// The tiles of this list, numbered as in `grid`.
  let tiles: Range<Int>
  /// The start of each tile's list in `entries`; one more than there are tiles.
  private let starts: PlainBuffer<Int32>
  private var entries = PlainBuffer<Int32>(count: 0)
  /// Whether the first operation of a tile's list covers the whole tile opaquely.
  private let closed: PlainBuffer<Bool>

  /// - Parameters:
  ///   - rows: The rows of tiles to list; not empty.
  ///   - selection: The tiles that are drawn; the lists of others are empty.
  ///   - meter: Once it reports that the picture exceeds its limits, operations are missing.
  init(
    _ pass: PreparedPass, grid: TileGrid, rows: Range<Int>, selection: TileSelection?, hidesBehind: Bool,
    meter: LimitMeter
  ) {
    self.grid = grid
    let firstTile = rows.lowerBound * grid.columns
    let count = rows.count * grid.columns
    tiles = firstTile..<(firstTile + count)
    starts = PlainBuffer(count: count + 1)
    closed = PlainBuffer(count: count)
    starts.start.initialize(repeating: 0, count: count + 1)
    closed.start.initialize(repeating: false, count: count)
    if let selection { for tile in 0..<count where !selection[tiles.lowerBound + tile] { closed[tile] = true } }
    var pairs: [(tile: Int32, operation: Int32)] = []
    pairs.reserveCapacity(max(count, pass.operations.count * 4))
    for index in stride(from: pass.operations.count - 1, through: 0, by: -1) {
      if index & 255 == 255, meter.isOutOfTime("drawing") { break }
      visitTiles(of: pass, index, rows: rows, hidesBehind: hidesBehind) { tile in
        pairs.append((Int32(truncatingIfNeeded: tile), Int32(truncatingIfNeeded: index)))
        starts[tile + 1] += 1
      }
    }
    for tile in 0..<count { starts[tile + 1] += starts[tile] }
    entries = PlainBuffer(count: pairs.count)
    // Each list is filled from its end, since the walk was front to back; `starts` moves along and ends at the correct
    // index.
    for pair in pairs {
      let tile = Int(pair.tile)
      starts[tile + 1] -= 1
      entries[Int(starts[tile + 1])] = pair.operation
    }
    for tile in 0..<count { starts[tile] = starts[tile + 1] }
    starts[count] = Int32(pairs.count)
  }

  /// Cuts the rows of tiles of a pass into bands whose lists stay small, however many operations there are.
  static func bands(of pass: PreparedPass, in grid: TileGrid, entriesPerBand: Int) -> [Range<Int>] {
    // The change of the greatest number of entries from each row of tiles to the next.
    var change = [Int](repeating: 0, count: grid.rows + 1)
    for index in 0..<pass.operations.count where pass.operations[index].kind != .nothing {
      let bounds = pass.operations[index].bounds
      let (firstColumn, lastColumn) = grid.columns(of: bounds)
      let (firstRow, lastRow) = grid.rows(of: bounds)
      change[firstRow] += lastColumn - firstColumn + 1
      change[lastRow + 1] -= lastColumn - firstColumn + 1
    }
    var bands: [Range<Int>] = []
    var (start, entriesInRow, entries) = (0, 0, 0)
    for row in 0..<grid.rows {
      entriesInRow += change[row]
      if row > start, entries + entriesInRow > entriesPerBand {
        bands.append(start..<row)
        (start, entries) = (row, 0)
      }
      entries += entriesInRow
    }
    if start < grid.rows { bands.append(start..<grid.rows) }
    return bands
  }

  /// The operations of a tile, back to front.
  @inline(__always) func operations(of tile: Int) -> UnsafeBufferPointer<Int32> {
    let slot = tile - tiles.lowerBound
    let start = Int(starts[slot])
    return UnsafeBufferPointer(start: entries.start + start, count: Int(starts[slot + 1]) - start)
  }

  /// Whether the first operation of a tile covers the whole tile opaquely.
  @inline(__always) func isClosed(_ tile: Int) -> Bool { closed[tile - tiles.lowerBound] }

  /// Calls `body` for each open tile that an operation may touch, and closes the tiles in which it hides everything
  /// behind it.
  ///
  /// Tiles are counted from the first of `tiles`.
  @inline(__always) private func visitTiles(
    of pass: PreparedPass, _ index: Int, rows: Range<Int>, hidesBehind: Bool, body: (Int) -> Void
  ) {
    let operation = pass.operations[index]
    guard operation.kind != .nothing else { return }
    let bounds = operation.bounds
    let (firstColumn, lastColumn) = grid.columns(of: bounds)
    var (firstRow, lastRow) = grid.rows(of: bounds)
    (firstRow, lastRow) = (max(firstRow, rows.lowerBound), min(lastRow, rows.upperBound - 1))
    guard firstRow <= lastRow else { return }
    let box = operation.kind == .box ? operation.box : nil
    let mayMiss = lastColumn > firstColumn && lastRow > firstRow
    let mayClose = hidesBehind && operation.isInnerOpaque
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn {
        let tile = row * grid.columns + column - tiles.lowerBound
        guard !closed[tile] else { continue }
        if let box, mayMiss || mayClose {
          let place = grid.tile(column: column, row: row)
          let (minX, minY) = (Float(place.x) + 0.5, Float(place.y) + 0.5)
          let (maxX, maxY) = (minX + Float(place.width - 1), minY + Float(place.height - 1))
          if mayMiss,
            box.pointee.outer.missesCentres(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
          {
            continue
          }
          if mayClose, bounds.holds(place),
            box.pointee.inner.containsCentres(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
          {
            closed[tile] = true
          }
        }
        body(tile)
      }
    }
  }
}

extension PixelRect {
  /// Whether all pixels of `tile` are inside.
  fileprivate func holds(_ tile: Tile) -> Bool {
    Int(minX) <= tile.x && Int(minY) <= tile.y && Int(maxX) >= tile.x + tile.width
      && Int(maxY) >= tile.y + tile.height
  }
}
