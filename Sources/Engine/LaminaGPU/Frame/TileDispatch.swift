// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders
import LaminaSystem

/// Tiles of a pass that one dispatch of `layers.comp` draws.
struct TileDispatch {
  /// The place of the record `TilePass`.
  var record: Int32
  /// The number of tiles in a row.
  var columns: Int
  /// The number of rows of tiles.
  var rows: Int
}

extension RenderPlan {
  /// The most operations of a pass that is drawn by compute shaders. A tile may run through all of them.
  private static let mostComputed = 65_536

  /// Whether a pass is drawn by compute shaders: if the profile is for them and they know all of its operations. This
  /// depends on the plan and the profile alone, so that a frame that begins with the one before equals one from nothing.
  func isComputed(_ index: Int, on profile: DeviceProfile) -> Bool {
    guard profile.computesLayers else { return false }
    let pass = passes[index]
    // The pixels of a pass add up in registers, so that a canvas needs no floats; other passes keep theirs.
    let isBytes = pass.format == .rgba8 || (index == passes.count - 1 && pass.format == .rgba16Float)
    guard case .draws(let draws) = pass.content, isBytes, draws.count <= Self.mostComputed else { return false }
    return draws.allSatisfy { draw in
      switch draw {
      case .box, .shadow: true
      case .composite, .particles, .surface: false
      }
    }
  }

  /// Whether the same passes of both plans are drawn by compute shaders: a canvas may only be drawn over in the way in
  /// which it was drawn.
  func isComputed(alike other: RenderPlan, on profile: DeviceProfile) -> Bool {
    guard profile.computesLayers else { return true }
    return passes.count == other.passes.count
      && passes.indices.allSatisfy { isComputed($0, on: profile) == other.isComputed($0, on: profile) }
  }
}

extension GPURenderer.FrameBuilder {
  /// The most items times tiles of a dispatch, so that each ends in a fraction of a second even where every tile runs
  /// through all items: drivers reset a device whose work takes seconds.
  private static let mostPerDispatch = 1 << 24

  /// Adds the operations of a pass as items, front to back, and the tiles that draw them.
  ///
  /// - Parameters:
  ///   - needed: The pixels that are drawn; `nil` for all.
  ///   - meter: Once it reports that the picture takes too long, the rest of the pass is left out.
  mutating func dispatches(
    of pass: RenderPass, _ operations: [DrawOperation], _ needed: PixelRegion?, _ meter: LimitMeter
  ) -> [TileDispatch] {
    let ground = plan.ground(of: pass)
    var items: [(record: ItemRecord, order: Int)] = []
    for order in stride(from: operations.count - 1, through: ground?.operations ?? 0, by: -1) {
      if order & 255 == 255, meter.isOutOfTime("drawing") { break }
      guard needed?.intersects(operations[order].pixelBounds) ?? true, !operations[order].pixelBounds.isEmpty,
        let record = item(for: operations[order])
      else { continue }
      items.append((record, order))
    }
    var bins = TileBins(pass.region, items: items.count)
    var tiles = TilePassRecord()
    tiles.items = Int32(clamping: records.texels.count)
    for (index, item) in items.enumerated() {
      records.add(item.record)
      bins.add(index, bounds: operations[item.order].pixelBounds, hiding: hiding(operations[item.order]))
    }
    // A round looks at whole records, also beyond the last item.
    for _ in items.count..<bins.rounds * TileBins.round { records.add(ItemRecord()) }
    tiles.bins = records.add(bits: bins.bits)
    (tiles.rounds, tiles.columns) = (Int32(clamping: bins.rounds), Int32(clamping: bins.columns))
    tiles.binTiles = Float(bins.side / TileBins.tile)
    tiles.origin = SIMD2(Float(pass.region.minX), Float(pass.region.minY))
    tiles.clear = RenderTarget.inWholeLevels(ground?.color ?? pass.clear)
    let size = PixelRect(size: pass.region.size)
    return PixelRegion.scissors(needed, of: pass.region)
      .flatMap { dispatches(of: tiles, in: $0?.intersection(size) ?? size, items: items.count) }
  }

  /// The dispatches of the tiles that touch a part of a pass.
  private mutating func dispatches(of tiles: TilePassRecord, in area: PixelRect, items: Int) -> [TileDispatch] {
    guard !area.isEmpty else { return [] }
    let (left, top) = (Int(area.minX) / TileBins.tile, Int(area.minY) / TileBins.tile)
    let (right, bottom) = ((Int(area.maxX) - 1) / TileBins.tile, (Int(area.maxY) - 1) / TileBins.tile)
    let columns = right - left + 1
    let most = max(1, Self.mostPerDispatch / (max(1, items) * columns))
    var tiles = tiles
    tiles.area = SIMD4(Float(area.minX), Float(area.minY), Float(area.maxX), Float(area.maxY))
    return stride(from: top, through: bottom, by: most).map { row in
      tiles.firstTile = SIMD2(Float(left), Float(row))
      return TileDispatch(record: records.add(tiles), columns: columns, rows: min(most, bottom - row + 1))
    }
  }

  /// An operation as `layers.comp` draws it.
  private mutating func item(for operation: DrawOperation) -> ItemRecord? {
    let (instance, kind): (Instance, Instance.Kind)
    switch operation {
    case .box(let box): (instance, kind) = (self.instance(of: box, depth: 0), .only)
    case .shadow(let shadow): (instance, kind) = (self.instance(of: shadow, depth: 0).instance, .shadow)
    case .composite, .particles, .surface: return nil
    }
    let bounds = operation.pixelBounds
    var item = ItemRecord()
    item.bounds = SIMD4(Float(bounds.minX), Float(bounds.minY), Float(bounds.maxX), Float(bounds.maxY))
    (item.kind, item.record, item.clip) = (kind.rawValue, instance.record, instance.clip)
    return item
  }

  /// The polygon whose pixels an operation hides everything behind; empty if it hides nothing.
  private func hiding(_ operation: DrawOperation) -> ArraySlice<SIMD2<Float>> {
    guard case .box(let box) = operation, box.hidesBehind else { return [] }
    return box.innerPolygon(in: plan)
  }
}
