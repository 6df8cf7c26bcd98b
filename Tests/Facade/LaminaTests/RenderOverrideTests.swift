// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// A subclass that overrides `render(in:)` draws itself where its superlayer is drawn into a context, and nowhere else.
@Suite struct RenderOverrideTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)

  /// Calls what it is told to.
  private class Own: CALayer {
    var calls: [CGContext] = []
    var drawing: (Own, CGContext, () -> Void) -> Void = { _, _, drawSuper in drawSuper() }

    override func render(in ctx: CGContext) {
      calls.append(ctx)
      drawing(self, ctx) { super.render(in: ctx) }
    }
  }

  /// A class of a program's own that overrides nothing.
  private final class Plain: CALayer {}

  /// A tree with one layer in the middle, which has a look of its own and something in it.
  private static func tree(_ layer: CALayer, _ change: (_ root: CALayer, _ holder: CALayer) -> Void = { _, _ in })
    -> CALayer
  {
    let (root, holder, inner) = (CALayer(), CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 80, height: 60)
    root.backgroundColor = CGColor(deviceGray: 0.9, alpha: 1)
    holder.frame = CGRect(x: 6, y: 4, width: 70, height: 50)
    holder.backgroundColor = CGColor(srgbRed: 0.6, green: 0.8, blue: 1, alpha: 0.7)
    layer.frame = CGRect(x: 10, y: 8, width: 30, height: 20)
    layer.backgroundColor = CGColor(srgbRed: 0, green: 0.5, blue: 0, alpha: 1)
    layer.cornerRadius = 5
    inner.frame = CGRect(x: 20, y: 10, width: 20, height: 16)
    inner.backgroundColor = blue
    // Pictures stand upright in flipped layers: its rows differ.
    inner.contents = CGImage(width: 4, height: 4) { x, y in y == 0 ? [255, 255, 0, 255] : [0, 0, UInt8(60 * x), 128] }
    inner.contentsGravity = .topLeft
    layer.addSublayer(inner)
    holder.addSublayer(layer)
    root.addSublayer(holder)
    change(root, holder)
    return root
  }

  private static func picture(_ root: CALayer, width: Int = 80, height: Int = 60, _ turn: CGAffineTransform = .identity)
    throws -> [UInt8]
  {
    let context = try #require(CGContext(width: width, height: height))
    context.concatenate(turn)
    root.render(in: context)
    return try #require(context.makeImage()).premultipliedRGBA
  }

  private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
    guard one.count == other.count else { return .max }
    return zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test("a class that overrides nothing, and an override that only calls super, draw what a layer draws, to the byte")
  func plain() throws {
    let expected = try Self.picture(Self.tree(CALayer()))
    #expect(try Self.picture(Self.tree(Plain())) == expected)
    let own = Own()
    #expect(try Self.picture(Self.tree(own)) == expected)
    #expect(own.calls.count == 1)
  }

  @Test("what is drawn after super lies over the layer and all in it, in its own space; it is asked once")
  func after() throws {
    let badge = CGRect(x: 2, y: 3, width: 8, height: 5)
    let looks: [(CALayer, CALayer) -> Void] = [
      { _, _ in }, { root, _ in root.isGeometryFlipped = true }, { _, holder in holder.isGeometryFlipped = true },
      { _, holder in holder.bounds.origin = CGPoint(x: -4, y: 6) }, { _, holder in holder.opacity = 0.5 },
      { _, holder in (holder.cornerRadius, holder.masksToBounds) = (20, true) },
      { _, holder in holder.sublayers?[0].zPosition = 7 },
      { _, holder in holder.sublayerTransform = CATransform3DMakeTranslation(5, 2, 0) },
    ]
    for (index, look) in looks.enumerated() {
      let own = Own()
      own.drawing = { _, context, drawSuper in
        drawSuper()
        context.setFillColor(Self.red)
        context.fill(badge)
      }
      let (layer, over) = (CALayer(), CALayer())
      over.frame = badge
      over.backgroundColor = Self.red
      let drawn = try Self.picture(Self.tree(own, look))
      let tree = Self.tree(layer, look)
      layer.addSublayer(over)
      #expect(Self.difference(drawn, try Self.picture(tree)) <= 1, "\(index)")
      #expect(own.calls.count == 1)
    }
  }

  @Test("a flip of the layer's own acts inside of it, as on the layer that a tree is drawn from")
  func flipped() throws {
    let own = Own()
    own.drawing = { _, context, drawSuper in
      drawSuper()
      context.setFillColor(Self.red)
      context.fill(CGRect(x: 2, y: 3, width: 8, height: 5))
    }
    own.isGeometryFlipped = true
    let (layer, over) = (CALayer(), CALayer())
    // The bounds are 20 high.
    over.frame = CGRect(x: 2, y: 20 - 3 - 5, width: 8, height: 5)
    over.backgroundColor = Self.red
    let tree = Self.tree(layer)
    layer.isGeometryFlipped = true
    layer.addSublayer(over)
    #expect(Self.difference(try Self.picture(Self.tree(own)), try Self.picture(tree)) <= 1)
  }

  @Test("turned and scaled planes have the context's pixels", arguments: [1.0, 2])
  func turned(_ scale: CGFloat) throws {
    let own = Own()
    own.drawing = { layer, context, _ in
      context.setFillColor(Self.red)
      context.fill(layer.bounds)
    }
    let layer = CALayer()
    let turn: (CALayer, CALayer) -> Void = { _, holder in
      holder.setAffineTransform(CGAffineTransform(rotationAngle: 0.4).scaledBy(x: 1.2, y: 0.8))
    }
    let drawn = Self.tree(own, turn)
    let tree = Self.tree(layer, turn)
    (layer.sublayers, layer.backgroundColor, layer.cornerRadius) = (nil, Self.red, 0)
    let zoom = CGAffineTransform(scaleX: scale, y: scale)
    let (width, height) = (Int(80 * scale), Int(60 * scale))
    let pictures = (
      try Self.picture(drawn, width: width, height: height, zoom),
      try Self.picture(tree, width: width, height: height, zoom)
    )
    // Edges, 104 points of them, are smoothed by Cairo in one and by the renderer in the other; all else is the same.
    #expect(Self.difference(pictures.0, pictures.1) <= 24)
    let pixels = stride(from: 0, to: pictures.0.count, by: 4)
    let far = pixels.filter { first in
      (first..<(first + 4)).contains { abs(Int(pictures.0[$0]) - Int(pictures.1[$0])) > 2 }
    }
    #expect(CGFloat(far.count) < 104 * scale, "\(far.count)")
  }

  @Test("without super nothing else of the layer is there, and nothing at all where nothing is drawn")
  func without() throws {
    let own = Own()
    own.drawing = { _, _, _ in }
    let empty = Self.tree(CALayer()) { _, holder in holder.sublayers = nil }
    #expect(try Self.picture(Self.tree(own)) == Self.picture(empty))
    own.drawing = { layer, context, _ in
      context.setFillColor(Self.red)
      context.fill(CGRect(x: -1000, y: 12, width: 9000, height: 2))
    }
    let bytes = try Self.picture(Self.tree(own))
    // Rows 24 and 25 of the canvas, from one end to the other: no bounds cut it.
    for x in [0, 40, 79] { #expect(Array(bytes[(4 * (24 * 80 + x))..<(4 * (24 * 80 + x) + 4)]) == [255, 0, 0, 255]) }
  }

  @Test("super draws under the transform, clip and alpha that the override set, before and after it")
  func states() throws {
    let own = Own()
    own.drawing = { _, context, drawSuper in
      context.saveGState()
      context.translateBy(x: 4, y: 3)
      context.clip(to: CGRect(x: 0, y: 0, width: 20, height: 100))
      context.setAlpha(0.5)
      drawSuper()
      context.restoreGState()
    }
    let layer = CALayer()
    let tree = Self.tree(layer) { _, holder in
      let clip = CALayer()
      clip.frame = CGRect(x: 14, y: 11, width: 20, height: 100)
      (clip.masksToBounds, clip.opacity) = (true, 0.5)
      layer.removeFromSuperlayer()
      layer.position = CGPoint(x: 15, y: 10)
      clip.addSublayer(layer)
      holder.addSublayer(clip)
    }
    #expect(Self.difference(try Self.picture(Self.tree(own)), try Self.picture(tree)) <= 1)
    // Values set after the call of super do not move its drawing.
    let late = Own()
    late.drawing = { _, context, drawSuper in
      drawSuper()
      context.translateBy(x: 40, y: 40)
      context.setAlpha(0)
      context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(Self.difference(try Self.picture(Self.tree(late)), try Self.picture(Self.tree(CALayer()))) <= 1)
    let looking = Own()
    var seen: CGImage?
    looking.drawing = { _, context, drawSuper in
      drawSuper()
      seen = context.makeImage()
    }
    _ = try Self.picture(Self.tree(looking))
    #expect(seen?.premultipliedRGBA.contains(128) == true, "super had drawn")
  }

  @Test("it is called by nothing but render(in:), not for the root again, hidden layers and those in perspective")
  func callers() throws {
    let own = Own()
    let tree = Self.tree(own)
    _ = try Renderer(.cpu(threads: 1)).render(tree)
    #expect(own.calls.isEmpty)
    own.isHidden = true
    _ = try Self.picture(tree)
    own.isHidden = false
    own.opacity = 0
    _ = try Self.picture(tree)
    own.opacity = 1
    own.superlayer?.sublayerTransform.m34 = -1 / 100
    own.zPosition = 10
    _ = try Self.picture(tree)
    #expect(own.calls.isEmpty)
    let (root, child) = (Own(), Own())
    root.bounds.size = CGSize(width: 4, height: 4)
    root.addSublayer(child)
    let context = try #require(CGContext(width: 4, height: 4))
    root.render(in: context)
    #expect(root.calls.count == 1 && root.calls[0] === context && child.calls.count == 1 && child.calls[0] !== context)
    try root.renderPicture(in: context)
    #expect(root.calls.count == 1 && child.calls.count == 2)
  }

  @Test("layers in one another draw themselves, and what they do to the tree meanwhile is borne")
  func nested() throws {
    let (outer, inner) = (Own(), Own())
    inner.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    inner.drawing = { layer, context, drawSuper in
      drawSuper()
      context.setFillColor(Self.red)
      context.fill(layer.bounds)
      layer.superlayer?.addSublayer(CALayer())
    }
    outer.drawing = { _, context, drawSuper in
      drawSuper()
      context.setFillColor(Self.blue)
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
    let tree = Self.tree(outer)
    outer.addSublayer(inner)
    let bytes = try Self.picture(tree)
    // The outer layer begins at (16, 12).
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[(4 * (y * 80 + x))..<(4 * (y * 80 + x) + 4)]) }
    #expect(pixel(19, 15) == [255, 0, 0, 255])
    #expect(Self.difference(pixel(16, 12), [128, 0, 128, 255]) <= 1)
    #expect(outer.calls.count == 1 && inner.calls.count == 1)
    // A state that is saved and never restored does not reach the next layer.
    let (first, second) = (Own(), Own())
    first.drawing = { _, context, drawSuper in
      context.saveGState()
      drawSuper()
    }
    second.drawing = { _, context, drawSuper in
      drawSuper()
      #expect(context !== first.calls.first)
    }
    let pair = Self.tree(first)
    first.superlayer?.addSublayer(second)
    _ = try Self.picture(pair)
    #expect(second.calls.count == 1)
  }
}
