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
  /// The bins that are found before its tiles are drawn, if they are not in its records.
  var bins: BinDispatch?
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

/// Bins of a run that one dispatch of `layers_bins.comp` finds the items of.
struct BinDispatch {
  /// The place of the record `BinPass`.
  var record: Int32
  /// The number of bins.
  var bins: Int
  /// The number of rounds of items.
  var rounds: Int
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
  /// For each of these passes, the number of times that it reads an earlier pass.
  private let reads: [Int]

  /// The most earlier passes that a pass in tiles reads. A run reads four, and stores the whole pass: a draw of each is
  /// faster than so many runs.
  private static let mostReads = 64

  /// Finds the passes of draws that the profile says are faster in tiles: all, or the ones that evaluate much less.
  init(_ plan: RenderPlan, on profile: DeviceProfile) {
    guard profile.tiles != .never else {
      (isComputed, reads) = ([], [])
      return
    }
    let lengths = profile.tiles == .always ? nil : ClipLengths(plan.clips)
    let reads = plan.passes.indices.map { index in
      var count = 0
      if case .draws = plan.passes[index].content { plan.passes[index].forEachSource { _ in count += 1 } }
      return count
    }
    isComputed = plan.passes.indices.map { index in
      guard case .draws = plan.passes[index].content, reads[index] <= Self.mostReads else { return false }
      return lengths.map { plan.favorsTiles(index, $0) } ?? true
    }
    self.reads = reads
  }

  /// Whether a pass that compute shaders draw reads earlier ones.
  func readsPasses(_ pass: Int) -> Bool { reads[pass] > 0 }

  subscript(pass: Int) -> Bool { isComputed.indices.contains(pass) && isComputed[pass] }
}

extension GPURenderer.FrameBuilder {
  /// Adds the operations of a pass as items, front to back, and the tiles that draw them.
  ///
  /// - Parameters:
  ///   - draws: The operations.
  ///   - known: For each operation, the place of its record, if it has one already; empty if none has.
  ///   - needed: The pixels that are drawn; `nil` for all.
  ///   - chosen: The operations that are drawn, in their order; `nil` for all.
  ///   - meter: Once it reports that the picture takes too long, the rest of the pass is left out.
  ///   - isReadable: Whether an earlier pass has pixels to read.
  mutating func tiles(
    of index: Int, _ operations: DrawList, known: [Int32?], _ needed: PixelRegion?,
    _ chosen: [Int32]?, _ meter: LimitMeter, isReadable: (PassHandle) -> Bool
  ) -> TileDraws {
    let pass = plan.passes[index]
    let ground = plan.ground(of: pass)
    var items = TileItems(
      profile.tileLimits, in: pass.region, expecting: chosen?.count ?? operations.count, lengths: clipLengths,
      memory: lists.tiles.takeItems())
    defer { lists.tiles.items = items.memory }
    // Where all operations are one run of items, the ones that are left out need not be known.
    let visitsAll = chosen == nil || !isOneRun(operations)
    // By their indices: the compiler would specialize the loop for a closure, and copy its values for each operation.
    var readable = Set<Int>()
    if computed.readsPasses(index) { pass.forEachSource { if isReadable($0) { readable.insert($0.index) } } }
    let parts = operations.parts(of: visitsAll ? nil : chosen)
    var rest = (visitsAll ? chosen : nil)?[...]
    for number in parts.indices.reversed() where !meter.isOutOfTime("drawing") {
      items.part = Int32(clamping: number)
      read(parts[number].run) {
        $0.addItems(
          of: parts[number], $1, from: ground?.operations ?? 0, known: known, to: &items, chosen: &rest, meter,
          readable)
      }
    }
    // The pixels of the canvas add up in registers, so that it is stored in 8 bits whatever its format.
    let isBytes = pass.format == .rgba8 || index == plan.passes.count - 1
    let clear = ground?.color ?? pass.clear
    let size = PixelRect(size: pass.region.size)
    let areas = PixelRegion.scissors(needed, of: pass.region).map { $0?.intersection(size) ?? size }
    var draws = TileDraws()
    for run in items.runs.reversed() {
      var (tiles, bins) = add(run, of: pass, parts)
      tiles.clear = isBytes ? RenderTarget.inWholeLevels(clear) : clear
      tiles.isContinued = draws.runs.isEmpty ? 0 : 1
      tiles.isAlpha = storesColor ? 0 : 1
      let format = draws.runs.count == items.runs.count - 1 ? tileFormats.target : tileFormats.between
      // In the record and not in a uniform: Mesa's zink mixes up the variants of a compute shader that branches by a
      // uniform.
      tiles.image = Float(format.stored?.image ?? 0)
      draws.runs.append(
        ItemRun(
          bins: bins, dispatches: areas.flatMap { dispatches(of: tiles, in: $0, run.items) },
          sources: run.sources, needsEffects: run.hasEffects || !draws.runs.isEmpty, format: format))
    }
    return draws
  }

