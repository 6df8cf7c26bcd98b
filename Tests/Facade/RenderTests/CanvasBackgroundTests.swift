// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// The background of a canvas lies behind the finished picture: no layer sees it.
@Suite struct CanvasBackgroundTests {
  private static let opaque = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
  private static let translucent = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.4)

  private static func layer(_ frame: CGRect, _ color: CGColor? = nil, blend: String? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    layer.compositingFilter = blend
    return layer
  }

  private static func options(_ background: CGColor?) -> PlanOptions {
    var options = PlanOptions()
    options.background = background
    return options
  }

  /// A picture over a colour, by the equation of source-over.
  private static func composited(_ picture: CGImage, over background: CGColor) throws -> CGImage {
    let straight = background.straight
    let behind = SIMD4(straight.x, straight.y, straight.z, 1) * straight.w * 255
    let bytes = picture.premultipliedRGBA
    var result = bytes
    for pixel in stride(from: 0, to: bytes.count, by: 4) {
      let rest = 1 - Float(bytes[pixel + 3]) / 255
      for channel in 0..<4 {
        let value = Float(bytes[pixel + channel]) + Float(behind[channel]) * rest
        result[pixel + channel] = UInt8(min(value.rounded(), 255))
      }
    }
    return try #require(CGImage(width: picture.width, height: picture.height, premultipliedRGBA: result))
  }

  /// A hole, a blend mode and a filtered backdrop over nothing.
  private static func hole() -> CALayer {
    let root = layer(CGRect(x: 0, y: 0, width: 100, height: 60))
    root.addSublayer(
      layer(CGRect(x: 10, y: 10, width: 40, height: 40), CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)))
    root.addSublayer(
      layer(
        CGRect(x: 20, y: 20, width: 20, height: 20), CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), blend: "destOut")
    )
    root.addSublayer(
      layer(
        CGRect(x: 55, y: 10, width: 40, height: 40), CGColor(srgbRed: 0.2, green: 0.6, blue: 0.2, alpha: 1),
        blend: "multiplyBlendMode"))
    return root
  }

  private static func glass() -> CALayer {
    let root = layer(CGRect(x: 0, y: 0, width: 100, height: 60))
    root.addSublayer(
      layer(CGRect(x: 10, y: 10, width: 30, height: 40), CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)))
    let glass = layer(CGRect(x: 5, y: 5, width: 90, height: 50))
    let invert = CAFilter(type: "colorInvert")
    glass.backgroundFilters = [invert]
    root.addSublayer(glass)
    return root
  }

  @Test("a hole shows the background, and a blend mode does not see it", arguments: SharedRenderers.available)
  func holes(on backEnd: BackEnd) throws {
    let image = try SharedRenderers.draw(Self.hole(), options: Self.options(Self.opaque), on: backEnd).image
    #expect(image.pixel(30, 30) == [0, 0, 255, 255], "the hole")
    #expect(image.pixel(12, 12) == [255, 0, 0, 255])
    #expect(image.pixel(75, 30) == [51, 153, 51, 255], "nothing is behind it: it is its own colour")
    #expect(image.isOpaque)
  }

  @Test("the filter of a backdrop does not see it", arguments: SharedRenderers.available)
  func backdrops(on backEnd: BackEnd) throws {
    let image = try SharedRenderers.draw(Self.glass(), options: Self.options(Self.opaque), on: backEnd).image
    #expect(image.pixel(20, 30) == [0, 255, 255, 255], "red, inverted")
    #expect(image.pixel(70, 30) == [0, 0, 255, 255], "blue, not inverted")
    #expect(image.isOpaque)
  }

  @Test(
    "of any tree the picture over a colour is the picture, composited over it", arguments: SharedRenderers.available)
  func randomTrees(on backEnd: BackEnd) throws {
    var apart = 0
    for seed in 0..<60 {
      let root = RandomTree.make(seed: 71_000 + seed)
      if seed.isMultiple(of: 2) { root.backgroundColor = nil }
      if seed % 3 == 0 {
        root.addSublayer(Self.layer(CGRect(x: 20, y: 10, width: 90, height: 60), Self.opaque, blend: "xor"))
      }
      let bare = try SharedRenderers.draw(root, on: backEnd).image
      for background in [Self.opaque, Self.translucent] {
        let plan = try Planner(options: Self.options(background)).plan(TreeSnapshot(of: root))
        if plan.passes.last?.draws.count == 1, plan.passes.last?.draws.first?.plainComposite != nil { apart += 1 }
        let image = try SharedRenderers.draw(plan, on: backEnd).image
        let mismatch = PictureExpectation.mismatch(
          image, try Self.composited(bare, over: background), tolerance: 2)
        #expect(mismatch == nil, "tree \(seed) over \(background)")
        if background.alpha >= 1 { #expect(image.isOpaque, "tree \(seed)") }
      }
    }
    #expect(apart > 10, "hardly any tree blends: \(apart)")
  }

  @Test("where nothing blends, or opaque layers cover all, it is the colour that the canvas begins with")
  func clearColor() throws {
    let plain = Self.layer(CGRect(x: 0, y: 0, width: 20, height: 20))
    plain.addSublayer(Self.layer(CGRect(x: 5, y: 5, width: 10, height: 10), Self.translucent))
    let covered = Self.hole()
    covered.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    covered.sublayers?.remove(at: 1)
    for root in [plain, covered] {
      let snapshot = TreeSnapshot(of: root)
      let (bare, over) = (
        try Planner().plan(snapshot), try Planner(options: Self.options(Self.opaque)).plan(snapshot)
      )
      #expect(over.passes.count == bare.passes.count)
      #expect(over.passes.last?.clear == [0, 0, 1, 1])
      #expect(over.passes.last?.draws == bare.passes.last?.draws)
    }
  }

  @Test("pictures that begin with the one before are those from nothing", arguments: SharedRenderers.available)
  func damage(on backEnd: BackEnd) throws {
    var partial = 0
    for seed in 0..<10 {
      let root = RandomTree.make(seed: 72_000 + seed)
      root.backgroundColor = nil
      var random = RandomTree(changes: seed)
      let recording = RetainedRecording()
      let planner = Planner(options: Self.options(Self.opaque))
      let plans = try (0...8).map { step in
        if step > 0 { random.change(root) }
        return try planner.plan(TreeSnapshot(of: root), keeping: recording).plan
      }
      let drawn = try SharedRenderers.drawChanges(plans, on: backEnd)
      for (step, (kept, whole)) in zip(drawn.kept, drawn.whole).enumerated() {
        #expect(kept.image.premultipliedRGBA == whole.image.premultipliedRGBA, "tree \(seed), step \(step)")
        if (1..<plans[step].canvas.area).contains(kept.statistics.damagedPixels) { partial += 1 }
      }
    }
    #expect(partial > 10, "hardly anything was drawn in part: \(partial)")
  }

  @Test("tiles are the picture", arguments: SharedRenderers.available)
  func tiles(on backEnd: BackEnd) throws {
    let root = ChunkTests.wideTree(24)
    root.backgroundColor = nil
    root.addSublayer(
      Self.layer(CGRect(x: 30, y: 20, width: 90, height: 60), Self.translucent, blend: "screenBlendMode"))
    let plan = try Planner(options: Self.options(Self.translucent)).plan(TreeSnapshot(of: root))
    let whole = PixelGrid(try SharedRenderers.draw(plan, on: backEnd).image)
    // On the GPU a pixel at an edge may be rounded otherwise in a tile.
    for tile in Renderer.tiles(of: plan.canvas, side: 97) {
      let drawn = PixelGrid(try SharedRenderers.draw(plan.cut(to: tile), on: backEnd).image)
      let part = whole.cropped(x: Int(tile.minX), y: Int(tile.minY), width: tile.width, height: tile.height)
      try expectSame(
        drawn, part, scene: "canvas-background", check: "\(tile)", on: backEnd,
        standard: Tolerance(levels: backEnd == .cpu ? 0 : 3))
    }
  }
}
