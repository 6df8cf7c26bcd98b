// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CoreText
import Foundation
import LaminaCoreFoundation
import LaminaGeometry
import LaminaGraphics
import LaminaTestSupport
import Testing

/// Ways to draw the same text must make the same picture.
@Suite struct GlyphDrawingTests {
  private func picture(_ draw: (CGContext) -> Void) throws -> CGImage {
    let space = CGColorSpaceCreateDeviceRGB()
    let context = try #require(
      CGContext(
        data: nil, width: 260, height: 100, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
    draw(context)
    return try #require(context.makeImage())
  }

  private func ink(_ image: CGImage) -> CGRect {
    var box = CGRect.null
    for y in 0..<image.height {
      for x in 0..<image.width where image.premultipliedPixel(x: x, y: y).w > 0 {
        box = box.union(CGRect(x: x, y: image.height - 1 - y, width: 1, height: 1))
      }
    }
    return box
  }

  private let line = LineTests.line("Aé fi \u{05D0}\u{05D1}g")

  @Test("lines are black where they have no colour, and have the context's where they ask for it")
  func colors() throws {
    let fromContext = NSAttributedString.Key(rawValue: kCTForegroundColorFromContextAttributeName as String)
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let cases: [([NSAttributedString.Key: Any], SIMD3<UInt8>)] = [
      ([:], SIMD3(0, 0, 0)), ([fromContext: true], SIMD3(0, 255, 0)), ([fromContext: false], SIMD3(0, 0, 0)),
      ([.foregroundColor: red], SIMD3(255, 0, 0)), ([.foregroundColor: red, fromContext: true], SIMD3(0, 255, 0)),
    ]
    for (attributes, color) in cases {
      let image = try picture {
        $0.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
        $0.textPosition = CGPoint(x: 10, y: 30)
        CTLineDraw(LineTests.line("\u{2588}", attributes), $0)
      }
      let pixel = image.premultipliedPixel(x: 18, y: 65)
      #expect(SIMD3(UInt8(pixel.x), UInt8(pixel.y), UInt8(pixel.z)) == color && pixel.w == 255, "\(attributes)")
    }
  }

  @Test("runs one by one, and glyphs by number, make the line") func sameAsLine() throws {
    let whole = try picture {
      $0.textPosition = CGPoint(x: 11.25, y: 30.5)
      CTLineDraw(line, $0)
    }
    #expect(ink(whole).width > 100)
    let byRuns = try picture {
      for run in LineTests.runs(line) {
        $0.textPosition = CGPoint(x: 11.25, y: 30.5)
        CTRunDraw(run, $0, CFRangeMake(0, 0))
      }
    }
    let byGlyphs = try picture {
      $0.textPosition = CGPoint(x: 11.25, y: 30.5)
      for run in LineTests.runs(line) {
        let count = CTRunGetGlyphCount(run)
        var glyphs = [CGGlyph](repeating: 0, count: count)
        var points = [CGPoint](repeating: .zero, count: count)
        CTRunGetGlyphs(run, CFRangeMake(0, 0), &glyphs)
        CTRunGetPositions(run, CFRangeMake(0, 0), &points)
        guard let font = CTRunGetAttributes(run)[kCTFontAttributeName as String] as? CTFont else { continue }
        CTFontDrawGlyphs(font, glyphs, points, count, $0)
      }
    }
    let byPaths = try picture { context in
      for run in LineTests.runs(line) {
        let count = CTRunGetGlyphCount(run)
        var glyphs = [CGGlyph](repeating: 0, count: count)
        var points = [CGPoint](repeating: .zero, count: count)
        CTRunGetGlyphs(run, CFRangeMake(0, 0), &glyphs)
        CTRunGetPositions(run, CFRangeMake(0, 0), &points)
        guard let font = CTRunGetAttributes(run)[kCTFontAttributeName as String] as? CTFont else { continue }
        for (glyph, point) in zip(glyphs, points) {
          var place = CGAffineTransform(translationX: 11.25 + point.x, y: 30.5 + point.y)
          if let path = CTFontCreatePathForGlyph(font, glyph, &place) { context.addPath(path) }
        }
      }
      context.fillPath()
    }
    // Pixels that glyphs of two runs share are covered one after the other.
    for other in [byRuns, byGlyphs] {
      #expect(largestDifference(other) { whole.premultipliedPixel(x: $0, y: $1) } <= 4)
    }
    #expect(largestDifference(byPaths) { whole.premultipliedPixel(x: $0, y: $1) } <= 8)
  }

  @Test("showGlyphs draws a font's glyphs in a size, and nothing without") func showGlyphs() throws {
    let font = try #require(CGFont("DejaVu Sans"))
    let glyph = font.getGlyphWithGlyphName(name: "H")
    #expect(font.name(for: glyph) == "H" && glyph != 0)
    let shown = try picture {
      $0.setFont(font)
      $0.setFontSize(40)
      $0.showGlyphs([glyph, glyph, glyph], at: [CGPoint(x: 20, y: 20), CGPoint(x: 80, y: 40)])
    }
    let expected = try picture {
      CTFontDrawGlyphs(
        CTFontCreateWithName("DejaVu Sans", 40, nil), [glyph, glyph], [CGPoint(x: 20, y: 20), CGPoint(x: 80, y: 40)],
        2, $0)
    }
    #expect(ink(shown).minX > 20 && ink(shown).maxY > 60)
    #expect(largestDifference(shown) { expected.premultipliedPixel(x: $0, y: $1) } == 0)
    let none = try picture {
      $0.showGlyphs([glyph], at: [.zero])
      $0.setFont(font)
      $0.showGlyphs([glyph], at: [.zero])
      $0.setFontSize(.nan)
      $0.showGlyphs([glyph], at: [CGPoint(x: CGFloat.nan, y: 0)])
    }
    #expect(ink(none).isNull)
  }

  @Test("image bounds are what is drawn, to a pixel") func bounds() throws {
    let drawn = try picture {
      $0.textMatrix = CGAffineTransform(a: 1.25, b: 0, c: 0, d: 1.5, tx: 20, ty: 30)
      CTLineDraw(line, $0)
      let told = CTLineGetImageBounds(line, $0)
      #expect(told.minX > 19 && told.maxX < 260)
    }
    let context = try #require(CGContext(width: 1, height: 1))
    context.textMatrix = CGAffineTransform(a: 1.25, b: 0, c: 0, d: 1.5, tx: 20, ty: 30)
    let told = CTLineGetImageBounds(line, context)
    let found = ink(drawn)
    #expect(told.integral.contains(found))
    #expect(found.insetBy(dx: -1, dy: -1).contains(told))
  }

  @Test("a frame's lines, drawn at their origins, are the frame") func frames() throws {
    let setter = CTFramesetterCreateWithAttributedString(LineTests.text("one two three four", [.kern: 2]))
    let path = CGPath(rect: CGRect(x: 20, y: 5, width: 220, height: 90), transform: nil)
    let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
    let whole = try picture { CTFrameDraw(frame, $0) }
    let lines = CTFrameGetLines(frame) as? [CTLine] ?? []
    #expect(lines.count == 2)
    var origins = [CGPoint](repeating: .zero, count: 2)
    CTFrameGetLineOrigins(frame, CFRangeMake(0, 2), &origins)
    let apart = try picture {
      for (line, origin) in zip(lines, origins) {
        $0.textPosition = CGPoint(x: 20 + origin.x, y: 5 + origin.y)
        CTLineDraw(line, $0)
      }
    }
    #expect(!ink(whole).isNull)
    #expect(largestDifference(apart) { whole.premultipliedPixel(x: $0, y: $1) } <= 1)
  }
}
