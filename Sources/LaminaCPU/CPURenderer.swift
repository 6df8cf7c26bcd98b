import LaminaGeometry
public import LaminaGraphics
public import LaminaPlan

/// Runs plans in memory, on as many threads as wanted: the reference for every other renderer.
///
/// Pixels are measured with the formulas of the shaders, function by function, in 32-bit floats, and rounded to
/// 8 bits once a pass; only additions, multiplications, divisions and square roots are used, so a plan gives the
/// same bytes on every machine and with any number of threads.
///
///     let renderer = CPURenderer()
///     let picture = try renderer.render(plan)
///
/// A renderer is used by one thread at a time; use one each to render on several.
public final class CPURenderer {
  /// How many threads draw, the calling one included.
  ///
  /// - Range: `1...`; a smaller value counts as 1. With 1, everything runs on the calling thread.
  public var threads: Int {
    get { pool.threads }
    set { if max(1, newValue) != pool.threads { pool = WorkerPool(threads: newValue) } }
  }
  /// What was done for the last plan.
  public private(set) var statistics = RenderStatistics()
  /// How many pairs of tile and operation are listed at once; plans with more are drawn in bands. Tests lower it.
  package var entriesPerBand = 1 << 22
  private var pool: WorkerPool
  private var kept: KeptPasses<PixelBuffer>

  /// Bytes of passes that are kept from frame to frame where nothing in them changes: shadows of subtrees and
  /// rasterized layers.
  public static let defaultPassBudget = 128 << 20
  /// The bytes that such passes take now.
  package var keptPassBytes: Int { kept.bytes }

  /// Makes a renderer.
  ///
  /// - Parameter threads: How many threads draw; `nil` takes all processors that the process may use, by its
  ///   affinity mask and its control group's quota.
  public init(threads: Int? = nil) {
    pool = WorkerPool(threads: threads ?? ThreadCount.available)
    kept = KeptPasses(budget: Self.defaultPassBudget) { $0.bytes }
  }

  /// The same with another budget for passes that are kept.
  package init(threads: Int? = nil, passBudget: Int) {
    pool = WorkerPool(threads: threads ?? ThreadCount.available)
    kept = KeptPasses(budget: passBudget) { $0.bytes }
  }

  /// Draws a plan.
  ///
  /// - Parameters:
  ///   - plan: What to draw.
  ///   - strategy: Whether opaque interiors go first, front to back. Both give the same bytes.
  /// - Returns: The pixels of the plan's region.
  /// - Throws: ``CPURendererError`` when there is no memory for a target, or the region holds no pixel.
  public func render(
    _ plan: RenderPlan, strategy: RenderStrategy = .depth
  ) throws(CPURendererError) -> CGImage {
    try render(plan, strategy: strategy, meter: LimitMeter(RenderLimits()))
  }

  /// The same, with what counts the picture's cost.
  package func render(
    _ plan: RenderPlan, strategy: RenderStrategy, meter: LimitMeter
  ) throws(CPURendererError) -> CGImage {
    statistics = RenderStatistics()
    guard let canvas = plan.passes.last, !canvas.region.isEmpty else { throw .emptyRegion }
    let (width, height) = (canvas.region.width, canvas.region.height)
    guard max(width, height) <= Self.maximumSide else {
      throw .regionTooLarge(width: width, height: height, limit: Self.maximumSide)
    }

    let bytes = 4 * canvas.region.size.area
    try Memory.require(bytes)
    var (isOpaque, failure) = (false, CPURendererError?.none)
    let pixels = PixelMemory.array(count: bytes) { buffer in
      guard let base = buffer.baseAddress else { return }
      let target = PixelTarget(base: base, layout: .bytes, region: canvas.region)
      do throws(CPURendererError) {
        isOpaque = try draw(plan, into: target, strategy: strategy, meter: meter)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels, isOpaque: isOpaque)
  }

  /// Draws all passes, the last one straight into the picture that is returned.
  ///
  /// - Returns: Whether all of it is opaque.
  private func draw(
    _ plan: RenderPlan, into canvas: PixelTarget, strategy: RenderStrategy, meter: LimitMeter
  ) throws(CPURendererError) -> Bool {
    let images = PreparedImages(plan.images)
    let clips = PreparedClips(plan)
    kept.beginFrame()
    defer { kept.endFrame() }
    let targets = PassTargets(plan, kept: &kept, canvas: canvas)
    let last = plan.passes.count - 1
    var isOpaque = false
    for (index, pass) in plan.passes.enumerated()
    where index == last || (targets.isDrawn(index) && !pass.region.isEmpty) {
      let target = index == last ? canvas : try targets.make(for: index, of: plan)
      count(pass)
      // The canvas and what is kept in bytes are drawn, never filtered.
      if case .filters(let steps) = pass.content, index < last, target.layout != .bytes {
        let runs = steps.compactMap { step in
          switch step {
          case .blur(let blur):
            targets.source(blur.source, before: index).map { BlurRun(blur, source: $0, target: target) }
          }
        }
        BlurRun.draw(runs, with: pool, meter: meter)
      } else {
        let prepared = PreparedPass(pass, of: plan, images: images, clips: clips, pool: pool, meter: meter) {
          targets.source($0, before: index)
        }
        if let limit = meter.verdict { throw .overLimit(limit) }
        isOpaque = TileRun.draw(
          prepared, into: target, isDepthFirst: strategy == .depth, pool: pool, entriesPerBand: entriesPerBand,
          meter: meter)
      }
      if meter.isOutOfTime("drawing"), let limit = meter.verdict { throw .overLimit(limit) }
      targets.release(after: index, of: plan, kept: &kept)
    }
    statistics.offscreenBytes = targets.peakBytes
    statistics.keptPasses = kept.reused
    return isOpaque
  }

  /// The longest side of a picture.
  private static let maximumSide = 1 << 24

  private func count(_ pass: RenderPass) {
    statistics.passes += 1
    statistics.drawCalls += pass.count
  }
}
