// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

// Draws hide one another only at edges that they have in common. A fragment of the canvas whose edges no other draw has
// is changed by this step in the same way in every frame: if it was left as it is once, it is not visited again.

extension SharedEdges {
  /// Adds the links to the draws of the canvas, without visiting fragments that are known to stay as they are.
  ///
  /// - Parameter fragments: The fragments of the canvas; the ones with changed draws are removed.
  /// - Returns: Whether a draw was changed.
  static func resolve(
    _ draws: inout [DrawOperation], _ fragments: inout [DrawnFragment], region: PixelRect,
    in resources: inout PlanResources
  ) -> Bool {
    let isAlone = EdgeOwners.lonely(fragments, among: draws, in: resources.clips)
    var (visited, start): ([Range<Int>], Int) = ([], 0)
    for (index, fragment) in fragments.enumerated() where isAlone[index] && fragment.identity.isUnchangedAlone {
      if start < fragment.draws.lowerBound { visited.append(start..<fragment.draws.lowerBound) }
      start = fragment.draws.upperBound
    }
    if start < draws.count { visited.append(start..<draws.count) }
    let linksBefore = resources.clips.shapes.count
    let changed = resolve(&draws, at: visited, region: region, in: &resources)
    // Draws that were not visited for want of links may be changed in other frames.
    let isComplete = resources.clips.shapes.count - linksBefore < mostLinks
    var (next, kept): (Int, [DrawnFragment]) = (changed.count - 1, [])
    kept.reserveCapacity(fragments.count)
    for (index, fragment) in fragments.enumerated() {
      while next >= 0, changed[next] < fragment.draws.lowerBound { next -= 1 }
      if next >= 0, changed[next] < fragment.draws.upperBound { continue }
      if isAlone[index], isComplete { fragment.identity.noteUnchangedAlone() }
      kept.append(fragment)
    }
    fragments = kept
    return !changed.isEmpty
  }
}

/// The indices of some draws, from front to back.
struct FrontToBack: Sequence, IteratorProtocol {
  private var stretches: [Range<Int>]
  private var current: Range<Int>

  /// - Parameter stretches: The stretches, from back to front.
  init(_ stretches: [Range<Int>]) {
    self.stretches = stretches
    current = self.stretches.popLast() ?? 0..<0
  }

  mutating func next() -> Int? {
    while current.isEmpty {
      guard let next = stretches.popLast() else { return nil }
      current = next
    }
    current = current.lowerBound..<(current.upperBound - 1)
    return current.upperBound
  }
}

/// The fragments that the edges of a canvas belong to, by the keys of the edges.
private struct EdgeOwners {
  /// The keys, each at the first free place from its hash on; 0 at free places.
  private var keys: [UInt32]
  private var owners: [Int32]
  private let mask: Int
  /// Whether an owner has an edge in common with another one.
  private var isShared: [Bool]

  private init(edges: Int, owners count: Int) {
    var places = 64
    while places < 2 * edges { places *= 2 }
    keys = Array(repeating: 0, count: places)
    owners = Array(repeating: 0, count: places)
    mask = places - 1
    isShared = Array(repeating: false, count: count)
  }

  /// Finds the fragments without an edge in common with other draws.
  static func lonely(
    _ fragments: [DrawnFragment], among draws: [DrawOperation], in clips: ClipTable
  ) -> [Bool] {
    guard !fragments.isEmpty else { return [] }
    // All draws outside of fragments are one owner.
    let others = fragments.count
    var (own, start) = (EdgeKeys(), 0)
    for fragment in fragments where fragment.identity.edges != nil {
      own.add(draws.span, start..<fragment.draws.lowerBound, in: clips)
      start = fragment.draws.upperBound
    }
    own.add(draws.span, start..<draws.count, in: clips)
    guard own.isComplete else { return Array(repeating: false, count: others) }
    let count = fragments.reduce(own.keys.count) { $0 + ($1.identity.edges?.count ?? 0) }
    var table = EdgeOwners(edges: count, owners: others + 1)
    for key in own.keys { table.add(key, others) }
    for (index, fragment) in fragments.enumerated() {
      guard let edges = fragment.identity.edges else {
        table.isShared[index] = true
        continue
      }
      for key in edges { table.add(key, index) }
    }
    return table.isShared.dropLast().map { !$0 }
  }

  private mutating func add(_ key: UInt32, _ owner: Int) {
    var place = Int(truncatingIfNeeded: key) & mask
    while keys[place] != 0 {
      guard keys[place] != key else {
        let known = Int(truncatingIfNeeded: owners[place])
        if known != owner { (isShared[known], isShared[owner]) = (true, true) }
        return
      }
      place = (place + 1) & mask
    }
    (keys[place], owners[place]) = (key, Int32(truncatingIfNeeded: owner))
  }
}
