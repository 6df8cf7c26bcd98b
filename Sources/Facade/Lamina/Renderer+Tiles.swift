// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A canvas with a side beyond the device's largest texture is planned once, drawn in tiles and assembled in memory.
// Every tile is cut out of the one plan, so each pixel is computed from the same numbers as without tiles.

internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaPlan
internal import LaminaPlanner
import LaminaSystem

extension Renderer {
  /// Cuts a canvas into pieces of at most `side` by `side` pixels, row by row from the top left.
  package static func tiles(of canvas: PixelSize, side: Int?) -> [PixelRect] {
    let whole = PixelRect(size: canvas)
    guard let side, side > 0, max(canvas.width, canvas.height) > side else { return [whole] }
    return stride(from: 0, to: canvas.height, by: side).flatMap { y in
      stride(from: 0, to: canvas.width, by: side).map { x in
        PixelRect(
          minX: Int32(clamping: x), minY: Int32(clamping: y),
          maxX: Int32(clamping: x + side), maxY: Int32(clamping: y + side)
        ).intersection(whole)
      }
    }
  }

  func drawTiles(
    of whole: RenderPlan, _ report: PlanReport, timings: RenderTimings, options: RenderOptions, meter: LimitMeter
  ) throws(RenderError) -> RenderResult {
    let tiles = Self.tiles(of: whole.canvas, side: maximumTileSide)
    var timings = timings
    var statistics = RenderStatistics()
    statistics.count(report)
    var stopwatch = Stopwatch()
    try Self.check(whole, tiled: true, meter)
    var canvas = [UInt8](repeating: 0, count: 4 * whole.canvas.area)
    for tile in tiles {
      let plan = whole.cut(to: tile)
      timings.plan += stopwatch.lap()
      let drawn = try run(plan, options.strategy, meter)
      drawn.image.copy(into: &canvas, width: whole.canvas.width, at: tile)
      timings.readBack += drawn.readBack
      if let device = drawn.device { timings.device = device + (timings.device ?? 0) }
      timings.render += stopwatch.lap() - drawn.readBack
      statistics.add(drawn.statistics)
    }
    guard
      let image = CGImage(width: whole.canvas.width, height: whole.canvas.height, premultipliedRGBA: canvas)
    else {
      preconditionFailure("the bytes of a canvas are no picture")
    }
    return RenderResult(
      image: image, diagnostics: whole.diagnostics, statistics: statistics, timings: timings, tiles: tiles.count)
  }

  /// Refuses a plan whose picture and offscreen targets need more memory than allowed.
  package static func check(_ plan: RenderPlan, tiled: Bool, _ meter: LimitMeter) throws(RenderError) {
    let picture = 4 * plan.canvas.area
    let targets = plan.passes.reduce(0) { $0 + $1.region.area * ($1.format == .rgba8 ? 4 : 8) }
    // A single tile in 8 bits becomes the picture without a copy.
    let bytes = tiled ? picture + targets : max(picture, targets)
    _ = meter.take(bytes: bytes, "a picture of \(plan.canvas) px with its offscreen targets")
    if let limit = meter.verdict { throw .overLimit(limit) }
  }
}

extension CGImage {
  /// Copies this picture to the position of `tile` in a canvas of `width` pixels a row.
  fileprivate func copy(into canvas: inout [UInt8], width canvasWidth: Int, at tile: PixelRect) {
    let rowBytes = 4 * min(width, tile.width)
    canvas.withUnsafeMutableBytes { target in
      premultipliedRGBA.withUnsafeBytes { source in
        for row in 0..<min(height, tile.height) {
          let start = 4 * ((Int(tile.minY) + row) * canvasWidth + Int(tile.minX))
          target[start..<(start + rowBytes)].copyBytes(from: source[(4 * row * width)..<(4 * row * width + rowBytes)])
        }
      }
    }
  }
}
