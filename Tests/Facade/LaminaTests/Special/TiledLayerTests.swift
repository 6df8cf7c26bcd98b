// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Tiled layers ask for what shows, at the size that it shows at, and for nothing else (`TILE-1`).
@Suite struct TiledLayerTests {
  /// Counts what it is asked for, and draws a pattern in the layer's own space.
  private final class Painter: CALayerDelegate {
    private(set) var asked: [CGRect] = []

    func draw(_ layer: CALayer, in ctx: CGContext) {
      asked.append(ctx.boundingBoxOfClipPath)
      for row in 0..<32 {
        for column in 0..<32 {
          ctx.setFillColor(
            CGColor(
              srgbRed: CGFloat(column) / 31, green: CGFloat(row) / 31, blue: (row + column).isMultiple(of: 2) ? 1 : 0,
              alpha: 1))
          ctx.fill(CGRect(x: 16 * column, y: 16 * row, width: 16, height: 16))
        }
      }
    }
  }

  private static func tiled(_ painter: Painter?, _ change: (CATiledLayer) -> Void = { _ in }) -> CATiledLayer {
    let layer = CATiledLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 512, height: 512)
    layer.anchorPoint = .zero
    layer.position = .zero
    layer.tileSize = CGSize(width: 64, height: 64)
    layer.delegate = painter
    change(layer)
    return layer
  }

  private static func root(_ layer: CALayer, _ width: CGFloat = 128, _ height: CGFloat = 128) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.addSublayer(layer)
    return root
  }

  @Test("only tiles that show are asked for, and only once")
  func visible() throws {
    let painter = Painter()
    let layer = Self.tiled(painter)
    let root = Self.root(layer)
    _ = TreeSnapshot(of: root)
    #expect(painter.asked.count == 4)
    _ = TreeSnapshot(of: root)
    #expect(painter.asked.count == 4, "tiles are kept")
    layer.position = CGPoint(x: -64, y: 0)
    _ = TreeSnapshot(of: root)
    #expect(painter.asked.count == 6, "one column more")
    layer.setNeedsDisplay()
    _ = TreeSnapshot(of: root)
    #expect(painter.asked.count == 10, "all that show are drawn anew")
    layer.position = CGPoint(x: 1000, y: 0)
    _ = TreeSnapshot(of: root)
    #expect(painter.asked.count == 10)
  }

  @Test("a masking layer and the layer's own transform decide what shows")
  func clipped() throws {
    let painter = Painter()
    let layer = Self.tiled(painter) { $0.transform = CATransform3DMakeScale(0.5, 0.5, 1) }
    let window = CALayer()
    window.frame = CGRect(x: 10, y: 10, width: 32, height: 64)
    window.masksToBounds = true
    window.addSublayer(layer)
    _ = TreeSnapshot(of: Self.root(window))
    #expect(painter.asked.count == 2)
  }

  @Test(
    "tiles have the level of detail that is shown, among those there are",
    arguments: [
      // scale, levels, bias, tiles of 64 pixels that fill 128 x 128 pixels
      (1.0, 1, 0, 4), (2, 1, 0, 1), (2, 3, 2, 4), (4, 3, 1, 1), (0.5, 1, 0, 16), (0.5, 2, 0, 4), (0.25, 4, 1, 4),
    ])
  func levels(_ scale: Double, _ levels: Int, _ bias: Int, _ count: Int) throws {
    let painter = Painter()
    let layer = Self.tiled(painter) {
      $0.levelsOfDetail = levels
      $0.levelsOfDetailBias = bias
    }
    _ = TreeSnapshot(of: Self.root(layer, 128 / scale, 128 / scale), scale: scale)
    #expect(painter.asked.count == count)
  }

  @Test("at its own scale it looks as a layer drawn at once", arguments: [false, true])
  func picture(isFlipped: Bool) throws {
    let painter = Painter()
    let whole = CALayer()
    whole.bounds = CGRect(x: 0, y: 0, width: 512, height: 512)
    whole.anchorPoint = .zero
    whole.position = .zero
    whole.delegate = painter
    whole.setNeedsDisplay()
    let layer = Self.tiled(painter) { $0.tileSize = CGSize(width: 50, height: 70) }
    for part in [whole, layer] { part.isGeometryFlipped = isFlipped }
    for backEnd in SharedRenderers.available {
      let drawn = try SharedRenderers.draw(Self.root(layer, 300, 200), on: backEnd).image
      let expected = try SharedRenderers.draw(Self.root(whole, 300, 200), on: backEnd).image
      let wrong = PictureExpectation.mismatch(drawn, expected, tolerance: 1)
      #expect(wrong == nil, "\(backEnd): \(wrong ?? "")")
      #expect(drawn.levels(150, 100)[3] == 255)
    }
  }

  @Test("turned tiles meet without a seam")
  func seams() throws {
    let painter = Painter()
    let layer = Self.tiled(painter) {
      $0.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      $0.position = CGPoint(x: 60, y: -60)
    }
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(Self.root(layer), on: backEnd).image
      #expect((0..<128).allSatisfy { image.levels($0, 64)[3] == 255 || $0 < 30 })
    }
  }

  @Test("layers that nobody draws, and tiles of impossible sizes, do no harm")
  func badInput() throws {
    let painter = Painter()
    for size in [CGSize.zero, CGSize(width: -5, height: CGFloat.nan), CGSize(width: 1e12, height: 1e12)] {
      let layer = Self.tiled(painter) { $0.tileSize = size }
      _ = try ShapeFixtures.plan(Self.root(layer))
    }
    let tiny = Self.tiled(painter) {
      $0.tileSize = CGSize(width: 1, height: 1)
      $0.levelsOfDetail = .max
      $0.levelsOfDetailBias = .min
    }
    let before = painter.asked.count
    _ = try ShapeFixtures.plan(Self.root(tiny, 512, 512))
    #expect(painter.asked.count - before <= 4096)
    let plan = try ShapeFixtures.plan(Self.root(Self.tiled(nil)))
    #expect(plan.diagnostics.isEmpty)
    let flat = Self.tiled(painter) { $0.transform = CATransform3DMakeScale(0, 1, 1) }
    _ = try ShapeFixtures.plan(Self.root(flat))
  }
}
