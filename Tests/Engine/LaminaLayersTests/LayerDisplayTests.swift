// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// The display and layout cycle, `CONTENT-6`.
@Suite struct LayerDisplayTests {
  /// Counts what it is asked for, and paints one colour.
  final class Painter: CALayerDelegate {
    var calls: [String] = []
    func draw(_ layer: CALayer, in ctx: CGContext) {
      calls.append("draw")
      ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
      ctx.fill(CGRect(x: 0, y: 0, width: layer.bounds.width, height: layer.bounds.height / 2))
    }
    func layerWillDraw(_ layer: CALayer) { calls.append("will draw") }
    func layoutSublayers(of layer: CALayer) { calls.append("layout") }
  }

  /// Sets contents itself.
  final class Displayer: CALayerDelegate {
    let image = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])
    func display(_ layer: CALayer) { layer.contents = image }
  }

  final class Subclass: CALayer {
    override func draw(in ctx: CGContext) {
      ctx.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
      ctx.fill(bounds)
    }
  }

  static func layer(_ layer: CALayer = CALayer(), scale: CGFloat = 1) -> CALayer {
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.contentsScale = scale
    return layer
  }

  static func image(_ layer: CALayer) throws -> CGImage { try #require(layer.contents as? CGImage) }

  @Test func nothingHappensUnlessMarked() {
    let layer = Self.layer()
    let painter = Painter()
    layer.delegate = painter
    layer.displayIfNeeded()
    #expect(layer.contents == nil && painter.calls.isEmpty)
  }

  @Test func delegateDrawsInLayerSpace() throws {
    let layer = Self.layer(scale: 2)
    let painter = Painter()
    layer.delegate = painter
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay())
    #expect(painter.calls == ["will draw", "draw"])
    let image = try Self.image(layer)
    #expect(image.width == 20 && image.height == 20)
    #expect(image.premultipliedPixel(x: 5, y: 5) == SIMD4(255, 0, 0, 255))
    #expect(image.premultipliedPixel(x: 5, y: 15) == .zero)
  }

  @Test func aFlippedLayerDrawsYUp() throws {
    let layer = Self.layer()
    layer.isGeometryFlipped = true
    let painter = Painter()
    layer.delegate = painter
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    // The half of minimum y is the lower one of the upright picture.
    #expect(try Self.image(layer).premultipliedPixel(x: 5, y: 2) == .zero)
    #expect(try Self.image(layer).premultipliedPixel(x: 5, y: 8) == SIMD4(255, 0, 0, 255))
  }

  @Test func subclassComesBeforeDelegateDrawing() throws {
    let layer = Self.layer(Subclass())
    let painter = Painter()
    layer.delegate = painter
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(try Self.image(layer).premultipliedPixel(x: 5, y: 5) == SIMD4(0, 255, 0, 255))
    #expect(painter.calls == ["will draw"])
  }

  @Test func delegateDisplayComesBeforeSubclassDrawing() throws {
    let layer = Self.layer(Subclass())
    let displayer = Displayer()
    layer.delegate = displayer
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(try Self.image(layer) === displayer.image)
  }

  @Test func redisplayThatSuppliesNothingEmptiesTheLayer() {
    let layer = Self.layer()
    layer.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
  }

  @Test func opaqueBitmapsAreBlackWhereNothingIsDrawn() throws {
    let layer = Self.layer()
    layer.isOpaque = true
    let painter = Painter()
    layer.delegate = painter
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(try Self.image(layer).premultipliedPixel(x: 5, y: 8) == SIMD4(0, 0, 0, 255))
  }

  @Test func boundsChangesMarkWhatTheyShould() {
    let layer = Self.layer()
    let painter = Painter()
    layer.delegate = painter
    layer.layoutIfNeeded()
    painter.calls = []
    layer.bounds.size.width = 20
    #expect(layer.needsLayout() && !layer.needsDisplay())
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.size.width = 30
    #expect(layer.needsDisplay())
    _ = TreeSnapshot(of: layer)
    #expect(painter.calls == ["layout", "will draw", "draw"])
    #expect(!layer.needsLayout() && !layer.needsDisplay())
  }

  @Test("masks and what is in them are laid out, by request and before a snapshot")
  func masksAreLaidOut() {
    for asks in [true, false] {
      let (layer, mask, inner) = (Self.layer(), CALayer(), CALayer())
      mask.addSublayer(inner)
      layer.mask = mask
      let painter = Painter()
      inner.delegate = painter
      inner.setNeedsLayout()
      if asks { layer.layoutIfNeeded() } else { _ = TreeSnapshot(of: layer) }
      #expect(painter.calls == ["layout"])
    }
  }

  /// Notes the size that a layer inside has when its own layer is displayed.
  final class Inspector: CALayerDelegate {
    var seen: [CGFloat] = []
    func display(_ layer: CALayer) {
      layer.sublayers?.forEach { seen.append($0.sublayers?.first?.bounds.width ?? -1) }
      layer.setNeedsDisplay()
    }
    func layoutSublayers(of layer: CALayer) { layer.sublayers?.forEach { $0.bounds.size = layer.bounds.size } }
  }

  @Test("the whole tree is laid out before anything is displayed, and each layer is displayed once")
  func layoutComesFirst() {
    let (layer, middle, leaf) = (Self.layer(), CALayer(), CALayer())
    middle.addSublayer(leaf)
    layer.addSublayer(middle)
    let inspector = Inspector()
    (layer.delegate, middle.delegate) = (inspector, inspector)
    layer.setNeedsDisplay()
    _ = TreeSnapshot(of: layer)
    #expect(inspector.seen == [layer.bounds.width])
    #expect(layer.needsDisplay())
  }

  /// Fills its sublayers and its mask, as containers of players do.
  private final class Filling: CALayer {
    override func layoutSublayers() {
      for layer in (sublayers ?? []) + (mask.map { [$0] } ?? []) { layer.bounds = bounds }
    }
  }

  @Test func layingOutReachesMasksAndMarkedSuperlayers() {
    let (root, masked, mask, inMask, leaf) = (Filling(), Filling(), Filling(), Filling(), CALayer())
    root.addSublayer(masked)
    masked.mask = mask
    mask.addSublayer(inMask)
    inMask.addSublayer(leaf)
    root.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    root.layoutIfNeeded()
    #expect(leaf.bounds == root.bounds)
    // From below: it begins as high as every layer on the way is marked.
    root.bounds.size.width = 50
    inMask.layoutIfNeeded()
    #expect(leaf.bounds.size.width == 40)
    for layer in [masked, mask] { layer.setNeedsLayout() }
    inMask.layoutIfNeeded()
    #expect(leaf.bounds == root.bounds && !root.needsLayout())
  }

  /// Adds a sublayer that is marked itself, each time it is asked to lay out.
  final class Grower: CALayerDelegate {
    var left = 1000
    func layoutSublayers(of layer: CALayer) {
      guard left > 0 else { return }
      left -= 1
      let sublayer = LayerDisplayTests.layer()
      sublayer.delegate = self
      sublayer.setNeedsLayout()
      layer.addSublayer(sublayer)
    }
    func draw(_ layer: CALayer, in ctx: CGContext) { layer.removeFromSuperlayer() }
  }

  @Test func callbacksMayChangeTheTree() {
    let root = Self.layer()
    let grower = Grower()
    root.delegate = grower
    root.setNeedsLayout()
    #expect(TreeSnapshot(of: root).layerCount == 1001)
    root.sublayers?.first?.setNeedsDisplay()
    #expect(TreeSnapshot(of: root).layerCount == 1)
  }

  @Test func bitmapsThatCannotBeLeaveTheLayerEmpty() {
    let layer = Self.layer(Subclass())
    layer.bounds.size = CGSize(width: 1e6, height: 1e6)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
  }
}
