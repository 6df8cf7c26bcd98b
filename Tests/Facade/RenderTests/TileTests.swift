// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Tiles that are cut out of a plan of the whole canvas.
@Suite struct TileTests {
  /// A tree with everything that reads other passes: shadows of subtrees, filters, backdrops, blending, rasterized
  /// layers and groups.
  private static func tree() -> CALayer {
    let root = ChunkTests.wideTree(24)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.95, blue: 1, alpha: 1)
    let group = CALayer()
    group.frame = CGRect(x: 60, y: 40, width: 200, height: 160)
    group.opacity = 0.6
    group.shouldRasterize = true
    group.rasterizationScale = 0.7
    for index in 0..<6 {
      let part = RandomTree.make(seed: 900 + index)
      part.position = CGPoint(x: Double(index * 40), y: Double(index * 25))
      group.addSublayer(part)
    }
    let mask = CALayer()
    mask.frame = CGRect(x: 20, y: 10, width: 160, height: 140)
    mask.cornerRadius = 40
    mask.backgroundColor = CGColor(gray: 0, alpha: 0.8)
    let hole = CALayer()
    hole.frame = CGRect(x: 40, y: 40, width: 50, height: 50)
    hole.backgroundColor = CGColor(gray: 0, alpha: 1)
    mask.addSublayer(hole)
    group.mask = mask
    root.addSublayer(group)
    return root
  }

  private static func tiles(of canvas: PixelSize, side: Int) -> [PixelRect] { Renderer.tiles(of: canvas, side: side) }

  @Test("tiles are the picture, pixel for pixel", arguments: [149, 64])
  func tiles(side: Int) throws {
    let plan = try Planner().plan(TreeSnapshot(of: Self.tree()))
    #expect(plan.passes.count > 20)
    for backEnd in SharedRenderers.available {
      let whole = PixelGrid(try SharedRenderers.draw(plan, on: backEnd).image)
      for tile in Self.tiles(of: plan.canvas, side: side) {
        let cut = plan.cut(to: tile)
        #expect(cut.region == tile && cut.passes.last?.region == tile)
        let drawn = PixelGrid(try SharedRenderers.draw(cut, on: backEnd).image)
        let part = whole.cropped(x: Int(tile.minX), y: Int(tile.minY), width: tile.width, height: tile.height)
        try expectSame(
          drawn, part, scene: "tiles", check: "\(side) at \(tile)", on: backEnd,
          standard: Tolerance(levels: backEnd == .cpu ? 0 : 1))
      }
    }
  }

  @Test("tiles end anywhere in the fringe of a blur")
  func fringes() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 90, height: 80)
    let card = CALayer()
    card.frame = CGRect(x: 30, y: 25, width: 30, height: 28)
    card.backgroundColor = CGColor(srgbRed: 0.9, green: 0.2, blue: 0.1, alpha: 1)
    for sigma in [1.5, 6.0] {
      let filter = CAFilter(type: "gaussianBlur")
      filter.setValue(sigma, forKey: "inputRadius")
      card.filters = [filter]
      root.sublayers = [card]
      let plan = try Planner().plan(TreeSnapshot(of: root))
      let whole = PixelGrid(try SharedRenderers.draw(plan, on: .cpu).image)
      for edge in 1..<80 {
        for tile in [
          PixelRect(minX: 0, minY: 0, maxX: 90, maxY: Int32(clamping: edge)),
          PixelRect(minX: 0, minY: Int32(clamping: edge), maxX: 90, maxY: 80),
          PixelRect(minX: 0, minY: 0, maxX: Int32(clamping: edge), maxY: 80),
          PixelRect(minX: Int32(clamping: edge), minY: 0, maxX: 90, maxY: 80),
        ] {
          let cut = plan.cut(to: tile)
          for (index, pass) in cut.passes.enumerated() {
            pass.forEachSource { #expect($0.exists && $0.index < index, "\(tile)") }
          }
          let part = whole.cropped(x: Int(tile.minX), y: Int(tile.minY), width: tile.width, height: tile.height)
          #expect(PixelGrid(try SharedRenderers.draw(cut, on: .cpu).image) == part, "\(sigma), \(tile)")
        }
      }
    }
  }

  @Test("a tile holds what touches it, and of other passes what it reads of them")
  func parts() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 1000, height: 1000)
    for index in 0..<100 {
      let layer = CALayer()
      layer.frame = CGRect(x: (index % 10) * 100 + 10, y: index / 10 * 100 + 10, width: 50, height: 50)
      layer.backgroundColor = CGColor(deviceGray: 0.5, alpha: 1)
      root.addSublayer(layer)
    }
    let blurred = CALayer()
    blurred.frame = CGRect(x: 0, y: 0, width: 1000, height: 1000)
    blurred.backgroundColor = CGColor(gray: 0, alpha: 0.1)
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(1.5, forKey: "inputRadius")
    blurred.backgroundFilters = [filter]
    root.addSublayer(blurred)
    let plan = try Planner().plan(TreeSnapshot(of: root))
    let cut = plan.cut(to: PixelRect(minX: 100, minY: 100, maxX: 200, maxY: 200))
    // One box, the background and the composites of the blur's passes; the blur reads ten pixels around at the most.
    #expect(cut.draws.filter { if case .box = $0 { true } else { false } }.count <= 3)
    #expect(cut.passes.allSatisfy { $0.region.width <= 124 && $0.region.height <= 124 })
    #expect(cut.passes.count <= plan.passes.count)
    let nothing = plan.cut(to: PixelRect(minX: 2000, minY: 0, maxX: 2100, maxY: 10))
    #expect(nothing.region.isEmpty && nothing.draws.isEmpty)
  }
}
