import LaminaGeometry
import LaminaGraphics

/// What a walk over the tree records: draws in paint order, and between them the steps that wait.
///
/// One list for all surfaces, which begin and end at steps and so lie in one another. What can be said of a layer alone is
/// a draw. What depends on what was drawn before it, or on what a path or a text looks like as pixels, is a step: it waits
/// for the rasters, and ``Flattener`` takes it in paint order.
///
///     shadow  box  begin  box  raster 0  end group 0.5  box
struct DisplayList {
  /// The draws of all surfaces, back to front.
  private(set) var draws: [DrawOperation] = []
  /// How many of them mix with what is there, by more than their edges.
  private(set) var blendingCount = 0
  /// What waits, in order.
  private(set) var steps: [Step] = []
  /// What `Step.Action.raster` draws.
  private(set) var rasters: [RasterDraw] = []
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
  var isLong: Bool { steps.count >= 4096 }

  var isEmpty: Bool { draws.isEmpty && steps.isEmpty }

  /// About how much memory it takes.
  var bytes: Int { draws.count * MemoryLayout<DrawOperation>.stride + steps.count * MemoryLayout<Step>.stride }

  /// Makes room for draws.
  mutating func reserve(_ count: Int) { draws.reserveCapacity(count) }

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

  mutating func append(_ raster: RasterDraw) {
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
    } else {
      add(.endGroup(opacity: opacity, node: node))
    }
  }

  /// Whether the innermost surface has just begun, and not with a background of its own.
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

  /// Puts a chunk's list behind this one.
  ///
  /// - Parameter places: Where the chunk's resources lie.
  mutating func append(_ chunk: DisplayList, at places: ResourcePlaces) {
    let before = (draws.count, rasters.count, backdrops.count, chains.count, shadows.count)
    draws.makeRoom(for: chunk.draws.count)
    for index in chunk.draws.indices { draws.append(chunk.draws[index].placed(at: places)) }
    blendingCount += chunk.blendingCount
    rasters += chunk.rasters.map { $0.placed(at: places) }
    backdrops += chunk.backdrops.map { $0.placed(at: places) }
    chains += chunk.chains.map { $0.placed(at: places) }
    shadows += chunk.shadows.map { $0.placed(at: places) }
    steps += chunk.steps.map { step in
      let action =
        switch step.action {
        case .raster(let index): Action.raster(index + before.1)
        case .backdrop(let index): Action.backdrop(index + before.2)
        case .endChain(let index): Action.endChain(index + before.3)
        case .endShadow(let index): Action.endShadow(index + before.4)
        case .repeatShadow(let index): Action.repeatShadow(index + before.4)
        case .begin, .beginApart, .endGroup, .endCrossFade, .discard: step.action
        }
      return Step(drawsBefore: step.drawsBefore + before.0, action: action)
    }
  }

  /// Empties the list, once all of it is taken.
  mutating func removeAll() {
    draws.removeAll(keepingCapacity: true)
    blendingCount = 0
    steps.removeAll(keepingCapacity: true)
    rasters.removeAll(keepingCapacity: true)
    backdrops.removeAll()
    chains.removeAll()
    shadows.removeAll()
  }

  private mutating func add(_ action: Action) { steps.append(Step(drawsBefore: draws.count, action: action)) }
}
