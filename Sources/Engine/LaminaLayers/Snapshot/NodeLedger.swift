// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry

/// The layers of the nodes of a retained copy, and the nodes that have to be copied again.
///
/// A node that is copied anew is made behind all others, by the code that makes every node, and then takes its place.
struct NodeLedger {
  /// The layer of each node. Layers may have been released since.
  private(set) var identities: [ObjectIdentifier] = []
  /// For each node the index after its subtree, as in `nodes`, whose elements are too large to be searched quickly.
  private(set) var ends: [Int32] = []
  /// The nodes whose look depends on the time, or may change unnoticed, in ascending order.
  private(set) var unsteady: [Int32] = []
  /// The nodes that can only be copied with all in them, in ascending order: a layer in a transition, which is several
  /// nodes, and a replicator whose copies each have nodes of their own.
  private var blocks: [Int32] = []
  /// The nodes that are masked, in ascending order.
  private(set) var masked: [Int32] = []
  /// The nodes that are copied for every copy, and the nodes whose mask contains such a node, in ascending order.
  private(set) var due: [Int32] = []

  /// Whether a node can only be copied with all in it.
  func isBlock(_ node: Int32) -> Bool { blocks.holds(node) }

  /// Notes the layer of a node that was made behind all others.
  mutating func add(_ layer: CALayer) { identities.append(ObjectIdentifier(layer)) }

  /// Notes that the look of the last node depends on the time, or may change unnoticed.
  mutating func noteUnsteady(_ node: Int32) {
    if unsteady.last != node { unsteady.append(node) }
  }

  /// Notes that a node can only be copied with all in it.
  mutating func noteBlock(_ node: Int32) { blocks.append(node) }

  /// Notes the subtrees and the masks of a finished copy.
  ///
  /// - Parameter masked: The nodes that are masked, in ascending order.
  mutating func finish(_ nodes: [TreeSnapshot.Node], masked: [Int32]) {
    noteEnds(nodes)
    self.masked = masked
    settle(nodes)
  }

  /// Notes the ends of the subtrees of all nodes.
  mutating func noteEnds(_ nodes: [TreeSnapshot.Node]) { ends = nodes.map(\.subtreeEnd) }

  /// Determines the nodes that are due in the next copy.
  mutating func settle(_ nodes: [TreeSnapshot.Node]) {
    // Layers in a block may depend on the time in ways of their own.
    due = blocks.isEmpty ? unsteady : Self.united(unsteady, blocks)
    guard !due.isEmpty, !masked.isEmpty else { return }
    // A mask lies behind the layer that it masks, so masked layers inside a mask are visited before the mask itself;
    // and masks are in ascending order, as the layers that they mask are.
    var (owners, next): ([Int32], Int) = ([], 0)
    for node in masked.reversed() where !due.holds(node) {
      let mask = nodes[Int(node)].mask
      let end = ends[Int(mask)]
      while next < owners.count, owners[next] >= end { next += 1 }
      if holdsDue(mask..<end) || next < owners.count && owners[next] >= mask { owners.append(node) }
    }
    due = Self.united(due, owners.reversed())
  }

  /// Returns all numbers of two ascending lists, once each, in ascending order.
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

  /// Whether one of some nodes is due in any case.
  func holdsDue(_ nodes: Range<Int32>) -> Bool {
    let place = due.place(of: nodes.lowerBound)
    return place < due.count && due[place] < nodes.upperBound
  }

  /// Puts nodes of the same layers in the place of existing nodes.
  ///
  /// - Parameter start: The first of the new nodes, which lie behind all others.
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

  /// Adapts the lists to an edit, except for the ends of subtrees.
  ///
  /// - Parameter start: The first of the nodes made for the edit, which lie behind all others.
  mutating func follow(_ edit: SnapshotEdit, madeFrom start: Int32) {
    identities.moveMade(from: Int(start), to: Int(edit.removed.lowerBound)..<Int(edit.removed.upperBound))
    unsteady.follow(edit, madeFrom: start)
    blocks.follow(edit, madeFrom: start)
    masked.follow(edit, madeFrom: start)
  }

  /// The masks of some nodes, which are contiguous; `nil` where none of the nodes is masked.
  func masks(of owners: Range<Int32>, in nodes: [TreeSnapshot.Node]) -> Range<Int32>? {
    let found = masked[masked.place(of: owners.lowerBound)..<masked.place(of: owners.upperBound)]
    guard let first = found.first, let last = found.last else { return nil }
    let mask = nodes[Int(last)].mask
    return nodes[Int(first)].mask..<nodes[Int(mask)].subtreeEnd
  }

  /// Removes nodes from the list of masked nodes, and returns them.
  ///
  /// - Parameter masks: All masks of the nodes, which are consecutive.
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

  /// Whether nodes that were made behind all others are copies of the same layers, in the same places, as existing
  /// nodes.
  ///
  /// - Parameter made: The new nodes, with the numbers that they will have in that place.
  func areSame(_ made: ArraySlice<TreeSnapshot.Node>, at node: Int32) -> Bool {
    made.indices.allSatisfy { index in
      let place = Int(node) + index - made.startIndex
      return identities[place] == identities[index] && ends[place] == made[index].subtreeEnd
    }
  }
}

extension [Int32] {
  /// Whether a number is in this ascending list.
  func holds(_ number: Int32) -> Bool {
    let place = place(of: number)
    return place < count && self[place] == number
  }

  /// The index of a number in this ascending list, or the index at which it would be inserted.
  package func place(of number: Int32) -> Int { place { $0 < number } }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that is not before some value, in an ascending list.
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
