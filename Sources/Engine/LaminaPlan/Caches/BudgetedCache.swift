// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What was made lately, up to a budget: the one cache of plans and renderers, confined to whoever holds it.
/// ``RecentValues`` is the same for all threads. It is not in a module further down because a generic type of a package
/// is not specialised in other modules, which makes finding a value seven times as slow.
///
/// A cache changes what something costs, never what it is: a value must be a function of its key.
///
/// - **Cost.** Each value has a cost, bytes mostly, and all together a budget. A value that costs more than `largest`
///   is not kept, so that one does not take the room of all others.
/// - **Order.** What was used longest ago goes first. Values are linked in the order of their use, so finding one,
///   keeping one and letting one go each take the same time however many there are.
/// - **Frames.** Frames ask for the same values in the same order, so what is needed next is what was used longest ago:
///   a frame whose values cost a little more than the budget would find none of them. What this frame and the one
///   before it used therefore stays, up to `frameFactor` budgets, which nothing exceeds. A factor of one makes the
///   budget a hard limit; a cache that is never told of frames counts everything as used by one.
/// - **Used once.** What changes in every frame is used by one frame alone, and would take the room of everything else.
///   So what only one frame has used may have a budget of its own, `onceBudget`, which is smaller.
///
/// Where something else decides what goes, it is no cache of this kind: a pool, whose contents are taken out to be
/// used, an atlas, whose room comes back by rows. Their heads say so.
package struct BudgetedCache<Key: Hashable, Value> {
  /// A value and its neighbours in the order of use. A slot that is free has no key, and the next free one as `older`.
  fileprivate struct Slot {
    var key: Key?
    var value: Value?
    var cost: Int
    /// The frame that used it last.
    var frame: Int
    var newer: Int
    var older: Int
    /// Which value it holds, of all that were ever kept; -1 where it is free.
    var stamp: Int
    /// Which use was its last, of all.
    var use = 0
    /// Whether several frames have used it.
    var isRepeated = false
  }

  /// The ends of a list of slots in the order of their use; -1 for none.
  private struct Ends {
    var (newest, oldest) = (-1, -1)
  }

  /// Where a value is kept. A value is found there without its key, for as long as it is kept; afterwards nothing is.
  package struct Place: Sendable {
    fileprivate let slot: Int
    fileprivate let stamp: Int
  }

  /// What all values may cost together, but for those that the last two frames used.
  package let budget: Int
  private let onceBudget: Int
  private let largest: Int
  private let most: Int
  private var cost = 0
  /// What those cost that one frame alone has used.
  private var onceCost = 0
  private var places: [Key: Int] = [:]
  private var slots: [Slot] = []
  /// What one frame alone has used, and everything else.
  private var (once, repeated) = (Ends(), Ends())
  /// A slot; -1 for none.
  private var free = -1
  /// How many uses there were.
  private var uses = 0
  /// How many values were kept so far.
  private var stamps = 0
  /// The number of the frame that began last, from 0.
  package private(set) var frame = 0

  /// - Parameters:
  ///   - budget: What all values may cost together; below 0 counts as 0.
  ///   - largest: What one value may cost; all of the budget where it is left out, and never more.
  ///   - frameFactor: How many budgets the values of two frames may cost; below 1 counts as 1.
  ///   - onceBudget: What values may cost together that one frame alone has used, but for those of the last two frames;
  ///     any cost where it is left out.
  package init(budget: Int, largest: Int? = nil, frameFactor: Int = 1, onceBudget: Int? = nil) {
    self.budget = max(budget, 0)
    self.onceBudget = max(onceBudget ?? .max, 0)
    self.largest = min(largest ?? self.budget, self.budget)
    let (most, overflow) = self.budget.multipliedReportingOverflow(by: max(frameFactor, 1))
    self.most = overflow ? .max : most
  }

  /// Forgets all values.
  package mutating func removeAll() {
    (cost, onceCost, places, slots) = (0, 0, [:], [])
    (once, repeated, free) = (Ends(), Ends(), -1)
  }

  /// What all values cost.
  package var totalCost: Int { cost }

  /// How many values are kept.
  package var count: Int { places.count }

  /// Notes that another frame begins, and lets go of what is over the budget and neither the last frame nor this one
  /// used.
  package mutating func beginFrame() {
    frame += 1
    makeRoom()
  }

  /// The value of a key, where it is kept. It counts as used.
  package mutating func value(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    use(place)
    return slots[place].value
  }

  /// Where the value of a key is kept, where it is.
  package func place(of key: Key) -> Place? {
    places[key].map { Place(slot: $0, stamp: slots[$0].stamp) }
  }

  /// The value at a place, where it is still kept. It counts as used.
  package mutating func value(at place: Place) -> Value? {
    guard slots.indices.contains(place.slot), slots[place.slot].stamp == place.stamp else { return nil }
    use(place.slot)
    return slots[place.slot].value
  }

  /// Keeps a value, and lets go of others where it is over the budget.
  ///
  /// - Parameter cost: What it costs; below 0 counts as 0.
  /// - Returns: What is kept under the key now: this value, or the one that was kept already. `nil` where the value
  ///   costs too much to be kept.
  @discardableResult
  package mutating func keep(_ value: Value, costing cost: Int, as key: Key) -> Value? {
    if let known = self.value(key) { return known }
    let cost = max(cost, 0)
    guard cost <= largest else { return nil }
    let slot = Slot(key: key, value: value, cost: cost, frame: frame, newer: -1, older: -1, stamp: stamps)
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

  /// Lets go of the value of a key, where it is kept.
  package mutating func remove(_ key: Key) {
    if let place = places[key] { removeSlot(place) }
  }

  /// Lets go of what neither this frame nor the one before it used, whatever it costs.
  package mutating func dropUnused() { dropUnused(since: frame - 1) }

  /// Lets go of what no frame from that one on has used, whatever it costs.
  ///
  /// - Parameter since: The number of the frame.
  package mutating func dropUnused(since: Int) {
    while let oldest, slots[oldest].frame < since { removeSlot(oldest) }
  }

  /// The slot that was used longest ago.
  private var oldest: Int? {
    switch (once.oldest, repeated.oldest) {
    case (-1, -1): nil
    case (-1, let other), (let other, -1): other
    case (let first, let second): slots[first].use < slots[second].use ? first : second
    }
  }

  /// Slots stand in the order of their use, so the first one that a frame protects ends the search.
  private mutating func makeRoom() {
    while onceCost > onceBudget, once.oldest >= 0, slots[once.oldest].frame < frame - 1 { removeSlot(once.oldest) }
    while cost > budget, let oldest, cost > most || slots[oldest].frame < frame - 1 { removeSlot(oldest) }
  }

  private mutating func use(_ place: Int) {
    unlink(place)
    if slots[place].frame != frame, !slots[place].isRepeated {
      slots[place].isRepeated = true
      onceCost -= slots[place].cost
    }
    slots[place].frame = frame
    link(place)
  }

  /// Makes a slot that is not linked the newest.
  private mutating func link(_ place: Int) {
    uses += 1
    slots[place].use = uses
    change(ends: slots[place].isRepeated) { ends, slots in
      slots[place].newer = -1
      slots[place].older = ends.newest
      if ends.newest >= 0 { slots[ends.newest].newer = place } else { ends.oldest = place }
      ends.newest = place
    }
  }

  private mutating func unlink(_ place: Int) {
    change(ends: slots[place].isRepeated) { ends, slots in
      let (newer, older) = (slots[place].newer, slots[place].older)
      if newer >= 0 { slots[newer].older = older } else { ends.newest = older }
      if older >= 0 { slots[older].newer = newer } else { ends.oldest = newer }
    }
  }

  /// Calls `body` with the ends of one of the lists.
  @inline(__always)
  private mutating func change(ends areOfRepeated: Bool, _ body: (inout Ends, inout [Slot]) -> Void) {
    if areOfRepeated { body(&repeated, &slots) } else { body(&once, &slots) }
  }

  private mutating func removeSlot(_ place: Int) {
    unlink(place)
    if let key = slots[place].key { places[key] = nil }
    cost -= slots[place].cost
    if !slots[place].isRepeated { onceCost -= slots[place].cost }
    slots[place] = Slot(key: nil, value: nil, cost: 0, frame: 0, newer: -1, older: free, stamp: -1)
    free = place
  }
}

extension BudgetedCache: Sendable where Key: Sendable, Value: Sendable {}
extension BudgetedCache.Slot: Sendable where Key: Sendable, Value: Sendable {}
