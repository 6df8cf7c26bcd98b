import Foundation
import Synchronization

/// What was made lately, up to a budget, for all threads of the process.
///
/// It changes what a plan costs, never what is in it: a value must be a function of its key. When the budget is reached,
/// those that were used longest ago go, a quarter of the budget at a time.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// Read and changed under the lock only.
  private final class Entry: @unchecked Sendable {
    let value: Value
    let cost: Int
    var lastUse: Int

    init(value: Value, cost: Int, lastUse: Int) {
      (self.value, self.cost, self.lastUse) = (value, cost, lastUse)
    }
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var cost = 0
    var time = 0
  }

  private let budget: Int
  private let cost: @Sendable (Value) -> Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - budget: What all values may cost together; one that costs more than half of it is not kept.
  ///   - cost: What one value costs: bytes.
  init(budget: Int, cost: @escaping @Sendable (Value) -> Int) {
    self.budget = budget
    self.cost = cost
  }

  /// What all values that are kept cost.
  var totalCost: Int { state.withLock { $0.cost } }

  /// The value of `key`, where it is there.
  func value(_ key: Key) -> Value? {
    state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      state.time += 1
      entry.lastUse = state.time
      return entry.value
    }
  }

  /// The value of `key`, made where it is not there.
  ///
  /// Two threads that miss the same one both make it; the first one's is kept.
  ///
  /// - Parameter make: Makes it; not under the lock.
  /// - Returns: The value, and whether it had to be made.
  func value(_ key: Key, make: () -> Value) -> (value: Value, isNew: Bool) {
    if let known = value(key) { return (known, false) }
    let made = make()
    let price = cost(made)
    let kept = state.withLock { state -> Value in
      if let other = state.entries[key]?.value { return other }
      guard price <= budget / 2 else { return made }
      state.time += 1
      state.entries[key] = Entry(value: made, cost: price, lastUse: state.time)
      state.cost += price
      if state.cost > budget { Self.evict(&state, to: budget - budget / 4) }
      return made
    }
    return (kept, true)
  }

  private static func evict(_ state: inout State, to cost: Int) {
    for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard state.cost > cost else { return }
      state.cost -= entry.cost
      state.entries[key] = nil
    }
  }
}
