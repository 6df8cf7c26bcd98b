// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Draws a tree: takes a snapshot, plans it, and runs the plan on one of the two renderers, whole or in tiles.

public import Foundation
internal import Logging
internal import LaminaCPU
public import LaminaGPU
internal import LaminaGeometry
internal import LaminaGraphics
public import LaminaLayers
package import LaminaPlan
package import LaminaPlanner
public import LaminaScene
import LaminaSystem

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
  /// The renderer of plans.
  private enum Backend {
    case cpu(CPURenderer)
    case gpu(GPURenderer)
  }

  /// The reason for this renderer, when the choice was ``RendererChoice/automatic`` and fell on the CPU.
  public let reason: String?
  private let backend: Backend
  /// The longest side drawn in one piece; `nil` while no limit is known. The limit of a device is learned from its
  /// errors.
  ///
  /// - Units: pixels.
  package var maximumTileSide: Int?
  /// The last plan, while it can be used again.
  private var keptPlan: KeptPlan?
  /// The last plan that was drawn with marks on differences, to compare the next one with.
  private var shownPlan: RenderPlan?
  /// The last snapshot of the tree and its recording, while they can be used again.
  private let retainedTree = RetainedTree()
  private let retainedRecording = RetainedRecording()
  /// Whether only the changes since the picture before are drawn, such as a value of a layer or a film's next frame.
  ///
  /// The picture is the same, byte for byte. `RenderStatistics.damagedPixels` is the number of pixels drawn. The last
  /// picture and its plan stay in memory. Set this to `false` to release them, or to measure the cost of a whole
  /// picture.
  ///
  /// - Default: `true`
  public var drawsChangesOnly = true {
    didSet { updateBackend() }
  }

  /// Makes a renderer.
  ///
  /// Logs the renderer that was chosen, with the label `lamina`: an automatic choice as `info`, software OpenGL as
  /// `notice`, and each of `GPURenderer.notes` as `warning`.
  ///
  /// - Parameter choice: The kind of renderer; by default a hardware GPU, otherwise the CPU.
  /// - Throws: ``RenderError/gpu(_:)`` when a GPU was asked for and cannot be used; never for the other choices.
  public convenience init(_ choice: RendererChoice = .automatic) throws(RenderError) {
    try self.init(choice, automaticThreads: nil)
  }

  /// Makes a renderer like the public initialiser, with a number of threads for the CPU if the automatic choice falls
  /// on it, and of renderers that share a device, be they of lanes or of workers: together, they keep as many bytes of
  /// pictures and passes in its memory as a single renderer.
  package init(_ choice: RendererChoice, automaticThreads: Int?, sharers: Int = 1) throws(RenderError) {
    switch choice {
    case .cpu(let threads):
      backend = .cpu(CPURenderer(threads: threads))
      reason = nil
    case .gpu(let selection):
      backend = .gpu(
        try converting(to: RenderError.gpu) { () throws(GPUError) in try Self.renderer(selection, sharers) })
      reason = nil
    case .automatic:
      (backend, reason) = Self.automaticBackend(threads: automaticThreads, sharers: sharers)
    }
    updateBackend()
    log(choice)
  }

  private static func renderer(_ device: GPUDeviceSelection, _ sharers: Int) throws(GPUError) -> GPURenderer {
    try GPURenderer(
      device: device, pictureBudget: GPURenderer.defaultPictureBudget / max(1, sharers),
      passBudget: GPURenderer.defaultPassBudget / max(1, sharers), threads: buildingThreads(sharers))
  }

  /// Makes a CPU renderer that shares the machine with others, each of which keeps `passBudget` bytes of passes.
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

  /// Logs the choice: a requested renderer as `debug`, an automatic choice as `info`, and software OpenGL as `notice`,
  /// since users of a GPU do not expect it.
  private func log(_ choice: RendererChoice) {
    var level = Logger.Level.debug
    if case .automatic = choice { level = .info }
    if device?.isHardware == false { level = .notice }
    LibraryLog.log(level, "renderer: \(description)\(reason.map { " (\($0))" } ?? "")")
    if case .gpu(let renderer) = backend {
      _ = Self.environmentIsLogged
      for note in renderer.notes { LibraryLog.log(.warning, note) }
    }
  }

  /// Logs once a process, not for each of its renderers, which variables of the environment are left out.
  private static let environmentIsLogged: Void = GPURenderer.environmentNotes.forEach { LibraryLog.log(.warning, $0) }

  private static func automaticBackend(threads: Int?, sharers: Int) -> (Backend, reason: String?) {
    do throws(GPUError) {
      let renderer = try renderer(.automatic, sharers)
      if renderer.deviceDescription.isHardware { return (.gpu(renderer), nil) }
      return (.cpu(CPURenderer(threads: threads)), "no hardware GPU, only \(renderer.deviceDescription.renderer)")
    } catch {
      return (.cpu(CPURenderer(threads: threads)), "\(error)")
    }
  }

  /// Whether this renderer draws with OpenGL ES.
  public var usesGPU: Bool {
    if case .gpu = backend { true } else { false }
  }

  /// The number of threads for planning: the drawing threads of a CPU renderer, and all available threads beside a GPU.
  private var planningThreads: Int {
    switch backend {
    case .cpu(let renderer): renderer.threads
    case .gpu: Self.availableThreads
    }
  }

  private static let availableThreads = ThreadCount.available

  /// The number of threads that build the draws of a frame for a device: one, where each of its sharers has fewer than
  /// four, since joining the work of several takes as long as a third of it.
  private static func buildingThreads(_ sharers: Int) -> Int {
    let own = availableThreads / max(1, sharers)
    return own < 4 ? 1 : own
  }

  /// The renderer of plans with OpenGL ES; `nil` on the CPU.
  package var gpu: GPURenderer? {
    if case .gpu(let renderer) = backend { renderer } else { nil }
  }

  /// The device that draws with OpenGL ES; `nil` on the CPU.
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
  ///   - time: The time to draw, in seconds of the root's parent time: the root's own `beginTime` and `speed` apply.
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
  ///   - time: The time to draw, in seconds of the root's parent time: the root's own `beginTime` and `speed` apply.
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
      return try render(
        marked(kept.plan.plan, options), kept.plan.report, options: options, timings: timings, meter: meter)
    }
    keptPlan = nil
    let snapshot = options.snapshot(
      of: root, hostIsFlipped: hostIsFlipped, reference: reference, at: time, sightDepth: options.sightDepth,
      from: drawsChangesOnly ? retainedTree : nil)
    timings.snapshot = stopwatch.lap()
    let made = try ReportedPlan(
      snapshot, planOptions, threads: planningThreads, meter: meter,
      keeping: drawsChangesOnly ? retainedRecording : nil)
    timings.plan = stopwatch.lap()
    keptPlan = KeptPlan(of: root, snapshot, planOptions, made)
    return try render(marked(made.plan, options), made.report, options: options, timings: timings, meter: meter)
  }

  /// The plan, with marks on the differences from the one before if the options ask for them.
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
  ///   - plan: The plan of the whole canvas.
  ///   - report: The work of planning, for the statistics.
  ///   - options: The options that the plan was made with.
  ///   - timings: The time spent so far.
  ///   - meter: The meter that counted the cost of planning; `nil` counts the cost of drawing alone.
  package func render(
    _ plan: RenderPlan, _ report: PlanReport = PlanReport(), options: RenderOptions,
    timings: RenderTimings = RenderTimings(), meter: LimitMeter? = nil
  ) throws(RenderError) -> RenderResult {
    let meter = meter ?? LimitMeter(options.limits)
    var stopwatch = Stopwatch()
    var timings = timings
    if Self.tiles(of: plan.canvas, side: maximumTileSide).count == 1 {
      try Self.check(plan, tiled: false, meter)
      do throws(RenderError) {
        let drawn = try run(plan, options.strategy, meter)
        var statistics = drawn.statistics
        statistics.count(report)
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
    return try drawTiles(of: plan, report, timings: timings, options: options, meter: meter)
  }

  /// Runs one plan on the CPU or the GPU.
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
      return try converting(to: RenderError.init) { () throws(GPUError) in
        let image = try renderer.render(plan, strategy: strategy, meter: meter)
        return DrawnPlan(
          image: image, statistics: renderer.statistics, readBack: renderer.readBackTime, device: renderer.deviceTime)
      }
    }
  }
}

