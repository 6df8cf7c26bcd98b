// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Testing

/// `render(in:)` draws what a renderer draws, wherever the context's transform puts it.
@Suite struct RenderInContextTests {
  /// Something of everything: corners, a border, a picture, a path, a text, a gradient, a mask, a shadow, groups.
  private static func tree() throws -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 80, height: 60)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.95, blue: 1, alpha: 1)
    root.position = CGPoint(x: 999, y: -7)
    root.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    let card = CALayer()
    card.frame = CGRect(x: 8, y: 6, width: 40, height: 30)
    card.cornerRadius = 6
    card.borderWidth = 2
    card.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0.2, alpha: 0.8)
    card.shadowOpacity = 0.6
    card.contents = CGImage(width: 4, height: 4) { x, y in x < y ? [255, 0, 0, 255] : [0, 0, 128, 128] }
    card.masksToBounds = false
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 30, y: 20, width: 40, height: 36)
    shape.path = CGPath(ellipseIn: CGRect(x: 3, y: 2, width: 31, height: 29), transform: nil)
    shape.fillColor = CGColor(srgbRed: 0, green: 0.6, blue: 0.3, alpha: 0.7)
    shape.strokeColor = CGColor(gray: 0, alpha: 1)
    shape.opacity = 0.7
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 50, y: 4, width: 26, height: 20)
    gradient.colors = [
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1),
    ]
    let mask = CALayer()
    mask.frame = CGRect(x: 3, y: 3, width: 15, height: 15)
    mask.cornerRadius = 7
    mask.backgroundColor = CGColor(gray: 0, alpha: 0.8)
    gradient.mask = mask
    let text = CATextLayer()
    text.frame = CGRect(x: 4, y: 38, width: 60, height: 18)
    text.string = "Ag"
    text.fontSize = 14
    text.foregroundColor = CGColor(gray: 0, alpha: 1)
    root.sublayers = [card, shape, gradient, text]
    return root
  }

  private static func picture(_ root: CALayer, scale: Double = 1) throws -> [UInt8] {
    var options = RenderOptions()
    options.scale = scale
    return try Renderer(.cpu(threads: 1)).render(root, options: options).image.premultipliedRGBA
  }

  /// The largest difference of two pictures, in levels.
  private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
    guard one.count == other.count else { return .max }
    return zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  private static func bytes(of context: CGContext) throws -> [UInt8] {
    try #require(context.makeImage()).premultipliedRGBA
  }

  @Test("in pixels, and enlarged, the bytes are the renderer's", arguments: [1.0, 2, 1.5])
  func same(_ scale: Double) throws {
    let root = try Self.tree()
    let context = try #require(CGContext(width: Int(clamping: 80 * scale), height: Int(clamping: 60 * scale)))
    context.scaleBy(x: scale, y: scale)
    root.render(in: context)
    #expect(Self.difference(try Self.bytes(of: context), try Self.picture(root, scale: scale)) <= 1)
  }

  @Test("a root that is flipped, and one whose bounds begin elsewhere, lie in their own space")
  func spaces() throws {
    let root = try Self.tree()
    root.isGeometryFlipped = true
    let flipped = try #require(CGContext(width: 80, height: 60))
    root.render(in: flipped)
    #expect(Self.difference(try Self.bytes(of: flipped), try Self.picture(root)) <= 1)

    let moved = try Self.tree()
    moved.bounds.origin = CGPoint(x: 20, y: 10)
    let context = try #require(CGContext(width: 80, height: 60))
    context.translateBy(x: -20, y: -10)
    moved.render(in: context)
    #expect(Self.difference(try Self.bytes(of: context), try Self.picture(moved)) <= 1)
  }

  @Test("a turned context shows what a turned layer shows")
  func turned() throws {
    let root = try Self.tree()
    let turn = CGAffineTransform(translationX: 30, y: 20).rotated(by: 0.4).scaledBy(x: 0.8, y: 1.1)
    let context = try #require(CGContext(width: 100, height: 90))
    context.concatenate(turn)
    root.render(in: context)
    let (host, inner) = (CALayer(), try Self.tree())
    host.bounds.size = CGSize(width: 100, height: 90)
    inner.anchorPoint = .zero
    inner.position = .zero
    inner.setAffineTransform(turn)
    host.addSublayer(inner)
    #expect(Self.difference(try Self.bytes(of: context), try Self.picture(host)) <= 1)
  }

  @Test("where y points up the whole picture is mirrored, and layers do not show their backs")
  func mirrored() throws {
    let root = try Self.tree()
    root.sublayers?.forEach { $0.isDoubleSided = false }
    let context = try #require(
      CGContext(
        data: nil, width: 80, height: 60, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    root.render(in: context)
    let rows = try Self.bytes(of: context)
    let upright = try Self.picture(root)
    let mirrored = (0..<60).flatMap { row in upright[(59 - row) * 320..<(60 - row) * 320] }
    #expect(Self.difference(rows, mirrored) <= 1)
  }

  @Test("the context's clip and alpha apply to the picture as a whole, and its state stays")
  func state() throws {
    let square = CALayer()
    square.bounds.size = CGSize(width: 10, height: 10)
    square.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let over = CALayer()
    over.frame = square.bounds
    over.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
    square.addSublayer(over)
    let context = try #require(CGContext(width: 10, height: 10))
    context.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    let before = context.ctm
    context.saveGState()
    context.clip(to: CGRect(x: 2, y: 0, width: 4, height: 10))
    context.setAlpha(0.5)
    square.render(in: context)
    context.restoreGState()
    #expect(context.ctm == before)
    let bytes = try Self.bytes(of: context)
    for x in 0..<10 {
      let pixel = Array(bytes[4 * (50 + x)..<4 * (51 + x)])
      let wanted: [UInt8] = (2..<6).contains(x) ? [0, 128, 128, 255] : [0, 255, 0, 255]
      #expect(Self.difference(pixel, wanted) <= 1, "\(x): \(pixel)")
    }
  }

  @Test("layers are drawn as they are set, laid out and displayed, whatever animations show")
  func model() throws {
    final class Dot: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
        ctx.fill(bounds)
      }
    }
    let (root, dot) = (CALayer(), Dot())
    root.bounds.size = CGSize(width: 20, height: 10)
    dot.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    dot.setNeedsDisplay()
    root.addSublayer(dot)
    let away = CABasicAnimation(keyPath: "position.x")
    away.fromValue = 100
    away.toValue = 100
    away.duration = 1000
    dot.add(away, forKey: nil)
    let context = try #require(CGContext(width: 20, height: 10))
    root.render(in: context)
    let bytes = try Self.bytes(of: context)
    #expect(Array(bytes[0..<4]) == [0, 0, 255, 255] && Array(bytes[60..<64]) == [0, 0, 0, 0])
  }

  @Test("a sublayer by itself, a layer within another's draw(in:), and pictures of nothing")
  func places() throws {
    let outer = CALayer()
    let inner = CALayer()
    inner.frame = CGRect(x: 500, y: 500, width: 4, height: 4)
    inner.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    outer.addSublayer(inner)
    let context = try #require(CGContext(width: 4, height: 4))
    inner.render(in: context)
    #expect(try Self.bytes(of: context) == (0..<16).flatMap { _ in [255, 0, 0, 255] as [UInt8] })

    final class Stamp: CALayer {
      var stamp: CALayer?
      override func draw(in ctx: CGContext) { stamp?.render(in: ctx) }
    }
    let page = Stamp()
    page.stamp = inner
    page.bounds.size = CGSize(width: 4, height: 4)
    page.setNeedsDisplay()
    #expect(try Self.picture(page) == Self.bytes(of: context))

    let flat = try #require(CGContext(width: 4, height: 4))
    flat.scaleBy(x: 0, y: 1)
    #expect(try inner.renderPicture(in: flat).isEmpty)
    let far = try #require(CGContext(width: 4, height: 4))
    far.translateBy(x: 1e300, y: 1e300)
    inner.render(in: far)
    inner.bounds.size.width = .nan
    inner.render(in: far)
    #expect(try Self.bytes(of: far).allSatisfy { $0 == 0 })
  }

  @Test("what the tree asks for and does not get is returned")
  func diagnostics() throws {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 4, height: 4)
    layer.backgroundColor = CGColor(gray: 0, alpha: 1)
    layer.filters = [CAFilter(type: "twirl")]
    let context = try #require(CGContext(width: 4, height: 4))
    #expect(try layer.renderPicture(in: context).count == 1)
  }
}
