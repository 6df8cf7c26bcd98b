// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders
import LaminaSystem

/// The result of running a plan.
struct FrameResult {
  var image: CGImage
  var statistics: RenderStatistics
  /// The seconds of reading the pixels back.
  var readBackTime: Double
  /// The seconds of drawing by the device's own clock, if it has one.
  var deviceTime: Double?
}

/// Runs plans on one device. Confined to the device's thread.
final class FrameRunner {
  let device: Device
  /// The pictures that are kept in GPU memory.
  let pictures: DevicePictures
  let records: RecordRing
  private let streams: FrameStreams
  /// The compiled programs, by their numbers.
  private var programs: [ShaderProgram?] = Array(repeating: nil, count: ShaderCatalog.allCases.count)
  private var computePrograms: [ComputeCatalog: ShaderProgram] = [:]
  var targets = TargetPool()
  /// The frames that are being read back.
  let returns: FrameReturns
  private var depth: DepthBuffer?
  /// For each pass, its target, if the pass was run and will be read.
  private var live: [RenderTarget?] = []
  private var drawCalls = 0
  /// Copies of the backdrop, one for each format, of the largest size needed so far.
  private var backdrops: [TextureFormat: Texture] = [:]
  private var shadowTables: ShadowTables
  /// The lists of the last builder.
  private var lists = FrameLists()
  /// The greatest number of threads that build the draws of a pass.
  private let threads: Int
  private let shadowTexture: ShadowTexture
  /// The bins of the run that is drawn in tiles, made when a run needs them.
  var bins: Texture?
  private let timer: FrameTimer?
  /// A fence behind the draws of the current frame, once there is one.
  var drawn: Fence?
  /// The number of calls at the last count.
  private var countedCalls = 0
  /// The fragments whose records stay on the device.
  private let keptPieces: KeptPieces
  /// The bytes of records that the last frame wrote.
  private(set) var writtenRecordBytes = 0
  /// The passes that are kept for later frames.
  private var kept: KeptPasses<KeptTarget>
  /// Whether a plan is compared with the one before it, and only the differing pixels are drawn again.
  var drawsChangesOnly = false {
    didSet {
      if !drawsChangesOnly { retained = nil }
      returns.keepsLast = drawsChangesOnly
    }
  }
  /// Whether compute shaders store counts of evaluations in place of the colours of a canvas.
  var countsEvaluations = false
  /// The seconds of compiling programs since the device was opened.
  private(set) var compileTime = 0.0
  /// The frame before, if only changes are drawn.
  var retained: RetainedTarget?

  init(_ device: Device, pictureBudget: Int, passBudget: Int, threads: Int = 1) {
    (self.device, self.threads) = (device, threads)
    shadowTables = ShadowTables(textureSide: device.description.maximumTextureSide)
    returns = FrameReturns(on: device)
    kept = KeptPasses(budget: passBudget) { $0.target.memory }
    pictures = DevicePictures(budget: pictureBudget, on: device)
    records = RecordRing(on: device)
    keptPieces = KeptPieces(limit: 16 * records.limit)
    shadowTexture = ShadowTexture(on: device)
    timer = FrameTimer(on: device)
    streams = FrameStreams(on: device)
  }

  /// Draws a plan and reads it back.
  func render(_ plan: RenderPlan, strategy: RenderStrategy, meter: LimitMeter) throws(GPUError) -> FrameResult {
    timer?.begin()
    var isTiming = true
    defer { if isTiming { timer?.end() } }
    return try draw(plan, strategy: strategy, meter: meter) { (canvas) throws(GPUError) in
      timer?.end()
      isTiming = false
      var result = try readBack(canvas, meter)
      result.deviceTime = timer?.seconds()
      result.statistics.glCalls = takeCalls()
      if !countsEvaluations { retained?.image = result.image }
      return result
    }
  }

