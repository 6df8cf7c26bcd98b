// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// What a walk over the tree records: draws in paint order, and between them the steps that wait.
///
/// One list for all surfaces, which begin and end at steps and so lie in one another. What can be said of a layer alone
/// is a draw. What depends on what was drawn before it, or on what a path or a text looks like as pixels, is a step: it
/// waits for the rasters, and ``Flattener`` takes it in paint order. Walks that note what they record make pictures
/// that are there draws.
///
///     shadow  box  begin  box  raster 0  end group 0.5  box
struct DisplayList {
  /// The draws of all surfaces, back to front, but for those that `splice` keeps.
  private(set) var draws: [DrawOperation] = []
  /// Which draws are those of the walk before.
  private var splice = Splice()
  /// How many of them mix with what is there, by more than their edges.
  private(set) var blendingCount = 0
  /// How many pictures of paths and texts are among its draws.
  private(set) var pictureCount = 0
  /// What waits, in order.
  private(set) var steps: [Step] = []
  /// What `Step.Action.raster` draws.
  private(set) var rasters: [RasterDraw] = []
  /// What is to be said of pictures that are draws.
  private(set) var remarks: [Remark] = []
  /// What `Step.Action.backdrop` filters.
  private(set) var backdrops: [BackdropFilter] = []
  /// What `Step.Action.endChain` applies.
  private(set) var chains: [EffectChain] = []
  /// What `Step.Action.endShadow` and `repeatShadow` draw.
  private(set) var shadows: [SurfaceShadow] = []

  /// One thing that waits.
  struct Step {
    /// How many draws come before it.
    let drawsBefore: Int
    let action: Action

    /// The same in a list in which what it is about lies elsewhere.
    func moved(by shift: RecordPosition, at places: ResourcePlaces) -> Step {
      let moved =
        switch action {
        case .raster(let index): Action.raster(index + Int(shift.rasters))
        case .backdrop(let index): Action.backdrop(index + Int(shift.backdrops))
        case .endChain(let index): Action.endChain(index + Int(shift.chains))
        case .endShadow(let index): Action.endShadow(index + Int(shift.shadows))
        case .repeatShadow(let index): Action.repeatShadow(index + Int(shift.shadows))
        case .endGroup(let opacity, let node): Action.endGroup(opacity: opacity, node: places.node(node))
        case .endCrossFade(let share, let node): Action.endCrossFade(share: share, node: places.node(node))
        case .begin, .beginApart, .discard: action
        }
      return Step(drawsBefore: drawsBefore + Int(shift.draws), action: moved)
    }
  }

  /// What is to be said of the picture of a path or a text.
  struct Remark {
    /// How many steps come before it.
    var stepsBefore: Int
    var node: Int32
    let raster: Raster
  }

  /// What waits. Whole numbers are indices into the lists above.
  enum Action {
    /// Begins a surface on the grid of the one around it.
    case begin
    /// Begins a surface on a grid of its own, of which these pixels are wanted.
    case beginApart(PixelRect)
    /// Draws a path or a text.
    case raster(Int)
    /// Filters what was drawn so far into the innermost surface, inside a layer's outline.
    case backdrop(Int)
    /// Ends a group that only fades.
    case endGroup(opacity: Float, node: Int32)
    /// Ends a layer that is masked, filtered, blended or rasterized.
    case endChain(Int)
    /// Ends what casts a shadow.
    case endShadow(Int)
    /// Draws the shadow of something that was recorded before.
    case repeatShadow(Int)
    /// Ends two surfaces, which hold the old picture of a layer and the new one, mixed.
    case endCrossFade(share: Float, node: Int32)
    /// Ends a surface that does not show.
    case discard
  }

  /// Whether so much waits that it is better taken now: what waits is larger than what becomes of it.
  var isLong: Bool { steps.count >= Self.longest }

  /// How many steps wait at most, unless they are to be kept together.
  static let longest = 4096

  /// A picture that shows nothing may still have something said of it.
  var isEmpty: Bool { drawCount == 0 && steps.isEmpty && pictureCount == 0 }

  /// How many draws there are, with those that are kept.
  private var drawCount: Int { draws.count + splice.count }

