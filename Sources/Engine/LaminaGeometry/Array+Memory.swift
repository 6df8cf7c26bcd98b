// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension Array {
  /// Makes room for `more` elements beyond the present ones.
  ///
  /// `reserveCapacity(count + more)` makes room for exactly that number: repeated while an array grows, it moves all
  /// elements each time, so that the work grows with the square of their number. This method at least doubles the room.
  ///
  /// - Complexity: O(count) where there is not room enough, O(1) an element over all calls.
  @inlinable package mutating func makeRoom(for more: Int) {
    guard capacity - count < more else { return }
    reserveCapacity(Swift.max(count + more, 2 * capacity))
  }

  /// Replaces the elements by equal ones, in the same memory where this is large enough.
  ///
  /// - Complexity: O(count).
  @inlinable package mutating func refill(with element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(element, count: count))
  }
}
