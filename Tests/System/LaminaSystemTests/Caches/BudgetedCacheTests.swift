// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaSystem
import Testing

/// Entries that a cache keeps and drops, compared with a model of the policy that sorts and searches.
@Suite struct BudgetedCacheTests {
  @Test("what was used longest ago goes first, and being asked for is use")
  func order() {
    var cache = BudgetedCache<String, Int>(budget: 3)
    for (index, key) in ["a", "b", "c"].enumerated() { cache.keep(index, costing: 1, as: key) }
    #expect(cache.value("a") == 0)
    cache.keep(3, costing: 1, as: "d")
    #expect(cache.value("b") == nil && cache.value("a") == 0 && cache.value("c") == 2 && cache.value("d") == 3)
    // One that costs as much as two makes room of two: those that were not asked for last.
    cache.keep(4, costing: 2, as: "e")
    #expect(cache.count == 2 && cache.totalCost == 3 && cache.value("d") == 3 && cache.value("e") == 4)
  }

  @Test("what is kept already stays, and what costs too much is not kept")
  func refused() {
    var cache = BudgetedCache<Int, String>(budget: 10, largest: 4)
    #expect(cache.keep("first", costing: 4, as: 1) == "first" && cache.keep("second", costing: 1, as: 1) == "first")
    #expect(cache.keep("large", costing: 5, as: 2) == nil && cache.value(2) == nil && cache.totalCost == 4)
    var nothing = BudgetedCache<Int, Int>(budget: -5, largest: 100, frameFactor: -1)
    #expect(nothing.keep(1, costing: 1, as: 1) == nil && nothing.keep(1, costing: -7, as: 2) == 1)
    #expect(nothing.totalCost == 0)
    var endless = BudgetedCache<Int, Int>(budget: .max, frameFactor: .max)
    #expect(endless.keep(1, costing: 1 << 40, as: 1) == 1)
  }

  @Test("two frames protect what they used, up to so many budgets")
  func frames() {
    var cache = BudgetedCache<Int, Int>(budget: 10, frameFactor: 3)
    cache.beginFrame()
    for key in 0..<25 { cache.keep(key, costing: 1, as: key) }
    #expect(cache.totalCost == 25)
    cache.beginFrame()
    for key in 100..<110 { cache.keep(key, costing: 1, as: key) }
    // Three budgets are the end, for these frames too.
    #expect(cache.totalCost == 30 && cache.value(4) == nil && cache.value(5) == 5)
    cache.beginFrame()
    // Of the first frame nothing is protected any more but what the second one used: ten values and one that was asked
    // for.
    #expect(cache.totalCost == 11 && cache.value(5) == 5 && cache.value(105) == 105 && cache.value(24) == nil)
    cache.dropUnused()
    #expect(cache.totalCost == 11)
    cache.beginFrame()
    cache.dropUnused()
    #expect(cache.totalCost == 2)
    cache.beginFrame()
    cache.beginFrame()
    cache.dropUnused()
    #expect(cache.totalCost == 0 && cache.count == 0)
  }

  @Test("what one frame alone has used has a budget of its own, and goes before what several have used")
  func once() {
    var cache = BudgetedCache<Int, Int>(budget: 100, frameFactor: 4, onceBudget: 20)
    for frame in 0..<30 {
      cache.beginFrame()
      // Ten that stay, and ten that come with every frame.
      for key in 0..<10 where cache.value(key) == nil { cache.keep(key, costing: 1, as: key) }
      for key in 0..<10 { cache.keep(key, costing: 1, as: 1000 * (frame + 1) + key) }
    }
    // Entries of this frame and the one before are protected.
    #expect(cache.totalCost == 30 && (0..<10).allSatisfy { cache.value($0) == $0 })
    #expect(cache.value(29_003) == 3 && cache.value(28_003) == nil)
    // An entry that a later frame asked for once more stays like all others.
    for _ in 0..<6 { cache.beginFrame() }
    #expect(cache.value(30_001) == 1 && cache.value(30_002) == 2 && cache.totalCost == 30)
    for frame in 50..<58 {
      cache.beginFrame()
      for key in 0..<10 { cache.keep(key, costing: 1, as: 1000 * frame + key) }
    }
    #expect(cache.value(30_001) == 1 && cache.value(30_003) == nil && cache.value(4) == 4)
    cache.remove(30_001)
    cache.removeAll()
    #expect(cache.totalCost == 0)
    // Without frames all is used by one.
    var plain = BudgetedCache<Int, Int>(budget: 10, onceBudget: 4)
    for key in 0..<10 { plain.keep(key, costing: 1, as: key) }
    #expect(plain.totalCost == 10)
  }

