// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry
internal import LaminaLayers
internal import LaminaPlan

/// A plan that serves again as long as its tree does not change.
struct KeptPlan {
  /// More layers than this are planned anew: about 128 MiB of a plan.
  private static let maximumLayers = 1 << 18

  private let revision: UInt64
  private let hostIsFlipped: Bool
  private let reference: ReferenceRenderer
  let plan: RenderPlan
  private weak var root: CALayer?
  private let options: PlanOptions

  /// Keeps a plan.
  ///
  /// - Returns: `nil` for a tree that looks different at other times, or that can change unseen, and for very large
  ///   ones.
  init?(of root: CALayer, _ snapshot: TreeSnapshot, _ options: PlanOptions, _ plan: RenderPlan) {
    guard snapshot.standsStill, snapshot.layerCount <= Self.maximumLayers else { return nil }
    (revision, hostIsFlipped, reference) = (snapshot.revision, snapshot.hostIsFlipped, snapshot.reference)
    (self.root, self.options) = (root, options)
    var plan = plan
    plan.countAsKept(layers: Int(snapshot.nodes.first?.subtreeEnd ?? 0))
    self.plan = plan
  }

  /// Whether a tree still looks as it did.
  ///
  /// - Complexity: O(1).
  func serves(
    _ root: CALayer, hostIsFlipped: Bool, reference: ReferenceRenderer, _ options: PlanOptions
  ) -> Bool {
    self.root === root && root.revision == revision && hostIsFlipped == self.hostIsFlipped
      && reference == self.reference && options == self.options
  }
}
