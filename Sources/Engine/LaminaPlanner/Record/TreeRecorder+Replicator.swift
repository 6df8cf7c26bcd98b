// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaSystem

// Replicators are drawn by visiting the same nodes again, so that nothing of the tree is copied.

extension TreeRecorder {
  /// The content of a replicator layer that does not show its sublayers exactly once and unchanged; `nil` for other
  /// layers.
  func replicator(at index: Int) -> ReplicatorContent? {
    guard nodes[index].content >= 0, case .replicator(let content) = snapshot.contents[Int(nodes[index].content)]
    else { return nil }
    return content
  }

  /// Starts the copies of a layer, if the limit of elements permits them; otherwise draws one copy.
  mutating func walk(
    over content: ReplicatorContent, of node: Int32, tint: SIMD4<Float>, delay: Double
  ) -> ReplicaWalk {
    guard content.step.isFinite else {
      diagnostics.add(.invalidGeometry, node: Int(node), in: snapshot)
      return ReplicaWalk(content, count: 1, tint: tint, delay: delay)
    }
    if !content.copyStarts.isEmpty {
      return ReplicaWalk(content, count: content.copyStarts.count, tint: tint, delay: delay)
    }
    let weight = max(1, Int(nodes[Int(node)].subtreeEnd - node) - 1)
    let (copies, overflow) = (content.count - 1).multipliedReportingOverflow(by: weight)
    guard !overflow, copies <= budgets.elements else {
      let needed = Double(budgets.elementLimit - budgets.elements) + Double(content.count - 1) * Double(weight)
      refuse(.elements, allowed: budgets.elementLimit, needed: needed, "copies of a replicator", node)
      return ReplicaWalk(content, count: 1, tint: tint, delay: delay)
    }
    budgets.take(elements: copies)
    return ReplicaWalk(content, count: content.count, tint: tint, delay: delay)
  }

  /// Pushes the copies of the innermost open layer's sublayers.
  ///
  /// - Conformance: REPL-1
  mutating func pushCopies(of node: Int32, end: Int32, _ content: ReplicatorContent) {
    let last = walk.open.count - 1
    guard content.count > 0 else { return }
    guard content.staysInPlane, isOneLevel(from: node + 1, to: end), walk.open[last].inherited.sublayerSpace < 0 else {
      return pushSpace(of: node)
    }
    let inherited = walk.open[last].inherited
    walk.beginCopies(walk(over: content, of: node, tint: inherited.tint, delay: inherited.delay), of: node)
  }

  /// Whether the paint order of siblings is their order in the tree, in every copy.
  private func isOneLevel(from start: Int32, to end: Int32) -> Bool {
    var child = start
    let depth = nodes[Int(start)].properties.zPosition
    while child < end {
      if nodes[Int(child)].properties.zPosition != depth || properties(at: Int(child)).leavesPlane { return false }
      child = nodes[Int(child)].subtreeEnd
    }
    return true
  }

  /// Pushes the next copy of the innermost open layer's sublayers, and then the copy after it.
  mutating func enterCopy(of node: Int32) {
    let own = walk.beginCopy(of: node, (node + 1)..<nodes[Int(node)].subtreeEnd)
    let start = walk.pending.count
    var child = own.lowerBound
    while child < own.upperBound {
      walk.push(.layer(child))
      child = nodes[Int(child)].subtreeEnd
    }
    walk.turn(after: start)
  }
}
