// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders

/// The kind of an item of `layers.comp`.
package enum TileItemKind: Int32, CaseIterable {
  case box, shadow, composite, surface, particle
  /// A particle that is added to what lies behind it.
  case added
  /// A composite with maps of colours, a mask or a blend mode.
  case effect
}

/// An operation as `layers.comp` draws it, or neighbouring particles of one, each of which is an item there.
struct TileItem {
  /// The record, of particles the one of the first; the others refer to the records of particles before its own.
  var record = ItemRecord()
  /// The number of items.
  var count = 1
  /// The pixels that it may touch: of the target, and in a run from the first pixel of the pass and inside it.
  var bounds: PixelRect
  /// Of particles, the most pixels that each may touch along x and y.
  var extent = SIMD2<Int32>.zero
  /// A convex polygon whose pixels hide everything behind them, in the vertices of its part; empty if there are none.
  var hiding = VertexPlace(start: 0, count: 0)
  /// The part of the pass that its operation belongs to.
  fileprivate(set) var part: Int32 = 0
  /// The share of the limits of a run that it takes.
  let needs: TileItemNeeds

  init(_ kind: TileItemKind, record place: Int32, clip: Int32, bounds: PixelRect, _ needs: TileItemNeeds) {
    (self.bounds, self.needs) = (bounds, needs)
    record.bounds = SIMD4(Float(bounds.minX), Float(bounds.minY), Float(bounds.maxX), Float(bounds.maxY))
    (record.kind, record.record, record.clip) = (kind.rawValue, place, clip)
  }
}

/// The share of the limits of a run that an item takes.
struct TileItemNeeds {
  /// The evaluations of it and its clips at a pixel.
  var evaluations: Int
  /// The pass that it shows.
  var source: PassHandle = .none
  /// The pass whose alpha masks it.
  var mask: PassHandle = .none
  /// Whether it meets the colour behind it by a blend mode.
  var isBlended = false
}

/// The items of a pass, front to back, in runs that `layers.comp` can draw at once: items that read a few passes, of
/// which a few are blended, and all of which a pixel may run through in one dispatch.
///
/// The pixels of a run are the ground of the run in front of it, so that each pass may be drawn in tiles, however many
/// items it has and whatever these read. Where runs end depends on all items of the pass, also on those that a part of
/// a frame leaves out: the pixels of that part would be rounded elsewhere otherwise.
struct TileItems {
  /// Neighbouring items that are drawn together.
  struct Run {
    fileprivate(set) var items: [TileItem] = []
    /// The number of items, particles one by one.
    fileprivate(set) var count = 0
    /// The passes that the items read, at most as many as `layers.comp` has samplers.
    fileprivate(set) var sources: [Int] = []
    /// Whether an item needs the program with effects.
    fileprivate(set) var hasEffects = false

    /// The number of a pass among those that the run reads.
    fileprivate mutating func slot(of pass: PassHandle) -> Int32 {
      guard pass.exists else { return 0 }
      if let known = sources.firstIndex(of: pass.index) { return Int32(clamping: known) }
      sources.append(pass.index)
      return Int32(clamping: sources.count - 1)
    }
  }

  /// The runs that have ended, front to back.
  private var ended: [Run] = []
  /// The last run.
  private var run = Run()
  private let limits: TileLimits
  let lengths: ClipLengths
  /// The pixels of the pass.
  private let region: PixelRect
  /// The items of the last run, left out or not.
  private var count = 0
  private var evaluations = 0
  private var blended = 0
  /// The passes that they read.
  private var reads: [PassHandle] = []

  /// The part of the pass that the next items belong to.
  var part: Int32 = 0

  /// Front to back; at least one.
  var runs: [Run] { ended + [run] }

  /// - Parameters:
  ///   - count: The number of items that are expected.
  ///   - lengths: The lengths of the stacks of clips of the plan.
  ///   - memory: Items of an earlier pass, whose memory is used again.
  init(
    _ limits: TileLimits, in region: PixelRect, expecting count: Int, lengths: ClipLengths,
    memory: consuming [TileItem]
  ) {
    (self.limits, self.region, self.lengths) = (limits, region, lengths)
    run.items = memory
    run.items.removeAll(keepingCapacity: true)
    run.items.reserveCapacity(min(count, limits.items))
  }

  /// The memory of the items, for a later pass.
  var memory: [TileItem] { run.items }

  /// The evaluations of an operation and of its clips.
  func needs(clip: ClipHandle) -> TileItemNeeds { TileItemNeeds(evaluations: 1 + lengths.length(of: clip)) }

  /// Makes room for the next item, behind all others, whether it is then added or left out.
  @inline(__always) mutating func makeRoom(for item: TileItemNeeds) {
    let isNewSource = item.source.exists && !reads.contains(item.source)
    let isNewMask = item.mask.exists && item.mask != item.source && !reads.contains(item.mask)
    let fits =
      count < limits.items && evaluations + item.evaluations <= limits.evaluations
      && blended + (item.isBlended ? 1 : 0) <= limits.blended
      && reads.count + (isNewSource ? 1 : 0) + (isNewMask ? 1 : 0) <= TextureUnit.sources.count
    if !fits, count > 0 { endRun() }
    count += 1
    evaluations += item.evaluations
    blended += item.isBlended ? 1 : 0
    if item.source.exists { noteRead(item.source) }
    if item.mask.exists { noteRead(item.mask) }
  }

  /// Makes room for the next items, which are alike and read no pass.
  ///
  /// - Returns: For how many of them there is room, at least one.
  mutating func makeRoom(forEachOf count: Int, _ item: TileItemNeeds) -> Int {
    makeRoom(for: item)
    let more = max(0, min(count - 1, limits.items - self.count, (limits.evaluations - evaluations) / item.evaluations))
    self.count += more
    evaluations += more * item.evaluations
    return 1 + more
  }

  private mutating func endRun() {
    ended.append(run)
    run = Run()
    (count, evaluations, blended) = (0, 0, 0)
    reads.removeAll(keepingCapacity: true)
  }

  private mutating func noteRead(_ pass: PassHandle) {
    if !reads.contains(pass) { reads.append(pass) }
  }

  /// Adds the item that room was made for last, or some of the particles.
  @inline(__always) mutating func add(_ item: consuming TileItem) {
    item.part = part
    item.bounds = item.bounds.intersection(region).moved(from: region)
    let isOfBoxes = !item.needs.source.exists && item.record.kind != TileItemKind.effect.rawValue
    run.count += item.count
    run.items.append(item)
    guard !isOfBoxes else { return }
    addReads(of: run.items.count - 1)
  }

  /// Numbers the passes that an item reads among those of its run.
  private mutating func addReads(of index: Int) {
    let item = run.items[index]
    let (source, mask) = (run.slot(of: item.needs.source), run.slot(of: item.needs.mask))
    run.items[index].record.source = source | mask << 4
    if item.record.kind == TileItemKind.effect.rawValue { run.hasEffects = true }
  }
}
