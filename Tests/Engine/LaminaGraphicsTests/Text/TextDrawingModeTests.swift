// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct TextDrawingModeTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  private func picture(_ mode: CGTextDrawingMode, after: (CGContext) -> Void = { _ in }) throws -> CGImage {
    let context = try #require(CGContext(width: 80, height: 80))
    context.setFillColor(Self.red)
    context.setStrokeColor(Self.blue)
    context.setLineWidth(2)
    context.setTextDrawingMode(mode)
    let font = try #require(CTFont(name: "DejaVu Sans", size: 64))
    NSAttributedString(string: "I", attributes: [.font: font]).draw(at: CGPoint(x: 20, y: 0), in: context)
    after(context)
    return try #require(context.makeImage())
  }

  private func count(_ image: CGImage, _ wanted: (SIMD4<UInt8>) -> Bool) -> Int {
    (0..<image.height).reduce(0) { sum, y in
      sum + (0..<image.width).count { wanted(image.premultipliedPixel(x: $0, y: y)) }
    }
  }

  @Test("glyphs are filled, outlined, both, or not drawn") func modes() throws {
    let isRed: (SIMD4<UInt8>) -> Bool = { $0 == [255, 0, 0, 255] }
    let isBlue: (SIMD4<UInt8>) -> Bool = { $0.z > 200 && $0.w > 200 }
    let (filled, lined, both) = (try picture(.fill), try picture(.stroke), try picture(.fillStroke))
    #expect(count(filled, isRed) > 200 && count(filled, isBlue) == 0)
    #expect(count(lined, isRed) == 0 && count(lined, isBlue) > 50)
    #expect(count(both, isRed) > 100 && count(both, isRed) < count(filled, isRed) && count(both, isBlue) > 50)
    #expect(count(try picture(.invisible)) { $0.w > 0 } == 0)
  }

  @Test("what follows a mode that clips is drawn inside the glyphs") func clips() throws {
    let fill: (CGContext) -> Void = { $0.fill(CGRect(x: 0, y: 0, width: 80, height: 80)) }
    let filled = try picture(.fill)
    let clipped = try picture(.clip, after: fill)
    #expect(largestDifference(clipped) { filled.premultipliedPixel(x: $0, y: $1) } <= 3)
    let nothing = try picture(.clip)
    #expect(count(nothing) { $0.w > 0 } == 0)
    let freed = try picture(.fillClip) { context in
      context.resetClip()
      fill(context)
    }
    #expect(count(freed) { $0 == [255, 0, 0, 255] } == 6400)
    // The mode is part of the state.
    let restored = try picture(.fill) { context in
      context.saveGState()
      context.setTextDrawingMode(.invisible)
      context.restoreGState()
      context.clear(CGRect(x: 0, y: 0, width: 80, height: 80))
      NSAttributedString(string: "I").draw(at: .zero, in: context)
    }
    #expect(count(restored) { $0.w > 0 } > 0)
  }

  @Test("switches of fonts change nothing") func switches() throws {
    let plain = try picture(.fill)
    let context = try #require(CGContext(width: 80, height: 80))
    context.setShouldSmoothFonts(true)
    context.setAllowsFontSmoothing(true)
    context.setShouldSubpixelPositionFonts(false)
    context.setAllowsFontSubpixelPositioning(false)
    context.setShouldSubpixelQuantizeFonts(true)
    context.setAllowsFontSubpixelQuantization(true)
    context.setFillColor(Self.red)
    let font = try #require(CTFont(name: "DejaVu Sans", size: 64))
    NSAttributedString(string: "I", attributes: [.font: font]).draw(at: CGPoint(x: 20, y: 0), in: context)
    let image = try #require(context.makeImage())
    #expect(largestDifference(image) { plain.premultipliedPixel(x: $0, y: $1) } == 0)
  }
}
