// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A replacement of nodes of a copy by others: subtrees that were removed, and subtrees that were added in their place.
/// Either may be empty.
package struct SnapshotEdit: Sendable {
  /// The removed nodes, by the numbers that they had after the edits before this one; an empty range is the place where
  /// nodes were added.
  package let removed: Range<Int32>
  /// The number of added nodes.
  package let added: Int32
  /// The layer of which they are sublayers or the mask.
  package let owner: Int32
  /// Whether no sublayer of the owner follows. `false` for masks, which are not among the sublayers.
  package let isLast: Bool

  /// The place of the added nodes.
  package var place: Int32 { removed.lowerBound }

  /// The distance by which the nodes behind them moved.
  package var shift: Int32 { added - Int32(removed.count) }

  /// The number of a node after the edit; `nil` for a removed node.
  package func moved(_ node: Int32) -> Int32? {
    if node < removed.lowerBound { return node }
    return node < removed.upperBound ? nil : node + shift
  }
}

extension Sequence<SnapshotEdit> {
  /// The number of a node after all edits; `nil` for a removed node.
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
  /// The number that a node had before all edits; the node must not be an added one.
  package func origin(of node: Int32) -> Int32 {
    reversed().reduce(node) { node, edit in node >= edit.place + edit.added ? node - edit.shift : node }
  }
}

extension Array {
  /// Moves the last elements, from an index on, to the place of other elements, which are removed.
  ///
  /// - Parameter start: The first element to move.
  /// - Returns: The index of the first element behind the moved ones.
  @discardableResult
  mutating func moveMade(from start: Int, to place: Range<Int>) -> Int {
    let made = Array(self[start...])
    removeLast(made.count)
    replaceSubrange(place, with: made)
    return place.lowerBound + made.count
  }
}

extension [Int32] {
  /// Adapts an ascending list of nodes to an edit.
  ///
  /// - Parameter start: The first of the nodes made for the edit, which lie behind all others until the edit moves
  ///   them.
  mutating func follow(_ edit: SnapshotEdit, madeFrom start: Int32) {
    let rest = moveMadeNodes(from: start, to: edit.removed)
    guard edit.shift != 0 else { return }
    for index in rest..<count { self[index] += edit.shift }
  }

  /// Moves new nodes in such a list, which lie behind all others, to the place of removed ones.
  ///
  /// - Parameter start: The first new node.
  /// - Returns: The index of the first element behind the moved ones.
  @discardableResult
  mutating func moveMadeNodes(from start: Int32, to removed: Range<Int32>) -> Int {
    let (made, old) = (place(of: start), place(of: removed.lowerBound)..<place(of: removed.upperBound))
    for index in made..<count { self[index] += removed.lowerBound - start }
    return moveMade(from: made, to: old)
  }
}