  /// Adds the items of some operations of a run, front to back.
  ///
  /// - Parameters:
  ///   - first: The first operation that is drawn.
  ///   - chosen: The operations that are drawn, in their order, without those behind this part; `nil` for all.
  private mutating func addItems(
    of part: DrawList.Part, _ operations: UnsafeBufferPointer<DrawOperation>, from first: Int, known: [Int32?],
    to items: inout TileItems, chosen: inout ArraySlice<Int32>?, _ meter: LimitMeter, _ readable: Set<Int>
  ) {
    guard let base = operations.baseAddress else { return }
    for place in part.places.reversed() {
      let offset = part.offset(place)
      let order = part.run.first + offset
      if order < first || order & 255 == 255 && meter.isOutOfTime("drawing") { return }
      var isDrawn = true
      if let last = chosen?.last {
        isDrawn = Int(last) == order
        if isDrawn { chosen?.removeLast() }
      } else if chosen != nil {
        isDrawn = false
      }
      addItems(of: base + offset, record: known.isEmpty ? nil : known[order], to: &items, isDrawn: isDrawn, readable)
    }
  }

  /// Adds the items of an operation that touches a pixel.
  ///
  /// - Parameters:
  ///   - record: The place of its record, if it has one already.
  ///   - isDrawn: Whether the operation is drawn; otherwise room is left for it.
  ///   - readable: The earlier passes that have pixels to read.
  private mutating func addItems(
    of operation: UnsafePointer<DrawOperation>, record: Int32?, to items: inout TileItems, isDrawn: Bool,
    _ readable: Set<Int>
  ) {
    if let box = operation.box {
      guard !box.pointee.pixelBounds.isEmpty else { return }
      let needs = items.needs(clip: box.pointee.clip)
      items.makeRoom(for: needs)
      guard isDrawn else { return }
      let known = if let record { record } else { addRecord(of: box) }
      let clip = place(of: box.pointee.clip)
      var item = TileItem(.box, record: known, clip: clip, bounds: box.pointee.pixelBounds, needs)
      item.hiding = operation.pointee.hiding
      return items.add(item)
    }
    if let shadow = operation.shadow {
      guard !shadow.pointee.pixelBounds.isEmpty else { return }
      let needs = items.needs(clip: shadow.pointee.clip)
      items.makeRoom(for: needs)
      guard isDrawn else { return }
      let known = if let record { record } else { instance(of: shadow, depth: 0).instance.record }
      let clip = place(of: shadow.pointee.clip)
      return items.add(TileItem(.shadow, record: known, clip: clip, bounds: shadow.pointee.pixelBounds, needs))
    }
    switch operation.pointee {
    case .box, .shadow: break
    case .composite(let composite): addItem(of: composite, to: &items, isDrawn: isDrawn, readable)
    case .surface(let surface):
      guard !surface.pixelBounds.isEmpty else { return }
      var needs = items.needs(clip: surface.clip)
      needs.source = surface.source
      items.makeRoom(for: needs)
      guard isDrawn, readable.contains(surface.source.index) else { return }
      let (place, clip) = (records.add(self.record(of: surface)), place(of: surface.clip))
      items.add(TileItem(.surface, record: place, clip: clip, bounds: surface.pixelBounds, needs))
    case .particles(let run): addItems(of: run, to: &items, isDrawn: isDrawn)
    }
  }

