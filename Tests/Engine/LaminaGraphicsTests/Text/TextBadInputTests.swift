// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import Testing

@Suite struct TextBadInputTests {
  static let attributes = TextAttributes(font: CTFont(fontName: "DejaVu Sans", pointSize: 12))

  @Test(
    "ten megabytes", .timeLimit(.minutes(30)),
    arguments: [true, false], [TextLayout.Truncation.none, .start, .middle, .end])
  func tenMegabytes(isWrapped: Bool, truncation: TextLayout.Truncation) throws {
    let text = StyledText(String(repeating: "lorem ipsum ", count: 900_000), attributes: Self.attributes)
    let layout = TextLayout(
      text, options: .init(width: 200, height: 100, isWrapped: isWrapped, truncation: truncation))
    #expect(layout.diagnostics.map(\.code) == ["text-cut-off"])
    #expect(layout.lines.count <= 8)
    let image = try #require(try layout.image(size: CGSize(width: 200, height: 100), scale: 1, color: .black))
    #expect(image.premultipliedRGBA.contains { $0 > 150 })
  }

  @Test("ten megabytes without a blank, and of combining marks", .timeLimit(.minutes(30)))
  func oneWord() {
    for text in [String(repeating: "x", count: 10_000_000), "a" + String(repeating: "\u{301}", count: 1_000_000)] {
      let layout = TextLayout(
        StyledText(text, attributes: Self.attributes), options: .init(width: 200, height: 100, isWrapped: true))
      #expect(layout.lines.count <= 8)
    }
  }

  @Test("a million ends of lines", .timeLimit(.minutes(30))) func lines() {
    let layout = TextLayout(StyledText(String(repeating: "\n", count: 1_000_000), attributes: Self.attributes))
    #expect(layout.lines.count == TextLayout.maximumLines)
    #expect(layout.diagnostics.map(\.code) == ["text-cut-off"])
    #expect(layout.size.height.isFinite)
  }

  @Test("invalid UTF-8 becomes replacement characters") func invalid() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0x62]
    let layout = TextLayout(StyledText(String(decoding: bytes, as: UTF8.self), attributes: Self.attributes))
    #expect(layout.lines.count == 1 && layout.size.width > 0)
    // A surrogate alone, as UTF-16 text can hold.
    let units: [unichar] = [0x61, 0xD800, 0x62, 0xDC00]
    let string = NSAttributedString(string: NSString(characters: units, length: units.count) as String)
    #expect(TextLayout(StyledText(string, defaults: Self.attributes)).lines.count == 1)
  }

  @Test("zeros, controls, directions without end")
  func controls() {
    let all = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init)))
    let nested = String(repeating: "\u{202E}\u{2067}", count: 500) + "x"
    for text in [all, nested, "\u{0}", "a\u{0}b", "\u{2028}\u{2029}\u{FEFF}\u{10FFFF}", "\u{FFFC}\u{FFFF}"] {
      let layout = TextLayout(
        StyledText(text, attributes: Self.attributes), options: .init(width: 50, height: 100, isWrapped: true))
      #expect(layout.size.width.isFinite && layout.size.height.isFinite)
    }
  }

  @Test("no text has the height of a line") func empty() {
    let layout = TextLayout(StyledText("", attributes: Self.attributes))
    #expect(layout.lines.count == 1 && layout.size.width == 0 && layout.size.height > 12)
  }

  @Test("rooms that are none", arguments: [0, -5, CGFloat.nan, .infinity, 1e300])
  func rooms(_ side: CGFloat) {
    for isWrapped in [true, false] {
      for truncation in [TextLayout.Truncation.none, .end] {
        let layout = TextLayout(
          StyledText("some words to break\nagain", attributes: Self.attributes),
          options: .init(width: side, height: side, isWrapped: isWrapped, truncation: truncation))
        #expect(!layout.lines.isEmpty && layout.size.height.isFinite)
        #expect(layout.lines.allSatisfy { $0.origin.x.isFinite && $0.origin.y.isFinite })
      }
    }
  }

  @Test("attributes of the wrong type, and numbers that are none") func attributes() {
    let string = NSAttributedString(
      string: "abc",
      attributes: [
        .font: "Helvetica", .foregroundColor: 3, .kern: Double.nan, .underlineStyle: "single",
        .paragraphStyle: CGColor.black, .baselineOffset: Double.infinity, .languageIdentifier: 7,
      ])
    let layout = TextLayout(StyledText(string, defaults: Self.attributes))
    #expect(layout.size == TextLayout(StyledText("abc", attributes: Self.attributes)).size)
  }

  @Test("a hundred thousand stretches", .timeLimit(.minutes(30))) func stretches() {
    let string = NSMutableAttributedString(string: "")
    for index in 0..<100_000 {
      string.append(NSAttributedString(string: "a", attributes: [.kern: Double(index % 7)]))
    }
    let layout = TextLayout(
      StyledText(string, defaults: Self.attributes), options: .init(width: 200, height: 100, isWrapped: true))
    #expect(layout.lines.count > 3)
  }

  @Test("threads share fonts", .timeLimit(.minutes(30))) func threads() async {
    let expected = TextLayout(StyledText("Hamburg שלום e\u{301}", attributes: Self.attributes)).size
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          for index in 0..<20 {
            let font = CTFont(fontName: "DejaVu Sans", pointSize: CGFloat(12 + (task + index) % 5))
            let other = TextLayout(StyledText("other", attributes: TextAttributes(font: font)))
            let layout = TextLayout(StyledText("Hamburg שלום e\u{301}", attributes: Self.attributes))
            let image = try? layout.image(size: CGSize(width: 100, height: 20), scale: 1, color: .black)
            guard layout.size == expected, image != nil, other.size.width > 0 else { return false }
          }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
