import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

/// What running a plan comes to.
struct FrameResult {
  var image: CGImage
  var statistics: RenderStatistics
  /// Seconds that reading the pixels back took.
  var readBackTime: Double
  /// Seconds that drawing took by the device's own clock, where it has one.
  var deviceTime: Double?
}

/// Runs plans on one device. Confined to the device's thread.
final class FrameRunner {
  let device: Device
  /// The pictures that are kept in GPU memory.
  let pictures: PictureCache
  private let records: RecordTexture
  private let streams: FrameStreams
  private var programs: [ShaderCatalog: ShaderProgram] = [:]
  var targets = TargetPool()
  /// Frames whose pixels are on their way back, oldest first, and buffers for more of them.
  var returning: [ReturningFrame] = []
  var freeBuffers: [PixelBuffer] = []
  private var depth: DepthBuffer?
  /// The targets of passes that were run and will be read.
  private var live: [Int: RenderTarget] = [:]
  private var drawCalls = 0
  /// Copies of what is behind, one a format, as large as was needed.
  private var backdrops: [TextureFormat: Texture] = [:]
  private var shadowTables = ShadowTables()
  private let shadowTexture: ShadowTexture
  private let timer: FrameTimer?
  /// What is kept of frames for later ones.
  private var kept: KeptPasses<RenderTarget>

  init(_ device: Device, pictureBudget: Int, passBudget: Int) {
    self.device = device
    kept = KeptPasses(budget: passBudget) { $0.bytes }
    pictures = PictureCache(budget: pictureBudget, on: device)
    records = RecordTexture(on: device)
    shadowTexture = ShadowTexture(on: device)
    timer = FrameTimer(on: device)
    streams = FrameStreams(on: device)
  }

  /// Draws a plan and reads it back.
  func render(_ plan: RenderPlan, strategy: RenderStrategy, meter: LimitMeter) throws(GPUError) -> FrameResult {
    timer?.begin()
    var isTiming = true
    defer { if isTiming { timer?.end() } }
    return try draw(plan, strategy: strategy, meter: meter) { (target, statistics) throws(GPUError) in
      timer?.end()
      isTiming = false
      var result = try readBack(target, meter)
      result.statistics = statistics
      result.deviceTime = timer?.seconds()
      return result
    }
  }

  /// Draws a plan and hands its canvas over, in 8 bits or packed into planes; it is to be given back to `targets`.
  func draw<Value>(
    _ plan: RenderPlan, strategy: RenderStrategy, planes: PackedPlanes? = nil, meter: LimitMeter,
    take: (RenderTarget, RenderStatistics) throws(GPUError) -> Value
  ) throws(GPUError) -> Value {
    try check(plan)
    targets.beginFrame()
    drawCalls = 0
    kept.beginFrame()
    defer {
      live.removeAll()
      targets.endFrame()
      kept.endFrame()
      device.deleteRetired()
    }
    let uses = PassUses(plan) { pass in
      guard let key = plan.passes[pass].key, let target = kept.take(key) else { return false }
      live[pass] = target
      return true
    }
    let canvas = plan.passes.count - 1
    shadowTables.beginFrame()
    var builder = try prepare(plan, strategy)
    var passes: [PassDraws] = []
    for pass in plan.passes.indices where uses.isRun(pass) {
      try check(meter)
      passes.append(
        builder.build(pass, continuing: continued(by: pass, of: plan, uses)) { uses.hasPixels($0, of: plan) })
    }
    let isBytes = format(of: plan.passes[canvas], isCanvas: true) == .rgba8
    let conversion = isBytes ? nil : builder.conversion(of: canvas)
    let packing = planes.map { builder.packing(of: canvas, into: $0) }
    try streams.upload(builder.instances, frames: passes.map { FrameBlock(plan.passes[$0.pass]) })
    try records.bind(builder.records)
    shadowTables = builder.shadowTables
    try shadowTexture.bind(shadowTables)
    pictures.texture?.bind(unit: TextureUnit.atlas.index)

    for (slot, draws) in passes.enumerated() {
      streams.bindBlock(slot: slot)
      try run(draws, of: plan, canvas: canvas, meter)
      release(after: draws.pass, uses, of: plan)
    }
    var pixels = try convert(conversion, of: plan, canvas: canvas)
    if let planes, let packing { pixels = try pack(packing, into: planes.targetSize, of: plan, canvas: canvas) }
    var statistics = RenderStatistics()
    statistics.drawCalls = drawCalls
    statistics.passes = passes.count
    statistics.offscreenBytes = targets.peakBytes
    statistics.uploadedBytes = pictures.uploadedBytes
    statistics.keptPasses = kept.reused
    return try take(pixels, statistics)
  }

