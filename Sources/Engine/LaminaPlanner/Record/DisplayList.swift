// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// The recording of a walk over the tree: draws in paint order, and between them the steps that wait.
///
/// All surfaces share one list: they begin and end at steps, and so are nested. An element that depends on one layer
/// alone is a draw. An element that depends on earlier draws, or on the pixels of a path or a text, is a step: it waits
/// for the rasters, and ``Flattener`` processes it in paint order.
///
///     shadow  box  begin  box  raster 0  end group 0.5  box
struct DisplayList {
  /// The draws of all surfaces, back to front.
  private(set) var draws = DrawList()
  /// The number of draws that blend with the pixels below them in more than their edges.
  private(set) var blendingCount = 0
  /// The waiting steps, in order.
  private(set) var steps: [Step] = []
  /// The rasters that `Step.Action.raster` draws.
  private(set) var rasters: [RasterDraw] = []
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

    /// The same step behind another list, whose elements have other places.
    func moved(behind list: DisplayList, at places: ResourcePlaces) -> Step {
      let moved =
        switch action {
        case .raster(let index): Action.raster(index + list.rasters.count)
        case .backdrop(let index): Action.backdrop(index + list.backdrops.count)
        case .endChain(let index): Action.endChain(index + list.chains.count)
        case .endShadow(let index): Action.endShadow(index + list.shadows.count)
        case .repeatShadow(let index): Action.repeatShadow(index + list.shadows.count)
        case .endGroup(let opacity, let node): Action.endGroup(opacity: opacity, node: places.node(node))
        case .endCrossFade(let share, let node): Action.endCrossFade(share: share, node: places.node(node))
        case .begin, .beginApart, .discard: action
        }
      return Step(drawsBefore: drawsBefore + list.draws.count, action: moved)
    }
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

  /// Whether the list is empty.
  var isEmpty: Bool { draws.isEmpty && steps.isEmpty }

  /// The approximate memory that the list takes; bytes.
  var bytes: Int {
    draws.count * MemoryLayout<DrawOperation>.stride + steps.count * MemoryLayout<Step>.stride
  }

  /// Reserves memory for draws, and for pictures of paths and texts; unused memory costs nothing.
  mutating func reserve(_ count: Int, rasters rasterCount: Int) {
    draws.extend { $0.reserveCapacity(count) }
    rasters.reserveCapacity(rasterCount)
  }

  /// Reserves memory for many draws at once, so that the existing ones are not moved repeatedly.
  mutating func makeRoom(for count: Int) { draws.extend { $0.makeRoom(for: count) } }

  /// Adds a box with a paint and an outline, which is passed by pointer to avoid a copy, unless no pixel of it shows.
  ///
  /// - Parameter region: The requested pixels of the grid that the box lies on.
  mutating func append(
    _ paint: BoxPaint, in placed: UnsafePointer<PlacedOutline>, region: PixelRect, of resources: inout PlanResources
  ) {
    if draws.extend({ resources.append(paint, in: placed, region: region, to: &$0) }) { blendingCount += 1 }
  }

  mutating func append(_ draw: DrawOperation) {
    draws.append(draw)
    blendingCount += 1
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
    } else {
      add(.endGroup(opacity: opacity, node: node))
    }
  }

  /// Whether the innermost surface is empty, and has no backdrop of its own.
  private var endsEmptySurface: Bool {
    guard let last = steps.last, case .begin = last.action, last.drawsBefore == draws.count else { return false }
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

  /// Takes all draws out of the list; the count of blending draws stays.
  mutating func takeDraws() -> DrawList {
    var taken = DrawList()
    swap(&taken, &draws)
    return taken
  }

  /// Appends the draws of a chunk without steps.
  mutating func append(_ recorded: RecordedChunk, with placed: [DrawOperation], as fragment: DrawnFragment?) {
    blendingCount += recorded.list.blendingCount
    if placed.isEmpty { return }
    draws.append(DrawList.Run(draws: placed, vertices: recorded.resources.innerVertices, fragment: fragment))
  }

  /// Appends the list of a chunk.
  ///
  /// - Parameters:
  ///   - placed: The draws of the chunk, which refer to the places already.
  ///   - fragment: The fragment that the draws are.
  mutating func append(
    _ recorded: RecordedChunk, with placed: [DrawOperation], as fragment: DrawnFragment?, at places: ResourcePlaces
  ) {
    guard !recorded.list.steps.isEmpty else { return append(recorded, with: placed, as: fragment) }
    blendingCount += recorded.list.blendingCount
    let chunk = recorded.list
    // The steps count the elements before them.
    steps += chunk.steps.map { $0.moved(behind: self, at: places) }
    draws.extend { $0 += placed }
    rasters += chunk.rasters.map { $0.placed(at: places) }
    backdrops += chunk.backdrops.map { $0.placed(at: places) }
    chains += chunk.chains.map { $0.placed(at: places) }
    shadows += chunk.shadows.map { $0.placed(at: places) }
  }

  /// Notes the results of the last rasters.
  mutating func answer(lastRasters answers: [Raster]) {
    let first = rasters.count - answers.count
    for (index, answer) in answers.enumerated() { rasters[first + index].answer = answer }
  }

  /// Empties the list, after all of it has been flattened.
  mutating func removeAll() {
    draws.removeAll()
    blendingCount = 0
    steps.removeAll(keepingCapacity: true)
    rasters.removeAll(keepingCapacity: true)
    backdrops.removeAll()
    chains.removeAll()
    shadows.removeAll()
  }

  private mutating func add(_ action: Action) { steps.append(Step(drawsBefore: draws.count, action: action)) }
}
