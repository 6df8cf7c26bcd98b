// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaLayers
import LaminaTestSupport
import Testing

/// A tree that does not change is neither copied nor planned again; any change is seen.
@Suite struct KeptPlanTests {
  /// Something that changes a layer.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable () -> CALayer
    let run: @Sendable (CALayer) -> Void

    init<Layer: CALayer>(
      _ name: String, _ make: @escaping @Sendable () -> Layer, _ run: @escaping @Sendable (Layer) -> Void
    ) {
      testDescription = name
      self.make = make
      self.run = { layer in
        guard let layer = layer as? Layer else { preconditionFailure("the layer that was made") }
        run(layer)
      }
    }
  }

  private static let color = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 1)

  private static let plain: [Change] = [
    Change("bounds", { CALayer() }) { $0.bounds = CGRect(x: 0, y: 0, width: 3, height: 4) },
    Change("position", { CALayer() }) { $0.position = CGPoint(x: 1, y: 2) },
    Change("zPosition", { CALayer() }) { $0.zPosition = 1 },
    Change("anchorPoint", { CALayer() }) { $0.anchorPoint = .zero },
    Change("anchorPointZ", { CALayer() }) { $0.anchorPointZ = 1 },
    Change("transform", { CALayer() }) { $0.transform = CATransform3DMakeScale(2, 2, 1) },
    Change("sublayerTransform", { CALayer() }) { $0.sublayerTransform.m34 = -0.01 },
    Change("isGeometryFlipped", { CALayer() }) { $0.isGeometryFlipped = true },
    Change("isDoubleSided", { CALayer() }) { $0.isDoubleSided = false },
    Change("isHidden", { CALayer() }) { $0.isHidden = true },
    Change("opacity", { CALayer() }) { $0.opacity = 0.5 },
    Change("backgroundColor", { CALayer() }) { $0.backgroundColor = color },
    Change("masksToBounds", { CALayer() }) { $0.masksToBounds = true },
    Change("cornerRadius", { CALayer() }) { $0.cornerRadius = 3 },
    Change("cornerCurve", { CALayer() }) { $0.cornerCurve = .continuous },
    Change("maskedCorners", { CALayer() }) { $0.maskedCorners = [] },
    Change("borderWidth", { CALayer() }) { $0.borderWidth = 1 },
    Change("borderColor", { CALayer() }) { $0.borderColor = color },
    Change("contents", { CALayer() }) { $0.contents = CGImage(width: 1, height: 1) { _, _ in [1, 2, 3, 255] } },
    Change("contentsGravity", { CALayer() }) { $0.contentsGravity = .center },
    Change("contentsRect", { CALayer() }) { $0.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 1) },
    Change("contentsCenter", { CALayer() }) { $0.contentsCenter = CGRect(x: 0.3, y: 0.3, width: 0.3, height: 0.3) },
    Change("contentsScale", { CALayer() }) { $0.contentsScale = 2 },
    Change("minificationFilter", { CALayer() }) { $0.minificationFilter = .trilinear },
    Change("magnificationFilter", { CALayer() }) { $0.magnificationFilter = .nearest },
    Change("shadowOpacity", { CALayer() }) { $0.shadowOpacity = 1 },
    Change("shadowRadius", { CALayer() }) { $0.shadowRadius = 7 },
    Change("shadowPath", { CALayer() }) { $0.shadowPath = CGPath(rect: .zero, transform: nil) },
    Change("mask", { CALayer() }) { $0.mask = CALayer() },
    Change("filters", { CALayer() }) { $0.filters = [CAFilter(type: "colorInvert")] },
    Change("compositingFilter", { CALayer() }) { $0.compositingFilter = "multiplyBlendMode" },
    Change("shouldRasterize", { CALayer() }) { $0.shouldRasterize = true },
    Change("allowsGroupOpacity", { CALayer() }) { $0.allowsGroupOpacity = false },
    Change("allowsEdgeAntialiasing", { CALayer() }) { $0.allowsEdgeAntialiasing.toggle() },
    Change("beginTime", { CALayer() }) { $0.beginTime = 1 },
    Change("name", { CALayer() }) { $0.name = "other" },
    Change("addSublayer", { CALayer() }) { $0.addSublayer(CALayer()) },
    Change("removeFromSuperlayer", { CALayer() }) { $0.removeFromSuperlayer() },
    Change("setNeedsDisplay", { CALayer() }) { $0.setNeedsDisplay() },
    Change("setNeedsLayout", { CALayer() }) { $0.setNeedsLayout() },
    Change("animation", { CALayer() }) { $0.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade") },
    Change("key path", { CALayer() }) { $0.setValue(0.5, forKeyPath: "transform.rotation.z") },
  ]

  private static let special: [Change] = [
    Change("path", { CAShapeLayer() }) { $0.path = CGPath(rect: .zero, transform: nil) },
    Change("fillColor", { CAShapeLayer() }) { $0.fillColor = color },
    Change("fillRule", { CAShapeLayer() }) { $0.fillRule = .evenOdd },
    Change("strokeColor", { CAShapeLayer() }) { $0.strokeColor = color },
    Change("strokeStart", { CAShapeLayer() }) { $0.strokeStart = 0.5 },
    Change("strokeEnd", { CAShapeLayer() }) { $0.strokeEnd = 0.5 },
    Change("lineWidth", { CAShapeLayer() }) { $0.lineWidth = 3 },
    Change("miterLimit", { CAShapeLayer() }) { $0.miterLimit = 1 },
    Change("lineCap", { CAShapeLayer() }) { $0.lineCap = .round },
    Change("lineJoin", { CAShapeLayer() }) { $0.lineJoin = .bevel },
    Change("lineDashPhase", { CAShapeLayer() }) { $0.lineDashPhase = 1 },
    Change("lineDashPattern", { CAShapeLayer() }) { $0.lineDashPattern = [1, 2] },
    Change("string", { CATextLayer() }) { $0.string = "text" },
    Change("font", { CATextLayer() }) { $0.font = "DejaVu Sans" },
    Change("fontSize", { CATextLayer() }) { $0.fontSize = 9 },
    Change("foregroundColor", { CATextLayer() }) { $0.foregroundColor = color },
    Change("isWrapped", { CATextLayer() }) { $0.isWrapped = true },
    Change("truncationMode", { CATextLayer() }) { $0.truncationMode = .end },
    Change("alignmentMode", { CATextLayer() }) { $0.alignmentMode = .center },
    Change("colors", { CAGradientLayer() }) { $0.colors = [color, color] },
    Change("locations", { CAGradientLayer() }) { $0.locations = [0, 1] },
    Change("startPoint", { CAGradientLayer() }) { $0.startPoint = .zero },
    Change("endPoint", { CAGradientLayer() }) { $0.endPoint = .zero },
    Change("type", { CAGradientLayer() }) { $0.type = .radial },
    Change("instanceCount", { CAReplicatorLayer() }) { $0.instanceCount = 2 },
    Change("instanceTransform", { CAReplicatorLayer() }) { $0.instanceTransform = CATransform3DMakeScale(2, 2, 1) },
    Change("instanceColor", { CAReplicatorLayer() }) { $0.instanceColor = color },
    Change("instanceDelay", { CAReplicatorLayer() }) { $0.instanceDelay = 1 },
    Change("instanceRedOffset", { CAReplicatorLayer() }) { $0.instanceRedOffset = 1 },
    Change("instanceAlphaOffset", { CAReplicatorLayer() }) { $0.instanceAlphaOffset = 1 },
    Change("preservesDepth", { CAReplicatorLayer() }) { $0.preservesDepth = true },
  ]

  /// A root with a layer three levels down, and one beside it.
  private static func tree(with layer: CALayer) -> CALayer {
    let root = RendererTests.makeTree()
    let (outer, inner) = (CALayer(), CALayer())
    root.addSublayer(outer)
    outer.addSublayer(inner)
    inner.addSublayer(layer)
    return root
  }

  @Test("a tree that stands still is planned once, and drawn the same", arguments: [0.0, 5])
  func kept(time: Double) throws {
    let renderer = try Renderer(.cpu(threads: 1))
    let root = Self.tree(with: CALayer())
    let first = try renderer.render(root)
    let second = try renderer.render(root, at: time)
    #expect(first.timings.snapshot > 0 && second.timings.snapshot == 0)
    #expect(first.image.premultipliedRGBA == second.image.premultipliedRGBA)
    var options = RenderOptions()
    options.scale = 2
    #expect(try renderer.render(root, options: options).timings.snapshot > 0, "another size is another plan")
    #expect(try renderer.render(Self.tree(with: CALayer())).timings.snapshot > 0, "another tree is another plan")
  }

  @Test("every change is seen, however deep", arguments: plain + special)
  func changed(change: Change) throws {
    let renderer = try Renderer(.cpu(threads: 1))
    let layer = change.make()
    let root = Self.tree(with: layer)
    _ = try renderer.render(root)
    #expect(try renderer.render(root).timings.snapshot == 0, "it stands still")
    change.run(layer)
    #expect(try renderer.render(root).timings.snapshot > 0, "a change was not seen")
  }

  @Test("two renderers of one tree both see a change")
  func renderers() throws {
    let (one, two) = (try Renderer(.cpu(threads: 1)), try Renderer(.cpu(threads: 1)))
    let layer = CALayer()
    let root = Self.tree(with: layer)
    for renderer in [one, two] { _ = try renderer.render(root) }
    layer.opacity = 0.3
    #expect(try one.render(root).timings.snapshot > 0)
    #expect(try two.render(root).timings.snapshot > 0)
    #expect(try two.render(root).timings.snapshot == 0)
  }

  @Test("a layer that is moved into a tree, and changed there, is seen")
  func moved() throws {
    let renderer = try Renderer(.cpu(threads: 1))
    let layer = CALayer()
    let (first, second) = (Self.tree(with: layer), Self.tree(with: CALayer()))
    for root in [first, second] { _ = try renderer.render(root) }
    layer.opacity = 0.5
    second.addSublayer(layer)
    _ = try renderer.render(second)
    layer.opacity = 0.6
    #expect(try renderer.render(second).timings.snapshot > 0)
    let (fresh, kept) = (try Renderer(.cpu(threads: 1)).render(second), try renderer.render(second))
    #expect(fresh.image.premultipliedRGBA == kept.image.premultipliedRGBA)
  }

  @Test("what changes by itself is copied for every frame")
  func alive() throws {
    let emitter = CAEmitterLayer()
    emitter.emitterCells = [CAEmitterCell()]
    let filtered = CALayer()
    filtered.filters = [CAFilter(type: "colorInvert")]
    let animated = CALayer()
    animated.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
    for layer in [emitter, filtered, animated, CATiledLayer()] {
      let renderer = try Renderer(.cpu(threads: 1))
      let root = Self.tree(with: layer)
      _ = try renderer.render(root)
      #expect(try renderer.render(root).timings.snapshot > 0, "\(type(of: layer))")
    }
  }
}
