// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders
import LaminaSystem

/// A pass as compute shaders draw it: runs of items, back to front. Each but the first continues the pixels of the one
/// before.
struct TileDraws {
  var runs: [ItemRun] = []
}

/// Items of a pass that are drawn together.
struct ItemRun {
  var dispatches: [TileDispatch]
  /// The passes that it reads, at most as many as `layers.comp` has samplers.
  var sources: [Int]
  /// Whether an item has an effect, or the pixels of an earlier run lie behind.
  var needsEffects: Bool
  /// The format of the target.
  var format: TextureFormat
}

/// The formats in which tiles store a pass.
struct TileFormats {
  /// The format of the last run, and so of the pass.
  var target = TextureFormat.rgba8
  /// The format of the runs before it.
  var between = TextureFormat.rgba8
}

/// Tiles of a pass that one dispatch of `layers.comp` draws.
struct TileDispatch {
  /// The place of the record `TilePass`.
  var record: Int32
  /// The number of tiles in a row.
  var columns: Int
  /// The number of rows of tiles.
  var rows: Int
}

/// The passes of a plan that compute shaders draw, found once a frame.
///
/// They depend on the plan and the profile alone, so that a frame that begins with the one before equals one from
/// nothing. A canvas may only be drawn over in the way in which it was drawn, so equal values are required of both
/// frames.
struct ComputedPasses: Equatable {
  /// For each pass, whether compute shaders draw it; empty if the profile is not for them.
  private let isComputed: [Bool]

  /// Finds the passes of draws that the profile says are faster in tiles: all, or the ones that evaluate much less.
  init(_ plan: RenderPlan, on profile: DeviceProfile) {
    isComputed =
      profile.tiles == .never
      ? []
      : plan.passes.indices.map { index in
        guard case .draws = plan.passes[index].content else { return false }
        return profile.tiles == .always || plan.favorsTiles(index)
      }
  }

  subscript(pass: Int) -> Bool { isComputed.indices.contains(pass) && isComputed[pass] }
}

extension GPURenderer.FrameBuilder {
  /// Adds the operations of a pass as items, front to back, and the tiles that draw them.
  ///
  /// - Parameters:
  ///   - operations: The operations, in place.
  ///   - known: For each operation, the place of its record, if it has one already; empty if none has.
  ///   - needed: The pixels that are drawn; `nil` for all.
  ///   - chosen: The operations that are drawn, in their order; `nil` for all.
  ///   - meter: Once it reports that the picture takes too long, the rest of the pass is left out.
  ///   - isReadable: Whether an earlier pass has pixels to read.
  mutating func tiles(
    of index: Int, _ operations: UnsafeBufferPointer<DrawOperation>, known: [Int32?], _ needed: PixelRegion?,
    _ chosen: [Int32]?, _ meter: LimitMeter, isReadable: (PassHandle) -> Bool
  ) -> TileDraws {
    let pass = plan.passes[index]
    let ground = plan.ground(of: pass)
    var items = TileItems(profile.tileLimits, in: pass.region, expecting: chosen?.count ?? operations.count)
    if let base = operations.baseAddress {
      var next = (chosen?.count ?? 0) - 1
      for order in stride(from: operations.count - 1, through: ground?.operations ?? 0, by: -1) {
        if order & 255 == 255, meter.isOutOfTime("drawing") { break }
        var isDrawn = true
        if let chosen {
          while next >= 0, Int(chosen[next]) > order { next -= 1 }
          isDrawn = next >= 0 && Int(chosen[next]) == order
        }
        addItems(
          of: base + order, record: known.isEmpty ? nil : known[order], to: &items, isDrawn: isDrawn, isReadable)
      }
    }
    // The pixels of the canvas add up in registers, so that it is stored in 8 bits whatever its format.
    let isBytes = pass.format == .rgba8 || index == plan.passes.count - 1
    let clear = ground?.color ?? pass.clear
    let size = PixelRect(size: pass.region.size)
    let parts = PixelRegion.scissors(needed, of: pass.region).map { $0?.intersection(size) ?? size }
    var draws = TileDraws()
    for run in items.runs.reversed() {
      var tiles = add(run.items, of: pass)
      tiles.clear = isBytes ? RenderTarget.inWholeLevels(clear) : clear
      tiles.isContinued = draws.runs.isEmpty ? 0 : 1
      tiles.isAlpha = storesColor ? 0 : 1
      let format = draws.runs.count == items.runs.count - 1 ? tileFormats.target : tileFormats.between
      // In the record and not in a uniform: Mesa's zink mixes up the variants of a compute shader that branches by a
      // uniform.
      tiles.image = Float(format.stored?.image ?? 0)
      draws.runs.append(
        ItemRun(
          dispatches: parts.flatMap { dispatches(of: tiles, in: $0, run.items) },
          sources: run.sources, needsEffects: run.hasEffects || !draws.runs.isEmpty, format: format))
    }
    return draws
  }

