// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaTestSupport
import Testing

/// Outlines and shadows of text. A full block (U+2588) is a rectangle, so where its ink must be is known.
@Suite struct TextLookTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
  private static let size: CGFloat = 60

  private func picture(_ attributes: [NSAttributedString.Key: Any], text: String = "\u{2588}") throws -> CGImage {
    let context = try #require(CGContext(width: 120, height: 120))
    context.setFillColor(Self.red)
    let font = CTFont(fontName: "DejaVu Sans Mono", pointSize: Self.size)
    let string = NSAttributedString(string: text, attributes: attributes.merging([.font: font]) { own, _ in own })
    string.draw(at: CGPoint(x: 40, y: 20), in: context)
    return try #require(context.makeImage())
  }

  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> SIMD4<UInt8> { image.premultipliedPixel(x: x, y: y) }

  private let none: SIMD4<UInt8> = [0, 0, 0, 0]
  private let red: SIMD4<UInt8> = [255, 0, 0, 255]
  private let blue: SIMD4<UInt8> = [0, 0, 255, 255]

  @Test("a width above 0 draws the outline alone, of hundredths of the size") func outline() throws {
    let plain = try picture([:])
    #expect(pixel(plain, 58, 60) == red && pixel(plain, 30, 60) == none)
    // 20 hundredths of 60 are 12: 6 on each side of the edge at x 40.
    let lined = try picture([.strokeWidth: 20])
    #expect(pixel(lined, 58, 60) == none)
    #expect(pixel(lined, 43, 60) == red && pixel(lined, 36, 60) == red && pixel(lined, 32, 60) == none)
    let colored = try picture([.strokeWidth: 20, .strokeColor: Self.blue])
    #expect(pixel(colored, 58, 60) == none && pixel(colored, 43, 60) == blue)
  }

  @Test("below 0 the inside is drawn under it") func both() throws {
    let both = try picture([.strokeWidth: -20, .strokeColor: Self.blue])
    #expect(pixel(both, 58, 60) == red && pixel(both, 43, 60) == blue && pixel(both, 36, 60) == blue)
    // Core Text's name says the same.
    let named = try picture([
      .strokeWidth: -20, .coreTextStrokeColor: Self.blue,
    ])
    #expect(largestDifference(named) { both.premultipliedPixel(x: $0, y: $1) } == 0)
  }

  @Test("other values are no outline", arguments: [Double.nan, .infinity, 0])
  func wrongWidths(_ width: Double) throws {
    let plain = try picture([:])
    let other = try picture([.strokeWidth: width, .strokeColor: "blue", .shadow: "dark"])
    #expect(largestDifference(other) { plain.premultipliedPixel(x: $0, y: $1) } == 0)
  }

  @Test("a shadow lies where its offset says, under the text") func shadow() throws {
    let shadow = NSShadow()
    shadow.shadowOffset = CGSize(width: -20, height: 10)
    shadow.shadowColor = Self.blue
    let cast = try picture([.shadow: shadow])
    let plain = try picture([:])
    #expect(pixel(cast, 58, 60) == red)
    #expect(pixel(cast, 30, 70) == blue && pixel(cast, 15, 70) == none)
    for y in 0..<100 {
      for x in 30..<100 where pixel(plain, x, y) == red { #expect(pixel(cast, x - 20, y + 10).w == 255) }
    }
    // The text behind has none.
    let context = try #require(CGContext(width: 120, height: 120))
    let font = CTFont(fontName: "DejaVu Sans Mono", pointSize: Self.size)
    NSAttributedString(string: "\u{2588}", attributes: [.font: font, .shadow: shadow]).draw(at: .zero, in: context)
    context.clear(CGRect(x: 0, y: 0, width: 120, height: 120))
    context.fill(CGRect(x: 50, y: 50, width: 10, height: 10))
    let after = try #require(context.makeImage())
    #expect(pixel(after, 35, 65) == none)
  }

  @Test("insides and outlines cast one shadow, of what both cover") func shadowOfBoth() throws {
    let shadow = NSShadow()
    shadow.shadowOffset = CGSize(width: 0, height: 40)
    shadow.shadowColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)
    let cast = try picture([.strokeWidth: -20, .shadow: shadow])
    // Half of blue wherever the shadow is alone: twice over it would be three quarters.
    #expect(abs(Int(pixel(cast, 58, 112).w) - 128) <= 1)
  }

  @Test("shadows are equal by their values") func equality() {
    let (first, second) = (NSShadow(), NSShadow())
    #expect(first == second && first.copy() as? NSShadow == first)
    second.shadowBlurRadius = 3
    #expect(first != second)
    second.shadowBlurRadius = .nan
    #expect(first == second)
    second.shadowOffset.width = .infinity
    #expect(first != second)
  }

  @Test("attributes that are not drawn are told; a program's own are not") func undrawn() {
    func codes(_ attributes: [NSAttributedString.Key: Any]) -> [String] {
      let text = NSAttributedString(string: "x", attributes: attributes)
      let font = CTFont(fontName: "DejaVu Sans", pointSize: 32)
      let layout = TextLayout(StyledText(text, defaults: TextAttributes(font: font)))
      return layout.diagnostics.map(\.code)
    }
    #expect(codes([.obliqueness: 0.3]) == ["text-attribute"])
    #expect(codes([NSAttributedString.Key(rawValue: "CTRunDelegate"): 1, .expansion: 2]) == ["text-attribute"])
    #expect(codes([.link: "x", NSAttributedString.Key("own"): 1, .kern: 2, .strokeWidth: 2]) == [])
  }
}
