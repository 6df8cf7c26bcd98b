// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// Members that Apple lets a subclass override can be overridden; pictures are made of stored values.
@Suite struct OverridingTests {
  /// Notes what is set on it, whoever sets it.
  private final class Watched: CALayer {
    var log: [String] = []

    override var repeatCount: Float { didSet { log.append("repeatCount") } }
    override var beginTime: CFTimeInterval { didSet { log.append("beginTime") } }
    override var duration: CFTimeInterval { didSet { log.append("duration") } }
    override var speed: Float { didSet { log.append("speed") } }
    override var timeOffset: CFTimeInterval { didSet { log.append("timeOffset") } }
    override var repeatDuration: CFTimeInterval { didSet { log.append("repeatDuration") } }
    override var autoreverses: Bool { didSet { log.append("autoreverses") } }
    override var fillMode: CAMediaTimingFillMode { didSet { log.append("fillMode") } }
    override var anchorPointZ: CGFloat { didSet { log.append("anchorPointZ") } }
    override var sublayerTransform: CATransform3D { didSet { log.append("sublayerTransform") } }
    override var isGeometryFlipped: Bool { didSet { log.append("geometryFlipped") } }
    override var isDoubleSided: Bool { didSet { log.append("doubleSided") } }
    override var maskedCorners: CACornerMask { didSet { log.append("maskedCorners") } }
    override var cornerCurve: CALayerCornerCurve { didSet { log.append("cornerCurve") } }
    override var allowsGroupOpacity: Bool { didSet { log.append("allowsGroupOpacity") } }
    override var allowsEdgeAntialiasing: Bool { didSet { log.append("allowsEdgeAntialiasing") } }
    override var edgeAntialiasingMask: CAEdgeAntialiasingMask { didSet { log.append("edgeAntialiasingMask") } }
    override var isOpaque: Bool { didSet { log.append("opaque") } }
    override var shadowColor: CGColor? { didSet { log.append("shadowColor") } }
    override var shadowOpacity: Float { didSet { log.append("shadowOpacity") } }
    override var shadowOffset: CGSize { didSet { log.append("shadowOffset") } }
    override var shadowRadius: CGFloat { didSet { log.append("shadowRadius") } }
    override var shadowPath: CGPath? { didSet { log.append("shadowPath") } }
    override var contentsGravity: CALayerContentsGravity { didSet { log.append("contentsGravity") } }
    override var contentsRect: CGRect { didSet { log.append("contentsRect") } }
    override var contentsCenter: CGRect { didSet { log.append("contentsCenter") } }
    override var magnificationFilter: CALayerContentsFilter { didSet { log.append("magnificationFilter") } }
    override var minificationFilter: CALayerContentsFilter { didSet { log.append("minificationFilter") } }
    override var minificationFilterBias: Float { didSet { log.append("minificationFilterBias") } }
    override var contentsFormat: CALayerContentsFormat { didSet { log.append("contentsFormat") } }
    override var contentsHeadroom: CGFloat { didSet { log.append("contentsHeadroom") } }
    override var toneMapMode: CAToneMapMode { didSet { log.append("toneMapMode") } }
    override var preferredDynamicRange: CADynamicRange { didSet { log.append("preferredDynamicRange") } }
    override var wantsExtendedDynamicRangeContent: Bool {
      didSet { log.append("wantsExtendedDynamicRangeContent") }
    }
    override var needsDisplayOnBoundsChange: Bool { didSet { log.append("needsDisplayOnBoundsChange") } }
    override var drawsAsynchronously: Bool { didSet { log.append("drawsAsynchronously") } }
    override var filters: [Any]? { didSet { log.append("filters") } }
    override var backgroundFilters: [Any]? { didSet { log.append("backgroundFilters") } }
    override var compositingFilter: Any? { didSet { log.append("compositingFilter") } }
    override var shouldRasterize: Bool { didSet { log.append("shouldRasterize") } }
    override var rasterizationScale: CGFloat { didSet { log.append("rasterizationScale") } }
    override var name: String? { didSet { log.append("name") } }
    override var actions: [String: any CAAction]? { didSet { log.append("actions") } }
    override var style: [AnyHashable: Any]? { didSet { log.append("style") } }
    override var autoresizingMask: CAAutoresizingMask { didSet { log.append("autoresizingMask") } }
    override var layoutManager: (any CALayoutManager)? { didSet { log.append("layoutManager") } }
  }

  @Test("every setter is called, whether a property is set or its key")
  func setters() throws {
    let (layer, source) = (Watched(), CALayer())
    var keys: [String] = []
    for key in LayerKeyTable.of(layer).keys where !key.isReadOnly && !key.isAlias {
      layer.log = []
      key.set(key.value(of: source), on: layer)
      if layer.log == [key.name] { keys.append(key.name) }
    }
    #expect(keys.count == 46, "\(keys)")
    layer.log = []
    layer.setValue(0.5, forKeyPath: "shadowOffset.width")
    layer.speed = 2
    #expect(layer.log == ["shadowOffset", "speed"] && layer.properties.extras?.shadowOffset.width == 0.5)
  }