  /// The number of calls of OpenGL ES since the last count.
  func takeCalls() -> Int {
    defer { countedCalls = device.gl.calls.count }
    return device.gl.calls.count - countedCalls
  }

  /// Draws a plan and passes its canvas on, in 8 bits or packed into planes. The canvas may be read until the next
  /// frame begins.
  func draw<Value>(
    _ plan: RenderPlan, strategy: RenderStrategy, planes: PackedPlanes? = nil, meter: LimitMeter,
    take: (DrawnCanvas) throws(GPUError) -> Value
  ) throws(GPUError) -> Value {
    try check(plan)
    targets.beginFrame()
    drawCalls = 0
    kept.beginFrame()
    defer {
      live.removeAll()
      records.end(drawn.take())
      device.state.set(scissor: nil)
      targets.endFrame()
      kept.endFrame()
      targets.takeBack()
      device.deleteRetired()
    }
    // A failed frame leaves no targets that the next one could begin with.
    var before = countsEvaluations ? nil : retained.take()
    let computed = ComputedPasses(plan, on: device.profile)
    let damage = before.flatMap { $0.damage(of: plan, strategy: strategy, computed: computed) }
    let region = plan.passes.last?.region ?? .empty
    let changed = damage?.mapped { $0.moved(from: region) }
    // The picture may have no other owner if its memory is to be reused.
    let picture = PictureBefore(before?.image.take(), damage: changed)
    let packing = planes.map { PlanePacking($0, over: before?.packed, changed: changed) }
    let beginning = damage.flatMap { damage in plan.drawsLess(for: damage) ? before.map { ($0, damage) } : nil }
    if let before { giveBack(before, withCanvas: beginning == nil, withPlanes: packing?.before == nil) }
    let difference = before?.difference(to: packing, changed: changed, size: region.size)
    let drawn = try drawCanvas(
      of: plan, strategy, computed, beginning, packing, returns.parts(of: difference), meter)
    let frame = RetainedTarget(
      plan: plan, strategy: strategy, computed: computed, canvas: drawn.canvas, bytes: drawn.bytes,
      packed: drawn.packed)
    // Counts are no pixels to begin with.
    let isRetained = drawsChangesOnly && plan.isKeptForNext && !countsEvaluations
    if isRetained { retained = frame }
    let canvas = DrawnCanvas(
      target: drawn.packed?.target ?? drawn.bytes, store: storing(drawn.stored, of: drawn.bytes), before: picture,
      difference: difference, statistics: drawn.statistics)
    let value: Value
    do throws(GPUError) {
      value = try take(canvas)
    } catch {
      if isRetained { retained = nil }
      throw error
    }
    if !isRetained { giveBack(frame, withCanvas: true, withPlanes: true) }
    return value
  }

  /// Gives back the targets of a frame that no later frame begins with. The targets of a failed frame are released
  /// instead.
  ///
  /// - Parameters:
  ///   - withCanvas: Whether the canvas is given back.
  ///   - withPlanes: Whether the planes are given back.
  private func giveBack(_ frame: RetainedTarget, withCanvas: Bool, withPlanes: Bool) {
    if withCanvas {
      targets.giveBack(frame.canvas, isCounted: false)
      if frame.bytes !== frame.canvas { targets.giveBack(frame.bytes, isCounted: false) }
    }
    if withPlanes, let packed = frame.packed?.target { targets.giveBack(packed, isCounted: false) }
  }

  /// The targets that a frame ends in.
  private struct DrawnTargets {
    var canvas: RenderTarget
    /// The canvas in 8 bits.
    var bytes: RenderTarget
    /// The canvas as planes, if these are requested.
    var packed: PackedCanvas?
    /// The dispatches that store the planes where they are read; `nil` if they are in a target, or not requested.
    var stored: [PlanesDispatch]?
    var statistics: RenderStatistics
  }

