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

/// Boxes in lists of clips, of any length and however they are linked.
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

  @Test("random layers in clips look as on the CPU, in each order", arguments: 1...8 as ClosedRange<UInt64>)
  func pictures(_ seed: UInt64) throws {
    let plan = try makePlan(of: tree(seed))
    #expect(plan.clips.contains { $0.parent.exists })
    let whole = try SharedRenderer.draw(plan)
    for strategy in RenderStrategy.allCases {
      let drawn = try SharedRenderer.draw(plan, strategy: strategy)
      let (largest, pixels) = drawn.difference(from: whole, tolerance: 2)
      #expect(pixels == 0, "\(strategy): \(pixels) pixels, up to \(largest)")
    }
    // Fourteen layers on one another, some in perspective: the two renderers round a few pixels apart, by up to four
    // levels when this was written.
    let (largest, pixels) = whole.difference(from: try CPURenderer().render(plan), tolerance: 2)
    #expect(pixels <= 40 && largest <= 6, "\(pixels) pixels, up to \(largest)")
  }

  @Test("of a list of ninety clips each one is asked, the outermost too", arguments: RenderStrategy.allCases)
  func longLists(strategy: RenderStrategy) throws {
    let content = makeLayer(
      350, 250, at: CGPoint(x: 150, y: 100), color: CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 0.5))
    let clip = makeLayer(300, 200, at: CGPoint(x: 200, y: 150), radius: 20)
    clip.masksToBounds = true
    clip.addSublayer(content)
    let white = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    var plan = try makePlan(of: makeRoot(400, 300, clip, color: white))
    let one = try SharedRenderer.draw(plan, strategy: strategy)
    // The same clip inside 89 that are ten points wider, which leave all of it.
    let own = try #require(plan.clips.first)
    let outer = own.shape.box + SIMD4(-10, -10, 10, 10)
    plan.clips = (0..<90).map { index in
      var link = own
      link.parent = ClipHandle(index - 1)
      if index < 89 { link.shape.box = outer }
      return link
    }
    let last = plan.passes.count - 1
    guard case .draws(var draws) = plan.passes[last].content else { return }
    for place in draws.indices {
      guard case .box(var box) = draws[place], box.clip.exists else { continue }
      box.clip = ClipHandle(89)
      draws[place] = .box(box)
    }
    plan.passes[last].content = .draws(draws)
    let whole = try SharedRenderer.draw(plan, strategy: strategy)
    #expect(whole.difference(from: one).largest == 0)
    // The outermost one ends in the middle of the canvas.
    plan.clips[0].shape.box.z = 150
    let half = try SharedRenderer.draw(plan, strategy: strategy)
    for x in stride(from: 60, to: 400, by: 20) where x != 200 {
      #expect(half[x, 150] == (x < 200 ? whole[x, 150] : SIMD4(255, 255, 255, 255)), "\(x)")
    }
    #expect(whole[100, 150] != SIMD4(255, 255, 255, 255))
  }

  @Test("clips that are not there, and lists that go round, end", arguments: [Int32.min, -2, 1, 2, 5, .max])
  func badLists(_ index: Int32) throws {
    var plan = try makePlan(of: tree(5))
    try #require(plan.clips.count > 2)
    plan.clips[1].parent = ClipHandle(number: index)
    _ = try SharedRenderer.draw(plan)
    let last = plan.passes.count - 1
    guard case .draws(var draws) = plan.passes[last].content else { return }
    for place in draws.indices {
      guard case .box(var box) = draws[place] else { continue }
      box.clip = ClipHandle(number: index)
      draws[place] = .box(box)
    }
    plan.passes[last].content = .draws(draws)
    _ = try SharedRenderer.draw(plan)
  }
}