  /// About how much memory it takes.
  var bytes: Int {
    drawCount * MemoryLayout<DrawOperation>.stride + steps.count * MemoryLayout<Step>.stride
      + remarks.count * MemoryLayout<Remark>.stride
  }

  /// Makes room for draws, and for pictures of paths and texts; room that is not used takes no memory.
  mutating func reserve(_ count: Int, rasters rasterCount: Int) {
    draws.reserveCapacity(count)
    rasters.reserveCapacity(rasterCount)
  }

  /// Makes room, so that many draws at once do not move those that are there again and again.
  mutating func makeRoom(for count: Int) { draws.makeRoom(for: count) }

  /// Adds a box, unless no pixel of it shows.
  ///
  /// - Parameter region: The pixels that are wanted of the grid that it lies on.
  mutating func append(_ part: BoxPart, region: PixelRect, in resources: inout PlanResources) {
    withUnsafePointer(to: part.placed) { append(part.paint, in: $0, region: region, of: &resources) }
  }

  /// The same of a paint and an outline, which is read where it is.
  mutating func append(
    _ paint: BoxPaint, in placed: UnsafePointer<PlacedOutline>, region: PixelRect, of resources: inout PlanResources
  ) {
    if resources.append(paint, in: placed, region: region, to: &draws) { blendingCount += 1 }
  }

  mutating func append(_ draw: DrawOperation) {
    draws.append(draw)
    blendingCount += 1
  }

  /// Adds a path or a text whose picture is there.
  ///
  /// - Parameter box: How it is drawn; of no use afterwards.
  mutating func append(
    _ raster: Raster, as box: inout RasterBox, on grid: TexelGrid, region: PixelRect, in resources: inout PlanResources
  ) {
    pictureCount += 1
    if raster.hasDiagnostics {
      remarks.append(Remark(stepsBefore: steps.count, node: box.part.node, raster: raster))
    }
    box.forEachPart(of: raster, on: grid, in: &resources) { (part, resources) in
      append(part, region: region, in: &resources)
    }
  }

  @inline(__always) mutating func append(_ raster: RasterDraw) {
    add(.raster(rasters.count))
    rasters.append(raster)
  }

  mutating func append(_ backdrop: BackdropFilter) {
    add(.backdrop(backdrops.count))
    backdrops.append(backdrop)
  }

  /// Begins a surface on the grid of the one around it.
  mutating func begin() { add(.begin) }

  /// Begins a surface on a grid of its own.
  ///
  /// - Parameter region: The pixels that are wanted of it.
  mutating func beginApart(_ region: PixelRect) { add(.beginApart(region)) }

  /// Ends a group that only fades; one that is empty was never begun.
  mutating func endGroup(opacity: Float, node: Int32) {
    if endsEmptySurface {
      steps.removeLast()
      // What is said of what is in the group comes before the step that takes the place of its beginning.
      var place = remarks.count
      while place > 0, remarks[place - 1].stepsBefore > steps.count {
        place -= 1
        remarks[place].stepsBefore = steps.count
      }
    } else {
      add(.endGroup(opacity: opacity, node: node))
    }
  }

  /// Whether the innermost surface has just begun, and not with a background of its own.
  private var endsEmptySurface: Bool {
    guard let last = steps.last, case .begin = last.action, last.drawsBefore == drawCount else { return false }
    guard steps.count > 1, case .backdrop = steps[steps.count - 2].action else { return true }
    return false
  }

  mutating func end(_ chain: EffectChain) {
    add(.endChain(chains.count))
    chains.append(chain)
  }

  mutating func end(_ shadow: SurfaceShadow) {
    add(.endShadow(shadows.count))
    shadows.append(shadow)
  }

  /// Draws the shadow of something that was recorded before.
  mutating func `repeat`(_ shadow: SurfaceShadow) {
    add(.repeatShadow(shadows.count))
    shadows.append(shadow)
  }

  /// Ends the surfaces of a layer's two pictures.
  ///
  /// - Parameter share: That of the new one.
  mutating func endCrossFade(share: Float, node: Int32) { add(.endCrossFade(share: share, node: node)) }

  /// Ends a surface that does not show.
  mutating func discard() { add(.discard) }

