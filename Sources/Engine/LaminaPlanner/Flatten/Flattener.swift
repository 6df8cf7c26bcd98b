// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

/// Makes passes of what a walk recorded.
///
/// It goes through display lists in paint order. Each surface collects its draws; where it ends, what becomes of them
/// is decided from the pixels that they touch: they go to the surface around it as they are, faded or clipped one by
/// one, or through a pass that filters, masks and blends them.
///
/// The result depends on the lists alone, and not on how they were cut: a walk hands over its list whenever it
/// has to know what was drawn, or has recorded much.
struct Flattener: PassMaker {
  let snapshot: TreeSnapshot
  /// The colour behind the finished picture, premultiplied. Filters of backgrounds and blend modes do not see it.
  let background: SIMD4<Float>
  /// The surfaces that have begun and not ended.
  var surfaces: SurfaceStack
  /// The finished passes.
  var passes = PassTable()
  /// The shadows that were blurred of what the recorder may ask for again, by its number.
  var casts: [Int32: SurfacePass] = [:]
  /// The tables that draws refer to: the recorder's, while a list is taken.
  var resources = PlanResources()
  /// The draws that are left out: the recorder's, while a list is taken.
  var diagnostics = DiagnosticCollector()
  /// The filtered backdrop of a layer, which is the first draw of the group that begins next.
  private var groupBackground: DrawOperation?
  private var rasters: RasterResolver
  /// The cost of the picture.
  private let meter: LimitMeter
  /// The results of the stages, if they are to be printed.
  var trace: PlanTrace?
  /// The rasters of the list that was taken last.
  private(set) var answers: [Raster] = []
  /// Whether draws of a pass were changed for edges that they share.
  var hasSharedEdges = false
  /// The number of pixels of passes that may be made of the contents of clips.
  private var clippedPixelsLeft: Int

  /// The pixels of passes of the contents of clips, in canvases.
  private static let mostClippedPictures = 8

  /// - Parameters:
  ///   - region: The pixels of the canvas that are wanted.
  ///   - threads: How many may draw what paths and texts look like.
  ///   - background: The colour behind the finished picture, premultiplied.
  init(snapshot: TreeSnapshot, region: PixelRect, background: SIMD4<Float>, threads: Int, meter: LimitMeter) {
    (self.snapshot, self.background, self.meter) = (snapshot, background, meter)
    surfaces = SurfaceStack(region: region)
    clippedPixelsLeft = Self.mostClippedPictures * region.area
    rasters = RasterResolver(threads: threads, meter: meter)
  }

  /// Takes all of a list, and leaves it empty.
  mutating func take(
    _ list: inout DisplayList, _ resources: inout PlanResources, _ diagnostics: inout DiagnosticCollector
  ) {
    guard !list.isEmpty else { return }
    swap(&self.resources, &resources)
    swap(&self.diagnostics, &diagnostics)
    defer {
      swap(&self.resources, &resources)
      swap(&self.diagnostics, &diagnostics)
    }
    guard let answers = rasters.resolve(list.rasters) else { return list.removeAll() }
    trace?.lists.append((list, answers))
    self.answers = answers
    let count = list.draws.count
    var next = 0
    for (index, step) in list.steps.enumerated() {
      if index & 255 == 0, meter.isOutOfTime("planning") { return list.removeAll() }
      surfaces.append(next..<step.drawsBefore, of: &list, in: &self.resources)
      next = step.drawsBefore
      perform(step.action, of: list, answers)
    }
    surfaces.append(next..<count, of: &list, in: &self.resources)
    list.removeAll()
  }

  /// Whether passes still stay inside what a picture may cost.
  func hasRoom(for node: Int32) -> Bool {
    if meter.isOver { return false }
    guard passes.pixels > meter.limits.touchedPixels else { return true }
    meter.refuse(
      LimitExceeded(
        .touchedPixels, allowed: Double(meter.limits.touchedPixels), needed: Double(passes.pixels),
        what: "passes of masked, filtered, blended and fading layers and of shadows",
        layerPath: snapshot.layerPath(of: Int(node))))
    return false
  }

  /// Whether a pass of the contents of a clip stays inside what a picture may cost; if so, the pixels are taken.
  mutating func hasRoomForClipped(_ area: Int) -> Bool {
    guard area <= clippedPixelsLeft, passes.pixels + area <= meter.limits.touchedPixels else { return false }
    clippedPixelsLeft -= area
    return true
  }

