// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaSystem
import Synchronization

/// A `BudgetedCache` for all threads of the process. It lies beside its users, since the compiler specialises a generic
/// class with a lock only inside its module.
///
/// Frames of several threads count together: values are kept that were used since the second to last frame of any
/// thread began. Values that no frame has used for a lifetime are removed even if the budget is not used up. So a
/// process that draws changing documents for days holds the values of its current documents, and not of all earlier
/// ones up to the budget.
package final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The time at which a frame began.
  private struct Mark {
    var time: ContinuousClock.Instant
    var frame: Int
  }

  private struct State {
    var cache: BudgetedCache<Key, Value>
    /// Two marks half a lifetime apart, the older one first; none before the first frame.
    var marks: [Mark] = []
  }

  private let cost: @Sendable (Value) -> Int
  private let lifetime: Duration
  /// Stored, since dividing a duration takes 128-bit arithmetic, and would be done for every frame.
  private let halfLifetime: Duration
  private let state: Locked<State>

  /// - Parameters:
  ///   - budget: The greatest cost of all values together; a value that costs more than half of it is not kept.
  ///   - frameFactor: The number of budgets that the values of the last two frames may cost.
  ///   - onceBudget: The greatest cost of the values that only one frame has used, apart from the ones of the last two
  ///     frames; unlimited if omitted.
  ///   - lifetime: The time for which an unused value is kept; it is removed by the first frame after one to one and a
  ///     half times this duration.
  ///   - cost: Returns the cost of one value; bytes.
  package init(
    budget: Int, frameFactor: Int = 4, onceBudget: Int? = nil, lifetime: Duration = .seconds(300),
    cost: @escaping @Sendable (Value) -> Int
  ) {
    self.cost = cost
    self.lifetime = lifetime
    halfLifetime = lifetime / 2
    state = Locked(
      State(
        cache: BudgetedCache(
          budget: budget, largest: budget / 2, frameFactor: frameFactor, onceBudget: onceBudget)))
  }

  /// Begins another frame, on any thread.
  ///
  /// - Parameter now: The time of the frame; tests pass other times than the current one.
  package func beginFrame(at now: ContinuousClock.Instant = .now) {
    let hasDropped = state.withLock { state -> Bool in
      state.cache.beginFrame()
      guard let newest = state.marks.last else {
        state.marks = [Mark(time: now, frame: state.cache.frame)]
        return false
      }
      guard now - newest.time >= halfLifetime else { return false }
      let cost = state.cache.totalCost
      if let oldest = state.marks.first, now - oldest.time >= lifetime {
        state.cache.dropUnused(since: oldest.frame)
      }
      state.marks = [newest, Mark(time: now, frame: state.cache.frame)]
      return state.cache.totalCost < cost
    }
    // Happens at most once in half a lifetime.
    if hasDropped { MemoryBudget.giveBackFreePages() }
  }

  /// Forgets all values.
  package func removeAll() {
    state.withLock { $0.cache.removeAll() }
  }

  /// The cost of all kept values.
  package var totalCost: Int { state.withLock { $0.cache.totalCost } }

  /// The value of `key`, if it is kept.
  package func value(_ key: Key) -> Value? {
    state.withLock { $0.cache.value(key) }
  }

  /// The place of a kept value; see `BudgetedCache.Place`.
  package typealias Place = BudgetedCache<Key, Value>.Place

  /// The place of the value of `key`, if the value is kept.
  package func place(of key: Key) -> Place? {
    state.withLock { $0.cache.place(of: key) }
  }

  /// The value at a place, if it is still kept.
  package func value(at place: Place) -> Value? {
    state.withLock { $0.cache.value(at: place) }
  }

  /// The value of `key`, made if it is not kept.
  ///
  /// If two threads miss the same value, both make it; the first result is kept.
  ///
  /// - Parameter make: Makes the value; called without the lock.
  /// - Returns: The value, and whether it had to be made.
  package func value(_ key: Key, make: () -> Value) -> (value: Value, isNew: Bool) {
    value(key) { (make(), true) }
  }

  /// The value of `key`, made if it is not kept, where `make` also decides whether the new value is kept.
  package func value(_ key: Key, make: () -> (value: Value, isKept: Bool)) -> (value: Value, isNew: Bool) {
    if let known = value(key) { return (known, false) }
    let (made, isKept) = make()
    guard isKept else { return (made, true) }
    let price = cost(made)
    return (state.withLock { $0.cache.keep(made, costing: price, as: key) } ?? made, true)
  }
}
