// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Tree in, picture out: snapshot, plan, then one of the two renderers, whole or in tiles.

public import Foundation
internal import Logging
internal import LaminaCPU
public import LaminaGPU
internal import LaminaGeometry
internal import LaminaGraphics
public import LaminaLayers
internal import LaminaPlan
public import LaminaScene

/// Draws layer trees to pictures, on a GPU or on the CPU.
///
/// Make one and use it for many pictures: it keeps its threads or its graphics context, compiled shaders and
/// uploaded pictures.
///
///     let card = CALayer()
///     card.bounds = CGRect(x: 0, y: 0, width: 200, height: 120)
///     card.cornerRadius = 12
///     let result = try Renderer().render(card)
///
/// A renderer is used by one thread at a time. The tree is only read, and only during the call.
public final class Renderer {
  /// What draws.
  private enum Backend {
    case cpu(CPURenderer)
    case gpu(GPURenderer)
  }

  /// Why this renderer was taken, when the choice was ``RendererChoice/automatic`` and fell on the CPU.
  public let reason: String?
  private let backend: Backend
  /// The longest side drawn in one piece; `nil` while no limit is known. A device tells its limit by refusing.
  ///
  /// - Units: pixels.
  package var maximumTileSide: Int?
  /// The last plan, while it may serve again.
  private var keptPlan: KeptPlan?
  /// The last plan, where what differs from it is shown.
  private var shownPlan: RenderPlan?
  /// The last tree as it was copied, and what was recorded of it, while they may serve again.
  private let retainedTree = RetainedTree()
  private let retainedRecording = RetainedRecording()
  /// Whether a picture begins with the one before it, and only what changed is drawn again: a value of a layer, a
  /// film's next frame.
  ///
  /// The picture is the same, byte for byte. `RenderStatistics.damagedPixels` says how much was drawn. The last picture
  /// and what it was drawn from stay in memory; turn it off to let go of the picture, or to measure what a picture
  /// costs from nothing.
  ///
  /// - Default: `true`
  public var drawsChangesOnly = true {
    didSet { updateBackend() }
  }

  /// Takes a renderer.
  ///
  /// Logs what it took, with the label `lamina`: an automatic choice as `info`, software OpenGL as `notice`.
  ///
  /// - Parameter choice: Which; by default a hardware GPU, otherwise the CPU.
  /// - Throws: ``RenderError/gpu(_:)`` when a GPU was asked for and cannot be used; never for the other choices.
  public convenience init(_ choice: RendererChoice = .automatic) throws(RenderError) {
    try self.init(choice, automaticThreads: nil)
  }

  /// As the public initialiser, with a number of threads for the CPU should the automatic choice fall on it.
  package init(_ choice: RendererChoice, automaticThreads: Int?) throws(RenderError) {
    switch choice {
    case .cpu(let threads):
      backend = .cpu(CPURenderer(threads: threads))
      reason = nil
    case .gpu(let selection):
      do throws(GPUError) {
        backend = .gpu(try GPURenderer(device: selection))
      } catch {
        throw .gpu(error)
      }
      reason = nil
    case .automatic:
      (backend, reason) = Self.automaticBackend(threads: automaticThreads)
    }
    updateBackend()
    log(choice)
  }

  /// A CPU renderer that shares the machine with others, of which each keeps `passBudget` bytes of passes.
  package init(cpuThreads threads: Int, passBudget: Int) {
    backend = .cpu(CPURenderer(threads: threads, passBudget: passBudget))
    reason = nil
    updateBackend()
  }

  private func updateBackend() {
    if !drawsChangesOnly {
      retainedTree.removeAll()
      retainedRecording.removeAll()
    }
    switch backend {
    case .cpu(let renderer): renderer.drawsChangesOnly = drawsChangesOnly
    case .gpu(let renderer): renderer.drawsChangesOnly = drawsChangesOnly
    }
  }

  /// Says what was taken: loudly where it is not what a GPU's user expects, quietly where it is what was asked for.
  private func log(_ choice: RendererChoice) {
    var level = Logger.Level.debug
    if case .automatic = choice { level = .info }
    if device?.isHardware == false { level = .notice }
    LibraryLog.log(level, "renderer: \(description)\(reason.map { " (\($0))" } ?? "")")
  }

  private static func automaticBackend(threads: Int?) -> (Backend, reason: String?) {
    do throws(GPUError) {
      let renderer = try GPURenderer(device: .automatic)
      if renderer.deviceDescription.isHardware { return (.gpu(renderer), nil) }
      return (.cpu(CPURenderer(threads: threads)), "no hardware GPU, only \(renderer.deviceDescription.renderer)")
    } catch {
      return (.cpu(CPURenderer(threads: threads)), "\(error)")
    }
  }

