// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How far subtrees reach that may be out of sight, in the spaces of their own roots: for as long as nothing in them changes, wherever
/// they are moved. So the rows of a list that scrolls are measured once.
struct KnownReaches {
  private var boxes: [Int32: SIMD4<Double>] = [:]

  /// How far a subtree reaches: minimum x, y, maximum x, y, no numbers where that cannot be said; `nil` where it was not measured.
  func reach(of root: Int32) -> SIMD4<Double>? { boxes[root] }

  mutating func keep(_ box: SIMD4<Double>, of root: Int32) { boxes[root] = box }

  /// Forgets subtrees in which something changed.
  ///
  /// - Parameter changed: The layers that changed, and all above them.
  mutating func forget(_ changed: [Int32]) {
    guard !boxes.isEmpty else { return }
    for node in changed { boxes[node] = nil }
  }
}