  /// A program of the catalogue, compiled at its first use.
  func program(_ entry: ShaderCatalog) throws(GPUError) -> ShaderProgram {
    if let program = programs[entry] { return program }
    let program = try ShaderProgram(entry.source, on: device)
    programs[entry] = program
    return program
  }

  // MARK: before the passes

  /// Stops where the picture costs too much.
  private func check(_ meter: LimitMeter) throws(GPUError) {
    if meter.isOutOfTime("drawing"), let limit = meter.verdict { throw .overLimit(limit) }
  }

  private func check(_ plan: RenderPlan) throws(GPUError) {
    guard let canvas = plan.passes.last, !canvas.region.isEmpty else { throw .emptyRegion }
    let limit = device.description.maximumTextureSide
    for pass in plan.passes where max(pass.region.width, pass.region.height) > limit {
      throw .textureTooLarge(width: pass.region.width, height: pass.region.height, limit: limit)
    }
  }

  /// Brings the pictures in that operations draw, and lists their levels and the gradients.
  private func prepare(
    _ plan: RenderPlan, _ strategy: RenderStrategy
  ) throws(GPUError) -> GPURenderer.FrameBuilder {
    var isDrawn = Array(repeating: false, count: plan.images.count)
    var needsLevels = isDrawn
    for pass in plan.passes {
      for operation in pass.draws {
        guard case .box(let box) = operation, isDrawn.indices.contains(box.image.index) else { continue }
        isDrawn[box.image.index] = true
        if box.placement.minification == .trilinear, AffineTexels(box) == nil { needsLevels[box.image.index] = true }
      }
    }
    for picture in plan.particlePictures where isDrawn.indices.contains(picture.image.index) {
      isDrawn[picture.image.index] = true
      if picture.level > 0 { needsLevels[picture.image.index] = true }
    }
    let wanted = isDrawn.indices.filter { isDrawn[$0] }
    let places = try pictures.prepare(
      wanted.map { PictureRequest(image: plan.images[$0], needsLevels: needsLevels[$0]) })
    var table = RecordTable(clips: plan.clips)
    var placed = [PlacedPicture?](repeating: nil, count: plan.images.count)
    for (index, levels) in zip(wanted, places) {
      let first = needsLevels[index] ? table.add(levels: levels) : 0
      placed[index] = PlacedPicture(levels: levels, firstLevel: first)
    }
    let gradients = plan.gradients.map { table.add($0, spans: plan.spans(of: $0)) }
    for (index, clip) in plan.clips.enumerated() where gradients.indices.contains(clip.gradient.index) {
      table.mask(ClipHandle(index), by: gradients[clip.gradient.index])
    }
    let firstColorMap = table.add(colors: plan.colorMatrices)
    guard table.texels.count <= RecordTable.mostShared else {
      throw .tooManyRecords(texels: table.texels.count, limit: RecordTable.mostShared)
    }
    var builder = GPURenderer.FrameBuilder(
      plan, strategy: strategy, pictures: placed, gradients: gradients, firstColorMap: firstColorMap,
      records: table, shadowTables: shadowTables, profile: device.profile)
    builder.blendsAdvanced = device.blendsAdvanced
    return builder
  }

  /// The pass into whose target a pass draws on, as nothing else needs its pixels any more.
  private func continued(by pass: Int, of plan: RenderPlan, _ uses: PassUses) -> Int? {
    guard let source = plan.continued(by: pass), uses.isRun(source), uses.lastUses[source] == pass else { return nil }
    let isCanvas = pass == plan.passes.count - 1
    return format(of: plan.passes[source], isCanvas: false) == format(of: plan.passes[pass], isCanvas: isCanvas)
      ? source : nil
  }

  /// How a pass keeps its pixels: as the plan asks, where the device can.
  private func format(of pass: RenderPass, isCanvas: Bool) -> TextureFormat {
    switch pass.format {
    case .rgba16Float where device.prefersFloat32 && (isCanvas || device.filtersFloat32): .rgba32Float
    case .rgba16Float where device.drawsFloat16: .rgba16Float
    case .alpha16Float where device.drawsFloat16: .alpha16Float
    case .rgba8, .rgba16Float, .alpha16Float: .rgba8
    }
  }

  // MARK: the passes

  private func run(
    _ draws: PassDraws, of plan: RenderPlan, canvas: Int, _ meter: LimitMeter
  ) throws(GPUError) {
    let pass = plan.passes[draws.pass]
    let label = draws.pass == canvas ? "canvas" : "pass \(draws.pass)"
    device.beginGroup(label)
    defer { device.endGroup() }
    let isCanvas = draws.pass == canvas
    let target: RenderTarget
    if let source = draws.continued, let drawn = live.removeValue(forKey: source) {
      target = drawn
    } else {
      target = try targets.take(
        label, format: format(of: pass, isCanvas: isCanvas), width: pass.region.width, height: pass.region.height,
        isCounted: !isCanvas, on: device)
    }
    live[draws.pass] = target
    target.begin(clear: draws.clear, depth: draws.usesDepth ? try depthBuffer(for: target) : nil)
    for batch in draws.batches {
      try check(meter)
      try draw(batch, into: target, region: pass.region)
    }
    if draws.usesDepth, device.profile.discardsDepth { target.discardDepth() }
  }

