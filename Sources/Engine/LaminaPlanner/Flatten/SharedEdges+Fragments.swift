// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

// Draws hide one another only at edges that they have in common. A fragment whose edges no other draw of the list has
// is changed by this step in the same way in every frame: if it was left as it is once, it is not visited again.

extension SharedEdges {
  /// Adds the links to the draws of a list, without visiting fragments that are known to stay as they are. Runs with
  /// changed draws are no fragments any more.
  ///
  /// - Parameters:
  ///   - region: The pixels of the pass.
  ///   - walk: The number of the walk over the tree, among walks that take over fragments from one another.
  /// - Returns: Whether a draw was changed.
  static func resolve(
    _ list: inout DrawList, region: PixelRect, walk: Int = 0, in resources: inout PlanResources
  ) -> Bool {
    let count = list.count
    if list.runs.count == 1, !list.runs[0].isRecordedApart {
      return list.extend { !resolve(&$0, of: count, region: region, in: &resources).isEmpty }
    }
    let isAlone = EdgeOwners.lonely(in: list, walk: walk, clips: resources.clips)
    let visited = list.runs.indices.filter { !isAlone[$0] || list.runs[$0].fragment?.isUnchangedAlone != true }
    var draws: [DrawOperation] = []
    draws.reserveCapacity(visited.reduce(0) { $0 + list.runs[$1].draws.count })
    for index in visited { draws += list.runs[index].draws }
    let linksBefore = resources.clips.shapes.count
    let changed = resolve(&draws, of: count, region: region, in: &resources)
    // Draws that were not visited for want of links may be changed in other frames.
    let isComplete = resources.clips.shapes.count - linksBefore < mostLinks
    var (next, start) = (changed.count - 1, 0)
    for index in visited {
      let run = list.runs[index].range
      let isChanged = next >= 0 && changed[next] < start + run.count
      while next >= 0, changed[next] < start + run.count {
        list[run.lowerBound + changed[next] - start] = draws[changed[next]]
        next -= 1
      }
      if !isChanged, isAlone[index], isComplete { list.runs[index].fragment?.noteUnchangedAlone() }
      start += run.count
    }
    return !changed.isEmpty
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
  /// The keys that were added, as far as they are few.
  private var few: [UInt32] = []
  /// The most keys that are asked for one by one.
  private static let mostFew = 64

  private init(edges: Int, owners count: Int) {
    var places = 64
    while places < 4 * edges { places *= 2 }
    keys = Array(repeating: 0, count: places)
    owners = Array(repeating: 0, count: places)
    mask = places - 1
    isShared = Array(repeating: false, count: count)
  }

  /// For each run, whether it is a fragment without an edge in common with other draws.
  ///
  /// Fragments that had none in the walk before have none in common with one another; their edges are searched among
  /// those of all other draws.
  static func lonely(in list: DrawList, walk: Int, clips: ClipTable) -> [Bool] {
    let runs = list.runs
    guard runs.contains(where: { $0.fragment?.edges != nil }) else { return Array(repeating: false, count: runs.count) }
    // All draws outside of fragments are one owner.
    let others = runs.count
    var own = EdgeKeys()
    for run in runs where run.fragment?.edges == nil { own.add(run.draws, in: clips) }
    guard own.isComplete else { return Array(repeating: false, count: runs.count) }
    let wereAlone = runs.map { $0.fragment?.wasAlone(in: walk - 1) ?? false }
    let count = runs.indices.reduce(own.keys.count) {
      $0 + (wereAlone[$1] ? 0 : runs[$1].fragment?.edges?.count ?? 0)
    }
    var table = EdgeOwners(edges: count, owners: others + 1)
    for key in own.keys { table.add(key, others) }
    for index in runs.indices where !wereAlone[index] {
      if let edges = runs[index].fragment?.edges {
        for key in edges { table.add(key, index) }
      } else {
        table.isShared[index] = true
      }
    }
    for index in runs.indices where wereAlone[index] {
      if let fragment = runs[index].fragment { table.find(edgesOf: fragment, index) }
    }
    for index in runs.indices where !table.isShared[index] { runs[index].fragment?.noteAlone(in: walk) }
    return table.isShared.dropLast().map { !$0 }
  }

  /// Notes which owners have one of the edges of a fragment, which is another owner.
  private mutating func find(edgesOf fragment: DrawnFragment, _ owner: Int) {
    guard let edges = fragment.edges, few.count == Self.mostFew || fragment.mayHave(few) else { return }
    var found: [Int] = []
    let mask = mask
    keys.withUnsafeBufferPointer { keys in
      for key in edges {
        var place = Int(truncatingIfNeeded: key) & mask
        while keys[place] != 0, keys[place] != key { place = (place + 1) & mask }
        if keys[place] != 0 { found.append(place) }
      }
    }
    for place in found { (isShared[Int(truncatingIfNeeded: owners[place])], isShared[owner]) = (true, true) }
  }

  private mutating func add(_ key: UInt32, _ owner: Int) {
    if few.count < Self.mostFew { few.append(key) }
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