// MARK: the steps before drawing, of pictures and of films

extension ReportedPlan {
  /// Plans a snapshot. If the options ask for ``DebugOverlay/damage``, the differences from an earlier snapshot are
  /// marked.
  ///
  /// - Parameters:
  ///   - before: The snapshot that was drawn before, which is planned again; `nil` where there is none.
  ///   - recording: The recording of earlier snapshots of the same tree, which is used again.
  package init(
    _ snapshot: TreeSnapshot, since before: TreeSnapshot?, options: RenderOptions,
    keeping recording: RetainedRecording? = nil
  ) throws(RenderError) {
    self = try ReportedPlan(snapshot, options.planOptions(), keeping: recording)
    guard options.overlay == .damage else { return }
    var old: RenderPlan?
    if let before { old = try RenderPlan(before, options: options) }
    plan = plan.showingDamage(since: old)
  }

  /// Plans a snapshot on one or more threads.
  ///
  /// - Parameter meter: The meter of the picture that the plan is for; `nil` for a plan alone.
  init(
    _ snapshot: TreeSnapshot, _ options: PlanOptions, threads: Int = 1, meter: LimitMeter? = nil,
    keeping recording: RetainedRecording? = nil
  ) throws(RenderError) {
    var planner = Planner(options: options)
    (planner.threads, planner.meter) = (threads, meter)
    self = try converting(to: RenderError.init) { () throws(PlanError) in
      try planner.plan(snapshot, keeping: recording)
    }
  }
}