  /// - Parameter region: The pixels of the canvas that the target covers.
  private func draw(_ batch: DrawBatch, into target: RenderTarget, region: PixelRect) throws(GPUError) {
    for (pass, unit) in [(batch.source, TextureUnit.source), (batch.mask, .mask)] {
      guard let pass else { continue }
      guard let read = live[pass] else { preconditionFailure("pass \(pass) is read and was not run") }
      read.texture.bind(unit: unit.index)
    }
    if let bounds = batch.backdrop {
      let copy = try backdrop(of: bounds.size, format: target.texture.format)
      copy.copy(
        x: Int(bounds.minX - region.minX), y: Int(bounds.minY - region.minY), width: bounds.width,
        height: bounds.height)
      copy.bind(unit: TextureUnit.backdrop.index)
    }
    assert(device.profile.uses(batch.program), "\(batch.program) is not for \(device.profile.name)")
    if case .advanced = batch.state { device.waitForBlending() }
    try program(batch.program).use()
    device.set(batch.state)
    streams.draw(batch.instances)
    drawCalls += 1
  }

  /// A texture for a copy of what is behind, at least of that size.
  private func backdrop(of size: PixelSize, format: TextureFormat) throws(GPUError) -> Texture {
    if let known = backdrops[format], known.width >= size.width, known.height >= size.height { return known }
    let old = backdrops[format]
    let made = try Texture(
      "backdrop", format: format, width: max(size.width, old?.width ?? 0), height: max(size.height, old?.height ?? 0),
      on: device)
    backdrops[format] = made
    return made
  }

  /// The depth buffer that all targets share, made larger where it must be.
  private func depthBuffer(for target: RenderTarget) throws(GPUError) -> DepthBuffer {
    if let depth, depth.width >= target.width, depth.height >= target.height { return depth }
    let made = try DepthBuffer(
      width: max(target.width, depth?.width ?? 0), height: max(target.height, depth?.height ?? 0), on: device)
    depth = made
    return made
  }

  /// Gives targets back that no later pass reads.
  private func release(after pass: Int, _ uses: PassUses, of plan: RenderPlan) {
    for (index, target) in live where uses.lastUses[index] == pass {
      live[index] = nil
      if let key = plan.passes[index].key, kept.keep(target, as: key) === target { continue }
      targets.giveBack(target, isCounted: true)
    }
  }

  // MARK: after the passes

  /// The canvas in 8 bits: itself, or drawn once more.
  private func convert(_ conversion: DrawBatch?, of plan: RenderPlan, canvas: Int) throws(GPUError) -> RenderTarget {
    guard let target = live[canvas] else { preconditionFailure("the canvas was not run") }
    guard let conversion else { return target }
    let result = try targets.take(
      "canvas in 8 bits", format: .rgba8, width: target.width, height: target.height, isCounted: false, on: device)
    result.begin(clear: .zero, depth: nil)
    try draw(conversion, into: result, region: plan.passes[canvas].region)
    targets.giveBack(target, isCounted: false)
    live[canvas] = result
    return result
  }

  /// The canvas as planes, drawn by one more batch.
  private func pack(_ batch: DrawBatch, into size: PixelSize, of plan: RenderPlan, canvas: Int)
    throws(GPUError) -> RenderTarget
  {
    let result = try targets.take(
      "planes", format: .rgba8, width: size.width, height: size.height, isCounted: false, on: device)
    result.begin(clear: .zero, depth: nil)
    try draw(batch, into: result, region: plan.passes[canvas].region)
    if let target = live[canvas] { targets.giveBack(target, isCounted: false) }
    return result
  }

  /// Waits for the pixels and takes them.
  private func readBack(_ target: RenderTarget, _ meter: LimitMeter) throws(GPUError) -> FrameResult {
    try device.finish(meter, "waiting for a frame of \(target.width) x \(target.height) pixels")
    let start = ContinuousClock.now
    let image = try image(of: target, meter)
    let passed = ContinuousClock.now - start
    try device.check("a frame of \(target.width) x \(target.height) pixels")
    try device.checkReset("a frame of \(target.width) x \(target.height) pixels")
    targets.giveBack(target, isCounted: false)
    return FrameResult(
      image: image, statistics: RenderStatistics(), readBackTime: passed.seconds)
  }
}