  /// Adds the items of an operation that touches a pixel.
  ///
  /// - Parameters:
  ///   - record: The place of its record, if it has one already.
  ///   - isDrawn: Whether the operation is drawn; otherwise room is left for it.
  private mutating func addItems(
    of operation: UnsafePointer<DrawOperation>, record: Int32?, to items: inout TileItems, isDrawn: Bool,
    _ isReadable: (PassHandle) -> Bool
  ) {
    switch operation.pointee {
    case .box:
      guard let box = operation.box, !box.pointee.pixelBounds.isEmpty else { return }
      let needs = needs(clip: box.pointee.clip)
      items.makeRoom(for: needs)
      guard isDrawn else { return }
      let (known, clip) = (record ?? addRecord(of: box), place(of: box.pointee.clip))
      var item = TileItem(.box, record: known, clip: clip, bounds: box.pointee.pixelBounds, needs)
      if box.pointee.isInnerOpaque { item.hiding = box.innerPolygon(in: vertices) }
      items.add(item)
    case .shadow:
      guard let shadow = operation.shadow, !shadow.pointee.pixelBounds.isEmpty else { return }
      let needs = needs(clip: shadow.pointee.clip)
      items.makeRoom(for: needs)
      guard isDrawn else { return }
      let (known, clip) = (record ?? instance(of: shadow, depth: 0).instance.record, place(of: shadow.pointee.clip))
      items.add(TileItem(.shadow, record: known, clip: clip, bounds: shadow.pointee.pixelBounds, needs))
    case .composite(let composite): addItem(of: composite, to: &items, isDrawn: isDrawn, isReadable)
    case .surface(let surface):
      guard !surface.pixelBounds.isEmpty else { return }
      var needs = needs(clip: surface.clip)
      needs.source = surface.source
      items.makeRoom(for: needs)
      guard isDrawn, isReadable(surface.source) else { return }
      let (place, clip) = (records.add(self.record(of: surface)), place(of: surface.clip))
      items.add(TileItem(.surface, record: place, clip: clip, bounds: surface.pixelBounds, needs))
    case .particles(let run): addItems(of: run, to: &items, isDrawn: isDrawn)
    }
  }

  /// Adds the item of a composite.
  private mutating func addItem(
    of composite: CompositeOperation, to items: inout TileItems, isDrawn: Bool, _ isReadable: (PassHandle) -> Bool
  ) {
    guard composite.blend != .destination, !composite.pixelBounds.isEmpty else { return }
    var needs = needs(clip: composite.clip)
    (needs.source, needs.mask) = (composite.source, composite.mask)
    needs.evaluations += clipLengths.length(of: composite.outline)
    needs.isBlended = composite.blend != .normal
    items.makeRoom(for: needs)
    // With a mask without pixels, nothing is drawn.
    guard isDrawn, isReadable(composite.source), !composite.mask.exists || isReadable(composite.mask) else { return }
    let (clip, bounds) = (place(of: composite.clip), composite.pixelBounds)
    if composite.isSimple {
      let record = copy(
        of: composite.source.index, in: bounds, opacity: composite.opacity, clip: composite.clip, depth: 0
      ).record
      items.add(TileItem(.composite, record: record, clip: clip, bounds: bounds, needs))
    } else {
      let record = records.add(record(of: composite))
      items.add(TileItem(.effect, record: record, clip: clip, bounds: bounds, needs))
    }
  }