  /// Whether it draws with OpenGL ES.
  public var usesGPU: Bool {
    if case .gpu = backend { true } else { false }
  }

  /// How many threads may help to plan: those that draw, and where a GPU does that, all.
  private var planningThreads: Int {
    switch backend {
    case .cpu(let renderer): renderer.threads
    case .gpu: Self.availableThreads
    }
  }

  private static let availableThreads = ThreadCount.available

  /// The renderer of plans, where it draws with OpenGL ES.
  package var gpu: GPURenderer? {
    if case .gpu(let renderer) = backend { renderer } else { nil }
  }

  /// The device, where it draws with OpenGL ES.
  public var device: GPUDeviceDescription? {
    if case .gpu(let renderer) = backend { renderer.deviceDescription } else { nil }
  }

  /// Draws a tree as it is at one time.
  ///
  /// The canvas is the root's bounds in points, times the scale of `options`; the root's position and transform
  /// do not move it.
  ///
  /// - Parameters:
  ///   - root: The root of the tree.
  ///   - time: The time to draw, in seconds of what the root is in: its own `beginTime` and `speed` apply.
  ///   - options: Size, background, limits.
  /// - Throws: ``RenderError``.
  public func render(_ root: CALayer, at time: TimeInterval = 0, options: RenderOptions = RenderOptions())
    throws(RenderError) -> RenderResult
  {
    try draw(root, hostIsFlipped: false, reference: options.reference ?? .context, at: time, options: options)
  }

  /// Draws a document as it is at one time.
  ///
  /// As for a tree; the document's own diagnostics come first in the result.
  ///
  /// - Parameters:
  ///   - scene: A document that was read.
  ///   - time: The time to draw, in seconds of what the root is in: its own `beginTime` and `speed` apply.
  ///   - options: Size, background, limits.
  /// - Throws: ``RenderError``.
  public func render(_ scene: Scene, at time: TimeInterval = 0, options: RenderOptions = RenderOptions())
    throws(RenderError) -> RenderResult
  {
    var result = try draw(
      scene.root, hostIsFlipped: scene.hostIsFlipped, reference: options.reference ?? scene.reference, at: time,
      options: options)
    result.diagnostics = scene.diagnostics.merging(result.diagnostics)
    return result
  }

  private func draw(
    _ root: CALayer, hostIsFlipped: Bool, reference: ReferenceRenderer, at time: TimeInterval, options: RenderOptions
  ) throws(RenderError) -> RenderResult {
    var stopwatch = Stopwatch()
    var timings = RenderTimings()
    let planOptions = options.planOptions()
    let meter = LimitMeter(options.limits)
    if let kept = keptPlan, kept.serves(root, hostIsFlipped: hostIsFlipped, reference: reference, planOptions) {
      timings.plan = stopwatch.lap()
      return try render(marked(kept.plan, options), options: options, timings: timings, meter: meter)
    }
    keptPlan = nil
    let snapshot = snapshot(
      of: root, at: time, hostIsFlipped: hostIsFlipped, scale: options.pixelsPerPoint(of: root.bounds.size),
      reference: reference, sightDepth: options.sightDepth)
    timings.snapshot = stopwatch.lap()
    let plan = try plan(snapshot, planOptions, meter)
    timings.plan = stopwatch.lap()
    keptPlan = KeptPlan(of: root, snapshot, planOptions, plan)
    return try render(marked(plan, options), options: options, timings: timings, meter: meter)
  }

  /// A plan with marks on what differs from the one before, where that is asked for.
  private func marked(_ plan: RenderPlan, _ options: RenderOptions) -> RenderPlan {
    guard options.overlay == .damage else {
      shownPlan = nil
      return plan
    }
    defer { shownPlan = plan }
    return plan.showingDamage(since: shownPlan)
  }

