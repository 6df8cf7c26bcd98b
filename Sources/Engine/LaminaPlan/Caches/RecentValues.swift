// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import Synchronization

/// A ``BudgetedCache`` for all threads of the process.
///
/// Frames of several threads count together: what stays is what the last two that began, or anything since, used. What
/// no frame has used for a lifetime goes even where there is room, so that a process which draws documents of strangers
/// for days holds what it draws now, and not all that it ever drew up to the budget.
package final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// When a frame began.
  private struct Mark {
    var time: ContinuousClock.Instant
    var frame: Int
  }

  private struct State {
    var cache: BudgetedCache<Key, Value>
    /// Half a lifetime apart, the older one first; none before the first frame.
    var marks: [Mark] = []
  }

  private let cost: @Sendable (Value) -> Int
  private let lifetime: Duration
  /// Kept, since a duration is divided in 128 bits, for every frame.
  private let halfLifetime: Duration
  private let state: Locked<State>

  /// - Parameters:
  ///   - budget: What all values may cost together; one that costs more than half of it is not kept.
  ///   - frameFactor: How many budgets the values of the last two frames may cost.
  ///   - onceBudget: What values may cost together that one frame alone has used, but for the last two; any cost where
  ///     it is left out.
  ///   - lifetime: How long a value stays that no frame uses; it goes with the first frame after once to one and a half
  ///     times this long.
  ///   - cost: What one value costs: bytes.
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

  /// Notes that another frame begins, on whatever thread.
  ///
  /// - Parameter now: When; another time than now is for tests.
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
    // At most once in half a lifetime.
    if hasDropped { MemoryBudget.giveBackFreePages() }
  }

  /// Forgets all values.
  package func removeAll() {
    state.withLock { $0.cache.removeAll() }
  }

  /// What all values that are kept cost.
  package var totalCost: Int { state.withLock { $0.cache.totalCost } }

  /// The value of `key`, where it is there.
  package func value(_ key: Key) -> Value? {
    state.withLock { $0.cache.value(key) }
  }

  /// Where a value is kept; see ``BudgetedCache/Place``.
  package typealias Place = BudgetedCache<Key, Value>.Place

  /// Where the value of `key` is kept, where it is there.
  package func place(of key: Key) -> Place? {
    state.withLock { $0.cache.place(of: key) }
  }

  /// The value at a place, where it is still kept.
  package func value(at place: Place) -> Value? {
    state.withLock { $0.cache.value(at: place) }
  }

  /// The value of `key`, made where it is not there.
  ///
  /// Two threads that miss the same one both make it; the first one's is kept.
  ///
  /// - Parameter make: Makes it; not under the lock.
  /// - Returns: The value, and whether it had to be made.
  package func value(_ key: Key, make: () -> Value) -> (value: Value, isNew: Bool) {
    value(key) { (make(), true) }
  }

  /// The same where some values are not to be kept.
  package func value(_ key: Key, make: () -> (value: Value, isKept: Bool)) -> (value: Value, isNew: Bool) {
    if let known = value(key) { return (known, false) }
    let (made, isKept) = make()
    guard isKept else { return (made, true) }
    let price = cost(made)
    return (state.withLock { $0.cache.keep(made, costing: price, as: key) } ?? made, true)
  }
}
