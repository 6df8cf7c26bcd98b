// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The sublayers of a layer that keep their nodes in a copy, chosen so that as few as possible count as added, removed
/// or moved.
struct SublayerComparison {
  /// The sublayers that keep their nodes, with these nodes; both in ascending order.
  private(set) var staying: [(index: Int, node: Int32)] = []
  /// The first sublayer that differs from the copied one in its place.
  let firstDifference: Int

  /// Compares sublayers with the copied ones.
  ///
  /// - Parameters:
  ///   - parent: The node of their superlayer.
  ///   - ledger: The ledger of the nodes.
  /// - Complexity: O(n), and O(m log m) for the sublayers between the first difference and the last.
  init(_ sublayers: [CALayer], with parent: Int32, in nodes: [TreeSnapshot.Node], _ ledger: NodeLedger) {
    let copied = ledger.siblings(under: parent)
    func isSame(_ place: Int, _ index: Int) -> Bool {
      ledger.identities[Int(copied[place])] == ObjectIdentifier(sublayers[index])
    }
    let fewest = min(copied.count, sublayers.count)
    var (start, end) = (0, 0)
    while start < fewest, isSame(start, start) { start += 1 }
    while end < fewest - start, isSame(copied.count - 1 - end, sublayers.count - 1 - end) { end += 1 }
    firstDifference = start
    staying.reserveCapacity(sublayers.count)
    for index in 0..<start { staying.append((index, copied[index])) }
    let between = copied[start..<(copied.count - end)]
    let found = Self.nodes(of: sublayers[start..<(sublayers.count - end)], among: between, parent, nodes, ledger)
    for index in found.longestRise { staying.append((start + index, found[index])) }
    for index in (sublayers.count - end)..<sublayers.count {
      staying.append((index, copied[index - sublayers.count + copied.count]))
    }
  }

  /// The nodes of some layers among some siblings, or -1.
  private static func nodes(
    of layers: ArraySlice<CALayer>, among siblings: ArraySlice<Int32>, _ parent: Int32, _ nodes: [TreeSnapshot.Node],
    _ ledger: NodeLedger
  ) -> [Int32] {
    guard let first = siblings.first, let last = siblings.last else { return layers.map { _ in -1 } }
    // Made only where layers do not know their nodes: they are new, or were moved by others that came or went.
    var known: [ObjectIdentifier: Int32] = [:]
    return layers.map { layer in
      let node = layer.lastNode
      if node >= first, node <= last, ledger.identities[Int(node)] == ObjectIdentifier(layer),
        nodes[Int(node)].parent == parent
      {
        return node
      }
      if known.isEmpty { for node in siblings { known[ledger.identities[Int(node)]] = node } }
      return known[ObjectIdentifier(layer)] ?? -1
    }
  }
}

extension [Int32] {
  /// The indices of a longest ascending subsequence of the numbers that are not below 0.
  ///
  /// - Complexity: O(n log n).
  fileprivate var longestRise: [Int] {
    // For each length the index of the lowest number that ends a subsequence of that length, and for each index the one
    // before it in its subsequence.
    var (ends, before): ([Int], [Int]) = ([], [Int](repeating: -1, count: count))
    for index in indices where self[index] >= 0 {
      // Most numbers extend the longest subsequence.
      let isLast = ends.last.map { self[$0] < self[index] } ?? true
      let length = isLast ? ends.count : ends.place { self[$0] < self[index] }
      if length > 0 { before[index] = ends[length - 1] }
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var (rise, place): ([Int], Int) = ([], ends.last ?? -1)
    while place >= 0 {
      rise.append(place)
      place = before[place]
    }
    return rise.reversed()
  }
}
