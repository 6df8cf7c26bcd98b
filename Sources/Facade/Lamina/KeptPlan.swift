// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry
internal import LaminaLayers
internal import LaminaPlanner

/// A plan that can be used again as long as its tree does not change.
struct KeptPlan {
  /// Larger trees are always planned anew; a plan of this many layers takes about 128 MiB.
  private static let maximumLayers = 1 << 18

  private let revision: UInt64
  private let hostIsFlipped: Bool
  private let reference: ReferenceRenderer
  /// The plan, with the report of drawing it again.
  let plan: ReportedPlan
  private weak var root: CALayer?
  private let options: PlanOptions

  /// Keeps a plan.
  ///
  /// - Returns: `nil` for a tree that changes over time, for one that can change undetected, and for very large ones.
  init?(of root: CALayer, _ snapshot: TreeSnapshot, _ options: PlanOptions, _ plan: ReportedPlan) {
    guard snapshot.standsStill, snapshot.layerCount <= Self.maximumLayers else { return nil }
    (revision, hostIsFlipped, reference) = (snapshot.revision, snapshot.hostIsFlipped, snapshot.reference)
    (self.root, self.options) = (root, options)
    let layers = Int(snapshot.nodes.first?.subtreeEnd ?? 0)
    self.plan = ReportedPlan(plan: plan.plan, report: plan.report.again(layers: layers))
  }

  /// Whether the plan is valid for a tree, which must be the same and unchanged, with the same options.
  ///
  /// - Complexity: O(1).
  func serves(
    _ root: CALayer, hostIsFlipped: Bool, reference: ReferenceRenderer, _ options: PlanOptions
  ) -> Bool {
    self.root === root && root.revision == revision && hostIsFlipped == self.hostIsFlipped
      && reference == self.reference && options == self.options
  }
}
