// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
public import LaminaLayers
public import LaminaPlan
package import LaminaSystem

/// Turns snapshots into plans.
///
/// The input is a snapshot, and the output is the list of operations to draw, in painter's order, with every number
/// that a renderer needs. The planner walks the tree once in pre-order with an explicit stack. It maps each layer's
/// plane to the canvas by one homography (`D3-1`), drops layers that cannot show, makes a linked list of clips, and
/// makes passes of fading groups only where their parts overlap.
///
/// - Complexity: O(n), plus sorting the sublayers of layers that use `zPosition`.
public struct Planner: Sendable {
  /// The options by which the canvas is made.
  public var options: PlanOptions
  /// The number of threads that may record long runs of siblings, and make pictures of paths and texts that are not
  /// cached. The plan is the same for any number.
  ///
  /// - Range: `1...`
  package var threads = 1
  /// The meter of the cost of the picture that is planned for; `nil` measures the cost of planning alone.
  package var meter: LimitMeter?
  /// Whether a part of the canvas is planned from the draws in it alone, which is enough for finding layers in it. Its
  /// edges may then differ from the same edges of the whole canvas.
  package var plansPartAlone = false
  /// Makes a planner.
  public init(options: PlanOptions = PlanOptions()) {
    self.options = options
  }

  /// Plans the picture of `snapshot`.
  ///
  /// The canvas is the root's bounds. The root is drawn in its own space: its position and transform do not
  /// move the canvas; its bounds origin, background and everything else apply as for any layer.
  ///
  /// - Throws: ``PlanError`` when there is no canvas to draw on.
  public func plan(_ snapshot: TreeSnapshot) throws(PlanError) -> RenderPlan {
    try makePlan(snapshot, isTraced: false).made.plan
  }

  /// Plans the picture of `snapshot`, using the recording of the plan before. The plan equals the one that is made
  /// without the recording.
  ///
  /// - Parameter recording: The recording, of any snapshot; it is replaced by the new recording. `nil` plans from
  ///   nothing.
  /// - Throws: ``PlanError`` when there is no canvas to draw on.
  package func plan(
    _ snapshot: TreeSnapshot, keeping recording: RetainedRecording?
  ) throws(PlanError) -> ReportedPlan {
    try makePlan(snapshot, keeping: recording, isTraced: false).made
  }

  /// Plans, and keeps the results of each stage for printing.
  ///
  /// - Throws: ``PlanError`` when there is no canvas to draw on.
  package func stagedPlan(_ snapshot: TreeSnapshot) throws(PlanError) -> StagedPlan {
    let (made, trace) = try makePlan(snapshot, isTraced: true)
    return StagedPlan(plan: made.plan, trace: trace ?? PlanTrace())
  }

  private func makePlan(
    _ snapshot: TreeSnapshot, keeping recording: RetainedRecording? = nil, isTraced: Bool
  ) throws(PlanError) -> (made: ReportedPlan, trace: PlanTrace?) {
    let canvas = try Canvas(of: snapshot, options: options)
    let meter = meter ?? LimitMeter(options.limits)
    let (made, isShort) = DrawingShortage.watch(repeats: false) {
      Result { () throws(PlanError) in try makePlan(snapshot, canvas, meter, recording, isTraced: isTraced) }
    }
    if isShort || meter.isShortOfMemory {
      // Earlier text layouts may hold fonts for which Cairo had no memory.
      DrawnPictures.ofProcess.texts.removeAll()
      recording?.removeAll()
      throw .graphics(.outOfMemory(bytes: 0))
    }
    return try made.get()
  }

