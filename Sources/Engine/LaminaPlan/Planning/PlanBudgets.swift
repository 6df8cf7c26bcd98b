// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What may still be drawn besides the layers of the tree, in paint order.
struct PlanBudgets {
  /// How many copies, particles and pieces of planes there may be besides those of the tree.
  let elementLimit: Int
  /// How many of them are left.
  private(set) var elements: Int
  /// How many layers may be recorded once more to find a shadow, each counted for every shadow that it is part of.
  let castLimit: Int
  /// How many of them are left.
  private var castLayers: Int
  /// Whether a shadow was refused.
  private var hasRefused = false
  /// How many shadows may still be found inside what casts one.
  private var innerShadows = Self.mostInnerShadows

  /// More shadows inside what casts a shadow are not found.
  static let mostInnerShadows = 1 << 17

  /// Which of the two numbers for shadows is used up.
  var usedUpForShadows: Int { innerShadows > 0 ? castLimit : Self.mostInnerShadows }

  /// - Parameter layers: How many layers the tree has.
  init(elements: Int, layers: Int) {
    (elementLimit, self.elements) = (elements, elements)
    // Each may be part of four shadows; small trees of many more.
    castLimit = 4 * layers + (1 << 20)
    castLayers = castLimit
  }

  /// Takes what it costs to find a shadow.
  ///
  /// - Parameters:
  ///   - count: How many layers cast it together.
  ///   - isInside: Whether that is done to find another one.
  /// - Returns: Whether there was enough; else nothing is taken.
  mutating func take(castLayers count: Int, isInside: Bool) -> Bool {
    guard castLayers >= count, !isInside || innerShadows > 0 else {
      hasRefused = true
      return false
    }
    castLayers -= count
    if isInside { innerShadows -= 1 }
    return true
  }

  /// Takes what somebody else has taken, who had all of this to begin with.
  ///
  /// - Returns: Whether there was enough. Where there was not, what he took is not what would have been taken behind
  ///   everything before.
  mutating func take(allBy other: PlanBudgets, from start: PlanBudgets) -> Bool {
    elements -= start.elements - other.elements
    castLayers -= start.castLayers - other.castLayers
    innerShadows -= start.innerShadows - other.innerShadows
    return !other.hasRefused && elements >= 0 && castLayers >= 0 && innerShadows >= 0
  }

  /// Takes elements, or what is left of them.
  mutating func take(elements count: Int) { elements -= min(elements, max(0, count)) }
}