  /// Draws a plan, whole or in tiles.
  ///
  /// - Parameters:
  ///   - plan: The whole canvas.
  ///   - options: Those that the plan was made with.
  ///   - timings: What was spent so far.
  ///   - meter: What counted the cost of planning; `nil` counts that of drawing alone.
  package func render(
    _ plan: RenderPlan, options: RenderOptions, timings: RenderTimings = RenderTimings(), meter: LimitMeter? = nil
  ) throws(RenderError) -> RenderResult {
    let meter = meter ?? LimitMeter(options.limits)
    var stopwatch = Stopwatch()
    var timings = timings
    if Self.tiles(of: plan.canvas, side: maximumTileSide).count == 1 {
      try Self.check(plan, tiled: false, meter)
      do throws(RenderError) {
        let drawn = try run(plan, options.strategy, meter)
        var statistics = drawn.statistics
        statistics.count(plan)
        timings.readBack = drawn.readBack
        timings.device = drawn.device
        timings.render = stopwatch.lap() - drawn.readBack
        return RenderResult(
          image: drawn.image, diagnostics: plan.diagnostics, statistics: statistics, timings: timings, tiles: 1,
          damage: drawn.damage)
      } catch {
        guard let limit = error.sideLimit, limit < max(plan.canvas.width, plan.canvas.height) else { throw error }
        maximumTileSide = limit
      }
    }
    return try drawTiles(of: plan, timings: timings, options: options, meter: meter)
  }

  /// Runs one plan on whichever renderer this is.
  func run(
    _ plan: RenderPlan, _ strategy: RenderStrategy, _ meter: LimitMeter
  ) throws(RenderError) -> DrawnPlan {
    switch backend {
    case .cpu(let renderer):
      do throws(CPURendererError) {
        let image = try renderer.render(plan, strategy: strategy, meter: meter)
        return DrawnPlan(image: image, statistics: renderer.statistics, damage: renderer.damage)
      } catch {
        throw RenderError(error)
      }
    case .gpu(let renderer):
      do throws(GPUError) {
        let image = try renderer.render(plan, strategy: strategy, meter: meter)
        return DrawnPlan(
          image: image, statistics: renderer.statistics, readBack: renderer.readBackTime, device: renderer.deviceTime)
      } catch {
        throw RenderError(error)
      }
    }
  }

  private func plan(
    _ snapshot: TreeSnapshot, _ options: PlanOptions, _ meter: LimitMeter
  ) throws(RenderError) -> RenderPlan {
    try Self.plan(
      snapshot, options, threads: planningThreads, meter: meter, keeping: drawsChangesOnly ? retainedRecording : nil)
  }

  /// Copies a tree; of one that was copied for the picture before, what changed.
  private func snapshot(
    of root: CALayer, at time: TimeInterval, hostIsFlipped: Bool, scale: Double, reference: ReferenceRenderer,
    sightDepth: Int?
  ) -> TreeSnapshot {
    guard drawsChangesOnly else {
      return TreeSnapshot(
        of: root, at: time, hostIsFlipped: hostIsFlipped, scale: scale, reference: reference, isExact: true,
        sightDepth: sightDepth)
    }
    return retainedTree.snapshot(
      of: root, at: time, hostIsFlipped: hostIsFlipped, scale: scale, reference: reference, sightDepth: sightDepth)
  }

  /// Plans without a renderer.
  static func plan(
    _ snapshot: TreeSnapshot, _ options: PlanOptions, threads: Int = 1, meter: LimitMeter? = nil,
    keeping recording: RetainedRecording? = nil
  ) throws(RenderError) -> RenderPlan {
    var planner = Planner(options: options)
    (planner.threads, planner.meter) = (threads, meter)
    do throws(PlanError) {
      if let recording { return try planner.plan(snapshot, keeping: recording) }
      return try planner.plan(snapshot)
    } catch {
      throw RenderError(error)
    }
  }
}

/// What drawing a plan comes to.
struct DrawnPlan {
  var image: CGImage
  var statistics: RenderStatistics
  /// Seconds of bringing the pixels into memory.
  var readBack = 0.0
  /// Seconds of drawing by the device's own clock.
  var device: Double?
  /// The pixels that may differ from those of the picture before; `nil` where nobody says.
  var damage: PixelRegion?
}

extension Renderer: CustomStringConvertible {
  /// What draws, in one line: `CPU, 2 threads`, or the device's own name, with software said aloud.
  public var description: String {
    switch backend {
    case .cpu(let renderer):
      "CPU, \(renderer.threads) thread\(renderer.threads == 1 ? "" : "s")"
    case .gpu(let renderer):
      "GPU, \(renderer.deviceDescription)"
    }
  }
}

extension RenderError {
  /// The longest side the device takes, where that is what failed.
  fileprivate var sideLimit: Int? {
    if case .gpu(.textureTooLarge(_, _, let limit)) = self { limit } else { nil }
  }
}

extension [Diagnostic] {
  /// These, then those of `others` that are not among them.
  package func merging(_ others: [Diagnostic]) -> [Diagnostic] {
    var seen = Set(self)
    return self + others.filter { seen.insert($0).inserted }
  }
}
