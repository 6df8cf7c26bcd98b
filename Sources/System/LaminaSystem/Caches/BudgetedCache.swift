// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A cache of recently used values, up to a budget: the one cache of plans and renderers, used by one thread at a time.
/// `RecentValues` of LaminaPlanner is the same cache for all threads.
///
/// A cache changes the cost of a result, never the result: a value must be a function of its key.
///
/// - **Cost.** Each value has a cost, mostly in bytes, and all values together have a budget. A value that costs more
///   than `largest` is not kept, so that it does not displace all others.
/// - **Order.** The least recently used value is removed first. Values are linked in the order of their use, so
///   finding, keeping and removing a value each take constant time.
/// - **Frames.** Frames request the same values in the same order, so the next value needed is the least recently used
///   one: a frame whose values cost a little more than the budget would find none of them. Values that this frame or
///   the one before it used are therefore kept up to `frameFactor` budgets, which are never exceeded. A factor of one
///   makes the budget a hard limit; if `beginFrame` is never called, all values count as used by one frame.
/// - **Used once.** Values that change in every frame are used by one frame only, and would displace everything else.
///   So values that only one frame has used may have their own, smaller budget, `onceBudget`.
///
/// Other structures decide differently which values to remove, and do not use this cache: a pool, from which values are
/// taken to be used, and an atlas, whose space is freed by rows. Their own documentation says so.
///
/// Its methods are inlinable: the compiler specialises generic code of another module only if it sees the bodies, and a
/// lookup takes seven times as long otherwise. It sees bodies only of types that are themselves usable from inlined
/// code.
@usableFromInline package struct BudgetedCache<Key: Hashable, Value> {
  /// A value and its neighbours in the order of use. A free slot has no key, and the index of the next free slot in
  /// `older`.
  @usableFromInline struct Slot {
    @usableFromInline var key: Key?
    @usableFromInline var value: Value?
    @usableFromInline var cost: Int
    /// The number of the last frame that used the value.
    @usableFromInline var frame: Int
    @usableFromInline var newer: Int
    @usableFromInline var older: Int
    /// The number of the value among all values ever kept; -1 for a free slot.
    @usableFromInline var stamp: Int
    /// The number of the last use of the value among all uses.
    @usableFromInline var use = 0
    /// Whether several frames have used the value.
    @usableFromInline var isRepeated = false

    @inlinable init(key: Key?, value: Value?, cost: Int, frame: Int, older: Int, stamp: Int) {
      (self.key, self.value, self.cost, self.frame) = (key, value, cost, frame)
      (newer, self.older, self.stamp) = (-1, older, stamp)
    }
  }

  /// The ends of a list of slots in the order of their use; an end is -1 if the list is empty.
  @usableFromInline struct Ends: Sendable {
    @usableFromInline var newest = -1
    @usableFromInline var oldest = -1

    @inlinable init() {}
  }

  /// The place of a kept value, at which it is found without its key; empty after the value was removed.
  @usableFromInline package struct Place: Sendable {
    @usableFromInline let slot: Int
    @usableFromInline let stamp: Int

    @inlinable init(slot: Int, stamp: Int) { (self.slot, self.stamp) = (slot, stamp) }
  }

  /// The greatest cost of all values together, apart from the ones that the last two frames used.
  @usableFromInline package let budget: Int
  @usableFromInline let onceBudget: Int
  @usableFromInline let largest: Int
  @usableFromInline let most: Int
  @usableFromInline var cost = 0
  /// The cost of the values that only one frame has used.
  @usableFromInline var onceCost = 0
  @usableFromInline var places: [Key: Int] = [:]
  @usableFromInline var slots: [Slot] = []
  /// The list of values that only one frame has used, and the list of all others.
  @usableFromInline var once = Ends()
  @usableFromInline var repeated = Ends()
  /// The first free slot; -1 for none.
  @usableFromInline var free = -1
  /// The number of uses so far.
  @usableFromInline var uses = 0
  /// The number of values kept so far.
  @usableFromInline var stamps = 0
  @usableFromInline var begunFrames = 0
  /// The number of the last frame that began, from 0.
  @inlinable package var frame: Int { begunFrames }

  /// - Parameters:
  ///   - budget: The greatest cost of all values together; below 0 counts as 0.
  ///   - largest: The greatest cost of one value; the whole budget if omitted, and never more.
  ///   - frameFactor: The number of budgets that the values of two frames may cost; below 1 counts as 1.
  ///   - onceBudget: The greatest cost of the values that only one frame has used, apart from the ones of the last two
  ///     frames; unlimited if omitted.
  @inlinable package init(budget: Int, largest: Int? = nil, frameFactor: Int = 1, onceBudget: Int? = nil) {
    self.budget = max(budget, 0)
    self.onceBudget = max(onceBudget ?? .max, 0)
    self.largest = min(largest ?? self.budget, self.budget)
    let (most, overflow) = self.budget.multipliedReportingOverflow(by: max(frameFactor, 1))
    self.most = overflow ? .max : most
  }

  /// Forgets all values.
  @inlinable package mutating func removeAll() {
    (cost, onceCost, places, slots) = (0, 0, [:], [])
    (once, repeated, free) = (Ends(), Ends(), -1)
  }

  /// The cost of all values.
  @inlinable package var totalCost: Int { cost }

  /// The number of kept values.
  @inlinable package var count: Int { places.count }

  /// Begins another frame, and removes values over the budget that neither the last frame nor this one used.
  @inlinable package mutating func beginFrame() {
    begunFrames += 1
    makeRoom()
  }

  /// The value of a key, if it is kept. The value counts as used.
  @inlinable package mutating func value(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    use(place)
    return slots[place].value
  }

  /// The place of the value of a key, if the value is kept.
  @inlinable package func place(of key: Key) -> Place? {
    places[key].map { Place(slot: $0, stamp: slots[$0].stamp) }
  }

  /// The value at a place, if it is still kept. The value counts as used.
  @inlinable package mutating func value(at place: Place) -> Value? {
    guard slots.indices.contains(place.slot), slots[place.slot].stamp == place.stamp else { return nil }
    use(place.slot)
    return slots[place.slot].value
  }

  /// Keeps a value, and removes others if the budget is exceeded.
  ///
  /// - Parameter cost: The cost of the value; below 0 counts as 0.
  /// - Returns: The value that is now kept under the key: this one, or the one that was already kept. `nil` if the
  ///   value costs too much to be kept.
  @discardableResult
  @inlinable package mutating func keep(_ value: Value, costing cost: Int, as key: Key) -> Value? {
    if let known = self.value(key) { return known }
    let cost = max(cost, 0)
    guard cost <= largest else { return nil }
    let slot = Slot(key: key, value: value, cost: cost, frame: frame, older: -1, stamp: stamps)
    stamps += 1
    let place: Int
    if free >= 0 {
      place = free
      free = slots[place].older
      slots[place] = slot
    } else {
      place = slots.count
      slots.append(slot)
    }
    places[key] = place
    self.cost += cost
    onceCost += cost
    link(place)
    makeRoom()
    return value
  }

  /// Removes the value of a key, if it is kept.
  @inlinable package mutating func remove(_ key: Key) {
    if let place = places[key] { removeSlot(place) }
  }

  /// Removes all values that neither this frame nor the one before it used, regardless of the budget.
  @inlinable package mutating func dropUnused() { dropUnused(since: frame - 1) }

  /// Removes all values that no frame has used since a given one, regardless of the budget.
  ///
  /// - Parameter since: The number of the first frame whose values are kept.
  @inlinable package mutating func dropUnused(since: Int) {
    while let oldest, slots[oldest].frame < since { removeSlot(oldest) }
  }

  /// The least recently used slot.
  @inlinable var oldest: Int? {
    switch (once.oldest, repeated.oldest) {
    case (-1, -1): nil
    case (-1, let other), (let other, -1): other
    case (let first, let second): slots[first].use < slots[second].use ? first : second
    }
  }

  /// Removes values over the budgets. Slots are in the order of their use, so the first slot that is protected by a
  /// frame ends the search.
  @inlinable mutating func makeRoom() {
    while onceCost > onceBudget, once.oldest >= 0, slots[once.oldest].frame < frame - 1 { removeSlot(once.oldest) }
    while cost > budget, let oldest, cost > most || slots[oldest].frame < frame - 1 { removeSlot(oldest) }
  }

  @inlinable mutating func use(_ place: Int) {
    unlink(place)
    if slots[place].frame != frame, !slots[place].isRepeated {
      slots[place].isRepeated = true
      onceCost -= slots[place].cost
    }
    slots[place].frame = frame
    link(place)
  }

  /// Links an unlinked slot as the most recently used one.
  @inlinable mutating func link(_ place: Int) {
    uses += 1
    slots[place].use = uses
    change(ends: slots[place].isRepeated) { ends, slots in
      slots[place].newer = -1
      slots[place].older = ends.newest
      if ends.newest >= 0 { slots[ends.newest].newer = place } else { ends.oldest = place }
      ends.newest = place
    }
  }

  @inlinable mutating func unlink(_ place: Int) {
    change(ends: slots[place].isRepeated) { ends, slots in
      let (newer, older) = (slots[place].newer, slots[place].older)
      if newer >= 0 { slots[newer].older = older } else { ends.newest = older }
      if older >= 0 { slots[older].newer = newer } else { ends.oldest = newer }
    }
  }

  /// Calls `body` with the ends of one of the lists.
  @inline(__always)
  @inlinable mutating func change(ends areOfRepeated: Bool, _ body: (inout Ends, inout [Slot]) -> Void) {
    if areOfRepeated { body(&repeated, &slots) } else { body(&once, &slots) }
  }

  @inlinable mutating func removeSlot(_ place: Int) {
    unlink(place)
    if let key = slots[place].key { places[key] = nil }
    cost -= slots[place].cost
    if !slots[place].isRepeated { onceCost -= slots[place].cost }
    slots[place] = Slot(key: nil, value: nil, cost: 0, frame: 0, older: free, stamp: -1)
    free = place
  }
}

extension BudgetedCache: Sendable where Key: Sendable, Value: Sendable {}
extension BudgetedCache.Slot: Sendable where Key: Sendable, Value: Sendable {}
