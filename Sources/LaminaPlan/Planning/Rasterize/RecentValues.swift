import Foundation
import Synchronization

/// What was made lately, up to a budget, for all threads of the process.
///
/// It changes what a plan costs, never what is in it: a value must be a function of its key. When the budget is reached,
/// those that were used longest ago go, a quarter of the budget at a time.
///
/// Frames ask for the same values in the same order, so what is needed next is what was used longest ago: one frame whose
/// values cost a little more than the budget would find none of them. What the frame before asked for is therefore kept
/// up to four budgets; that frame's plan holds most of it anyway.
package final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
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
    /// Above this cost something is dropped; above the budget where frames need more.
    var limit: Int
    /// When the last frame and the one before it began.
    var frames = (last: 0, before: 0)
  }

  /// How many budgets the values of a frame may take.
  private static var most: Int { 4 }

  private let budget: Int
  private let cost: @Sendable (Value) -> Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - budget: What all values may cost together; one that costs more than half of it is not kept.
  ///   - cost: What one value costs: bytes.
  package init(budget: Int, cost: @escaping @Sendable (Value) -> Int) {
    self.budget = budget
    self.cost = cost
    state = Mutex(State(limit: budget))
  }

  /// Notes that another frame is planned from now on, by whatever thread.
  package func beginFrame() {
    state.withLock { state in
      state.frames = (last: state.time, before: state.frames.last)
      if state.cost > budget { evict(&state, to: budget) }
    }
  }

  /// What all values that are kept cost.
  package var totalCost: Int { state.withLock { $0.cost } }

  /// The value of `key`, where it is there.
  package func value(_ key: Key) -> Value? {
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
  package func value(_ key: Key, make: () -> Value) -> (value: Value, isNew: Bool) {
    if let known = value(key) { return (known, false) }
    let made = make()
    let price = cost(made)
    let kept = state.withLock { state -> Value in
      if let other = state.entries[key]?.value { return other }
      guard price <= budget / 2 else { return made }
      state.time += 1
      state.entries[key] = Entry(value: made, cost: price, lastUse: state.time)
      state.cost += price
      if state.cost > state.limit { evict(&state, to: budget - budget / 4) }
      return made
    }
    return (kept, true)
  }

  /// Drops what was used longest ago until the rest costs no more than `cost`, or is what the last two frames used, which
  /// may cost up to four budgets.
  private func evict(_ state: inout State, to cost: Int) {
    let begin = state.frames.before
    drop(&state, to: cost) { $0.lastUse <= begin }
    if state.cost > Self.most * budget { drop(&state, to: (Self.most - 1) * budget) { _ in true } }
    state.limit = min(max(budget, state.cost + budget / 4), Self.most * budget)
  }

  private func drop(_ state: inout State, to cost: Int, where mayGo: (Entry) -> Bool) {
    let candidates = state.entries.filter { mayGo($0.value) }.sorted { $0.value.lastUse < $1.value.lastUse }
    for (key, entry) in candidates {
      guard state.cost > cost else { return }
      state.cost -= entry.cost
      state.entries[key] = nil
    }
  }
}
