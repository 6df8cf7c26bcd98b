// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// The memory that one picture keeps for the next is bounded.
@Suite struct RetainedBudgetTests {
  private static func cards(_ count: Int) -> CALayer {
    let root = RetainedPair.cards(count)
    for (index, card) in (root.sublayers ?? []).enumerated() {
      card.bounds.size = CGSize(width: 19, height: 17)
      card.masksToBounds = index % 2 == 0
      card.transform = CATransform3DMakeRotation(CGFloat(index), 0, 0, 1)
    }
    return root
  }

  @Test(
    "what a plan leaves for the next one takes at most twice the memory of the plan",
    arguments: [100, 10_000])
  func memory(count: Int) throws {
    let root = Self.cards(count)
    var pair = RetainedPair()
    for step in 0..<8 {
      root.sublayers?[count / 2].position.x += 1
      if step == 5 { root.sublayers?[count / 3].removeFromSuperlayer() }
      let plan = try pair.plans(root).kept
      let bytes = pair.recording.bytes
      #expect(bytes > plan.bytes / 10, "step \(step): \(bytes) bytes are not all that is kept")
      #expect(bytes <= 2 * plan.bytes, "step \(step): \(bytes) bytes for a plan of \(plan.bytes)")
    }
    #expect(pair.takenOver > 3 * (count - 10))
  }

  @Test("a tree of more layers than are kept is copied from nothing, and kept again where it has become smaller")
  func layers() throws {
    let root = Self.cards(100)
    let tree = RetainedTree(maximumLayers: 101)
    func copy() -> TreeSnapshot {
      root.sublayers?[3].position.x += 1
      return tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
    }
    #expect(!copy().parts.isEmpty && copy().takenNodes > 0)
    root.addSublayer(CALayer())
    for _ in 0..<4 { #expect(copy().parts.isEmpty) }
    root.sublayers?.last?.removeFromSuperlayer()
    // Keeping was in vain: the next copies wait before it is tried again.
    #expect((0..<8).contains { _ in !copy().parts.isEmpty })
    #expect(copy().takenNodes > 0)
  }

  @Test("a recording that takes more memory than it may is not kept")
  func bytes() throws {
    let root = Self.cards(200)
    let tree = RetainedTree()
    var (least, largest) = (0, RetainedRecording())
    func plan(_ recording: RetainedRecording) throws -> Int {
      root.sublayers?[3].position.x += 1
      let snapshot = tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen)
      _ = try Planner().plan(snapshot, keeping: recording)
      return recording.takenOver
    }
    for _ in 0..<4 { _ = try plan(largest) }
    #expect(try plan(largest) > 150)
    least = largest.bytes
    #expect(least > 0)
    largest = RetainedRecording(maximumBytes: least)
    for _ in 0..<3 { _ = try plan(largest) }
    #expect(try plan(largest) > 150)
    largest = RetainedRecording(maximumBytes: least / 3)
    for _ in 0..<4 { #expect(try plan(largest) == 0) }
    #expect(largest.bytes == 0)
  }
}