  private mutating func perform(_ action: DisplayList.Action, of list: DisplayList, _ answers: [Raster]) {
    switch action {
    case .begin:
      surfaces.begin()
      if let background = groupBackground {
        groupBackground = nil
        drawBackground(background)
      }
    case .beginApart(let region): surfaces.begin(apart: region)
    case .raster(let index): draw(answers[index], at: index, of: list)
    case .backdrop(let index): groupBackground = filter(list.backdrops[index])
    case .endGroup(let opacity, let node): endGroup(opacity: opacity, node: node)
    case .endChain(let index): end(list.chains[index])
    case .endShadow(let index): end(list.shadows[index])
    case .repeatShadow(let index): repeatShadow(list.shadows[index])
    case .endCrossFade(let share, let node): endCrossFade(share: share, node: node)
    case .discard: surfaces.recycle(surfaces.end())
    }
  }

  /// The pictures of paths and texts that were drawn and laid out so far.
  var report: PlanReport {
    var report = PlanReport()
    (report.drawnPictures, report.keptPictures) = (rasters.drawn, rasters.asked - rasters.drawn)
    report.laidOutTexts = rasters.laidOut
    report.hasSharedEdges = hasSharedEdges
    return report
  }

  /// The finished plan, without what was decided about depth and what the recorder could not draw.
  ///
  /// - Parameters:
  ///   - canvas: The size of the canvas.
  ///   - region: The part of it that is drawn.
  ///   - walk: The number of the walk that recorded, among walks that take over fragments from one another.
  mutating func finish(canvas: PixelSize, region: PixelRect, walk: Int, _ resources: PlanResources) -> RenderPlan {
    self.resources = resources
    let (isKnownOpaque, isIsolated) = (surfaces.current.isKnownOpaque, surfaces.current.isIsolated)
    var draws = surfaces.cut()
    var isApart = background.w > 0 && !isKnownOpaque && (isIsolated || seesBackdrop(draws))
    if isApart {
      let members = draws.array(draws.indices, addingTo: &self.resources.innerVertices)
      draws = DrawList(members)
      isApart = !isOpaque(draws, over: region)
      if isApart { draws = [wholePicture(of: members, region: region)] }
    }
    let count = passes.passes.count
    if !isApart { finishClippedPictures(in: &draws) }
    let isFinished = passes.passes.count == count
    let (format, _) = PassPrecision.choose(
      for: draws, region: region, images: self.resources.images.images, passes: passes, isCut: true,
      isOpaque: isKnownOpaque && isFinished)
    if !isApart, SharedEdges.resolve(&draws, region: region, walk: walk, in: &self.resources) { hasSharedEdges = true }
    let resources = self.resources
    _ = passes.add(.draws(draws), region: region, format: format, clear: background)
    var plan = RenderPlan(
      canvas: canvas, region: region, passes: passes.passes,
      innerVertices: resources.innerVertices, clips: resources.clips.shapes, images: resources.images.images,
      diagnostics: [])
    plan.clipInteriors = resources.clips.interiors
    plan.gradients = resources.gradients.paints
    plan.gradientStops = resources.gradients.stops
    plan.particles = resources.particles.particles
    plan.particlePictures = resources.particles.pictures
    plan.colorMaps = resources.colorMaps
    plan.joinBlurs()
    return plan
  }

  // MARK: background

  /// Whether a draw of the canvas would show another picture over another background than one that is laid over it
  /// finished.
  private func seesBackdrop(_ draws: DrawList) -> Bool {
    for run in draws.runs where !run.isRecordedApart {
      // In place: going through the draws themselves copies each of them.
      let span = run.draws.span
      for index in span.indices where span[index].seesBackdrop { return true }
    }
    return false
  }

  /// Draws onto a clear pass of their own, so that the background is composited under the finished picture.
  private mutating func wholePicture(of draws: [DrawOperation], region: PixelRect) -> DrawOperation {
    let picture = addPass(draws, region: region, format: nil)
    return .composite(
      CompositeOperation(source: picture, pixelBounds: region, opacity: 1, clip: .none, node: -1))
  }

  // MARK: passes