extension RenderOptions {
  /// Copies a scene as it is at one time, for a picture with these options.
  ///
  /// - Parameters:
  ///   - scene: The scene to copy.
  ///   - time: The time, in the root's own time.
  ///   - isExact: Whether videos show the pictures of that time, or any that are as large.
  ///   - tree: The copy before, whose unchanged parts are taken over; layers that do not show may be left out of the
  ///     new one. `nil` copies all layers.
  package func snapshot(
    of scene: Scene, at time: TimeInterval, isExact: Bool = true, from tree: RetainedTree? = nil
  ) -> TreeSnapshot {
    snapshot(
      of: scene.root, hostIsFlipped: scene.hostIsFlipped, reference: reference ?? scene.reference, at: time,
      isExact: isExact, sightDepth: tree == nil ? nil : sightDepth, from: tree)
  }

  /// Copies a tree as it is at one time, for a picture with these options.
  ///
  /// - Parameter sightDepth: The number of levels of layers that the picture may have, where layers that do not show
  ///   may be left out; `nil` for all layers.
  func snapshot(
    of root: CALayer, hostIsFlipped: Bool, reference: ReferenceRenderer, at time: TimeInterval, isExact: Bool = true,
    sightDepth: Int?, from tree: RetainedTree?
  ) -> TreeSnapshot {
    let scale = pixelsPerPoint(of: root.bounds.size)
    guard let tree, isExact else {
      return TreeSnapshot(
        of: root, at: time, hostIsFlipped: hostIsFlipped, scale: scale, reference: reference, isExact: isExact,
        sightDepth: sightDepth)
    }
    return tree.snapshot(
      of: root, at: time, hostIsFlipped: hostIsFlipped, scale: scale, reference: reference, sightDepth: sightDepth)
  }
}

/// The result of drawing a plan.
struct DrawnPlan {
  var image: CGImage
  var statistics: RenderStatistics
  /// Seconds spent on reading the pixels back into memory.
  var readBack = 0.0
  /// Seconds of drawing, by the device's own clock.
  var device: Double?
  /// The pixels that may differ from the picture before; `nil` where that is unknown.
  var damage: PixelRegion?
}

extension Renderer: CustomStringConvertible {
  /// The renderer in one line: `CPU, 2 threads`, or the device's name, with a note if it is software.
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
  /// The longest side that the device supports, if the error is a side that is too long.
  fileprivate var sideLimit: Int? {
    if case .gpu(.textureTooLarge(_, _, let limit)) = self { limit } else { nil }
  }
}

extension [Diagnostic] {
  /// These diagnostics, followed by the elements of `others` that are not among them.
  package func merging(_ others: [Diagnostic]) -> [Diagnostic] {
    var seen = Set(self)
    return self + others.filter { seen.insert($0).inserted }
  }
}