  /// All draws, where `range` is all of them and nothing else is left to take.
  mutating func takeDraws(ifAll range: Range<Int>) -> [DrawOperation]? {
    guard range == 0..<draws.count else { return nil }
    var taken: [DrawOperation] = []
    swap(&taken, &draws)
    return taken
  }

  /// How much it holds, without what draws refer to.
  var position: RecordPosition {
    RecordPosition(
      draws: Int32(drawCount), blending: Int32(blendingCount), steps: Int32(steps.count),
      rasters: Int32(rasters.count),
      backdrops: Int32(backdrops.count), chains: Int32(chains.count), shadows: Int32(shadows.count),
      pictures: Int32(pictureCount),
      remarks: Int32(remarks.count))
  }

  /// Calls `body` for the picture of each draw in a part.
  func forEachImage(in stretch: RecordStretch, _ body: (ImageHandle) -> Void) {
    for index in stretch.draws {
      if case .box(let box) = draws[index] { body(box.image) }
    }
    for index in stretch.rasters {
      if let box = rasters[index].box { body(box.part.paint.image) }
    }
  }

  /// Puts a part of another list behind this one.
  ///
  /// - Parameters:
  ///   - places: Where the resources of the part lie.
  ///   - answers: What became of the other list's rasters, where that is known: that list is the one of the walk
  ///     before.
  mutating func append(
    _ other: DisplayList, _ stretch: RecordStretch, at places: ResourcePlaces, answers: [Raster]? = nil
  ) {
    let shift = position - stretch.from
    if answers != nil, places.areSame, stretch.draws.lowerBound == drawCount {
      splice.keep(stretch.draws)
    } else {
      let start = draws.count
      draws.makeRoom(for: stretch.draws.count)
      draws.append(contentsOf: other.draws[stretch.draws])
      if !places.areSame {
        for index in start..<draws.count { draws[index].place(at: places) }
      }
    }
    blendingCount += Int(stretch.to.blending - stretch.from.blending)
    pictureCount += Int(stretch.to.pictures - stretch.from.pictures)
    for index in stretch.remarks {
      var remark = other.remarks[index].moved(by: shift, at: places)
      // A group that it was in may have been taken back.
      remark.stepsBefore = max(remark.stepsBefore, steps.count)
      remarks.append(remark)
    }
    for index in stretch.rasters {
      var raster = other.rasters[index].placed(at: places)
      raster.answer = answers?[index]
      rasters.append(raster)
    }
    backdrops += other.backdrops[stretch.backdrops].map { $0.placed(at: places) }
    chains += other.chains[stretch.chains].map { $0.placed(at: places) }
    shadows += other.shadows[stretch.shadows].map { $0.placed(at: places) }
    // The step that begins a group is taken back where the group stays empty: what is in it may then lie behind the
    // last step.
    if !stretch.steps.isEmpty { steps += other.steps[stretch.steps].map { $0.moved(by: shift, at: places) } }
  }

  /// Puts the draws that are kept among the others: the list is whole from then on.
  ///
  /// - Parameters:
  ///   - before: The list of the walk before, whole.
  ///   - spare: What may be written into, and then what the next walk may write into.
  mutating func join(over before: DisplayList, _ spare: inout SpareTable<DrawOperation>) {
    splice.join(&draws, over: before.draws, &spare)
  }

  /// Puts a chunk's list behind this one.
  ///
  /// - Parameter places: Where the chunk's resources lie.
  mutating func append(_ chunk: DisplayList, at places: ResourcePlaces) {
    append(chunk, RecordStretch(from: RecordPosition(), to: chunk.position), at: places)
  }

  /// Empties the list, once all of it is taken.
  mutating func removeAll() {
    draws.removeAll(keepingCapacity: true)
    splice = Splice()
    (blendingCount, pictureCount) = (0, 0)
    steps.removeAll(keepingCapacity: true)
    rasters.removeAll(keepingCapacity: true)
    remarks.removeAll(keepingCapacity: true)
    backdrops.removeAll()
    chains.removeAll()
    shadows.removeAll()
  }

  private mutating func add(_ action: Action) { steps.append(Step(drawsBefore: drawCount, action: action)) }
}
