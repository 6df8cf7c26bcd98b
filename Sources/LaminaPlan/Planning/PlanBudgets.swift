/// What may still be drawn besides the layers of the tree, in paint order.
struct PlanBudgets {
  /// How many layers, particles and the like there may be besides those of the tree.
  let elementLimit: Int
  /// How many of them are left.
  private(set) var elements: Int
  /// How many more pixels particles may touch, those under each other counted each time.
  private(set) var particlePixels = 1 << 30
  /// What cutting in spaces may still cost.
  var cuts = CutBudget()

  init(elements: Int) {
    (elementLimit, self.elements) = (elements, elements)
  }

  /// Takes elements, or what is left of them.
  mutating func take(elements count: Int) { elements -= min(elements, max(0, count)) }

  /// Takes pixels for particles.
  ///
  /// - Returns: Whether there were enough.
  mutating func take(particlePixels count: Int) -> Bool {
    particlePixels -= count
    return particlePixels >= 0
  }
}
