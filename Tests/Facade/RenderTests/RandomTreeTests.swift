// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Random trees, drawn in ways that must come to the same picture. `LAMINA_SEEDS=from..<to` tries others.
@Suite struct RandomTreeTests {
  static let seeds: [Int] = {
    let text = ProcessInfo.processInfo.environment["LAMINA_SEEDS"] ?? ""
    let bounds = text.split(separator: "..<").compactMap { Int($0) }
    // Trees with perspective, and groups in groups or whose parts share edges in only a part of the canvas.
    let sharing = [120, 191, 328, 835, 1142, 1964, 2003, 2430, 2872]
    return bounds.count == 2 && bounds[0] < bounds[1] ? Array(bounds[0]..<bounds[1]) : Array(0..<60) + sharing
  }()

  @Test("the same in any order, by formula, and in pieces", arguments: seeds)
  func ways(seed: Int) throws {
    let snapshot = TreeSnapshot(of: RandomTree.make(seed: seed))
    let plan = try Planner().plan(snapshot)
    for backEnd in SharedRenderers.available {
      let plain = PixelGrid(try SharedRenderers.draw(plan, on: backEnd).image)
      func expect(_ drawn: CGImage, _ check: String, _ expected: PixelGrid) throws {
        try expectSame(
          PixelGrid(drawn), expected, scene: "random/\(seed)", check: check, on: backEnd,
          standard: Tolerance(levels: 2))
      }
      try expect(try SharedRenderers.draw(plan, on: backEnd, strategy: .painter).image, "painter", plain)
      try expect(try SharedRenderers.draw(plan.withoutInnerPolygons, on: backEnd).image, "formula", plain)
      var options = PlanOptions()
      options.region = PixelRect(minX: 33, minY: 21, maxX: 97, maxY: 86)
      try expect(
        try SharedRenderers.draw(try Planner(options: options).plan(snapshot), on: backEnd).image, "tiles",
        plain.cropped(x: 33, y: 21, width: 64, height: 65))
    }
  }

  @Test("the same on both renderers", .enabled(if: SharedRenderers.hasGPU, "no device for OpenGL ES"), arguments: seeds)
  func parity(seed: Int) throws {
    let plan = try Planner().plan(TreeSnapshot(of: RandomTree.make(seed: seed)))
    let reference = PixelGrid(try SharedRenderers.draw(plan, on: .cpu).image)
    for drawn in [try SharedRenderers.draw(plan, on: .gpu), try SharedRenderers.draw(plan, as: .compute)] {
      try expectSame(
        PixelGrid(drawn.image), reference, scene: "random/\(seed)", check: "parity", on: .gpu,
        standard: ParityTests.standard)
    }
  }
}