  /// - Parameters:
  ///   - before: The frame to begin with, and its pixels that differ.
  ///   - parts: The parts of the planes that are read; `nil` for all.
  private func drawCanvas(
    of plan: RenderPlan, _ strategy: RenderStrategy, _ computed: ComputedPasses,
    _ before: (frame: RetainedTarget, damage: PixelRegion)?, _ packing: PlanePacking?, _ parts: PixelRegion?,
    _ meter: LimitMeter
  ) throws(GPUError) -> DrawnTargets {
    live = Array(repeating: nil, count: plan.passes.count)
    let uses = PassUses(plan) { pass in
      guard let key = plan.passes[pass].key, let target = kept.take(key)?.target else { return false }
      live[pass] = target
      return true
    }
    let canvas = plan.passes.count - 1
    let needs = before.map { before in plan.needs(of: before.damage, drawn: \.scissored, isReady: { live[$0] != nil }) }
    func isRun(_ pass: Int) -> Bool { uses.isRun(pass) && !(needs?[pass].isEmpty ?? false) }
    shadowTables.beginFrame()
    let chosen = needs.map(plan.draws(touching:))
    var builder = try prepare(plan, strategy, computed, chosen, meter)
    var passes: [PassDraws] = []
    for pass in plan.passes.indices where isRun(pass) {
      try check(meter)
      // The kept pixels of the canvas stay in its target.
      let continued = before != nil && pass == canvas ? nil : continued(by: pass, of: plan, uses, computed)
      builder.tileFormats = tileFormats(of: plan.passes[pass], isCanvas: pass == canvas)
      passes.append(
        builder.build(pass, continuing: continued, needed: needs?[pass], chosen: chosen?[pass], meter: meter) {
          uses.hasPixels($0, of: plan) && (isRun($0) || live[$0] != nil)
        })
    }
    try check(meter)
    let isBytes = passes.last?.tiles != nil || format(of: plan.passes[canvas], isCanvas: true) == .rgba8
    let conversion = isBytes || passes.isEmpty ? nil : builder.conversion(of: canvas)
    let stored = packing.flatMap { stores($0.planes) ? builder.storing($0.planes, in: parts) : nil }
    let planes: DrawBatch? = packing.flatMap {
      stored != nil || $0.parts?.isEmpty == true ? nil : builder.packing(of: canvas, into: $0.planes)
    }
    try streams.upload(builder.lists.instances, frames: passes.map { FrameBlock(plan.passes[$0.pass]) })
    writtenRecordBytes = try records.send(builder.records.memory, keeping: keptPieces.hasRoom ? keptPieces : nil)
    if builder.keptPieces != nil { keptPieces.endFrame() }
    (shadowTables, lists) = (builder.shadowTables, builder.lists.take())
    try shadowTexture.bind(shadowTables)
    pictures.texture?.bind(unit: TextureUnit.atlas.index)

    if let before { live[canvas] = before.frame.canvas }
    for (slot, draws) in passes.enumerated() {
      streams.bindBlock(slot: slot)
      try run(draws, of: plan, canvas: canvas, needed: needs?[draws.pass], meter)
      release(after: draws.pass, uses, of: plan, needs: needs)
    }
    guard let target = live[canvas] else { preconditionFailure("the canvas was not run") }
    let bytes = try convert(conversion, target, of: plan, into: before.map { ($0.frame.bytes, $0.damage.scissored) })
    live[canvas] = bytes
    var packed: PackedCanvas?
    if let packing { packed = try pack(planes, packing, isStored: stored != nil, of: plan) }
    var statistics = statistics(passes: passes.count)
    statistics.drawCalls += stored?.count ?? 0
    statistics.damagedPixels = before?.damage.area ?? plan.passes[canvas].region.area
    return DrawnTargets(canvas: target, bytes: bytes, packed: packed, stored: stored, statistics: statistics)
  }

