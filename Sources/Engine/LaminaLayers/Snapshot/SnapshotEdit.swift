// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Nodes of a copy that came in the place of others: with all in them, some of either or none.
package struct SnapshotEdit: Sendable {
  /// The nodes that went, by the numbers that they had after the edits before this one; where none went, the place that
  /// the others came to.
  package let removed: Range<Int32>
  /// How many nodes came.
  package let added: Int32
  /// The layer whose sublayers they are, or which they mask.
  package let owner: Int32
  /// Whether no sublayer of the owner follows. Of masks `false`: they are not among the sublayers.
  package let isLast: Bool

  /// The place of those that came.
  package var place: Int32 { removed.lowerBound }

  /// How far the nodes behind them moved.
  package var shift: Int32 { added - Int32(removed.count) }

  /// The number of a node afterwards; `nil` for one that went.
  package func moved(_ node: Int32) -> Int32? {
    if node < removed.lowerBound { return node }
    return node < removed.upperBound ? nil : node + shift
  }
}

extension Sequence<SnapshotEdit> {
  /// The number of a node after all edits; `nil` for one that went.
  package func moved(_ node: Int32) -> Int32? {
    var node = node
    for edit in self {
      guard let moved = edit.moved(node) else { return nil }
      node = moved
    }
    return node
  }
}

extension [SnapshotEdit] {
  /// The number that a node had before all edits, none of which brought it.
  package func origin(of node: Int32) -> Int32 {
    reversed().reduce(node) { node, edit in node >= edit.place + edit.added ? node - edit.shift : node }
  }
}

extension Array {
  /// Gives what was made behind all others the place of something.
  ///
  /// - Parameter start: The first that was made.
  /// - Returns: Where what is behind it lies now.
  @discardableResult
  mutating func moveMade(from start: Int, to place: Range<Int>) -> Int {
    let made = Array(self[start...])
    removeLast(made.count)
    replaceSubrange(place, with: made)
    return place.lowerBound + made.count
  }
}

extension [Int32] {
  /// Follows an edit with a list of nodes, which rise.
  ///
  /// - Parameter start: The nodes from there on were made for the edit, behind all others, and come to their place by
  ///   it.
  mutating func follow(_ edit: SnapshotEdit, madeFrom start: Int32) {
    let rest = moveMadeNodes(from: start, to: edit.removed)
    guard edit.shift != 0 else { return }
    for index in rest..<count { self[index] += edit.shift }
  }

  /// Gives nodes of such a list that were made behind all others the place of those that go.
  ///
  /// - Parameter start: The first node that was made.
  /// - Returns: Where what is behind them lies now.
  @discardableResult
  mutating func moveMadeNodes(from start: Int32, to removed: Range<Int32>) -> Int {
    let (made, old) = (place(of: start), place(of: removed.lowerBound)..<place(of: removed.upperBound))
    for index in made..<count { self[index] += removed.lowerBound - start }
    return moveMade(from: made, to: old)
  }
}
