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

extension RenderOptions {
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
