// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Passes whose pixels outlive their frame: a `BudgetedCache` of one renderer, whose budget is a hard limit, and which
/// lets go of what no frame draws any more even where there is room.
///
/// Each renderer keeps what its pixels live in: memory, or a target of the device.
package struct KeptPasses<Pixels> {
  private let size: (Pixels) -> Int
  private var cache: BudgetedCache<PassKey, Pixels>
  /// How many passes of this frame needed no drawing.
  package private(set) var reused = 0

  /// - Parameters:
  ///   - budget: Bytes that are kept at most.
  ///   - size: How many bytes the pixels of a pass take.
  package init(budget: Int, size: @escaping (Pixels) -> Int) {
    self.size = size
    cache = BudgetedCache(budget: budget)
  }

  package mutating func beginFrame() {
    cache.beginFrame()
    reused = 0
  }

  /// The pixels that an earlier frame kept; they stay kept.
  package mutating func take(_ key: PassKey) -> Pixels? {
    guard let pixels = cache.value(key) else { return nil }
    reused += 1
    return pixels
  }

  /// Keeps pixels, and lets go of the oldest beyond the budget.
  ///
  /// - Returns: What is kept under the key now, where anything is: these pixels, or those that were kept already.
  @discardableResult
  package mutating func keep(_ pixels: Pixels, as key: PassKey) -> Pixels? {
    cache.keep(pixels, costing: size(pixels), as: key)
  }

  /// Lets go of what the last two frames did not draw: an animation makes a new key every frame.
  package mutating func endFrame() {
    cache.dropUnused()
  }
}
