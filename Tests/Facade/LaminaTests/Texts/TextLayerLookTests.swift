// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Outlines and shadows in text layers, on both renderers. A full block (U+2588) is a rectangle, so it is known where
/// ink is.
@Suite struct TextLayerLookTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  private func picture(_ attributes: [NSAttributedString.Key: Any], on backEnd: BackEnd) throws -> CGImage {
    let font = CTFont(fontName: "DejaVu Sans Mono", pointSize: 60)
    let style = NSMutableParagraphStyle()
    (style.firstLineHeadIndent, style.headIndent) = (40, 40)
    let text = NSAttributedString(
      string: "\u{2588}",
      attributes: attributes.merging([.font: font, .paragraphStyle: style, .foregroundColor: Self.red]) { own, _ in own
      })
    return try TextLayerTests.draw(TextLayerTests.layer(text, width: 120, height: 120), on: backEnd)
  }

  @Test("outlines and shadows are drawn where they belong", arguments: BackEnd.allCases)
  func looks(_ backEnd: BackEnd) throws {
    func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> SIMD4<UInt8> { image.premultipliedPixel(x: x, y: y) }
    let lined = try picture([.strokeWidth: 20, .strokeColor: Self.blue], on: backEnd)
    // 20 hundredths of 60 points are 6 on each side of the edge at x 40.
    #expect(pixel(lined, 58, 35).w == 0 && pixel(lined, 43, 35) == [0, 0, 255, 255])
    #expect(pixel(lined, 37, 35) == [0, 0, 255, 255] && pixel(lined, 32, 35).w == 0)
    let both = try picture([.strokeWidth: -20, .strokeColor: Self.blue], on: backEnd)
    #expect(pixel(both, 58, 35) == [255, 0, 0, 255] && pixel(both, 43, 35) == [0, 0, 255, 255])
    let shadow = NSShadow()
    shadow.shadowOffset = CGSize(width: 0, height: 40)
    shadow.shadowColor = Self.blue
    let cast = try picture([.shadow: shadow], on: backEnd)
    #expect(pixel(cast, 58, 35) == [255, 0, 0, 255] && pixel(cast, 58, 90) == [0, 0, 255, 255])
    #expect(pixel(cast, 58, 115).w == 0)
  }
}
