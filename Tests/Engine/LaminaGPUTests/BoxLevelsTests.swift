// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import Testing

/// Numbers that follow from a seed (Knuth's linear congruence).
private struct SeededNumbers {
  var state: UInt64

  mutating func number(in range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 40) / Double(1 << 24)
  }
}

/// Shadows and boxes that alternate are drawn by shader, in few draws, and look as in painter's order.
@Suite(.needsDevice) struct BoxLevelsTests {
  /// Cards with shadows of random places on a small canvas, so that many overlap.
  ///
  /// - Parameters:
  ///   - overlapping: Whether they lie at random places; if not, up to twelve of them lie apart.
  ///   - filled: Whether a sublayer fills each card, so that the card is covered along its edges.
  private func plan(_ count: Int, seed: UInt64, overlapping: Bool, filled: Bool = false) throws -> RenderPlan {
    var random = SeededNumbers(state: seed)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 400, height: 300)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.95, blue: 1, alpha: 1)
    for index in 0..<count {
      let card = CALayer()
      card.bounds =
        overlapping
        ? CGRect(x: 0, y: 0, width: random.number(in: 30...120), height: random.number(in: 30...90))
        : CGRect(x: 0, y: 0, width: random.number(in: 20...30), height: random.number(in: 20...30))
      card.position =
        overlapping
        ? CGPoint(x: random.number(in: 0...400), y: random.number(in: 0...300))
        : CGPoint(x: 100 * (index % 4) + 50, y: 100 * (index / 4) + 50)
      card.transform = CATransform3DMakeRotation(random.number(in: -1...1), 0, 0, 1)
      card.cornerRadius = random.number(in: 0...20)
      card.backgroundColor = CGColor(
        srgbRed: random.number(in: 0...1), green: random.number(in: 0...1), blue: random.number(in: 0...1),
        alpha: index.isMultiple(of: 3) ? 0.6 : 1)
      (card.shadowOpacity, card.shadowRadius) = (0.7, random.number(in: 1...8))
      root.addSublayer(card)
      guard filled else { continue }
      let content = CALayer()
      (content.frame, content.cornerRadius) = (card.bounds, card.cornerRadius)
      content.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: random.number(in: 0...1), alpha: 1)
      card.addSublayer(content)
    }
    return try Planner(options: PlanOptions()).plan(TreeSnapshot(of: root))
  }

  @Test("grouped by shader, cards with shadows look as a painter draws them", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func picture(seed: UInt64) throws {
    let renderer = try SharedRenderer.renderer()
    let plan = try plan(60, seed: seed, overlapping: true)
    let grouped = try renderer.render(plan, strategy: .depth)
    let draws = renderer.statistics.drawCalls
    let painted = try renderer.render(plan, strategy: .painter)
    #expect(draws < 120, "\(draws) draws for 60 shadows and 60 cards")
    let difference = zip(grouped.premultipliedRGBA, painted.premultipliedRGBA).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(difference <= 2)
  }

  // `CallTests` bounds the draws of such cards.
  @Test("cards with shadows that a sublayer fills look as a painter draws them")
  func filled() throws {
    let renderer = try GPURenderer(profile: .hardware)
    let plan = try plan(60, seed: 6, overlapping: true, filled: true)
    // The boxes behind the sublayers have lists of clips, which other boxes and shadows do not have.
    #expect(plan.clips.count >= 40)
    let grouped = try renderer.render(plan, strategy: .depth)
    let painted = try renderer.render(plan, strategy: .painter)
    let difference = zip(grouped.premultipliedRGBA, painted.premultipliedRGBA).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(difference <= 2)
  }

  @Test("cards with shadows that do not overlap take a draw for each shader")
  func apart() throws {
    let renderer = try GPURenderer(profile: .hardware)
    let plan = try plan(12, seed: 9, overlapping: false)
    let grouped = try renderer.render(plan, strategy: .depth)
    // One for opaque interiors, one for shadows, and one for all boxes.
    #expect(renderer.statistics.drawCalls <= 3)
    let painted = try renderer.render(plan, strategy: .painter)
    let difference = zip(grouped.premultipliedRGBA, painted.premultipliedRGBA).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(difference <= 2)
  }
}