  /// Adds the item of a composite.
  private mutating func addItem(
    of composite: CompositeOperation, to items: inout TileItems, isDrawn: Bool, _ readable: Set<Int>
  ) {
    guard composite.blend != .destination, !composite.pixelBounds.isEmpty else { return }
    var needs = items.needs(clip: composite.clip)
    (needs.source, needs.mask) = (composite.source, composite.mask)
    needs.evaluations += items.lengths.length(of: composite.outline)
    needs.isBlended = composite.blend != .normal
    items.makeRoom(for: needs)
    // With a mask without pixels, nothing is drawn.
    guard isDrawn, readable.contains(composite.source.index),
      !composite.mask.exists || readable.contains(composite.mask.index)
    else { return }
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
    let needs = items.needs(clip: run.clip)
    let (kind, clip) = (run.isAdditive ? TileItemKind.added : .particle, place(of: run.clip))
    if isDrawn { forEachParticle(of: run) { _, _ in } }
    // The records stand back to front, one behind the other, and items front to back.
    var (end, rest) = (records.count, run.particles.count)
    while rest > 0 {
      let count = items.makeRoom(forEachOf: rest, needs)
      rest -= count
      guard isDrawn else { continue }
      let last = Int32(clamping: end - ParticleRecord.texels)
      var item = TileItem(kind, record: last, clip: clip, bounds: run.pixelBounds, needs)
      item.count = count
      let extent = pointwiseMin(2 * run.reach + 2, SIMD2(repeating: 0x1p24))
      item.extent = SIMD2(Int32(clamping: extent.x), Int32(clamping: extent.y))
      items.add(item)
      end -= count * ParticleRecord.texels
    }
  }

  /// Whether all operations of a pass are one run of items, whichever of them are drawn.
  private mutating func isOneRun(_ draws: DrawList) -> Bool {
    let (limits, longest) = (profile.tileLimits, clipLengths.longest)
    var (count, blended, reads) = (0, 0, 0)
    for run in draws.runs {
      count += run.draws.count
      guard !run.isRecordedApart else { continue }
      run.draws.forEachInPlace { operation in
        guard operation.box == nil else { return }
        switch operation.pointee {
        case .box, .shadow: break
        case .composite(let composite):
          blended += composite.blend == .normal ? 0 : 1
          reads += composite.mask.exists ? 2 : 1
        case .surface: reads += 1
        case .particles(let particles): count += particles.particles.count
        }
      }
    }
    // A composite has two stacks of clips.
    return count <= limits.items && count * (1 + 2 * longest) <= limits.evaluations && blended <= limits.blended
      && reads <= TextureUnit.sources.count
  }