  /// Plans the part of the canvas that is asked for.
  ///
  /// The draws that cover an edge follow from all draws of the canvas, so a part in which draws share edges is cut out
  /// of the plan of the whole canvas. Where that is over a limit, the part is planned alone.
  private func makePlan(
    _ snapshot: TreeSnapshot, _ canvas: Canvas, _ meter: LimitMeter, _ recording: RetainedRecording?, isTraced: Bool
  ) throws(PlanError) -> (made: ReportedPlan, trace: PlanTrace?) {
    let whole = PixelRect(size: canvas.pixelSize)
    let region = (options.region ?? whole).intersection(whole)
    DrawnPictures.ofProcess.beginFrame()
    let part = try makePlan(of: region, snapshot, canvas, meter, recording, isTraced: isTraced)
    guard region != whole, part.made.report.hasSharedEdges, !plansPartAlone else { return part }
    let wholeMeter = LimitMeter(options.limits)
    let (result, isShort) = DrawingShortage.watch(repeats: false) {
      try? makePlan(of: whole, snapshot, canvas, wholeMeter, nil, isTraced: isTraced)
    }
    if isShort || wholeMeter.isShortOfMemory { DrawnPictures.ofProcess.texts.removeAll() }
    guard var planned = result, !isShort, !wholeMeter.isShortOfMemory else { return part }
    let diagnostics = planned.made.plan.diagnostics
    planned.made.plan = planned.made.plan.cut(to: region)
    planned.made.plan.diagnostics = diagnostics
    return planned
  }

  private func makePlan(
    of region: PixelRect, _ snapshot: TreeSnapshot, _ canvas: Canvas, _ meter: LimitMeter,
    _ recording: RetainedRecording?, isTraced: Bool
  ) throws(PlanError) -> (made: ReportedPlan, trace: PlanTrace?) {
    try snapshot.nodes.withUnsafeBufferPointer { (all) throws(PlanError) -> (ReportedPlan, PlanTrace?) in
      guard let nodes = all.baseAddress else { throw .invalidBounds }
      var recorder = makeRecorder(snapshot, nodes, canvas, region, meter, isTraced: isTraced)
      recorder.begin(with: recording?.begin(snapshot, options, canvas, meter.limits))
      if isTraced { recorder.placedLayers = [] }
      recorder.run(targetFromRoot: canvas.targetFromRoot)
      let finished = recorder.finish(canvas: canvas.pixelSize, region: region)
      if let limit = meter.verdict { throw .overLimit(limit) }
      guard var made = finished else { throw .invalidBounds }
      let most = made.plan.mostTouchedPixels
      _ =
        meter.take(pixels: most > meter.limits.touchedPixels - meter.touchedPixels ? made.plan.touchedPixels : 0)
        && meter.take(bytes: made.plan.bytes, "the plan")
      if let limit = meter.verdict { throw .overLimit(limit) }
      if let fragments = recorder.fragments { recording?.finish(fragments) }
      (made.report.copiedLayers, made.report.keptLayers) = (snapshot.copiedLayers, recording?.takenOver ?? 0)
      var trace = recorder.flattener?.trace
      trace?.layers = recorder.placedLayers ?? []
      if let overlay = options.overlay {
        made.plan = made.plan.overlaid(
          with: overlay, outlines: recorder.outlines?.boxes ?? [], countsHidden: options.countsHidden)
      }
      return (made, trace)
    }
  }

  private func makeRecorder(
    _ snapshot: TreeSnapshot, _ nodes: UnsafePointer<TreeSnapshot.Node>, _ canvas: Canvas, _ region: PixelRect,
    _ meter: LimitMeter, isTraced: Bool
  ) -> TreeRecorder {
    let whole = PixelRect(size: canvas.pixelSize)
    // A part of the canvas may show blurred pixels from outside of it.
    let wanted = snapshot.blursBackground ? whole : region
    var flattener = Flattener(
      snapshot: snapshot, region: wanted, background: ResolvedStyle.shown(options.background),
      threads: threads, meter: meter)
    if isTraced { flattener.trace = PlanTrace() }
    var recorder = TreeRecorder(
      snapshot: snapshot, nodes: nodes, canvas: whole, region: wanted, points: canvas.grid,
      budgets: PlanBudgets(
        elements: max(options.limits.elements, 0), layers: snapshot.nodes.count + snapshot.leftOutLayers),
      meter: meter, flattener: flattener, threads: isTraced || options.overlay == .bounds ? 1 : threads)
    for entry in snapshot.problems { recorder.diagnostics.add([entry.problem], node: Int(entry.node), in: snapshot) }
    if options.overlay == .bounds { recorder.outlines = LayerOutlines() }
    return recorder
  }
}
