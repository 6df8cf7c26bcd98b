// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders
import LaminaSystem

/// A pass as compute shaders draw it.
struct TileDraws {
  var dispatches: [TileDispatch]
  /// The passes that it reads, at most as many as `layers.comp` has samplers.
  var sources: [Int]
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

/// What an item of `layers.comp` is.
enum TileItemKind: Int32 {
  case box, shadow, composite, surface, particle
}

/// An operation, or a particle, as `layers.comp` draws it.
struct TileItem {
  var record = ItemRecord()
  /// The pixels that it may touch.
  var bounds: PixelRect
  /// A convex polygon whose pixels hide everything behind them, in place; empty if there are none.
  var hiding = UnsafeBufferPointer<SIMD2<Float>>(start: nil, count: 0)

  init(_ kind: TileItemKind, record place: Int32, clip: Int32, bounds: PixelRect, source: Int = 0) {
    self.bounds = bounds
    record.bounds = SIMD4(Float(bounds.minX), Float(bounds.minY), Float(bounds.maxX), Float(bounds.maxY))
    (record.kind, record.record, record.clip, record.source) = (kind.rawValue, place, clip, Int32(clamping: source))
  }
}

/// The passes of a plan that compute shaders draw, found once a frame.
///
/// They depend on the plan and the profile alone, so that a frame that begins with the one before equals one from
/// nothing. A canvas may only be drawn over in the way in which it was drawn, so equal values are required of both
/// frames.
struct ComputedPasses: Equatable {
  /// The most operations and particles of a pass that is drawn by compute shaders. A tile may run through all of them.
  private static let mostItems = 65_536

  /// For each pass, whether compute shaders draw it; empty if the profile is not for them.
  private let isComputed: [Bool]

  init(_ plan: RenderPlan, on profile: DeviceProfile) {
    let canvas = plan.passes.count - 1
    isComputed =
      profile.computesLayers ? plan.passes.indices.map { Self.isKnown(plan.passes[$0], isCanvas: $0 == canvas) } : []
  }

  subscript(pass: Int) -> Bool { isComputed.indices.contains(pass) && isComputed[pass] }

  /// Whether compute shaders know all operations of a pass.
  private static func isKnown(_ pass: RenderPass, isCanvas: Bool) -> Bool {
    // The pixels of a pass add up in registers, so that a canvas needs no floats; other passes keep theirs.
    let isBytes = pass.format == .rgba8 || (isCanvas && pass.format == .rgba16Float)
    guard case .draws(let draws) = pass.content, isBytes, draws.count <= mostItems else { return false }
    var sources: [PassHandle] = []
    var items = 0
    let span = draws.span
    for index in span.indices {
      items += 1
      switch span[index] {
      case .box, .shadow: continue
      case .particles(let run):
        // What is added to the pixels behind it needs them.
        guard !run.isAdditive else { return false }
        items += run.particles.count
      case .composite(let composite):
        guard composite.isSimple else { return false }
        if !sources.contains(composite.source) { sources.append(composite.source) }
      case .surface(let surface): if !sources.contains(surface.source) { sources.append(surface.source) }
      }
      guard sources.count <= TextureUnit.sources.count else { return false }
    }
    return items <= mostItems
  }
}

extension GPURenderer.FrameBuilder {
  /// The most items times tiles of a dispatch, so that each ends in a fraction of a second even where every tile runs
  /// through all items: drivers reset a device whose work takes seconds.
  private static let mostPerDispatch = 1 << 24

  /// Adds the operations of a pass as items, front to back, and the tiles that draw them.
  ///
  /// - Parameters:
  ///   - operations: The operations, in place.
  ///   - needed: The pixels that are drawn; `nil` for all.
  ///   - meter: Once it reports that the picture takes too long, the rest of the pass is left out.
  ///   - isReadable: Whether an earlier pass has pixels to read.
  mutating func tiles(
    of pass: RenderPass, _ operations: UnsafeBufferPointer<DrawOperation>, _ needed: PixelRegion?, _ meter: LimitMeter,
    isReadable: (PassHandle) -> Bool
  ) -> TileDraws {
    let ground = plan.ground(of: pass)
    var items: [TileItem] = []
    var sources: [Int] = []
    if let base = operations.baseAddress {
      for order in stride(from: operations.count - 1, through: ground?.operations ?? 0, by: -1) {
        if order & 255 == 255, meter.isOutOfTime("drawing") { break }
        let bounds = (base + order).pixelBounds
        guard needed?.intersects(bounds) ?? true, !bounds.isEmpty else { continue }
        addItems(of: base + order, to: &items, &sources, isReadable)
      }
    }
    var tiles = add(items, of: pass)
    tiles.clear = RenderTarget.inWholeLevels(ground?.color ?? pass.clear)
    let size = PixelRect(size: pass.region.size)
    var draws = TileDraws(dispatches: [], sources: sources)
    for part in PixelRegion.scissors(needed, of: pass.region) {
      draws.dispatches += dispatches(of: tiles, in: part?.intersection(size) ?? size, items: items.count)
    }
    return draws
  }

