// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaCPU
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Boxes in clips are cut to them, and their pieces ask those clips alone that matter; the picture is that of whole
/// lists.
@Suite(.needsDevice) struct ClipListTests {
  /// Layers that clip, each inside the one before, with all kinds of things in them.
  private func tree(_ seed: UInt64) -> CALayer {
    var dice = Dice(seed)
    let root = makeRoot(420, 330, color: CGColor(srgbRed: 0.9, green: 0.92, blue: 0.85, alpha: 1))
    var parent = root
    var size = CGSize(width: 400, height: 310)
    for index in 0..<14 {
      let layer = makeLayer(
        size.width, size.height, at: CGPoint(x: parent.bounds.midX + dice.roll(-3...3), y: parent.bounds.midY),
        color: CGColor(
          srgbRed: dice.roll(0...1), green: dice.roll(0...1), blue: dice.roll(0...1), alpha: dice.pick(4) == 0 ? 0.7 : 1
        ),
        radius: dice.pick(3) == 0 ? 0 : dice.roll(0...60))
      layer.cornerCurve = dice.pick(3) == 0 ? .continuous : .circular
      layer.allowsEdgeAntialiasing = dice.pick(5) > 0
      var turn = CATransform3DMakeRotation(dice.roll(-0.12...0.12), 0, 0, 1)
      if index == 2, dice.pick(2) == 0 { turn = CATransform3DScale(turn, -1, 1, 1) }
      if index == 6, dice.pick(2) == 0 {
        turn.m34 = -1 / 600
        turn = CATransform3DRotate(turn, 0.2, 1, 0.3, 0)
      }
      layer.transform = turn
      layer.masksToBounds = dice.pick(4) > 0
      layer.borderWidth = dice.pick(5) == 0 ? dice.roll(1...5) : 0
      if dice.pick(4) == 0 { layer.contents = makePicture(300, 200, isOpaque: dice.pick(2) == 0) }
      if dice.pick(4) == 0 { (layer.shadowOpacity, layer.shadowRadius) = (0.6, 6) }
      if index == 4, dice.pick(2) == 0 {
        // A clip whose alpha multiplies.
        let mask = CAGradientLayer()
        mask.frame = layer.bounds
        mask.colors = [
          CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.4),
        ]
        layer.mask = mask
      }
      if dice.pick(6) == 0 {
        let gradient = CAGradientLayer()
        gradient.frame = layer.bounds.insetBy(dx: -10, dy: 20)
        gradient.colors = [
          CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0.3, blue: 1, alpha: 1),
        ]
        layer.addSublayer(gradient)
      }
      parent.addSublayer(layer)
      parent = layer
      size = CGSize(width: size.width - dice.roll(0...12), height: size.height - dice.roll(0...10))
    }
    return root
  }

  private static let software = Result { try GPURenderer(profile: .software) }
  private static let hardware = Result { try GPURenderer(profile: .hardware) }

  @Test("random layers in clips look as with whole lists, and as on the CPU", arguments: 1...8 as ClosedRange<UInt64>)
  func pictures(_ seed: UInt64) throws {
    let plan = try makePlan(of: tree(seed))
    #expect(plan.clips.contains { $0.parent.exists })
    let whole = try Self.hardware.get().render(plan)
    for strategy in RenderStrategy.allCases {
      let drawn = try Self.software.get().render(plan, strategy: strategy)
      let (largest, pixels) = drawn.difference(from: whole, tolerance: 2)
      #expect(pixels == 0, "\(strategy): \(pixels) pixels, up to \(largest)")
    }
    // Fourteen layers on one another, some in perspective: the two renderers round a few pixels apart, by up to four
    // levels when this was written.
    let (largest, pixels) = whole.difference(from: try CPURenderer().render(plan), tolerance: 2)
    #expect(pixels <= 40 && largest <= 6, "\(pixels) pixels, up to \(largest)")
  }

  @Test("a list longer than those that are looked through, and one whose interiors nobody knows")
  func unknown() throws {
    let root = makeRoot(400, 300, color: CGColor(srgbRed: 1, green: 1, blue: 0.9, alpha: 1))
    var parent = root
    for index in 0..<90 {
      let layer = makeLayer(
        380 - CGFloat(index), 280 - CGFloat(index), at: CGPoint(x: parent.bounds.midX, y: parent.bounds.midY),
        color: CGColor(srgbRed: CGFloat(index % 7) / 6, green: 0.5, blue: 0.6, alpha: 1), radius: 40)
      layer.masksToBounds = true
      layer.transform = CATransform3DMakeRotation(0.05, 0, 0, 1)
      parent.addSublayer(layer)
      parent = layer
    }
    var plan = try makePlan(of: root)
    // Lists are compared, and not how edges of many layers add up in floats.
    for index in plan.passes.indices { plan.passes[index].format = .rgba8 }
    for isKnown in [true, false] {
      if !isKnown {
        // Each clip names the one before, so that some have more outward of them than are looked through.
        try #require(plan.clips.count > 70)
        for index in plan.clips.indices { plan.clips[index].parent = ClipHandle(index - 1) }
        plan.clipInteriors = ClipInteriors()
      }
      let drawn = try Self.software.get().render(plan)
      let (largest, pixels) = drawn.difference(from: try Self.hardware.get().render(plan), tolerance: 2)
      #expect(pixels == 0, "\(pixels) pixels, up to \(largest)")
    }
  }

  @Test("clips that are not there, and lists that go round, end", arguments: [Int32.min, -2, 1, 2, 5, .max])
  func badLists(_ index: Int32) throws {
    var plan = try makePlan(of: tree(5))
    try #require(plan.clips.count > 2)
    plan.clips[1].parent = ClipHandle(number: index)
    _ = try Self.software.get().render(plan)
    let last = plan.passes.count - 1
    guard case .draws(var draws) = plan.passes[last].content else { return }
    for place in draws.indices {
      guard case .box(var box) = draws[place] else { continue }
      box.clip = ClipHandle(number: index)
      draws[place] = .box(box)
    }
    plan.passes[last].content = .draws(draws)
    _ = try Self.software.get().render(plan)
  }
}