  @Test("a getter that answers otherwise is what programs read, and changes no picture")
  func getters() {
    final class Boaster: CALayer {
      override var shadowOpacity: Float {
        get { 1 }
        set {}
      }
      override var speed: Float {
        get { 7 }
        set { super.speed = newValue }
      }
    }
    let boaster = Boaster()
    boaster.shadowOpacity = 0.25
    boaster.speed = 2
    #expect(boaster.shadowOpacity == 1 && boaster.value(forKey: "shadowOpacity") as? Float == 1 && boaster.speed == 7)
    let look = TreeSnapshot(of: boaster).nodes[0].properties
    #expect((look.extras?.shadowOpacity ?? 0) == 0)
    // The layer's time runs as it was set.
    #expect(boaster.convertTime(3, from: nil) == 6)
  }

  /// Answers everything by itself.
  private final class Stubborn: CALayer {
    var asked: [String] = []

    override func contentsAreFlipped() -> Bool { true }
    override func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { CGPoint(x: 1, y: 1) }
    override func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { CGPoint(x: 2, y: 2) }
    override func convert(_ r: CGRect, from l: CALayer?) -> CGRect { CGRect(x: 3, y: 3, width: 3, height: 3) }
    override func convert(_ r: CGRect, to l: CALayer?) -> CGRect { CGRect(x: 4, y: 4, width: 4, height: 4) }
    override func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { 5 }
    override func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { 6 }
    override func affineTransform() -> CGAffineTransform { CGAffineTransform(scaleX: 7, y: 7) }
    override func setAffineTransform(_ m: CGAffineTransform) { asked.append("setAffineTransform") }
    override var visibleRect: CGRect { CGRect(x: 8, y: 8, width: 8, height: 8) }
    override func scroll(_ p: CGPoint) {
      asked.append("scroll")
      super.scroll(p)
    }
    override func scrollRectToVisible(_ r: CGRect) {
      asked.append("scrollRectToVisible")
      super.scrollRectToVisible(r)
    }
    override func render(in ctx: CGContext) { asked.append("render") }
  }

  @Test("functions that Apple lets one override answer as the subclass does, through a variable of the superclass too")
  func functions() throws {
    let (scroller, stubborn) = (CAScrollLayer(), Stubborn())
    scroller.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    stubborn.frame = CGRect(x: 20, y: 0, width: 10, height: 10)
    scroller.addSublayer(stubborn)
    let layer: CALayer = stubborn
    #expect(layer.contentsAreFlipped() && layer.convert(CGPoint.zero, from: nil) == CGPoint(x: 1, y: 1))
    #expect(
      layer.convert(CGPoint.zero, to: nil) == CGPoint(x: 2, y: 2) && layer.convert(CGRect.zero, from: nil).minX == 3)
    #expect(layer.convert(CGRect.zero, to: nil).minX == 4 && layer.visibleRect.minX == 8)
    #expect(
      layer.convertTime(0, from: nil) == 5 && layer.convertTime(0, to: nil) == 6 && layer.affineTransform().a == 7)
    layer.setAffineTransform(.identity)
    layer.render(in: try #require(CGContext(width: 1, height: 1)))
    // Through its own conversions nothing would come to lie anywhere else than at (2, 2).
    layer.scroll(CGPoint(x: 3, y: 0))
    #expect(scroller.bounds.origin == CGPoint(x: 23, y: 0))
    layer.scrollRectToVisible(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(scroller.bounds.origin == CGPoint(x: 20, y: 0))
    #expect(stubborn.asked == ["setAffineTransform", "render", "scroll", "scrollRectToVisible"])
  }

  @Test("what layers are drawn by is what was set: answers of overrides turn no contents over and move no clock")
  func internals() throws {
    final class Drawn: CALayer {
      override func contentsAreFlipped() -> Bool { true }
      override func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { 1000 }
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
        ctx.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
      }
    }
    let layer = Drawn()
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    let image = try #require(layer.contents as? CGImage)
    #expect(image.premultipliedPixel(x: 0, y: 0) == [255, 0, 0, 255])
    #expect(image.premultipliedPixel(x: 0, y: 1) == [0, 0, 0, 0])
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0.5
    fade.toValue = 0.5
    fade.duration = 10
    layer.add(fade, forKey: nil)
    #expect(layer.animationKeys() == nil && layer.presentationCopy().opacity == 1)
    #expect(TreeSnapshot(of: layer, at: MediaClock.time + 1).nodes[0].properties.opacity == 0.5)
  }
}
