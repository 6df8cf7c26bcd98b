// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// The recording of a walk over the tree: draws in paint order, and between them the steps that wait.
///
/// All surfaces share one list: they begin and end at steps, and so are nested. An element that depends on one layer
/// alone is a draw. An element that depends on earlier draws, or on the pixels of a path or a text, is a step: it waits
/// for the rasters, and ``Flattener`` processes it in paint order. Walks that keep their recording turn pictures that
/// are already available into draws.
///
///     shadow  box  begin  box  raster 0  end group 0.5  box
struct DisplayList {
  /// The draws of all surfaces, back to front, without the ones that `splice` keeps.
  private(set) var draws: [DrawOperation] = []
  /// The draws that are kept from the walk before.
  private var splice = Splice()
  /// The number of draws that blend with the pixels below them in more than their edges.
  private(set) var blendingCount = 0
  /// The number of pictures of paths and texts among the draws.
  private(set) var pictureCount = 0
  /// The waiting steps, in order.
  private(set) var steps: [Step] = []
  /// The rasters that `Step.Action.raster` draws.
  private(set) var rasters: [RasterDraw] = []
  /// The diagnostics of pictures that became draws.
  private(set) var remarks: [Remark] = []
  /// The filters that `Step.Action.backdrop` applies.
  private(set) var backdrops: [BackdropFilter] = []
  /// The chains that `Step.Action.endChain` applies.
  private(set) var chains: [EffectChain] = []
  /// The shadows that `Step.Action.endShadow` and `repeatShadow` draw.
  private(set) var shadows: [SurfaceShadow] = []

  /// An action that waits for the flattening of the list.
  struct Step {
    /// The number of draws before the step.
    let drawsBefore: Int
    let action: Action

    /// The same step for a list in which the elements and resources that it refers to have other places.
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

  /// A diagnostic of the picture of a path or a text.
  struct Remark {
    /// The number of steps before the remark.
    var stepsBefore: Int
    var node: Int32
    let raster: Raster
  }

  /// The kind of a step. Integers are indices into the lists above.
  enum Action {
    /// Begins a surface on the grid of the one around it.
    case begin
    /// Begins a surface on its own grid, with the requested pixels of that grid.
    case beginApart(PixelRect)
    /// Draws a path or a text.
    case raster(Int)
    /// Filters the pixels drawn so far into the innermost surface, inside a layer's outline.
    case backdrop(Int)
    /// Ends a group whose only effect is its opacity.
    case endGroup(opacity: Float, node: Int32)
    /// Ends a layer that is masked, filtered, blended or rasterized.
    case endChain(Int)
    /// Ends the surface of a layer that casts a shadow.
    case endShadow(Int)
    /// Draws the shadow of a layer whose surface was recorded before.
    case repeatShadow(Int)
    /// Ends the two surfaces that hold the old and the new picture of a layer, and draws them mixed.
    case endCrossFade(share: Float, node: Int32)
    /// Ends a surface that does not show.
    case discard
  }

  /// Whether the list is to be flattened now, because many steps wait: they take more memory than the operations made
  /// from them.
  var isLong: Bool { steps.count >= Self.longest }

  /// The greatest number of steps that wait, unless they have to be kept together.
  static let longest = 4096

  /// Whether the list is empty. Pictures count, since a picture that shows nothing may still have a diagnostic.
  var isEmpty: Bool { drawCount == 0 && steps.isEmpty && pictureCount == 0 }

  /// The number of draws, including the kept ones.
  private var drawCount: Int { draws.count + splice.count }

  /// The approximate memory that the list takes; bytes.
  var bytes: Int {
    drawCount * MemoryLayout<DrawOperation>.stride + steps.count * MemoryLayout<Step>.stride
      + remarks.count * MemoryLayout<Remark>.stride
  }

  /// Reserves memory for draws, and for pictures of paths and texts; unused memory costs nothing.
  mutating func reserve(_ count: Int, rasters rasterCount: Int) {
    draws.reserveCapacity(count)
    rasters.reserveCapacity(rasterCount)
  }

  /// Reserves memory for many draws at once, so that the existing ones are not moved repeatedly.
  mutating func makeRoom(for count: Int) { draws.makeRoom(for: count) }

