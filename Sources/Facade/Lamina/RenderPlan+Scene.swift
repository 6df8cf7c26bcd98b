// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaLayers
public import LaminaPlan
package import LaminaPlanner
public import LaminaScene
import LaminaSystem

extension RenderPlan {
  /// Plans a tree as it is at one time, without any device. ``Renderer`` makes the same plan before it draws.
  ///
  /// - Parameters:
  ///   - root: The root of the tree.
  ///   - time: The time to plan for, in the root's own time.
  ///   - hostIsFlipped: Whether the root stands in a host whose y axis points up, as documents do.
  ///   - options: Size, background, limits.
  /// - Throws: ``RenderError/plan(_:)``.
  public init(
    _ root: CALayer, at time: TimeInterval = 0, hostIsFlipped: Bool = false, options: RenderOptions = RenderOptions()
  ) throws(RenderError) {
    let snapshot = TreeSnapshot(
      of: root, at: time, hostIsFlipped: hostIsFlipped, reference: options.reference ?? .context)
    try self.init(snapshot, options: options)
  }

  /// Plans a snapshot.
  package init(_ snapshot: TreeSnapshot, options: RenderOptions) throws(RenderError) {
    self = try ReportedPlan(snapshot, options.planOptions()).plan
  }

  /// The result of one stage of planning a snapshot, as text, together with the plan.
  package static func text(
    of stage: PlanStage, _ snapshot: TreeSnapshot, options: RenderOptions
  ) throws(RenderError) -> (text: String, plan: RenderPlan) {
    return try converting(to: RenderError.init) { () throws(PlanError) in
      let staged = try Planner(options: options.planOptions()).stagedPlan(snapshot)
      return (staged.text(of: stage, snapshot), staged.plan)
    }
  }

  /// Plans a document as it is at one time.
  ///
  /// - Parameters:
  ///   - scene: A document that was read.
  ///   - time: The time to plan for, in the root's own time.
  ///   - options: Size, background, limits.
  /// - Throws: ``RenderError/plan(_:)``.
  public init(_ scene: Scene, at time: TimeInterval = 0, options: RenderOptions = RenderOptions())
    throws(RenderError)
  {
    var options = options
    options.reference = options.reference ?? scene.reference
    try self.init(scene.root, at: time, hostIsFlipped: scene.hostIsFlipped, options: options)
  }
}

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

  /// The options of the planner.
  package func planOptions() -> PlanOptions {
    var options = PlanOptions()
    options.scale = scale
    options.size = size
    options.background = background
    options.limits = limits
    options.overlay = overlay
    options.countsHidden = strategy == .painter
    return options
  }
}
