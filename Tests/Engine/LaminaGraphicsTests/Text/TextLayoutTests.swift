// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

/// Attributes, paragraph styles and metrics, in DejaVu Sans of the package fonts-dejavu-core.
@Suite struct TextLayoutTests {
  static let font = CTFont(fontName: "DejaVu Sans", pointSize: 20)
  // Its ascent and descent, in thousandths of its size: 928 and 236.
  static let ascent = 20 * 0.928
  static let descent = 20 * 0.236

  private func layout(
    _ text: String, _ attributes: [NSAttributedString.Key: Any] = [:], options: TextLayout.Options = .init()
  ) -> TextLayout {
    let all = attributes.merging([.font: Self.font]) { given, _ in given }
    let string = NSAttributedString(string: text, attributes: all)
    return TextLayout(StyledText(string, defaults: TextAttributes(font: Self.font)), options: options)
  }

  @Test("the first line's top lies at the top") func metrics() throws {
    let line = try #require(layout("Ag").lines.first)
    #expect(abs(line.ascent - Self.ascent) < 0.05)
    #expect(abs(line.descent - Self.descent) < 0.05)
    #expect(line.origin == CGPoint(x: 0, y: line.ascent))
    #expect(abs(Self.font.ascender - Self.ascent) < 0.05)
    #expect(abs(Self.font.lineHeight - (Self.ascent + Self.descent)) < 0.05)
  }

  @Test("lines keep the bytes that are on them") func ranges() {
    let made = layout("ab cd\nÄö", options: .init(width: 40, height: 200, isWrapped: true))
    #expect(made.lines.map(\.range) == [0..<3, 3..<5, 6..<10])
  }

  @Test("kern adds to each character") func kern() {
    let plain = layout("abcd").size.width
    // Pango leaves out what would come after the last.
    let spaced = layout("abcd", [.kern: 5]).size.width - plain
    #expect(abs(spaced - 20) < 0.1 || abs(spaced - 15) < 0.1)
  }

