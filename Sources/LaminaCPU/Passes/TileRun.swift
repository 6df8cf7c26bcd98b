// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// Draws all tiles of a pass with some threads.
///
/// The threads take the next tile off a counter until none is left. No pixel depends on which thread drew it.
enum TileRun {
  /// Where `meter` says that the picture costs too much, tiles are left as they are.
  ///
  /// - Parameters:
  ///   - selection: The tiles to draw; `nil` draws all.
  ///   - opacity: Takes whether each tile that is drawn is opaque, by the grid's numbers.
  static func draw(
    _ pass: PreparedPass, into target: PixelTarget, selection: TileSelection? = nil, opacity: TileOpacity? = nil,
    isDepthFirst: Bool, pool: WorkerPool, entriesPerBand: Int, meter: LimitMeter
  ) {
    let grid = TileGrid(region: pass.region)
    for rows in grid.bands(for: pass, entriesPerBand: entriesPerBand) {
      let bins = TileBins(
        pass, grid: grid, rows: rows, selection: selection, hidesBehind: isDepthFirst, meter: meter)
      guard !meter.isOver else { return }
      let tiles = selection.map { selection in bins.tiles.filter { selection[$0] } }
      let count = tiles?.count ?? bins.tiles.count
      let work = SharedWork(
        pass: pass, bins: bins, target: target, tiles: tiles, opacity: opacity, isDepthFirst: isDepthFirst,
        meter: meter)
      let queue = WorkQueue(0..<count)
      // A thread is worth waking for a few tiles, not for one.
      pool.run(limit: count / 4) { work.draw(from: queue) }
    }
  }
}

/// Whether each tile of a pass is opaque. Threads write to tiles of their own.
final class TileOpacity: @unchecked Sendable {
  private let tiles: PlainBuffer<Bool>
  private let count: Int

  /// Takes every tile for opaque.
  init(_ grid: TileGrid) {
    count = grid.count
    tiles = PlainBuffer(count: count)
    tiles.start.initialize(repeating: true, count: max(1, count))
  }

  @inline(__always) subscript(tile: Int) -> Bool {
    get { tiles[tile] }
    set { tiles[tile] = newValue }
  }

  /// Whether all are.
  var isWhole: Bool {
    for tile in 0..<count where !tiles[tile] { return false }
    return true
  }
}

/// What all threads of a pass read; none of it changes while they run.
private struct SharedWork: @unchecked Sendable {
  let pass: PreparedPass
  let bins: TileBins
  let target: PixelTarget
  /// The tiles to draw; all of `bins` where it is `nil`.
  let tiles: [Int]?
  let opacity: TileOpacity?
  let isDepthFirst: Bool
  let meter: LimitMeter

  func draw(from queue: WorkQueue) {
    guard var place = queue.next() else { return }
    let worker = CPURenderer.TileWorker(
      pass: pass, bins: bins, target: target, isDepthFirst: isDepthFirst, meter: meter)
    while true {
      let tile = tiles?[place] ?? bins.tiles.lowerBound + place
      let isOpaque = worker.draw(tile)
      opacity?[tile] = isOpaque
      guard !meter.isOutOfTime("drawing"), let next = queue.next() else { return }
      place = next
    }
  }
}