  /// The statistics of a frame of some passes, without the pixels that were drawn.
  private func statistics(passes: Int) -> RenderStatistics {
    var statistics = RenderStatistics()
    (statistics.drawCalls, statistics.passes, statistics.keptPasses) = (drawCalls, passes, kept.reused)
    (statistics.offscreenBytes, statistics.uploadedBytes) = (targets.peakBytes, pictures.uploadedBytes)
    (statistics.uploadedPictures, statistics.residentPictures) = (pictures.uploadedPictures, pictures.residentPictures)
    return statistics
  }

  /// A program of the catalogue, compiled at its first use.
  func program(_ entry: ShaderCatalog) throws(GPUError) -> ShaderProgram {
    if let program = programs[entry.number] { return program }
    return try measured { () throws(GPUError) in
      let program = try ShaderProgram(entry.source, on: device)
      programs[entry.number] = program
      return program
    }
  }

  /// A compute shader of the catalogue, compiled at its first use.
  func program(_ entry: ComputeCatalog) throws(GPUError) -> ShaderProgram {
    if let program = computePrograms[entry] { return program }
    return try measured { () throws(GPUError) in
      let program = try ShaderProgram(entry, on: device)
      computePrograms[entry] = program
      return program
    }
  }

  /// Adds the time of compiling a program.
  private func measured(_ compile: () throws(GPUError) -> ShaderProgram) throws(GPUError) -> ShaderProgram {
    let start = ContinuousClock.now
    defer { compileTime += (ContinuousClock.now - start).seconds }
    return try compile()
  }

  // MARK: before the passes

  /// Throws if the picture exceeds its limits.
  func check(_ meter: LimitMeter) throws(GPUError) {
    if meter.isOutOfTime("drawing"), let limit = meter.verdict { throw .overLimit(limit) }
  }

  private func check(_ plan: RenderPlan) throws(GPUError) {
    guard let canvas = plan.passes.last, !canvas.region.isEmpty else { throw .emptyRegion }
    let limit = device.description.maximumTextureSide
    for pass in plan.passes where max(pass.region.width, pass.region.height) > limit {
      throw .textureTooLarge(width: pass.region.width, height: pass.region.height, limit: limit)
    }
  }

  /// Uploads the pictures that operations draw, and records their levels and the gradients.
  ///
  /// - Parameter chosen: For each pass, the operations that are drawn; `nil` for all.
  private func prepare(
    _ plan: RenderPlan, _ strategy: RenderStrategy, _ computed: ComputedPasses, _ chosen: [[Int32]]?,
    _ meter: LimitMeter
  ) throws(GPUError) -> GPURenderer.FrameBuilder {
    try pictures.prepare(plan.images, plan.pictureUses(of: chosen))
    var table = RecordTable(clips: plan.clips, in: try records.begin(meter))
    pictures.placed.recordLevels(in: &table)
    let gradients = plan.gradients.map { table.add($0, spans: plan.spans(of: $0)) }
    for (index, clip) in plan.clips.enumerated() where gradients.indices.contains(clip.gradient.index) {
      table.mask(ClipHandle(index), by: gradients[clip.gradient.index])
    }
    let firstColorMap = table.add(plan.colorMaps)
    guard table.count <= RecordTable.mostShared else {
      throw .tooManyRecords(texels: table.count, limit: RecordTable.mostShared)
    }
    let inputs = KeptPieces.Inputs(
      strategy: strategy, pictures: pictures.placed, gradients: gradients, shadows: shadowTables.generation)
    let isWhole = drawsChangesOnly && chosen == nil
    let usesKept = keptPieces.begin(plan, isWhole: isWhole, inputs, shared: table.memory.count)
    if keptPieces.hasRoom { table.leave(upTo: keptPieces.area.upperBound) }
    var profile = device.profile
    // Counts are the ones of hardware, whichever device counts.
    if countsEvaluations { profile.tileLimits = TileLimits() }
    var builder = GPURenderer.FrameBuilder(
      plan, strategy: strategy, computed: computed, pictures: pictures.placed, gradients: gradients,
      firstColorMap: firstColorMap, records: table, shadowTables: shadowTables, lists: lists.take(),
      profile: profile)
    (builder.blendsAdvanced, builder.computesBlurs) = (device.blendsAdvanced, device.computesBlurs)
    if usesKept { builder.keptPieces = keptPieces }
    builder.threads = threads
    return builder
  }

