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
      ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
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
      ctx.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
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
