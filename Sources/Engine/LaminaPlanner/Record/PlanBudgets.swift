// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The remaining budgets for elements other than the layers of the tree, consumed in paint order.
struct PlanBudgets {
  /// The greatest number of copies, particles and pieces of planes, besides the layers of the tree.
  let elementLimit: Int
  /// The remaining number of elements.
  private(set) var elements: Int
  /// The greatest number of layers that are recorded again to find shadows; a layer counts once for every shadow that
  /// it is part of.
  let castLimit: Int
  /// The remaining number of layers that may be recorded again.
  private var castLayers: Int
  /// Whether a shadow was refused.
  private var hasRefused = false
  /// The remaining number of shadows that may be found inside other casters.
  private var innerShadows = Self.mostInnerShadows

  /// The greatest number of shadows that are found inside other casters.
  static let mostInnerShadows = 1 << 17

  /// The value of the limit for shadows that is used up.
  var usedUpForShadows: Int { innerShadows > 0 ? castLimit : Self.mostInnerShadows }

  /// - Parameter layers: The number of layers in the tree.
  init(elements: Int, layers: Int) {
    (elementLimit, self.elements) = (elements, elements)
    // Each layer may be part of four shadows; in small trees, of many more.
    castLimit = 4 * layers + (1 << 20)
    castLayers = castLimit
  }

  /// Takes the cost of finding a shadow.
  ///
  /// - Parameters:
  ///   - count: The number of layers that cast the shadow together.
  ///   - isInside: Whether the shadow is found while another caster is recorded.
  /// - Returns: Whether the budget was sufficient; otherwise nothing is taken.
  mutating func take(castLayers count: Int, isInside: Bool) -> Bool {
    guard castLayers >= count, !isInside || innerShadows > 0 else {
      hasRefused = true
      return false
    }
    castLayers -= count
    if isInside { innerShadows -= 1 }
    return true
  }

  /// Takes the amounts that were taken from a copy of the budgets.
  ///
  /// - Returns: Whether the budgets were sufficient. If they were not, the copy took other amounts than a recording
  ///   after everything before it would have taken.
  mutating func take(allBy other: PlanBudgets, from start: PlanBudgets) -> Bool {
    elements -= start.elements - other.elements
    castLayers -= start.castLayers - other.castLayers
    innerShadows -= start.innerShadows - other.innerShadows
    return !other.hasRefused && elements >= 0 && castLayers >= 0 && innerShadows >= 0
  }

  /// Takes a number of elements, or all remaining ones if there are fewer.
  mutating func take(elements count: Int) { elements -= min(elements, max(0, count)) }
}