  @Test("a value is found at its place for as long as it is kept, and no other one afterwards")
  func placesOfValues() throws {
    var cache = BudgetedCache<String, Int>(budget: 2)
    cache.keep(1, costing: 1, as: "a")
    cache.keep(2, costing: 1, as: "b")
    let (a, b) = (try #require(cache.place(of: "a")), try #require(cache.place(of: "b")))
    #expect(cache.place(of: "c") == nil)
    // To be found is to be used: the other one goes.
    #expect(cache.value(at: a) == 1)
    cache.keep(3, costing: 1, as: "c")
    #expect(cache.value(at: b) == nil && cache.value("b") == nil && cache.value(at: a) == 1)
    let c = try #require(cache.place(of: "c"))
    // Kept again, it has another place, also where it is in the same room.
    cache.remove("a")
    #expect(cache.value(at: a) == nil)
    cache.keep(4, costing: 1, as: "a")
    #expect(cache.value(at: a) == nil && cache.value("a") == 4 && cache.value(at: c) == 3)
    let again = try #require(cache.place(of: "a"))
    #expect(cache.value(at: again) == 4)
    cache.removeAll()
    #expect(cache.value(at: again) == nil)
    cache.keep(5, costing: 1, as: "a")
    #expect(cache.value(at: again) == nil && cache.value(at: c) == nil && cache.value("a") == 5)
  }

  @Test("values that go are freed at once")
  func freed() {
    final class Box {}
    var cache = BudgetedCache<Int, Box>(budget: 1)
    weak var first: Box?
    do {
      let made = Box()
      first = made
      cache.keep(made, costing: 1, as: 1)
    }
    #expect(first != nil)
    cache.keep(Box(), costing: 1, as: 2)
    #expect(first == nil)
  }

  /// The policy in the plainest words, with a list that is sorted by use.
  private struct Model {
    var entries: [(key: Int, cost: Int, frame: Int)] = []
    let (budget, largest, most): (Int, Int, Int)
    var frame = 0
    var cost: Int { entries.reduce(0) { $0 + $1.cost } }

    mutating func trim() {
      while cost > budget {
        guard let index = entries.firstIndex(where: { cost > most || $0.frame < frame - 1 }) else { return }
        entries.remove(at: index)
      }
    }

    mutating func use(_ key: Int) -> Bool {
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return false }
      var entry = entries.remove(at: index)
      entry.frame = frame
      entries.append(entry)
      return true
    }

    mutating func keep(_ key: Int, _ cost: Int) {
      if use(key) || cost > largest { return }
      entries.append((key, cost, frame))
      trim()
    }
  }

  @Test("a long random use agrees with the model", arguments: [1, 2, 4])
  func model(_ factor: Int) {
    var cache = BudgetedCache<Int, Int>(budget: 60, largest: 30, frameFactor: factor)
    var model = Model(budget: 60, largest: 30, most: 60 * factor)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<4000 {
      let key = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        cache.beginFrame()
        model.frame += 1
        model.trim()
      case 1:
        cache.dropUnused()
        model.entries.removeAll { $0.frame < model.frame - 1 }
      case 2..<10:
        #expect((cache.value(key) == key) == model.use(key))
      default:
        // A key's cost is its own.
        cache.keep(key, costing: key, as: key)
        model.keep(key, key)
      }
      #expect(cache.totalCost == model.cost && cache.count == model.entries.count)
    }
    #expect((0..<40).allSatisfy { key in (cache.value(key) != nil) == model.entries.contains { $0.key == key } })
  }

  @Test("as many values as there may ever be come and go")
  func many() {
    var cache = BudgetedCache<Int, Int>(budget: 50_000)
    for key in 0..<200_000 { cache.keep(key, costing: 1, as: key) }
    #expect(cache.count == 50_000 && cache.value(150_000) == 150_000 && cache.value(149_999) == nil)
  }
}