  /// Adds the particles of a run.
  private mutating func addItems(of run: ParticlesOperation, to items: inout TileItems, isDrawn: Bool) {
    guard !run.pixelBounds.isEmpty else { return }
    let needs = needs(clip: run.clip)
    guard isDrawn else {
      for _ in run.particles { items.makeRoom(for: needs) }
      return
    }
    let (kind, clip) = (run.isAdditive ? TileItemKind.added : .particle, place(of: run.clip))
    var added: [TileItem] = []
    added.reserveCapacity(run.particles.count)
    forEachParticle(of: run) { _, particle, record in
      added.append(
        TileItem(kind, record: record, clip: clip, bounds: particle.bounds(in: run.pixelBounds), needs))
    }
    for item in added.reversed() {
      items.makeRoom(for: needs)
      items.add(item)
    }
  }

  /// The evaluations of an operation and of its clips.
  private mutating func needs(clip: ClipHandle) -> TileItemNeeds {
    TileItemNeeds(evaluations: 1 + clipLengths.length(of: clip))
  }

  /// Records items and their bins.
  private mutating func add(_ items: [TileItem], of pass: RenderPass) -> TilePassRecord {
    var bins = ItemBins(pass.region, items: items.count)
    var tiles = TilePassRecord()
    tiles.items = Int32(clamping: records.count)
    items.withUnsafeBufferPointer { items in
      for index in items.indices {
        records.add(items[index].record)
        bins.add(index, items[index].bounds, hiding: items[index].hiding)
      }
    }
    bins.finish()
    tiles.bins = records.add(bits: bins.texels)
    (tiles.rounds, tiles.columns) = (Int32(clamping: bins.rounds), Int32(clamping: bins.columns))
    tiles.binTiles = Float(bins.side / ItemBins.tile)
    tiles.origin = SIMD2(Float(pass.region.minX), Float(pass.region.minY))
    return tiles
  }

  /// The dispatches of the tiles that touch a part of a pass.
  private mutating func dispatches(
    of tiles: TilePassRecord, in area: PixelRect, _ items: [TileItem]
  ) -> [TileDispatch] {
    guard !area.isEmpty else { return [] }
    var work = TileWork(area, rounds: Int(tiles.rounds))
    items.withUnsafeBufferPointer { items in
      for index in items.indices { work.add(items[index].bounds, evaluations: items[index].needs.evaluations) }
    }
    var tiles = tiles
    tiles.area = SIMD4(Float(area.minX), Float(area.minY), Float(area.maxX), Float(area.maxY))
    return work.parts(limit: profile.tileLimits.work).map { part in
      tiles.firstTile = SIMD2(Float(part.columns.lowerBound), Float(part.rows.lowerBound))
      return TileDispatch(record: records.add(tiles), columns: part.columns.count, rows: part.rows.count)
    }
  }
}

extension Particle {
  /// The pixels that the particle may touch.
  fileprivate func bounds(in pixels: PixelRect) -> PixelRect {
    let (low, high) = (center - reach, center + reach)
    return PixelRect(
      minX: Int32(clamping: low.x.rounded(.down)), minY: Int32(clamping: low.y.rounded(.down)),
      maxX: Int32(clamping: high.x.rounded(.up)), maxY: Int32(clamping: high.y.rounded(.up))
    ).intersection(pixels)
  }
}
