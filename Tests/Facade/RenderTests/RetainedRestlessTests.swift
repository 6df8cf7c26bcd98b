// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Layers that change again and again, between others that do not.
@Suite struct RetainedRestlessTests {
  @Test("a layer that changes between all copies is copied alone, and its neighbours are taken over")
  func alone() throws {
    let root = RetainedPair.cards(400)
    let restless = [40, 200, 399].compactMap { root.sublayers?[$0] }
    var pair = RetainedPair()
    var copied: [Int] = []
    for step in 0..<8 {
      for layer in restless { layer.position.x += step % 2 == 0 ? 1 : -1 }
      try pair.expectSame(try pair.plans(root), "step \(step)")
      copied.append(pair.reports.kept.copiedLayers)
    }
    // The root and the three, and pieces of parts beside them that are too short for parts of their own.
    #expect(copied[0] == 401 && copied[1] > 30 && copied[3...].allSatisfy { $0 < 16 }, "\(copied)")
    #expect(pair.recording.takenOver > 385)
  }

  @Test("a layer that rests becomes a part of a part again, and takes no more work than others")
  func resting() throws {
    let root = RetainedPair.cards(400)
    let layer = try #require(root.sublayers?[200])
    var pair = RetainedPair()
    for step in 0..<4 {
      layer.position.y += step % 2 == 0 ? 1 : -1
      _ = try pair.plans(root)
    }
    var copied: [Int] = []
    for step in 0..<14 {
      try pair.expectSame(try pair.plans(root), "step \(step)")
      copied.append(pair.reports.kept.copiedLayers)
    }
    #expect(copied[1..<6].allSatisfy { (2...8).contains($0) }, "\(copied)")
    #expect(copied.contains { $0 > 8 } && copied.last == 1, "\(copied)")
  }

  @Test("layers that change once each, one after the other, leave as many parts as there were")
  func wandering() throws {
    let root = RetainedPair.cards(400)
    var pair = RetainedPair()
    _ = try pair.plans(root)
    func parts() -> Int {
      pair.tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen).parts.count
    }
    let before = parts()
    for step in 0..<200 {
      root.sublayers?[step * 61 % 400].position.x += 2
      _ = try pair.plans(root)
      #expect(pair.reports.kept.copiedLayers < 60, "step \(step)")
    }
    #expect(abs(parts() - before) <= before / 4, "\(parts()) parts, \(before) before")
  }

  @Test("few layers that change often, in a tree in which others come and go, never change the plan", arguments: 0..<6)
  func random(seed: Int) throws {
    var random = RandomTree(changes: 900 + seed)
    let root = RetainedPair.cards(150)
    let group = RetainedPair.cards(60)
    group.frame = CGRect(x: 30, y: 40, width: 300, height: 200)
    root.insertSublayer(group, at: 70)
    var (pair, busy) = (RetainedPair(), [CALayer]())
    for step in 0..<160 {
      // For a while the same layers change, then others do, or none.
      if step % 20 == 0 {
        busy = (0..<4).compactMap { _ in
          let parent = random.chance(0.5) ? root : group
          return parent.sublayers?[Int(random.next() % UInt64(parent.sublayers?.count ?? 1))]
        }
      }
      if step % 60 < 45 {
        for layer in busy where layer !== group && random.chance(0.8) {
          layer.position.x += 1
          layer.opacity = random.chance(0.2) ? 0.5 : 1
        }
      }
      if random.chance(0.1) { busy.first?.removeFromSuperlayer() }
      if random.chance(0.1), let layer = busy.last, layer !== group { root.insertSublayer(layer, at: UInt32(step)) }
      if random.chance(0.05) { group.addSublayer(random.branch()) }
      try pair.expectSame(try pair.plans(root), "seed \(seed), step \(step)")
    }
    #expect(pair.takenOver > 160 * 80)
  }

  /// Counts how often it is displayed.
  private final class DisplayedLayer: CALayer {
    var displays = 0

    override func display() { displays += 1 }
  }

  @Test("a layer that was marked outside of the tree, before a copy, is displayed for the copy after it has joined")
  func marked() throws {
    let root = RetainedPair.cards(20)
    let tree = RetainedTree()
    func copy() { _ = tree.snapshot(of: root, at: 0, hostIsFlipped: false, scale: 1, reference: .screen) }
    let (mask, sublayer, replacement) = (DisplayedLayer(), DisplayedLayer(), DisplayedLayer())
    for layer in [mask, sublayer, replacement] { layer.setNeedsDisplay() }
    copy()
    root.sublayers?[3].mask = mask
    copy()
    #expect(mask.displays == 1)
    root.sublayers?[4].sublayers = [sublayer]
    copy()
    #expect(sublayer.displays == 1)
    if let old = root.sublayers?[5] { root.replaceSublayer(old, with: replacement) }
    copy()
    copy()
    #expect([mask, sublayer, replacement].map(\.displays) == [1, 1, 1])
    sublayer.setNeedsDisplay()
    copy()
    #expect(sublayer.displays == 2)
  }
}
