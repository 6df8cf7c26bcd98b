import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// Draws all tiles of a pass with some threads.
///
/// The threads take the next tile off a counter until none is left. No pixel depends on which thread drew it.
enum TileRun {
  /// Where `meter` says that the picture costs too much, tiles are left as they are.
  ///
  /// - Returns: Whether every pixel of the pass is opaque.
  static func draw(
    _ pass: PreparedPass, into target: PixelTarget, isDepthFirst: Bool, pool: WorkerPool, entriesPerBand: Int,
    meter: LimitMeter
  ) -> Bool {
    let grid = TileGrid(region: pass.region)
    var isOpaque = true
    for rows in grid.bands(for: pass, entriesPerBand: entriesPerBand) {
      let bins = TileBins(pass, grid: grid, rows: rows, hidesBehind: isDepthFirst, meter: meter)
      guard !meter.isOver else { return false }
      let queue = WorkQueue(bins.tiles)
      let work = SharedWork(pass: pass, bins: bins, target: target, isDepthFirst: isDepthFirst, meter: meter)
      // A thread is worth waking for a few tiles, not for one.
      pool.run(limit: bins.tiles.count / 4) { work.draw(from: queue) }
      if queue.isNoted { isOpaque = false }
    }
    return isOpaque
  }
}

/// What all threads of a pass read; none of it changes while they run.
private struct SharedWork: @unchecked Sendable {
  let pass: PreparedPass
  let bins: TileBins
  let target: PixelTarget
  let isDepthFirst: Bool
  let meter: LimitMeter

  func draw(from queue: WorkQueue) {
    guard let first = queue.next() else { return }
    let worker = CPURenderer.TileWorker(
      pass: pass, bins: bins, target: target, isDepthFirst: isDepthFirst, meter: meter)
    var isOpaque = worker.draw(first)
    while !meter.isOutOfTime("drawing"), let tile = queue.next() {
      if !worker.draw(tile) { isOpaque = false }
    }
    if !isOpaque { queue.note() }
  }
}
