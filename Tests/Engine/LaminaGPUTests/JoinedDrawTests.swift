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

/// Draws that differ in nothing but their places are one call.
@Suite(.needsDevice) struct JoinedDrawTests {
  /// Panes with blurred backgrounds before a picture.
  private static func panes(_ places: [CGPoint]) throws -> RenderPlan {
    let root = makeRoot(320, 200, color: CGColor(srgbRed: 0.9, green: 0.8, blue: 0.3, alpha: 1))
    let picture = makeLayer(300, 180, at: CGPoint(x: 160, y: 100))
    picture.contents = makePicture(31, 23, seed: 5, isOpaque: false)
    root.addSublayer(picture)
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(3, forKey: "inputRadius")
    for place in places {
      let pane = makeLayer(50, 40, at: place, color: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.3), radius: 8)
      pane.backgroundFilters = [blur]
      pane.masksToBounds = true
      root.addSublayer(pane)
    }
    return try makePlan(of: root)
  }

  @Test("panes beside one another take as many draws as one pane, and look as on the CPU")
  func apart() throws {
    let renderer = try GPURenderer(profile: .hardware)
    var draws: [Int] = []
    for count in [1, 3] {
      // In one row, so that one pass holds the blurs of all.
      let plan = try Self.panes((0..<count).map { CGPoint(x: 32 + 128 * $0, y: 100) })
      let image = try renderer.render(plan)
      draws.append(renderer.statistics.drawCalls)
      let difference = image.difference(from: try CPURenderer().render(plan), tolerance: 3)
      #expect(difference.pixels == 0, "up to \(difference.largest)")
    }
    #expect(draws[1] == draws[0], "\(draws)")
  }

  @Test("panes that overlap keep their order", arguments: 1...6)
  func overlapping(seed: UInt64) throws {
    var dice = Dice(seed)
    let plan = try Self.panes((0..<12).map { _ in CGPoint(x: dice.roll(20...300), y: dice.roll(20...180)) })
    let renderer = try GPURenderer(profile: .hardware)
    let joined = try renderer.render(plan)
    let cpu = joined.difference(from: try CPURenderer().render(plan), tolerance: 3)
    #expect(cpu.pixels == 0, "\(cpu.pixels) pixels, up to \(cpu.largest), from the CPU")
    #expect(joined.difference(from: try renderer.render(plan, strategy: .painter), tolerance: 2).pixels == 0)
  }
}
