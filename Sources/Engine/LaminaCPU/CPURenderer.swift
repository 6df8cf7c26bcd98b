// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry
public import LaminaGraphics
public import LaminaPlan
package import LaminaSystem

/// Runs plans in memory, on any number of threads: the reference for every other renderer.
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
  /// The number of threads that draw, including the calling one.
  ///
  /// - Range: `1...`; a smaller value counts as 1. With 1, everything runs on the calling thread.
  public var threads: Int {
    didSet { threads = max(1, threads) }
  }
  /// The statistics of the last plan.
  public private(set) var statistics = RenderStatistics()
  /// The pixels of the last picture that may differ from the picture before; `nil` where all may.
  package private(set) var damage: PixelRegion?
  /// The greatest number of pairs of tile and operation that are listed at once; plans with more are drawn in bands.
  /// Tests lower it.
  package var entriesPerBand = 1 << 22
  /// Whether a plan is compared with the one before it, and only the differing pixels are drawn again.
  ///
  /// The resulting pixels are the same, byte for byte. The renderer then keeps the last plan and picture; `false`
  /// releases them.
  ///
  /// - Default: `false`
  public var drawsChangesOnly = false {
    didSet { if !drawsChangesOnly { retained = nil } }
  }
  private var kept: KeptPasses<PassBuffer>
  /// The tables of shadows' corners.
  private let shadowCorners = ShadowCornerTables()
  /// The picture before, if only changes are drawn.
  private var retained: RetainedCanvas?

  /// The bytes of unchanged passes that are kept from frame to frame: shadows of subtrees and rasterized layers.
  public static let defaultPassBudget = 128 << 20

  /// Makes a renderer.
  ///
  /// - Parameter threads: The number of threads that draw; `nil` takes all processors that the process may use, by its
  ///   affinity mask and its control group's quota.
  public init(threads: Int? = nil) {
    self.threads = max(1, threads ?? ThreadCount.available)
    kept = KeptPasses(budget: Self.defaultPassBudget) { $0.bytes }
  }

  /// Makes a renderer with another budget for kept passes.
  package init(threads: Int? = nil, passBudget: Int) {
    self.threads = max(1, threads ?? ThreadCount.available)
    kept = KeptPasses(budget: passBudget) { $0.bytes }
  }

  /// Draws a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan to draw.
  ///   - strategy: Whether opaque interiors go first, front to back. Both give the same bytes.
  /// - Returns: The pixels of the plan's region.
  /// - Throws: ``CPURendererError`` when there is no memory for a target, or the region holds no pixel.
  public func render(
    _ plan: RenderPlan, strategy: RenderStrategy = .depth
  ) throws(CPURendererError) -> CGImage {
    try render(plan, strategy: strategy, meter: LimitMeter(RenderLimits()))
  }

  /// Draws a plan, with a meter that counts the picture's cost.
  package func render(
    _ plan: RenderPlan, strategy: RenderStrategy, meter: LimitMeter
  ) throws(CPURendererError) -> CGImage {
    statistics = RenderStatistics()
    damage = nil
    guard let canvas = plan.passes.last, !canvas.region.isEmpty else { throw .emptyRegion }
    let (width, height) = (canvas.region.width, canvas.region.height)
    guard max(width, height) <= Self.maximumSide else {
      throw .regionTooLarge(width: width, height: height, limit: Self.maximumSide)
    }

    var before = retained.take()
    let damage = before.flatMap { $0.damage(of: plan, strategy: strategy) }
    statistics.damagedPixels = damage?.area ?? canvas.region.area
    var opacity = damage.flatMap { _ in before?.opacity }
    var picture = damage.flatMap { _ in before?.image }
    // Only `picture` may own the memory if it is to be reused.
    before = nil
    let image: CGImage
    if let damage, damage.isEmpty, let picture {
      image = picture
    } else {
      var pixels = try canvasBytes(canvas.region.size, beginningWith: &picture)
      let tiles = opacity ?? TileOpacity(TileGrid(region: canvas.region))
      opacity = tiles
      let failure = pixels.withUnsafeMutableBytes { buffer -> CPURendererError? in
        guard let base = buffer.baseAddress else { return nil }
        let target = PixelTarget(base: base, layout: .bytes, region: canvas.region)
        do throws(CPURendererError) {
          try ForkJoin.whileBusy(with: threads) { () throws(CPURendererError) in
            try draw(plan, into: target, damage: damage, opacity: tiles, strategy: strategy, meter: meter)
          }
        } catch {
          return error
        }
        return nil
      }
      if let failure { throw failure }
      image = CGImage(width: width, height: height, premultipliedRGBA: pixels, isOpaque: tiles.isWhole)
    }
    if drawsChangesOnly, plan.isKeptForNext, let opacity {
      retained = RetainedCanvas(plan: plan, strategy: strategy, image: image, opacity: opacity)
    }
    self.damage = damage
    return image
  }

  /// The memory for a picture: with the pixels of the picture before, or with undefined pixels.
  ///
  /// - Parameter image: The picture before. If it has no other owner, its memory becomes the next picture.
  private func canvasBytes(
    _ size: PixelSize, beginningWith image: inout CGImage?
  ) throws(CPURendererError) -> [UInt8] {
    if let unshared = CGImage.takeBytes(of: &image) { return unshared }
    let bytes = 4 * size.area
    try Memory.require(bytes)
    return PixelMemory.array(count: bytes) { buffer in
      guard let image else { return }
      image.bytes.withUnsafeBytes { buffer.copyMemory(from: $0) }
    }
  }

  /// Draws all passes, the last one straight into the picture that is returned.
  ///
  /// - Parameters:
  ///   - damage: The pixels of the canvas that are drawn; `nil` for all.
  ///   - opacity: Records whether each drawn tile of the canvas is opaque.
  private func draw(
    _ plan: RenderPlan, into canvas: PixelTarget, damage: PixelRegion?, opacity: TileOpacity,
    strategy: RenderStrategy, meter: LimitMeter
  ) throws(CPURendererError) {
    let images = PreparedImages(plan.images)
    let clips = PreparedClips(plan)
    kept.beginFrame()
    defer { kept.endFrame() }
    let targets = PassTargets(plan, kept: &kept, canvas: canvas, damage: damage)
    let last = plan.passes.count - 1
    for (index, pass) in plan.passes.enumerated()
    where index == last || (targets.isDrawn(index) && !pass.region.isEmpty) {
      let target = index == last ? canvas : try targets.make(for: index, of: plan)
      let needed = targets.needed(of: index)
      // The canvas and passes kept in bytes are drawn, never filtered.
      if case .filters(let steps) = pass.content, index < last, target.layout != .bytes {
        count(steps.count)
        let runs = steps.compactMap { step in
          switch needed.map({ step.cut(to: $0.bounds) }) ?? step {
          case .blur(let blur)?:
            targets.source(blur.source, before: index).map { BlurRun(blur, source: $0, target: target) }
          case nil: nil
          }
        }
        BlurRun.draw(runs, threads: threads, meter: meter)
      } else {
        let prepared = PreparedPass(
          index, of: plan, images: images, clips: clips, shadowCorners: shadowCorners, threads: threads, needed: needed,
          meter: meter
        ) { targets.source($0, before: index) }
        if let limit = meter.verdict { throw .overLimit(limit) }
        count(needed == nil ? pass.count : prepared.drawnCount)
        TileRun.draw(
          prepared, into: target, selection: needed.map { TileSelection($0, of: TileGrid(region: pass.region)) },
          opacity: index == last ? opacity : nil, isDepthFirst: strategy == .depth, threads: threads,
          entriesPerBand: entriesPerBand, meter: meter)
      }
      if meter.isOutOfTime("drawing"), let limit = meter.verdict { throw .overLimit(limit) }
      targets.release(after: index, of: plan, kept: &kept)
    }
    statistics.offscreenBytes = targets.peakBytes
    statistics.keptPasses = kept.reused
  }

  /// The longest side of a picture.
  private static let maximumSide = 1 << 24

  private func count(_ operations: Int) {
    statistics.passes += 1
    statistics.drawCalls += operations
  }
}

/// A picture with the plan it was drawn from, so that the next picture can begin with it.
struct RetainedCanvas {
  let plan: RenderPlan
  let strategy: RenderStrategy
  let image: CGImage
  let opacity: TileOpacity

  /// The pixels of another plan's canvas that may differ; `nil` if the canvas has to be drawn completely.
  func damage(of plan: RenderPlan, strategy: RenderStrategy) -> PixelRegion? {
    strategy == self.strategy ? plan.damage(since: self.plan) : nil
  }
}
