internal import LaminaLayers
internal import LaminaPlan

/// A plan that serves again as long as its tree does not change.
struct KeptPlan {
  /// More layers than this are planned anew: about 256 MiB of snapshot and plan.
  private static let maximumLayers = 1 << 18

  let snapshot: TreeSnapshot
  let plan: RenderPlan
  private weak var root: CALayer?
  private let options: PlanOptions

  /// Keeps a plan.
  ///
  /// - Returns: `nil` for a tree that looks different at other times, or that can change unseen, and for very large ones.
  init?(of root: CALayer, _ snapshot: TreeSnapshot, _ options: PlanOptions, _ plan: RenderPlan) {
    guard snapshot.standsStill, snapshot.layerCount <= Self.maximumLayers else { return nil }
    (self.root, self.snapshot, self.options, self.plan) = (root, snapshot, options, plan)
  }

  /// Whether a tree still looks as it did.
  ///
  /// - Complexity: O(1).
  func serves(
    _ root: CALayer, hostIsFlipped: Bool, reference: ReferenceRenderer, _ options: PlanOptions
  ) -> Bool {
    self.root === root && root.revision == snapshot.revision && hostIsFlipped == snapshot.hostIsFlipped
      && reference == snapshot.reference && options == self.options
  }
}