  /// Adds the items of an operation.
  private mutating func addItems(
    of operation: UnsafePointer<DrawOperation>, to items: inout [TileItem], _ sources: inout [Int],
    _ isReadable: (PassHandle) -> Bool
  ) {
    func slot(of source: PassHandle) -> Int {
      if let known = sources.firstIndex(of: source.index) { return known }
      sources.append(source.index)
      return sources.count - 1
    }
    switch operation.pointee {
    case .box(let box):
      withUnsafePointer(to: box) {
        var box = lowered($0)
        let instance = instance(of: &box, depth: 0)
        var item = TileItem(.box, record: instance.record, clip: instance.clip, bounds: box.bounds)
        if box.hidesBehind { item.hiding = box.inner }
        items.append(item)
      }
    case .shadow(let shadow):
      withUnsafePointer(to: shadow) {
        let instance = instance(of: $0, depth: 0).instance
        items.append(
          TileItem(.shadow, record: instance.record, clip: instance.clip, bounds: $0.pointee.pixelBounds))
      }
    case .composite(let composite):
      guard isReadable(composite.source) else { return }
      let instance = copy(
        of: composite.source.index, in: composite.pixelBounds, opacity: composite.opacity, clip: composite.clip,
        depth: 0)
      items.append(
        TileItem(
          .composite, record: instance.record, clip: place(of: composite.clip), bounds: composite.pixelBounds,
          source: slot(of: composite.source)))
    case .surface(let surface):
      guard isReadable(surface.source) else { return }
      let record = records.add(record(of: surface))
      items.append(
        TileItem(
          .surface, record: record, clip: place(of: surface.clip), bounds: surface.pixelBounds,
          source: slot(of: surface.source)))
    case .particles(let run):
      let first = items.count
      let clip = place(of: run.clip)
      forEachParticle(of: run) { _, particle, record in
        items.append(TileItem(.particle, record: record, clip: clip, bounds: particle.bounds(in: run.pixelBounds)))
      }
      items[first...].reverse()
    }
  }

  /// Records items and their bins.
  private mutating func add(_ items: [TileItem], of pass: RenderPass) -> TilePassRecord {
    var bins = ItemBins(pass.region, items: items.count)
    var tiles = TilePassRecord()
    tiles.items = Int32(clamping: records.count)
    for (index, item) in items.enumerated() {
      records.add(item.record)
      bins.add(index, bounds: item.bounds, hiding: item.hiding)
    }
    tiles.bins = records.add(bits: bins.bits)
    (tiles.rounds, tiles.columns) = (Int32(clamping: bins.rounds), Int32(clamping: bins.columns))
    tiles.binTiles = Float(bins.side / ItemBins.tile)
    tiles.origin = SIMD2(Float(pass.region.minX), Float(pass.region.minY))
    return tiles
  }

  /// The dispatches of the tiles that touch a part of a pass.
  private mutating func dispatches(of tiles: TilePassRecord, in area: PixelRect, items: Int) -> [TileDispatch] {
    guard !area.isEmpty else { return [] }
    let (left, top) = (Int(area.minX) / ItemBins.tile, Int(area.minY) / ItemBins.tile)
    let (right, bottom) = ((Int(area.maxX) - 1) / ItemBins.tile, (Int(area.maxY) - 1) / ItemBins.tile)
    let columns = right - left + 1
    let most = max(1, Self.mostPerDispatch / (max(1, items) * columns))
    var tiles = tiles
    tiles.area = SIMD4(Float(area.minX), Float(area.minY), Float(area.maxX), Float(area.maxY))
    return stride(from: top, through: bottom, by: most).map { row in
      tiles.firstTile = SIMD2(Float(left), Float(row))
      return TileDispatch(record: records.add(tiles), columns: columns, rows: min(most, bottom - row + 1))
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