  /// The pass whose target a pass continues, since no other pass needs its pixels any more.
  private func continued(
    by pass: Int, of plan: RenderPlan, _ uses: PassUses, _ computed: ComputedPasses
  ) -> Int? {
    guard let source = plan.continued(by: pass), uses.isRun(source), uses.lastUses[source] == pass else { return nil }
    let isCanvas = pass == plan.passes.count - 1
    // Tiles write every pixel of a target, and read none.
    guard !computed[pass] else { return nil }
    return format(of: plan.passes[source], isCanvas: false) == format(of: plan.passes[pass], isCanvas: isCanvas)
      ? source : nil
  }

  /// The format in which a pass keeps its pixels: the format of the plan, if the device supports it.
  func format(of pass: RenderPass, isCanvas: Bool) -> TextureFormat {
    switch pass.format {
    case .alpha16Float where device.computesBlurs && !pass.content.steps.isEmpty: device.storedAlpha
    case .rgba16Float where device.prefersFloat32 && (isCanvas || device.filtersFloat32): .rgba32Float
    case .rgba16Float where device.drawsFloat16: .rgba16Float
    case .alpha16Float where device.drawsFloat16: .alpha16Float
    case .rgba8, .rgba16Float, .alpha16Float: .rgba8
    }
  }

  // MARK: the passes

  /// - Parameter needed: The pixels of the pass that are drawn; `nil` for all.
  private func run(
    _ draws: PassDraws, of plan: RenderPlan, canvas: Int, needed: PixelRegion?, _ meter: LimitMeter
  ) throws(GPUError) {
    let pass = plan.passes[draws.pass]
    // Made for debuggers and errors alone.
    func label() -> String { draws.pass == canvas ? "canvas" : "pass \(draws.pass)" }
    device.beginGroup(label())
    defer { device.endGroup() }
    let isCanvas = draws.pass == canvas
    let target: RenderTarget
    if let source = draws.continued, let drawn = live[source].take() {
      target = drawn
    } else if isCanvas, needed != nil, let before = live[canvas] {
      target = before
    } else {
      target = try targets.take(
        label(), format: draws.tiles == nil ? format(of: pass, isCanvas: isCanvas) : stored(pass, isCanvas: isCanvas),
        width: pass.region.width, height: pass.region.height,
        isCounted: !isCanvas, withDepth: draws.usesDepth, on: device)
    }
    live[draws.pass] = target
    if let tiles = draws.tiles {
      drawCalls += try run(tiles, of: pass, into: target, isCanvas: isCanvas, meter)
      return
    }
    if let blurs = draws.blurs {
      for scissor in PixelRegion.scissors(needed, of: pass.region) where draws.clear != nil {
        target.begin(clear: draws.clear, depth: nil, scissor: scissor)
      }
      drawCalls += try run(blurs, from: read, into: target, meter)
      return
    }
    let depth = draws.usesDepth ? try depthBuffer(for: target) : nil
    let scissors = PixelRegion.scissors(needed, of: pass.region)
    for scissor in scissors { target.begin(clear: draws.clear, depth: depth, scissor: scissor) }
    for (index, batch) in draws.batches.enumerated() {
      // A call is short beside the work of the device.
      if index & 7 == 0 { try check(meter) }
      // One part after the other by each draw, so that its program and state are set once.
      for scissor in scissors {
        target.limit(to: scissor)
        try draw(batch, into: target, region: pass.region)
      }
    }
    if draws.usesDepth, device.profile.discardsDepth { target.discardDepth() }
  }

