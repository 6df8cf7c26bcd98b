// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CoreText
import Foundation
import LaminaCoreFoundation
import LaminaGeometry
import LaminaGraphics
import Testing

@Suite struct FrameTests {
  static let text = """
    The quick brown fox jumps over the lazy dog, and the dog does not mind: it has seen foxes before.
    A second paragraph, with \u{1F600} and more words than fit on a line.
    """
  static let setter = CTFramesetterCreateWithAttributedString(LineTests.text(text))
  static let everything = CFRangeMake(0, 0)

  private func frame(_ size: CGSize, range: CFRange = everything, at origin: CGPoint = .zero) -> CTFrame {
    CTFramesetterCreateFrame(Self.setter, range, CGPath(rect: CGRect(origin: origin, size: size), transform: nil), nil)
  }

  private func lines(_ frame: CTFrame) -> [CTLine] { CTFrameGetLines(frame) as? [CTLine] ?? [] }

  @Test("lines hold the text without gaps, and fit") func lines() {
    let frame = frame(CGSize(width: 400, height: 1000))
    let lines = lines(frame)
    #expect(lines.count > 4)
    #expect(CFArrayGetCount(CTFrameGetLines(frame)) == lines.count)
    var place = 0
    for line in lines {
      let range = CTLineGetStringRange(line)
      #expect(range.location == place)
      place += range.length
      #expect(LineTests.width(line) <= 400)
    }
    #expect(place == Self.text.utf16.count)
    #expect(CTFrameGetStringRange(frame) == CFRangeMake(0, place))
    #expect(CTFrameGetVisibleStringRange(frame) == CFRangeMake(0, place))
    // The old way to take an element.
    let first = unsafeBitCast(CFArrayGetValueAtIndex(CTFrameGetLines(frame), 0), to: CTLine.self)
    #expect(CTLineGetStringRange(first).location == 0)
  }

  @Test("origins count up from the lower left of the box, line under line") func origins() {
    let frame = frame(CGSize(width: 400, height: 1000), at: CGPoint(x: 70, y: 90))
    let lines = lines(frame)
    var origins = [CGPoint](repeating: .zero, count: lines.count)
    CTFrameGetLineOrigins(frame, Self.everything, &origins)
    var top: CGFloat = 1000
    for (line, origin) in zip(lines, origins) {
      var (ascent, descent): (CGFloat, CGFloat) = (0, 0)
      CTLineGetTypographicBounds(line, &ascent, &descent, nil)
      #expect(origin.x == 0 && abs(origin.y + ascent - top) < 0.01)
      top = origin.y - descent
    }
    var second = CGPoint.zero
    CTFrameGetLineOrigins(frame, CFRangeMake(1, 1), &second)
    #expect(second == origins[1])
    #expect(CTFrameGetPath(frame).boundingBox == CGRect(x: 70, y: 90, width: 400, height: 1000))
  }

  @Test("a box of the suggested size shows all lines as they were", arguments: [150.0, 283, 500, 5000])
  func suggested(_ width: CGFloat) {
    var fit = CFRange()
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      Self.setter, Self.everything, nil, CGSize(width: width, height: .greatestFiniteMagnitude), &fit)
    #expect(fit == CFRangeMake(0, Self.text.utf16.count))
    #expect(size.width <= width && size.width > 100)
    let tall = lines(frame(CGSize(width: width, height: 5000)))
    let exact = frame(size)
    #expect(CTFrameGetVisibleStringRange(exact) == fit)
    #expect(lines(exact).map(CTLineGetStringRange) == tall.map(CTLineGetStringRange))
    // Lower by a hair, the last line is not in it.
    let lower = frame(CGSize(width: size.width, height: size.height - 0.1))
    #expect(lines(lower).count == tall.count - 1)
  }

  @Test("what does not fit is told, and goes on in the next frame") func cascade() {
    let size = CGSize(width: 300, height: 120)
    var place = 0
    var frames = 0
    while place < Self.text.utf16.count, frames < 20 {
      var fit = CFRange()
      let suggested = CTFramesetterSuggestFrameSizeWithConstraints(
        Self.setter, CFRangeMake(place, 0), nil, size, &fit)
      #expect(suggested.height <= 120 && suggested.width <= 300)
      let visible = CTFrameGetVisibleStringRange(frame(size, range: CFRangeMake(place, 0)))
      #expect(visible == fit && visible.location == place && visible.length > 0)
      place += max(visible.length, 1)
      frames += 1
    }
    #expect(place == Self.text.utf16.count && frames > 1)
  }

  @Test("indents and alignment move lines, and count in the size") func indents() {
    let style = NSMutableParagraphStyle()
    (style.headIndent, style.firstLineHeadIndent, style.tailIndent) = (20, 30, -15)
    let setter = CTFramesetterCreateWithAttributedString(LineTests.text("word", [.paragraphStyle: style]))
    let size = CTFramesetterSuggestFrameSizeWithConstraints(setter, Self.everything, nil, .zero, nil)
    #expect(abs(size.width - CGFloat(LineTests.width(LineTests.line("word"))) - 45) < 0.01)
    style.setParagraphStyle(NSParagraphStyle.default)
    style.alignment = .right
    let right = CTFramesetterCreateWithAttributedString(LineTests.text("word", [.paragraphStyle: style]))
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 300, height: 100), transform: nil)
    var origin = CGPoint.zero
    CTFrameGetLineOrigins(CTFramesetterCreateFrame(right, Self.everything, path, nil), CFRangeMake(0, 1), &origin)
    #expect(abs(origin.x + CGFloat(LineTests.width(LineTests.line("word"))) - 300) < 0.01)
  }

  @Test("boxes without room, and ranges without text, have no lines")
  func nothing() {
    #expect(lines(frame(.zero)).isEmpty)
    #expect(lines(frame(CGSize(width: 200, height: 3))).isEmpty)
    #expect(lines(CTFramesetterCreateFrame(Self.setter, Self.everything, CGMutablePath(), nil)).isEmpty)
    let beyond = frame(CGSize(width: 200, height: 300), range: CFRangeMake(100_000, 5))
    #expect(CTFrameGetVisibleStringRange(beyond).length == 0)
    let negative = frame(CGSize(width: 2000, height: 300), range: CFRangeMake(-10, -10))
    #expect(CTFrameGetVisibleStringRange(negative).location == 0)
    let empty = CTFramesetterCreateWithAttributedString(NSAttributedString(string: ""))
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      empty, CFRangeMake(3, 4), nil, CGSize(width: CGFloat.nan, height: -1), nil)
    #expect(size.width == 0)
  }
}
