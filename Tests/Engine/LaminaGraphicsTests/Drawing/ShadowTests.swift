// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

@Suite struct ShadowTests {
  /// The shadow of a long straight edge is an error function.
  @Test("an edge", arguments: [1.0, 3, 8, 16, 40, 200])
  func edge(_ blur: Double) throws {
    let context = try #require(CGContext(width: 300, height: 60))
    let sigma = blur / 2
    // Far enough above and below that only one edge matters.
    context.setShadow(offset: CGSize(width: 400, height: 0), blur: blur, color: .black)
    context.fill(CGRect(x: -1250, y: -1000, width: 1000, height: 2000))
    let image = try #require(context.makeImage())
    for x in 0..<300 {
      let expected = 255 * (1 - erf((Double(x) + 0.5 - 150) / (sigma * 2.0.squareRoot()))) / 2
      #expect(abs(Double(image.premultipliedPixel(x: x, y: 30).w) - expected) <= 1.6, "at \(x)")
    }
  }

  @Test("a shadow at a fraction of a pixel, without blur") func sharp() throws {
    let context = try #require(CGContext(width: 40, height: 20))
    context.setShadow(offset: CGSize(width: 10.25, height: 0), blur: 0, color: .black)
    context.setFillColor(.white)
    context.fill(CGRect(x: 5, y: 5, width: 10, height: 10))
    let image = try #require(context.makeImage())
    #expect(image.premultipliedPixel(x: 10, y: 10) == [255, 255, 255, 255])
    #expect(image.premultipliedPixel(x: 20, y: 10) == [0, 0, 0, 255])
    #expect((63...65).contains(image.premultipliedPixel(x: 25, y: 10).w))
    #expect(image.premultipliedPixel(x: 26, y: 10).w == 0)
  }

  @Test("offsets do not turn with the current transform; up is up where y is up") func directions() throws {
    let down = try #require(CGContext(width: 40, height: 40))
    down.rotate(by: 0.1)
    down.scaleBy(x: 0.1, y: 0.1)
    down.rotate(by: -0.1)
    down.setShadow(offset: CGSize(width: 0, height: 20), blur: 0, color: .black)
    down.setFillColor(.white)
    down.fill(CGRect(x: 150, y: 50, width: 100, height: 100))
    #expect(try #require(down.makeImage()).premultipliedPixel(x: 20, y: 30) == [0, 0, 0, 255])

    let up = try #require(
      CGContext(
        data: nil, width: 40, height: 40, bitsPerComponent: 8, bytesPerRow: 0, space: nil,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    up.setShadow(offset: CGSize(width: 0, height: 20), blur: 0, color: .black)
    up.setFillColor(.white)
    up.fill(CGRect(x: 15, y: 5, width: 10, height: 10))
    #expect(try #require(up.makeImage()).premultipliedPixel(x: 20, y: 9) == [0, 0, 0, 255])
  }

  @Test("a layer's shadow is measured in points") func scaled() throws {
    let context = try CGContext.drawing(bounds: CGRect(x: 0, y: 0, width: 20, height: 20), scale: 3, isOpaque: false)
    context.setShadow(offset: CGSize(width: 0, height: 10), blur: 0, color: .black)
    context.setFillColor(.white)
    context.fill(CGRect(x: 5, y: 2, width: 10, height: 5))
    #expect(try #require(context.makeImage()).premultipliedPixel(x: 30, y: 40) == [0, 0, 0, 255])
  }

  @Test("colour, alpha and clip apply; a transparency layer casts as one") func composed() throws {
    let context = try #require(CGContext(width: 40, height: 20))
    context.clip(to: CGRect(x: 0, y: 0, width: 30, height: 20))
    context.setAlpha(0.5)
    context.setShadow(
      offset: CGSize(width: 15, height: 0), blur: 0, color: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5))
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 12, height: 20))
    context.fill(CGRect(x: 5, y: 0, width: 15, height: 20))
    context.endTransparencyLayer()
    let image = try #require(context.makeImage())
    #expect(image.premultipliedPixel(x: 10, y: 10) == [128, 128, 128, 128])
    #expect(image.premultipliedPixel(x: 25, y: 10) == [64, 0, 0, 64])
    #expect(image.premultipliedPixel(x: 32, y: 10).w == 0)
    // Shadow under the layer: 64 of red, then 128 of white over it.
    let both = image.premultipliedPixel(x: 17, y: 10)
    #expect(abs(Int(both.w) - 160) <= 1 && abs(Int(both.x) - 160) <= 1 && abs(Int(both.y) - 128) <= 1)
  }

  @Test("what lies outside the clip casts into it") func outside() throws {
    let context = try #require(CGContext(width: 40, height: 20))
    context.clip(to: CGRect(x: 20, y: 0, width: 20, height: 20))
    context.setShadow(offset: CGSize(width: 25, height: 0), blur: 0, color: .black)
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 20))
    let image = try #require(context.makeImage())
    #expect(image.premultipliedPixel(x: 30, y: 10).w == 255)
    #expect(image.premultipliedPixel(x: 5, y: 10).w == 0)
  }

  @Test("no shadow", arguments: [(CGFloat.nan, 3.0), (3, .nan), (.infinity, 0)])
  func none(_ row: (offset: CGFloat, blur: CGFloat)) throws {
    let context = try #require(CGContext(width: 20, height: 20))
    context.setShadow(offset: CGSize(width: row.offset, height: 0), blur: row.blur, color: .black)
    context.setFillColor(.white)
    context.fill(CGRect(x: 2, y: 2, width: 4, height: 4))
    #expect(try #require(context.makeImage()).premultipliedPixel(x: 4, y: 4).x == 255)
  }
}
