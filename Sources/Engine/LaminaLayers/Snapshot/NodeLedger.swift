// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry

/// What is known of the nodes of a copy that is kept: which layers they are copies of, and which of them have to be
/// copied again.
///
/// A node that is copied anew is made behind all others, by the code that makes every node, and then takes its place.
struct NodeLedger {
  /// The layer of each node. Layers may have ended since.
  private(set) var identities: [ObjectIdentifier] = []
  /// For each node the one after its subtree: nodes themselves are too large to be looked through.
  private(set) var ends: [Int32] = []
  /// The nodes that look otherwise at another time, or may change unseen, rising.
  private(set) var unsteady: [Int32] = []
  /// The nodes that can only be copied with all in them, rising: a layer in a transition, which is several nodes, and a
  /// replicator whose copies each have nodes of their own.
  private var blocks: [Int32] = []
  /// The nodes that are masked, rising.
  private(set) var masked: [Int32] = []
  /// The nodes that are copied for every copy, and those that have a mask with such a node in it, rising.
  private(set) var due: [Int32] = []

  /// Whether a node can only be copied with all in it.
  func isBlock(_ node: Int32) -> Bool { blocks.holds(node) }

  /// Notes the layer of a node that was made behind all others.
  mutating func add(_ layer: CALayer) { identities.append(ObjectIdentifier(layer)) }

  /// Notes that the node behind all others looks otherwise at another time, or may change unseen.
  mutating func noteUnsteady(_ node: Int32) {
    if unsteady.last != node { unsteady.append(node) }
  }

  /// Notes that a node can only be copied with all in it.
  mutating func noteBlock(_ node: Int32) { blocks.append(node) }

  /// Notes what a finished copy consists of.
  ///
  /// - Parameter masked: The nodes that are masked, rising.
  mutating func finish(_ nodes: [TreeSnapshot.Node], masked: [Int32]) {
    noteEnds(nodes)
    self.masked = masked
    settle(nodes)
  }

  /// Notes where the subtrees of all nodes end.
  mutating func noteEnds(_ nodes: [TreeSnapshot.Node]) { ends = nodes.map(\.subtreeEnd) }

  /// Finds out what is due in the next copy.
  mutating func settle(_ nodes: [TreeSnapshot.Node]) {
    // What is in a block may follow from the time in ways of its own.
    due = blocks.isEmpty ? unsteady : Self.united(unsteady, blocks)
    guard !due.isEmpty, !masked.isEmpty else { return }
    // Masks lie behind what they mask, so one that is due in a mask is found before the mask is looked at; and they
    // rise as that does.
    var (owners, next): ([Int32], Int) = ([], 0)
    for node in masked.reversed() where !due.holds(node) {
      let mask = nodes[Int(node)].mask
      let end = ends[Int(mask)]
      while next < owners.count, owners[next] >= end { next += 1 }
      if holdsDue(mask..<end) || next < owners.count && owners[next] >= mask { owners.append(node) }
    }
    due = Self.united(due, owners.reversed())
  }

  /// All numbers of two lists that rise, once each, rising.
  private static func united(_ first: [Int32], _ second: [Int32]) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(first.count + second.count)
    var next = 0
    for number in first {
      while next < second.count, second[next] < number {
        if result.last != second[next] { result.append(second[next]) }
        next += 1
      }
      if result.last != number { result.append(number) }
    }
    for number in second[next...] where result.last != number { result.append(number) }
    return result
  }

  /// The sublayers of a node.
  func siblings(under parent: Int32) -> [Int32] {
    var siblings: [Int32] = []
    var node = parent + 1
    while node < ends[Int(parent)] {
      siblings.append(node)
      node = ends[Int(node)]
    }
    return siblings
  }

  /// Whether something among some nodes is due in any case.
  func holdsDue(_ nodes: Range<Int32>) -> Bool {
    let place = due.place(of: nodes.lowerBound)
    return place < due.count && due[place] < nodes.upperBound
  }

  /// Gives nodes of the same layers the place of those that are there.
  ///
  /// - Parameter start: The nodes from there on, behind all others, were made for it.
  mutating func move(from start: Int32, to place: Range<Int32>) {
    unsteady.moveMadeNodes(from: start, to: place)
    removeMade(from: start)
  }

  /// Forgets nodes that were made behind all others.
  ///
  /// - Parameter start: The first of them.
  mutating func removeMade(from start: Int32) {
    identities.removeLast(identities.count - Int(start))
    blocks.removeLast(blocks.count - blocks.place(of: start))
    unsteady.removeLast(unsteady.count - unsteady.place(of: start))
  }

  /// Follows an edit, but for where subtrees end.
  ///
  /// - Parameter start: The nodes from there on, behind all others, were made for it.
  mutating func follow(_ edit: SnapshotEdit, madeFrom start: Int32) {
    identities.moveMade(from: Int(start), to: Int(edit.removed.lowerBound)..<Int(edit.removed.upperBound))
    unsteady.follow(edit, madeFrom: start)
    blocks.follow(edit, madeFrom: start)
    masked.follow(edit, madeFrom: start)
  }

  /// The masks of some nodes, which stand together; `nil` where none of these is masked.
  func masks(of owners: Range<Int32>, in nodes: [TreeSnapshot.Node]) -> Range<Int32>? {
    let found = masked[masked.place(of: owners.lowerBound)..<masked.place(of: owners.upperBound)]
    guard let first = found.first, let last = found.last else { return nil }
    let mask = nodes[Int(last)].mask
    return nodes[Int(first)].mask..<nodes[Int(mask)].subtreeEnd
  }

  /// The nodes that some masks are of, which are masked no more.
  ///
  /// - Parameter masks: All masks of some nodes that follow one another.
  mutating func takeMasked(before masks: Range<Int32>, in nodes: [TreeSnapshot.Node]) -> [Int32] {
    let first = masked.place(of: nodes[Int(masks.lowerBound)].parent)
    let rest = masked[first...]
    let end = rest.firstIndex { nodes[Int($0)].mask >= masks.upperBound } ?? masked.count
    defer { masked.removeSubrange(first..<end) }
    return Array(masked[first..<end])
  }

  /// Notes whether a node is masked.
  mutating func noteMasked(_ node: Int32, _ isMasked: Bool) {
    let place = masked.place(of: node)
    guard masked.holds(node) != isMasked else { return }
    if isMasked { masked.insert(node, at: place) } else { masked.remove(at: place) }
  }

  /// Whether nodes that were made behind all others are copies of the same layers, in the same places, as those at some
  /// place.
  ///
  /// - Parameter made: The nodes, as they come to lie there.
  func areSame(_ made: ArraySlice<TreeSnapshot.Node>, at node: Int32) -> Bool {
    made.indices.allSatisfy { index in
      let place = Int(node) + index - made.startIndex
      return identities[place] == identities[index] && ends[place] == made[index].subtreeEnd
    }
  }
}

extension [Int32] {
  /// Whether a number is among these, which rise.
  func holds(_ number: Int32) -> Bool {
    let place = place(of: number)
    return place < count && self[place] == number
  }

  /// Where a number is among these, which rise, or would be.
  package func place(of number: Int32) -> Int { place { $0 < number } }
}

extension RandomAccessCollection where Index == Int {
  /// Where the first is that is not before something, of some that rise.
  @inline(__always)
  func place(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