  /// Takes the clips that all operations have in common off them, if any of these clips has antialiased edges.
  ///
  /// - Returns: The innermost of these clips, by which the picture of the operations is to be clipped; none if the
  ///   operations stay as they are.
  mutating func takeCommonClip(off draws: inout [DrawOperation]) -> ClipHandle {
    let clip = resources.clips.commonClip(of: draws.span, passes)
    guard clip.exists else { return .none }
    // A part of the canvas may show other operations, with other clips in common.
    hasSharedEdges = true
    resources.clips.take(clip, off: &draws)
    return clip
  }

  /// Makes operations a pass of just the pixels that they touch.
  mutating func addPass(_ members: [DrawOperation]) -> PassHandle {
    addPass(members, region: members.bounds, format: nil)
  }

  /// Makes operations a pass.
  ///
  /// - Parameters:
  ///   - region: The pixels it holds.
  ///   - format: How it keeps them; `nil` decides by the operations.
  /// - Returns: Its index.
  mutating func addPass(
    _ members: [DrawOperation], region: PixelRect, format: PassFormat?, clear: SIMD4<Float> = .zero
  ) -> PassHandle {
    var draws = DrawList(members)
    finishClippedPictures(in: &draws)
    let (chosen, rounding) =
      format.map { ($0, 0) }
      ?? PassPrecision.choose(for: draws, region: region, images: resources.images.images, passes: passes)
    if SharedEdges.resolve(&draws, region: region, in: &resources) { hasSharedEdges = true }
    return passes.add(.draws(draws), region: region, format: chosen, clear: clear, rounding: rounding)
  }

  /// Makes a step of a filter a pass.
  mutating func addPass(_ step: FilterStep, format: PassFormat) -> PassHandle {
    passes.add(.filters([step]), region: step.pixelBounds, format: format, clear: .zero)
  }

  /// Adds a link that nothing lies wholly inside of.
  mutating func addLink(_ link: ClipShape, parent: ClipHandle) -> ClipHandle {
    var link = link
    link.parent = parent
    return resources.clips.add(link)
  }
}

extension DrawOperation {
  /// Whether it combines with the colours behind it otherwise than by source-over.
  fileprivate var seesBackdrop: Bool {
    @inline(__always) get {
      switch self {
      case .composite(let composite): composite.blend != .normal
      case .particles(let run): run.isAdditive
      case .box, .shadow, .surface: false
      }
    }
  }
}

/// The finished passes of a plan with their draws.
struct PassTable {
  private(set) var passes: [RenderPass] = []
  /// The number of pixels of all passes.
  private(set) var pixels = 0
  /// The rounding in the pixels of each pass (``PassPrecision``).
  private var roundings: [UInt8] = []
  /// The keys of passes whose keys were computed.
  private var names: [PassHandle: PassKey] = [:]

  subscript(pass: PassHandle) -> RenderPass { passes[pass.index] }

  /// The rounding in the pixels of a pass, in coverages of an opaque colour; 0 for none.
  func rounding(of pass: PassHandle) -> UInt8 { pass.exists ? roundings[pass.index] : 0 }

  /// Adds a pass made of draws or filter steps.
  ///
  /// - Parameters:
  ///   - region: The pixels that the pass holds.
  ///   - format: The pixel format of the pass.
  ///   - clear: The colour of the pass before the first draw, premultiplied.
  ///   - rounding: The rounding in its pixels.
  /// - Returns: The handle of the pass.
  mutating func add(
    _ content: PassContent, region: PixelRect, format: PassFormat, clear: SIMD4<Float>, rounding: UInt8 = 0
  ) -> PassHandle {
    pixels += region.area
    roundings.append(rounding)
    passes.append(RenderPass(region: region, format: format, clear: clear, content: content))
    return PassHandle(passes.count - 1)
  }

  // MARK: keys

  /// Gives the pixels of a pass a key that does not depend on its index in the plan, so that renderers keep them.
  mutating func keep(_ pass: PassHandle, in resources: PlanResources) {
    for unnamed in unnamed(from: pass) {
      names[unnamed] = PassFingerprint.key(of: passes[unnamed.index], sources: names, in: resources)
    }
    passes[pass.index].key = names[pass]
  }

  /// A pass and all passes that it reads directly or indirectly, as far as they have no key yet, in ascending order.
  private func unnamed(from pass: PassHandle) -> [PassHandle] {
    var found: Set<PassHandle> = []
    var open = [pass]
    while let next = open.popLast() {
      guard names[next] == nil, found.insert(next).inserted else { continue }
      passes[next.index].forEachSource { open.append($0) }
    }
    return found.sorted { $0.number < $1.number }
  }
}