  /// Records the items of a run and their bins.
  ///
  /// - Parameter parts: The parts of the pass that the items belong to.
  private mutating func add(
    _ run: TileItems.Run, of pass: RenderPass, _ parts: [DrawList.Part]
  ) -> (TilePassRecord, BinDispatch?) {
    var bins = lists.tiles.takeBins()
    bins.begin(pass.region, items: run.count, groups: run.items.count)
    var tiles = TilePassRecord()
    tiles.items = Int32(clamping: records.count)
    run.items.withUnsafeBufferPointer { items in
      var (place, index) = (0, 0)
      while place < items.count {
        let part = items[place].part
        plan.vertices(of: parts[Int(part)].run).withUnsafeBufferPointer { vertices in
          while place < items.count, items[place].part == part {
            let count = items[place].count
            if count == 1 {
              records.add(items[place].record)
              bins.add(index, items[place].bounds, hiding: vertices.polygon(at: items[place].hiding))
            } else {
              addRecords(of: items[place])
              bins.add(index..<index + count, items[place].bounds)
            }
            index += count
            place += 1
          }
        }
      }
    }
    bins.finish()
    tiles.bins = records.add(bits: bins.texels)
    defer { lists.tiles.bins = bins }
    (tiles.rounds, tiles.columns) = (Int32(clamping: bins.rounds), Int32(clamping: bins.columns))
    tiles.binTiles = Float(bins.side / ItemBins.tile)
    tiles.origin = SIMD2(Float(pass.region.minX), Float(pass.region.minY))
    let isOfParticles = run.count - run.items.count > ItemBins.fewRounds * ItemBins.round
    return (tiles, isOfParticles ? finerBins(of: &tiles, in: pass.region) : nil)
  }

  /// Adds the items of neighbouring particles.
  private mutating func addRecords(of particles: TileItem) {
    var record = particles.record
    for _ in 0..<particles.count {
      records.add(record)
      record.record -= Int32(ParticleRecord.texels)
    }
  }

  /// Replaces the bins of a run by ones that a shader finds, where it has so many particles that tiles should not look
  /// at all of them.
  private mutating func finerBins(of tiles: inout TilePassRecord, in region: PixelRect) -> BinDispatch? {
    let grid = ItemBins.grid(of: region, most: ItemBins.mostBins)
    guard grid.columns * grid.rows > 1 else { return nil }
    var bins = BinPassRecord()
    (bins.origin, bins.items, bins.rounds) = (tiles.origin, tiles.items, tiles.rounds)
    (bins.known, bins.knownColumns, bins.knownTiles) = (tiles.bins, tiles.columns, tiles.binTiles)
    (bins.columns, bins.tiles) = (Int32(clamping: grid.columns), Float(grid.side / ItemBins.tile))
    (tiles.bins, tiles.columns, tiles.binTiles) = (-1, bins.columns, bins.tiles)
    return BinDispatch(record: records.add(bins), bins: grid.columns * grid.rows, rounds: Int(tiles.rounds))
  }

  /// The dispatches of the tiles that touch a part of a pass.
  private mutating func dispatches(
    of tiles: TilePassRecord, in area: PixelRect, _ items: [TileItem]
  ) -> [TileDispatch] {
    guard !area.isEmpty else { return [] }
    lists.tiles.work.begin(area, rounds: Int(tiles.rounds))
    items.withUnsafeBufferPointer { items in
      for index in items.indices {
        let (bounds, count, evaluations) = (items[index].bounds, items[index].count, items[index].needs.evaluations)
        if count == 1 {
          lists.tiles.work.add(bounds, evaluations: evaluations)
        } else {
          lists.tiles.work.add(bounds, evaluations: count * evaluations, each: items[index].extent)
        }
      }
    }
    var tiles = tiles
    tiles.area = SIMD4(Float(area.minX), Float(area.minY), Float(area.maxX), Float(area.maxY))
    return lists.tiles.work.parts(limit: profile.tileLimits.work).map { part in
      tiles.firstTile = SIMD2(Float(part.columns.lowerBound), Float(part.rows.lowerBound))
      return TileDispatch(record: records.add(tiles), columns: part.columns.count, rows: part.rows.count)
    }
  }
}

/// The lists that a pass of tiles is built in; their memory is kept from pass to pass.
struct TileLists {
  var items: [TileItem] = []
  var bins = ItemBins()
  var work = TileWork()

  /// Takes the items, whose memory only one owner may change.
  mutating func takeItems() -> [TileItem] {
    var taken: [TileItem] = []
    swap(&taken, &items)
    return taken
  }

  /// Takes the bins, likewise.
  mutating func takeBins() -> ItemBins {
    var taken = ItemBins()
    swap(&taken, &bins)
    return taken
  }
}
