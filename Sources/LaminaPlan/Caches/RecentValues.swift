import LaminaGraphics
import Synchronization

/// A ``BudgetedCache`` for all threads of the process.
///
/// Frames of several threads count together: what stays is what the last two that began, or anything since, used.
package final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let cost: @Sendable (Value) -> Int
  private let cache: Locked<BudgetedCache<Key, Value>>

  /// - Parameters:
  ///   - budget: What all values may cost together; one that costs more than half of it is not kept.
  ///   - frameFactor: How many budgets the values of the last two frames may cost.
  ///   - cost: What one value costs: bytes.
  package init(budget: Int, frameFactor: Int = 4, cost: @escaping @Sendable (Value) -> Int) {
    self.cost = cost
    cache = Locked(BudgetedCache(budget: budget, largest: budget / 2, frameFactor: frameFactor))
  }

  /// Notes that another frame begins, on whatever thread.
  package func beginFrame() {
    cache.withLock { $0.beginFrame() }
  }

  /// Forgets all values.
  package func removeAll() {
    cache.withLock { $0.removeAll() }
  }

  /// What all values that are kept cost.
  package var totalCost: Int { cache.withLock { $0.totalCost } }

  /// The value of `key`, where it is there.
  package func value(_ key: Key) -> Value? {
    cache.withLock { $0.value(key) }
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
    return (cache.withLock { $0.keep(made, costing: price, as: key) } ?? made, true)
  }
}
