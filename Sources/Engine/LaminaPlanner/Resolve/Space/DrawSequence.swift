// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// An order of entries that satisfies all constraints, with groups of entries for which there is no order.
///
/// Entries that must be drawn before each other, directly or in a cycle, form one knot (a strongly connected component,
/// found by Tarjan's algorithm of 1972 with an explicit stack). Knots can be ordered; of all valid orders, the one is
/// used that always takes the knot with the least entry next.
struct DrawSequence {
  /// The entries, knot after knot; the entries of each knot ascend.
  private(set) var indices: [Int] = []
  /// The end of each knot in `indices`.
  private(set) var ends: [Int] = []

  /// - Parameters:
  ///   - range: The entries.
  ///   - constraints: Pairs of entries.
  init(_ range: Range<Int>, _ constraints: [DrawConstraint]) {
    let graph = ConstraintGraph(range, constraints)
    let (components, count) = graph.components()
    guard count > 1 else {
      (indices, ends) = (Array(range), range.isEmpty ? [] : [range.count])
      return
    }
    // The members of each component, one after the other.
    var starts = [Int](repeating: 0, count: count + 1)
    for component in components { starts[component + 1] += 1 }
    for component in 0..<count { starts[component + 1] += starts[component] }
    var next = starts
    var members = [Int](repeating: 0, count: range.count)
    for (offset, component) in components.enumerated() {
      members[next[component]] = range.lowerBound + offset
      next[component] += 1
    }
    var waitsFor = [Int32](repeating: 0, count: count)
    for constraint in constraints {
      let first = components[Int(constraint.first) - range.lowerBound]
      let second = components[Int(constraint.second) - range.lowerBound]
      if first != second { waitsFor[second] += 1 }
    }
    var ready = IndexHeap()
    for component in 0..<count where waitsFor[component] == 0 { ready.push(Int32(members[starts[component]])) }
    indices.reserveCapacity(range.count)
    ends.reserveCapacity(count)
    while let first = ready.pop() {
      let knot = components[Int(first) - range.lowerBound]
      for index in members[starts[knot]..<starts[knot + 1]] {
        indices.append(index)
        for next in graph.successors(of: index - range.lowerBound) {
          let component = components[Int(next)]
          guard component != knot else { continue }
          waitsFor[component] -= 1
          if waitsFor[component] == 0 { ready.push(Int32(members[starts[component]])) }
        }
      }
      ends.append(indices.count)
    }
  }
}

/// Constraints as lists of successors; entries are counted from the first one of the range.
private struct ConstraintGraph {
  private var starts: [Int32]
  private var targets: [Int32]

  init(_ range: Range<Int>, _ constraints: [DrawConstraint]) {
    starts = [Int32](repeating: 0, count: range.count + 1)
    targets = [Int32](repeating: 0, count: constraints.count)
    let base = Int32(range.lowerBound)
    for constraint in constraints { starts[Int(constraint.first - base) + 1] += 1 }
    for index in 0..<range.count { starts[index + 1] += starts[index] }
    var next = starts
    for constraint in constraints {
      let slot = Int(constraint.first - base)
      targets[Int(next[slot])] = constraint.second - base
      next[slot] += 1
    }
  }

  func successors(of index: Int) -> ArraySlice<Int32> { targets[Int(starts[index])..<Int(starts[index + 1])] }

  /// The number of each entry's component, and the number of components.
  func components() -> (numbers: [Int], count: Int) {
    let count = starts.count - 1
    var component = [Int](repeating: -1, count: count)
    var found = [Int32](repeating: -1, count: count)
    var lowest = [Int32](repeating: 0, count: count)
    var next = starts
    var path: [Int] = []
    var calls: [Int] = []
    var (foundCount, componentCount): (Int32, Int) = (0, 0)
    for root in 0..<count where found[root] < 0 {
      calls.append(root)
      while let index = calls.last {
        if found[index] < 0 {
          (found[index], lowest[index]) = (foundCount, foundCount)
          foundCount += 1
          path.append(index)
        }
        if next[index] < starts[index + 1] {
          let target = Int(targets[Int(next[index])])
          next[index] += 1
          if found[target] < 0 {
            calls.append(target)
          } else if component[target] < 0 {
            lowest[index] = min(lowest[index], found[target])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last { lowest[caller] = min(lowest[caller], lowest[index]) }
        guard lowest[index] == found[index] else { continue }
        while let member = path.popLast() {
          component[member] = componentCount
          if member == index { break }
        }
        componentCount += 1
      }
    }
    return (component, componentCount)
  }
}

/// A binary heap that returns the least number first.
private struct IndexHeap {
  private var storage: [Int32] = []

  mutating func push(_ value: Int32) {
    storage.append(value)
    var child = storage.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard storage[child] < storage[parent] else { return }
      storage.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> Int32? {
    guard let first = storage.first, let last = storage.popLast() else { return nil }
    guard !storage.isEmpty else { return first }
    storage[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < storage.count && storage[child] < storage[least] {
        least = child
      }
      guard least != parent else { return first }
      storage.swapAt(least, parent)
      parent = least
    }
  }
}