  /// - Parameter region: The pixels of the canvas that the target covers.
  func draw(_ batch: DrawBatch, into target: RenderTarget, region: PixelRect) throws(GPUError) {
    if let source = batch.source { read(source).texture.bind(unit: TextureUnit.source.index) }
    if let mask = batch.mask { read(mask).texture.bind(unit: TextureUnit.mask.index) }
    if let bounds = batch.backdrop {
      let copy = try backdrop(of: bounds.size, format: target.texture.format)
      copy.copy(
        x: Int(bounds.minX - region.minX), y: Int(bounds.minY - region.minY), width: bounds.width,
        height: bounds.height)
      copy.bind(unit: TextureUnit.backdrop.index)
    }
    if case .advanced = batch.state { device.waitForBlending() }
    try program(batch.program).use()
    device.set(batch.state, hasDepth: target.hasDepth)
    streams.draw(batch.instances)
    drawCalls += 1
  }

  /// The target of a pass that is read.
  func read(_ pass: Int) -> RenderTarget {
    guard let read = live[pass] else { preconditionFailure("pass \(pass) is read and was not run") }
    return read
  }

  /// A texture for a copy of the backdrop, at least of the given size.
  private func backdrop(of size: PixelSize, format: TextureFormat) throws(GPUError) -> Texture {
    if let known = backdrops[format], known.width >= size.width, known.height >= size.height { return known }
    let old = backdrops[format]
    let made = try Texture(
      "backdrop", format: format, width: max(size.width, old?.width ?? 0), height: max(size.height, old?.height ?? 0),
      on: device)
    backdrops[format] = made
    return made
  }

  /// The depth buffer that all targets share, enlarged if necessary.
  private func depthBuffer(for target: RenderTarget) throws(GPUError) -> DepthBuffer {
    let (width, height) = (target.texture.width, target.texture.height)
    if let depth, depth.width >= width, depth.height >= height { return depth }
    let made = try DepthBuffer(
      width: max(width, depth?.width ?? 0), height: max(height, depth?.height ?? 0), on: device)
    depth = made
    return made
  }

  /// Gives targets back that no later pass reads.
  ///
  /// - Parameter needs: The drawn pixels of each pass; `nil` where all passes were drawn whole. Partly drawn passes are
  ///   not kept.
  private func release(after pass: Int, _ uses: PassUses, of plan: RenderPlan, needs: [PixelRegion]?) {
    for index in uses.lastUses.indices where uses.lastUses[index] == pass {
      guard let target = live[index].take() else { continue }
      // A pass that was not run was kept already.
      let isWhole = !uses.isRun(index) || needs?[index].holds(plan.passes[index].region) ?? true
      if isWhole, let key = plan.passes[index].key,
        let pixels = kept.keep(targets.keeping(target), as: key), pixels.target === target
      {
        pixels.noteKept()
        continue
      }
      targets.giveBack(target, isCounted: true)
    }
  }

  // MARK: after the passes

  /// The canvas in 8 bits: the target itself, or a converted copy.
  ///
  /// - Parameter before: The converted target of the frame before, and its pixels that differ.
  private func convert(
    _ conversion: DrawBatch?, _ target: RenderTarget, of plan: RenderPlan, into before: (RenderTarget, PixelRegion)?
  ) throws(GPUError) -> RenderTarget {
    guard let conversion, let region = plan.passes.last?.region else { return before?.0 ?? target }
    let result: RenderTarget
    if let before {
      result = before.0
    } else {
      result = try targets.take(
        "canvas in 8 bits", format: .rgba8, width: target.width, height: target.height, isCounted: false, on: device)
    }
    for scissor in PixelRegion.scissors(before?.1, of: region) {
      result.begin(clear: .zero, depth: nil, scissor: scissor)
      try draw(conversion, into: result, region: region)
    }
    return result
  }
}