  @Test("each stretch has its colour") func colors() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let string = NSMutableAttributedString(
      string: "\u{2588}\u{2588}", attributes: [.font: Self.font, .foregroundColor: red])
    string.addAttribute(
      .foregroundColor, value: CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1), range: NSRange(location: 1, length: 1))
    let made = TextLayout(StyledText(string, defaults: TextAttributes(font: Self.font)))
    let image = try #require(try made.image(size: CGSize(width: 40, height: 24), scale: 1, color: .black))
    #expect(image.premultipliedPixel(x: 5, y: 12) == [255, 0, 0, 255])
    #expect(image.premultipliedPixel(x: 22, y: 12) == [0, 0, 255, 255])
  }

  @Test("backgrounds, underlines and lines through", arguments: [1, 2])
  func decorations(_ scale: Int) throws {
    let white = CGColor.white
    let made = layout(
      "    ",
      [
        .backgroundColor: CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1), .foregroundColor: white,
        .underlineStyle: NSUnderlineStyle.single.rawValue,
        .underlineColor: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
        .strikethroughStyle: NSUnderlineStyle.single.rawValue,
      ])
    let image = try #require(
      try made.image(size: CGSize(width: 20, height: 24), scale: CGFloat(scale), color: .black))
    let column = (0..<image.height).map { image.premultipliedPixel(x: 8 * scale, y: $0) }
    #expect(column[2 * scale] == [0, 255, 0, 255])
    // Red reaches below the baseline, white above it.
    let reds = column.indices.filter { column[$0].x > 200 && column[$0].y < 50 }
    let whites = column.indices.filter { column[$0].z > 100 }
    #expect(reds.allSatisfy { Double($0) > Self.ascent * Double(scale) } && !reds.isEmpty || scale == 1)
    #expect(whites.allSatisfy { Double($0) < Self.ascent * Double(scale) } && !whites.isEmpty)
  }

  @Test("line heights and room between lines") func heights() {
    let natural = Self.ascent + Self.descent
    func tops(_ change: (NSMutableParagraphStyle) -> Void) -> [CGFloat] {
      let style = NSMutableParagraphStyle()
      change(style)
      return layout("a\nb", [.paragraphStyle: style]).lines.map { $0.origin.y }
    }
    func check(_ actual: [CGFloat], _ expected: [CGFloat]) {
      #expect(zip(actual, expected).allSatisfy { abs($0 - $1) < 0.1 }, "\(actual) \(expected)")
    }
    check(tops { _ in }, [Self.ascent, natural + Self.ascent])
    check(tops { $0.lineHeightMultiple = 2 }, [natural + Self.ascent, 3 * natural + Self.ascent])
    check(tops { $0.minimumLineHeight = 40 }, [40 - Self.descent, 80 - Self.descent])
    check(tops { $0.maximumLineHeight = 10 }, [10 - Self.descent, 20 - Self.descent])
    check(tops { $0.paragraphSpacing = 7 }, [Self.ascent, natural + 7 + Self.ascent])
    check(tops { $0.paragraphSpacingBefore = 7 }, [Self.ascent, natural + 7 + Self.ascent])
    check(tops { $0.lineSpacing = .nan }, [Self.ascent, natural + Self.ascent])
  }

  @Test("indents") func indents() {
    let style = NSMutableParagraphStyle()
    style.firstLineHeadIndent = 30
    style.headIndent = 10
    style.tailIndent = -20
    let made = layout(
      "aaa bbb ccc ddd eee fff", [.paragraphStyle: style], options: .init(width: 120, height: 500, isWrapped: true))
    #expect(made.lines.count > 2)
    #expect(made.lines[0].origin.x == 30)
    #expect(made.lines.dropFirst().allSatisfy { $0.origin.x == 10 })
    #expect(made.lines.allSatisfy { $0.origin.x + $0.width <= 100.01 })
  }

  @Test("a paragraph of Hebrew begins at the right, unless it is told otherwise") func direction() throws {
    func edges(_ change: (NSMutableParagraphStyle) -> Void) throws -> (CGFloat, CGFloat) {
      let style = NSMutableParagraphStyle()
      change(style)
      let line = try #require(layout("שלום", [.paragraphStyle: style], options: .init(width: 300)).lines.first)
      return (line.origin.x, line.origin.x + line.width)
    }
    #expect(abs(try edges { _ in }.1 - 300) < 0.01)
    #expect(try edges { $0.alignment = .left }.0 == 0)
    #expect(abs(try edges { $0.alignment = .right }.1 - 300) < 0.01)
    #expect(try edges { $0.baseWritingDirection = .leftToRight }.0 == 0)
    let (left, right) = try edges { $0.alignment = .center }
    #expect(abs(left + right - 300) < 0.01)
  }

  @Test("lines that begin below the room are left out") func room() {
    let text = Array(repeating: "x", count: 50).joined(separator: "\n")
    #expect(layout(text, options: .init(width: 100, height: 100)).lines.count == 5)
    #expect(layout(text, options: .init(width: 100, height: 0)).lines.count == 1)
    #expect(layout(text).lines.count == 50)
  }

  @Test("truncation tells of paragraphs below") func truncatedParagraphs() throws {
    let natural = Self.ascent + Self.descent
    let options = TextLayout.Options(width: 200, height: 2 * natural, isWrapped: true, truncation: .end)
    let plain = layout("one\ntwo", options: options)
    let cut = layout("one\ntwo\nthree", options: options)
    #expect(cut.lines.count == 2)
    #expect(try #require(cut.lines.last).width > (try #require(plain.lines.last)).width + 5)
  }

  @Test("copies of paragraph styles have the same values") func styles() {
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    style.lineSpacing = 3
    #expect(style.copy() as? NSParagraphStyle == style)
    #expect((style.mutableCopy() as? NSMutableParagraphStyle)?.alignment == .center)
    #expect(NSParagraphStyle.default.alignment == .natural)
  }

  @Test("colour emoji, where their font is", .enabled(if: Self.has("Noto Color Emoji")))
  func emoji() throws {
    let made = layout("\u{1F600}")
    let image = try #require(try made.image(size: CGSize(width: 30, height: 30), scale: 1, color: .black))
    let yellow = (0..<900).filter {
      let pixel = image.premultipliedPixel(x: $0 % 30, y: $0 / 30)
      return pixel.x > 200 && pixel.y > 150 && pixel.z < 120
    }
    #expect(yellow.count > 100)
  }

  @Test("Chinese, Japanese and Korean, where their font is", .enabled(if: Self.has("Noto Sans CJK JP")))
  func cjk() throws {
    let made = layout("日本語中文한국어", options: .init(width: 80, height: 200, isWrapped: true))
    #expect(made.lines.count == 2)
    #expect(made.diagnostics.isEmpty)
  }

  static func has(_ family: String) -> Bool {
    let text = StyledText("a", attributes: TextAttributes(font: CTFont(fontName: family, pointSize: 12)))
    return TextLayout(text).diagnostics.isEmpty
  }
}
