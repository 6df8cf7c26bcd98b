// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

@Suite struct CGContextTests {
  static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  private func context(_ width: Int = 20, _ height: Int = 20) throws -> CGContext {
    try #require(CGContext(width: width, height: height))
  }

  private func appleContext(_ info: CGImageAlphaInfo = .premultipliedLast) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: 20, height: 20, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: info.rawValue))
  }

  private func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> SIMD4<UInt8> {
    try #require(context.makeImage()).premultipliedPixel(x: x, y: y)
  }

  @Test("every byte of a colour comes out as it went in") func exactColors() throws {
    let context = try context(256, 1)
    for level in 0..<256 {
      let value = CGFloat(level) / 255
      context.setFillColor(CGColor(srgbRed: value, green: 1 - value, blue: 0.5, alpha: 1))
      context.fill(CGRect(x: level, y: 0, width: 1, height: 1))
    }
    let image = try #require(context.makeImage())
    for level in 0..<256 {
      #expect(image.premultipliedPixel(x: level, y: 0) == [UInt8(level), UInt8(255 - level), 128, 255])
    }
  }

  @Test("translucent colours are premultiplied and rounded", arguments: [0.1, 0.25, 0.5, 0.75, 0.99])
  func premultiplied(_ alpha: Double) throws {
    let context = try context(101, 1)
    for step in 0...100 {
      context.setFillColor(red: CGFloat(step) / 100, green: 2, blue: -1, alpha: alpha)
      context.fill(CGRect(x: step, y: 0, width: 1, height: 1))
    }
    let image = try #require(context.makeImage())
    for step in 0...100 {
      let opacity = Double(Float(alpha))
      let expected = Double(Float(step) / 100) * opacity * 255
      let actual = image.premultipliedPixel(x: step, y: 0)
      #expect(abs(Double(actual.x) - expected) <= 0.5001)
      #expect(abs(Double(actual.w) - opacity * 255) <= 0.5001)
      #expect(actual.y == actual.w && actual.z == 0)
    }
  }

  @Test("y is up in Apple's bitmaps, down in ours") func directions() throws {
    for (context, row) in [(try appleContext(), 19), (try context(), 0)] {
      context.setFillColor(Self.red)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(try pixel(context, 0, row) == [255, 0, 0, 255])
      #expect(try pixel(context, 0, 19 - row).w == 0)
    }
    #expect(try appleContext().ctm.isIdentity)
    #expect(try context().ctm == CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 20))
  }

  @Test("a layer's context has the layer's space") func layerSpace() throws {
    let bounds = CGRect(x: 10, y: -5, width: 20, height: 10)
    let context = try CGContext.drawing(bounds: bounds, scale: 2, isOpaque: false)
    #expect((context.width, context.height) == (40, 20))
    context.setFillColor(Self.red)
    context.fill(CGRect(x: 10, y: -5, width: 1, height: 1))
    #expect(try pixel(context, 1, 1) == [255, 0, 0, 255])
    #expect(try pixel(context, 2, 2).w == 0)
    #expect(context.boundingBoxOfClipPath == bounds)
  }

  @Test("a layer's bitmap is rounded up and covered exactly") func fractions() throws {
    let context = try CGContext.drawing(
      bounds: CGRect(x: 0, y: 0, width: 10.25, height: 0.2), scale: 1, isOpaque: true)
    #expect((context.width, context.height) == (11, 1))
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 10.25, height: 0.2))
    #expect(try #require(context.makeImage()).premultipliedRGBA.allSatisfy { $0 == 255 })
  }

  @Test("an opaque bitmap begins black and stays opaque") func opaque() throws {
    let context = try appleContext(.noneSkipLast)
    #expect(try pixel(context, 3, 3) == [0, 0, 0, 255])
    context.setBlendMode(.copy)
    context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5))
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(try #require(context.makeImage()).isOpaque)
  }

  @Test("the path is transformed as it is added; the pen when it draws") func pathSpace() throws {
    let context = try context()
    context.saveGState()
    context.scaleBy(x: 10, y: 10)
    context.move(to: CGPoint(x: 0.5, y: 1))
    context.addLine(to: CGPoint(x: 1.5, y: 1))
    #expect(context.currentPointOfPath == CGPoint(x: 1.5, y: 1))
    context.restoreGState()
    #expect(context.boundingBoxOfPath == CGRect(x: 5, y: 10, width: 10, height: 0))
    context.setLineWidth(2)
    context.strokePath()
    #expect(try pixel(context, 6, 9).w == 255)
    #expect(try pixel(context, 6, 11).w == 0)
    #expect(context.isPathEmpty)
  }

  @Test("saved states come back, and only those of the layer that is open") func states() throws {
    let context = try context()
    context.restoreGState()
    context.setFillColor(Self.red)
    context.saveGState()
    context.setFillColor(Self.blue)
    context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 5))
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.restoreGState()
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.endTransparencyLayer()
    #expect(try pixel(context, 2, 2) == [0, 0, 255, 255])
    #expect(try pixel(context, 7, 7).w == 0)
    context.restoreGState()
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(try pixel(context, 7, 7) == [255, 0, 0, 255])
    context.endTransparencyLayer()
  }

  @Test("a clip's edge is smooth, and clips intersect") func clip() throws {
    let context = try context()
    context.clip(to: CGRect(x: 2.5, y: 0, width: 10, height: 20))
    context.addEllipse(in: CGRect(x: 0, y: 0, width: 20, height: 20))
    context.clip()
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect((126...129).contains(try pixel(context, 2, 10).w))
    #expect(try pixel(context, 5, 10).w == 255)
    #expect(try pixel(context, 14, 10).w == 0)
    #expect(try pixel(context, 3, 1).w == 0)
    #expect(context.boundingBoxOfClipPath.maxX == 13)
    context.resetClip()
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(try pixel(context, 14, 10).w == 255)
  }

  @Test("a mask's alpha, or the brightness of an opaque one, lets drawing through") func mask() throws {
    let alpha = try #require(CGImage(width: 2, height: 1) { x, _ in x == 0 ? [0, 0, 0, 255] : [0, 0, 0, 51] })
    let grey = try #require(
      CGImage(width: 2, height: 1) { x, _ in x == 0 ? [255, 255, 255, 255] : [51, 51, 51, 255] })
    for mask in [alpha, grey] {
      let context = try context()
      context.interpolationQuality = .none
      context.saveGState()
      context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 10), mask: mask)
      context.setFillColor(Self.red)
      context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
      context.restoreGState()
      #expect(try pixel(context, 2, 5) == [255, 0, 0, 255])
      #expect(try pixel(context, 7, 5) == [51, 0, 0, 51])
      #expect(try pixel(context, 12, 5).w == 0)
      context.fill(CGRect(x: 15, y: 15, width: 2, height: 2))
      #expect(try pixel(context, 15, 15).w == 255)
    }
  }

  @Test("pictures stand upright where y is up") func pictures() throws {
    let flag = try #require(CGImage(width: 1, height: 2) { _, y in y == 0 ? [255, 0, 0, 255] : [0, 0, 255, 255] })
    for (context, top) in [(try appleContext(), SIMD4<UInt8>(255, 0, 0, 255)), (try context(), SIMD4(0, 0, 255, 255))] {
      context.interpolationQuality = .none
      context.draw(flag, in: CGRect(x: 0, y: 0, width: 20, height: 20))
      #expect(try pixel(context, 10, 3) == top)
    }
  }

  @Test("a picture at its own size is copied, with its alpha") func copiedPicture() throws {
    let image = try #require(CGImage(width: 20, height: 20) { x, y in [UInt8(x), UInt8(y), 3, 40] })
    let context = try appleContext()
    context.draw(image, in: CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(try #require(context.makeImage()).premultipliedRGBA == image.premultipliedRGBA)
    context.setAlpha(0.5)
    context.setBlendMode(.copy)
    context.draw(image, in: CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(try pixel(context, 10, 10).w == 20)
  }

  @Test("tiles") func tiles() throws {
    let image = try #require(CGImage(width: 2, height: 2) { x, y in x == y ? [255, 255, 255, 255] : [0, 0, 0, 255] })
    let context = try context()
    context.interpolationQuality = .none
    context.clip(to: CGRect(x: 3, y: 3, width: 10, height: 10))
    context.draw(image, in: CGRect(x: 5, y: 5, width: 2, height: 2), byTiling: true)
    for offset in 3..<12 {
      #expect(try pixel(context, offset, 5) != pixel(context, offset + 1, 5))
    }
    #expect(try pixel(context, 1, 1).w == 0)
  }

  @Test("a transparency layer fades as one picture") func transparency() throws {
    let context = try context()
    context.setAlpha(0.5)
    context.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 10, height: 20), auxiliaryInfo: nil)
    context.setFillColor(Self.red)
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    context.setFillColor(Self.blue)
    context.fill(CGRect(x: 4, y: 4, width: 8, height: 8))
    context.endTransparencyLayer()
    #expect(try pixel(context, 2, 2) == [128, 0, 0, 128])
    #expect(try pixel(context, 6, 6) == [0, 0, 128, 128])
    #expect(try pixel(context, 11, 6).w == 0)
  }

  @Test("hard edges without antialiasing") func hardEdges() throws {
    let context = try context()
    context.setShouldAntialias(false)
    context.fillEllipse(in: CGRect(x: 1.3, y: 1.7, width: 16, height: 16))
    let image = try #require(context.makeImage())
    #expect(image.premultipliedRGBA.allSatisfy { $0 == 0 || $0 == 255 })
  }

  @Test("clear empties whatever the state") func clear() throws {
    let context = try context()
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.setShadow(offset: .zero, blur: 5)
    context.setAlpha(0.2)
    context.clear(CGRect(x: 5, y: 5, width: 5, height: 5))
    #expect(try pixel(context, 7, 7).w == 0)
    #expect(try pixel(context, 4, 7).w == 255)
  }

  @Test("a picture that was taken does not change") func taken() throws {
    let context = try context()
    let before = try #require(context.makeImage())
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(before.premultipliedPixel(x: 5, y: 5).w == 0)
  }
}
