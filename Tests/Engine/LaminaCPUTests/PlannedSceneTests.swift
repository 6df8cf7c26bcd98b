// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaCPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import Testing

/// Plans of the real planner, with its inner polygons and its clips, against the formulas in doubles.
@Suite struct PlannedSceneTests {
  /// Overlapping cards with pictures, some masking, some faded, some in perspective.
  static func tree(seed: UInt64) -> CALayer {
    var dice = Dice(seed &+ 77)
    let picture = ReferenceTests.picture(width: 64, height: 64, isOpaque: true)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
    root.backgroundColor = CGColor(srgbRed: 0.2, green: 0.25, blue: 0.3, alpha: 1)
    for index in 0..<30 {
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: dice.roll(20...90), height: dice.roll(15...70))
      card.position = CGPoint(x: dice.roll(0...240), y: dice.roll(0...160))
      var transform = CATransform3DIdentity
      if index.isMultiple(of: 3) { transform.m34 = -1 / 300 }
      let tilt = index.isMultiple(of: 3) ? dice.roll(-1...1) : 0
      transform = CATransform3DRotate(transform, tilt, 0.2, 1, 0)
      card.transform = CATransform3DRotate(transform, dice.roll(-0.5...0.5), 0, 0, 1)
      card.cornerRadius = index.isMultiple(of: 2) ? dice.roll(0...16) : 0
      card.cornerCurve = index.isMultiple(of: 5) ? .continuous : .circular
      card.backgroundColor = CGColor(
        srgbRed: dice.roll(0...1), green: dice.roll(0...1), blue: dice.roll(0...1), alpha: dice.pick(3) == 0 ? 0.6 : 1)
      if dice.pick(2) == 0 { card.contents = picture }
      card.masksToBounds = dice.pick(2) == 0
      card.borderWidth = dice.pick(4) == 0 ? dice.roll(0...6) : 0
      card.opacity = dice.pick(5) == 0 ? 0.7 : 1
      if dice.pick(3) == 0 {
        let child = CALayer()
        child.frame = CGRect(x: -5, y: 5, width: dice.roll(5...60), height: dice.roll(5...60))
        child.backgroundColor = CGColor(srgbRed: 0.9, green: 0.8, blue: 0.1, alpha: 1)
        card.addSublayer(child)
      }
      // A flat layer of its own keeps the cards from cutting each other in three dimensions.
      let holder = CALayer()
      holder.addSublayer(card)
      root.addSublayer(holder)
    }
    return root
  }

  /// Layers that clip, each inside the one before, turned a little and rounded.
  private static func chain(of count: Int) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 260, height: 180)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.9, blue: 0.85, alpha: 1)
    var (parent, size) = (root, CGSize(width: 250, height: 170))
    for index in 0..<count {
      let layer = CALayer()
      layer.bounds = CGRect(origin: .zero, size: size)
      layer.position = CGPoint(x: parent.bounds.midX + 0.3, y: parent.bounds.midY)
      layer.transform = CATransform3DMakeRotation(0.02, 0, 0, 1)
      layer.backgroundColor = CGColor(
        srgbRed: CGFloat(index % 8) / 8, green: 0.4, blue: 0.7, alpha: index % 3 == 0 ? 0.8 : 1)
      if index.isMultiple(of: 2) {
        layer.masksToBounds = true
        layer.cornerRadius = 0.1 * size.height
        layer.cornerCurve = index.isMultiple(of: 4) ? .continuous : .circular
      } else {
        layer.borderWidth = index % 5 == 0 ? 2 : 0
      }
      parent.addSublayer(layer)
      parent = layer
      size = CGSize(width: size.width - 3, height: size.height - 2)
    }
    return root
  }

  @Test("clips that a tile need not ask change no pixel", arguments: [6, 24])
  func clipsInClips(_ count: Int) throws {
    var plan = try Planner().plan(TreeSnapshot(of: Self.chain(of: count)))
    #expect(plan.clips.contains { $0.parent.exists })
    let drawn = try CPURenderer(threads: 1).render(plan)
    let exact = ReferenceRenderer(plan: plan).render()
    #expect(largestDifference(drawn, exact) <= 0.8)
    // Without knowing what they cover wholly, every clip is asked everywhere.
    plan.clipInteriors = ClipInteriors()
    #expect(try CPURenderer(threads: 1).render(plan).premultipliedRGBA == drawn.premultipliedRGBA)
  }

  @Test("every pixel is as exact as 8 bits allow", arguments: 0..<12)
  func exact(_ seed: Int) throws {
    let plan = try Planner().plan(TreeSnapshot(of: Self.tree(seed: UInt64(seed))))
    let exact = ReferenceRenderer(plan: plan).render()
    let depth = try CPURenderer(threads: 2).render(plan)
    let painter = try CPURenderer(threads: 1).render(plan, strategy: .painter)
    #expect(depth.premultipliedRGBA == painter.premultipliedRGBA)
    // Groups in 8 bits, at an opacity of 0.7, add that much to the half level of the last rounding.
    #expect(largestDifference(depth, exact) <= (plan.passes.count > 1 ? 1.2 : 0.8))
  }
}
