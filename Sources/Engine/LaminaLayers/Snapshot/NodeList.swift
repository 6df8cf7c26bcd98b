// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The nodes of a copy that is being made, in the memory of the copy before.
///
/// New nodes replace those of the copy before, in order. Parts that are taken over where they were are not touched. As
/// soon as a new node comes to lie where a part begins that may still be taken over, the nodes of the copy before are
/// set aside, and parts are moved from there.
struct NodeList {
  /// The new nodes, and behind them those of the copy before that were not replaced yet.
  private var storage: [TreeSnapshot.Node] = []
  /// The number of new nodes.
  private(set) var count = 0
  /// No node before this index need be kept for a part that may still be taken over.
  private var limit = Int.max
  /// The nodes of the copy before, once they are set aside. Nodes that were taken over are blank.
  private var aside: [TreeSnapshot.Node] = []
  /// An empty array with memory, for the case that nodes are set aside: fresh memory costs more than most copies.
  private var spare: [TreeSnapshot.Node] = []

  /// The parts of the copy before.
  var known = KnownParts()
  /// The number of nodes of the copy before; 0 if there is none.
  let countBefore: Int

  /// Makes an empty list.
  init() { countBefore = 0 }

  /// Makes an empty list in the memory of an empty array.
  init(inMemoryOf spare: inout [TreeSnapshot.Node]) {
    self.init()
    swap(&storage, &spare)
  }

  /// Makes an empty list over the nodes of a copy.
  ///
  /// - Parameters:
  ///   - before: The copy, which should have no other owner when nodes are added: otherwise its nodes are copied.
  ///   - spare: An empty array.
  init(after before: TreeSnapshot, spare: inout [TreeSnapshot.Node]) {
    (storage, known, limit) = (before.nodes, KnownParts(of: before), 0)
    countBefore = storage.count
    swap(&self.spare, &spare)
  }

  mutating func reserveCapacity(_ capacity: Int) { storage.reserveCapacity(capacity) }

  subscript(index: Int) -> TreeSnapshot.Node {
    @inline(__always) _read { yield storage[index] }
    @inline(__always) _modify { yield &storage[index] }
  }

  /// The index of the last content among some nodes.
  func lastContent(in range: Range<Int>) -> Int? {
    storage[range].last { $0.content >= 0 }.map { Int($0.content) }
  }

  /// Adds a node behind all others.
  @inline(__always)
  mutating func append(_ node: TreeSnapshot.Node) {
    if count < storage.count {
      if count >= limit { makeRoom() }
      if count < storage.count {
        storage[count] = node
        count += 1
        return
      }
    }
    storage.append(node)
    count += 1
  }

  /// Finds out how many nodes may be replaced, and sets the nodes of the copy before aside if the next one may not.
  private mutating func makeRoom() {
    limit = known.firstNode(from: count)
    if limit == count { setAside() }
  }

  private mutating func setAside() {
    swap(&aside, &storage)
    swap(&storage, &spare)
    storage.reserveCapacity(aside.count)
    limit = .max
    move(0..<count)
  }

  /// Moves nodes that were set aside behind the others.
  private mutating func move(_ nodes: Range<Int>) {
    var blank = TreeSnapshot.Node(properties: LayerProperties(), parent: -1, subtreeEnd: 0, siblingIndex: 0)
    // Without an object, whose references would be counted for each node.
    blank.properties.borderColor = nil
    for index in nodes {
      storage.append(blank)
      swap(&storage[storage.count - 1], &aside[index])
    }
  }

  /// Adds the nodes of a part of the copy before.
  mutating func append(_ part: TreeSnapshot.PlacedPart) {
    let nodes = Int(part.first)..<Int(part.end)
    if aside.isEmpty, nodes.lowerBound != count { setAside() }
    if !aside.isEmpty { move(nodes) }
    count += nodes.count
  }

  /// Removes what is left of the copy before.
  mutating func finish() {
    storage.removeLast(storage.count - count)
    guard !aside.isEmpty else { return }
    aside.removeAll(keepingCapacity: true)
    swap(&aside, &spare)
  }

  /// Hands over an empty array with memory, after the end.
  mutating func recycle(_ spare: inout [TreeSnapshot.Node]) { swap(&self.spare, &spare) }

  /// All nodes, after the end.
  var nodes: [TreeSnapshot.Node] { storage }
}
