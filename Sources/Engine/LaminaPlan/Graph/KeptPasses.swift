// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaSystem

/// Passes whose pixels are kept across frames: a `BudgetedCache` of one renderer. Its budget is a hard limit, and
/// pixels that frames no longer draw are released even if the budget is not used up.
///
/// Each renderer keeps its own storage of pixels: memory, or a target of the device.
package struct KeptPasses<Pixels> {
  private let size: (Pixels) -> Int
  private var cache: BudgetedCache<PassKey, Pixels>
  /// The number of passes of this frame that did not have to be drawn.
  package private(set) var reused = 0

  /// - Parameters:
  ///   - budget: The greatest number of bytes that are kept.
  ///   - size: Returns the number of bytes that the pixels of a pass take.
  package init(budget: Int, size: @escaping (Pixels) -> Int) {
    self.size = size
    cache = BudgetedCache(budget: budget)
  }

  package mutating func beginFrame() {
    cache.beginFrame()
    reused = 0
  }

  /// The pixels that an earlier frame kept; they remain kept.
  package mutating func take(_ key: PassKey) -> Pixels? {
    guard let pixels = cache.value(key) else { return nil }
    reused += 1
    return pixels
  }

  /// Keeps pixels, and releases the oldest ones beyond the budget.
  ///
  /// - Returns: The pixels that are now kept under the key: these, or the ones that were already kept; `nil` if there
  ///   are none.
  @discardableResult
  package mutating func keep(_ pixels: Pixels, as key: PassKey) -> Pixels? {
    cache.keep(pixels, costing: size(pixels), as: key)
  }

  /// Releases the pixels that the last two frames did not draw: an animation makes a new key in every frame.
  package mutating func endFrame() {
    cache.dropUnused()
  }
}