  /// Adds a box, unless no pixel of it shows.
  ///
  /// - Parameter region: The requested pixels of the grid that the box lies on.
  mutating func append(_ part: BoxPart, region: PixelRect, in resources: inout PlanResources) {
    withUnsafePointer(to: part.placed) { append(part.paint, in: $0, region: region, of: &resources) }
  }

  /// Adds a box with a paint and an outline, which is passed by pointer to avoid a copy, unless no pixel of it shows.
  mutating func append(
    _ paint: BoxPaint, in placed: UnsafePointer<PlacedOutline>, region: PixelRect, of resources: inout PlanResources
  ) {
    if resources.append(paint, in: placed, region: region, to: &draws) { blendingCount += 1 }
  }

  mutating func append(_ draw: DrawOperation) {
    draws.append(draw)
    blendingCount += 1
  }

  /// Adds a path or a text whose picture is available.
  ///
  /// - Parameter box: The box that shows the picture; its value is undefined afterwards.
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

  /// Begins a surface on its own grid.
  ///
  /// - Parameter region: The requested pixels of the surface.
  mutating func beginApart(_ region: PixelRect) { add(.beginApart(region)) }

  /// Ends a group whose only effect is its opacity; the beginning of an empty group is removed again.
  mutating func endGroup(opacity: Float, node: Int32) {
    if endsEmptySurface {
      steps.removeLast()
      // Remarks about layers in the group come before the step that now takes the place of the group's beginning.
      var place = remarks.count
      while place > 0, remarks[place - 1].stepsBefore > steps.count {
        place -= 1
        remarks[place].stepsBefore = steps.count
      }
    } else {
      add(.endGroup(opacity: opacity, node: node))
    }
  }

  /// Whether the innermost surface is empty, and has no backdrop of its own.
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

  /// Draws the shadow of a layer whose surface was recorded before.
  mutating func `repeat`(_ shadow: SurfaceShadow) {
    add(.repeatShadow(shadows.count))
    shadows.append(shadow)
  }

  /// Ends the surfaces of a layer's two pictures.
  ///
  /// - Parameter share: The share of the new picture.
  mutating func endCrossFade(share: Float, node: Int32) { add(.endCrossFade(share: share, node: node)) }

  /// Ends a surface that does not show.
  mutating func discard() { add(.discard) }

  /// Takes all draws out of the list, if `range` covers all of them; `nil` otherwise.
  mutating func takeDraws(ifAll range: Range<Int>) -> [DrawOperation]? {
    guard range == 0..<draws.count else { return nil }
    var taken: [DrawOperation] = []
    swap(&taken, &draws)
    return taken
  }

  /// The number of elements in the list, without the resources of draws.
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
    for index in stretch.draws { draws[index].forEachImage(body) }
    for index in stretch.rasters {
      if let box = rasters[index].box { body(box.part.paint.image) }
    }
  }

  /// Appends a part of another list.
  ///
  /// - Parameters:
  ///   - places: The places of the part's resources.
  ///   - answers: The results of the other list's rasters, if they are known; the other list is then the one of the
  ///     walk before.
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
        var places = places
        for index in start..<draws.count { draws[index].visitHandles(&places) }
      }
    }
    blendingCount += Int(stretch.to.blending - stretch.from.blending)
    pictureCount += Int(stretch.to.pictures - stretch.from.pictures)
    for index in stretch.remarks {
      var remark = other.remarks[index].moved(by: shift, at: places)
      // The beginning of a group around the layer may have been removed.
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
    // The beginning of a group is removed if the group stays empty, so the steps of layers in it may then lie beyond
    // the last step.
    if !stretch.steps.isEmpty { steps += other.steps[stretch.steps].map { $0.moved(by: shift, at: places) } }
  }

  /// Inserts the kept draws among the others; the list is complete from then on.
  ///
  /// - Parameters:
  ///   - before: The complete list of the walk before.
  ///   - spare: The table to write into; afterwards the table that the next walk may write into.
  mutating func join(over before: DisplayList, _ spare: inout SpareTable<DrawOperation>) {
    splice.join(&draws, over: before.draws, &spare)
  }

  /// Appends a chunk's list.
  ///
  /// - Parameter places: The places of the chunk's resources.
  mutating func append(_ chunk: DisplayList, at places: ResourcePlaces) {
    append(chunk, RecordStretch(from: RecordPosition(), to: chunk.position), at: places)
  }

  /// Empties the list, after all of it has been flattened.
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
