// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CoreText
import Foundation
import LaminaCoreFoundation
import LaminaGeometry
import LaminaGraphics
import Testing

@Suite struct LineTests {
  static let font = CTFontCreateWithName("DejaVu Sans", 32, nil)
  private static let small = CTFontCreateWithName("DejaVu Sans", 20, nil)

  static func text(_ string: String, _ attributes: [NSAttributedString.Key: Any] = [:]) -> NSAttributedString {
    NSAttributedString(string: string, attributes: attributes.merging([.font: font]) { own, _ in own })
  }

  static func line(_ string: String, _ attributes: [NSAttributedString.Key: Any] = [:]) -> CTLine {
    CTLineCreateWithAttributedString(text(string, attributes))
  }

  static func runs(_ line: CTLine) -> [CTRun] { CTLineGetGlyphRuns(line) as? [CTRun] ?? [] }

  static func width(_ line: CTLine) -> Double { CTLineGetTypographicBounds(line, nil, nil, nil) }

  static func offset(_ line: CTLine, _ index: Int) -> CGFloat { CTLineGetOffsetForStringIndex(line, index, nil) }

  private func indices(_ run: CTRun) -> [Int] {
    var result = [Int](repeating: -1, count: CTRunGetGlyphCount(run))
    CTRunGetStringIndices(run, CFRangeMake(0, 0), &result)
    return result
  }

  @Test("a line of Latin letters has a glyph for each, from left to right") func latin() {
    let line = Self.line("Hamburg")
    #expect(CTLineGetGlyphCount(line) == 7)
    #expect(CTLineGetStringRange(line) == CFRangeMake(0, 7))
    let runs = Self.runs(line)
    #expect(runs.count == 1 && CTRunGetStatus(runs[0]) == .noStatus)
    #expect(indices(runs[0]) == Array(0..<7))
    var (ascent, descent, leading): (CGFloat, CGFloat, CGFloat) = (0, 0, 9)
    let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
    #expect(abs(ascent - CTFontGetAscent(Self.font)) < 0.1 && abs(descent - CTFontGetDescent(Self.font)) < 0.1)
    #expect(leading == 0)
    #expect(abs(CTRunGetTypographicBounds(runs[0], CFRangeMake(0, 0), nil, nil, nil) - width) < 0.01)
    let bounds = CTLineGetBoundsWithOptions(line, [])
    #expect(bounds == CGRect(x: 0, y: -descent, width: CGFloat(width), height: ascent + descent))
  }

  @Test("glyphs stand where the advances before them end") func positions() {
    let run = Self.runs(Self.line("AVAToday"))[0]
    let count = CTRunGetGlyphCount(run)
    var advances = [CGSize](repeating: .zero, count: count)
    var points = [CGPoint](repeating: .zero, count: count)
    CTRunGetAdvances(run, CFRangeMake(0, count), &advances)
    CTRunGetPositions(run, CFRangeMake(0, count), &points)
    var x: CGFloat = 0
    for (point, advance) in zip(points, advances) {
      #expect(abs(point.x - x) < 0.01 && point.y == 0)
      x += advance.width
    }
    // A part, and a range outside the run.
    var some = [CGPoint](repeating: CGPoint(x: -1, y: -1), count: 3)
    CTRunGetPositions(run, CFRangeMake(2, 2), &some)
    #expect(Array(some[..<2]) == Array(points[2..<4]) && some[2] == CGPoint(x: -1, y: -1))
    CTRunGetPositions(run, CFRangeMake(100, 5), &some)
    CTRunGetPositions(run, CFRangeMake(-7, 1), &some)
    #expect(some[0] == points[0])
  }

  @Test("kern, ligature and baseline offset show in the runs") func attributes() {
    func last(_ line: CTLine) -> CGFloat {
      var points = [CGPoint](repeating: .zero, count: 4)
      CTRunGetPositions(Self.runs(line)[0], CFRangeMake(0, 4), &points)
      return points[3].x
    }
    #expect(abs(last(Self.line("aaaa", [.kern: 5])) - last(Self.line("aaaa")) - 15) < 0.01)
    #expect(CTLineGetGlyphCount(Self.line("fi")) == 1)
    #expect(CTLineGetGlyphCount(Self.line("fi", [.ligature: 0])) == 2)
    let raised = Self.runs(Self.line("x", [.baselineOffset: 6]))[0]
    var point = CGPoint.zero
    CTRunGetPositions(raised, CFRangeMake(0, 1), &point)
    #expect(point == CGPoint(x: 0, y: 6))
    #expect(CTRunGetImageBounds(raised, nil, CFRangeMake(0, 0)).minY > 5)
  }

  @Test(
    "places in the string and on the line answer one another", arguments: ["Hamburg office", "a\u{1F600}e\u{301}b"])
  func carets(_ string: String) {
    let line = Self.line(string)
    var unit = 0
    var last: CGFloat = -1
    for letter in string {
      let x = Self.offset(line, unit)
      #expect(x > last)
      #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: x, y: 0)) == unit)
      last = x
      unit += letter.utf16.count
    }
    #expect(abs(Self.offset(line, unit) - CGFloat(Self.width(line))) < 0.01)
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: 1e9, y: 0)) == unit)
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: -1e9, y: 0)) == 0)
    #expect(Self.offset(line, 1000) == Self.offset(line, unit) && Self.offset(line, -5) == 0)
    // No place on the line is inside a letter.
    let ends = string.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf16.count) }
    for x in stride(from: -5, to: Self.width(line) + 5, by: 1.5) {
      #expect(ends.contains(CTLineGetStringIndexForPosition(line, CGPoint(x: x, y: 3))))
    }
    _ = CTLineGetStringIndexForPosition(line, CGPoint(x: CGFloat.nan, y: 0))
  }

  @Test("a ligature is divided among its letters") func ligature() {
    let line = Self.line("fi")
    #expect(abs(Self.offset(line, 1) - CGFloat(Self.width(line)) / 2) < 0.01)
  }

  @Test("Hebrew begins at the right, and numbers in it run to the right") func rightToLeft() {
    let line = Self.line("\u{05D0}\u{05D1}\u{05D2}")
    let run = Self.runs(line)[0]
    #expect(CTRunGetStatus(run) == .rightToLeft)
    #expect(indices(run) == [2, 1, 0])
    #expect(abs(Self.offset(line, 0) - CGFloat(Self.width(line))) < 0.01)
    #expect(abs(Self.offset(line, 3)) < 0.01)
    #expect(Self.offset(line, 1) > Self.offset(line, 2))
    // Where the direction changes, the end of the letter before lies elsewhere.
    let mixed = Self.line("ab\u{05D0}\u{05D1}")
    var secondary: CGFloat = 0
    let primary = CTLineGetOffsetForStringIndex(mixed, 2, &secondary)
    #expect(abs(primary - CGFloat(Self.width(mixed))) < 0.01)
    #expect(abs(secondary - CGFloat(Self.width(Self.line("ab")))) < 0.1)
  }

  @Test("the font of a run is the one that has its glyphs") func fallback() throws {
    let mono = CTFontCreateWithName("DejaVu Sans Mono", 20, nil)
    let line = Self.line("a\u{05D0}", [.font: mono])
    let fonts = Self.runs(line).map { CTRunGetAttributes($0)[kCTFontAttributeName as String] as? CTFont }
    #expect(fonts.count == 2)
    #expect(fonts[0] == mono)
    let other = try #require(fonts[1])
    #expect(other.pointSize == 20 && CTFontCopyPostScriptName(other) == "DejaVuSans")
    // The attributes are those of the string.
    let marked = Self.line("x", [NSAttributedString.Key("own"): 7])
    #expect(CTRunGetAttributes(Self.runs(marked)[0])["own"] as? Int == 7)
  }

  @Test("the ends of letters are told from left to right, until that is enough") func caretOffsets() {
    func told(_ line: CTLine, limit: Int = 100) -> [(x: Double, unit: Int, isLeading: Bool)] {
      var result: [(Double, Int, Bool)] = []
      CTLineEnumerateCaretOffsets(line) { x, unit, isLeading, stop in
        result.append((x, unit, isLeading))
        if result.count == limit { stop.pointee = true }
      }
      return result
    }
    let latin = told(Self.line("a\u{1F600}b"))
    #expect(
      latin.map(\.unit) == [0, 0, 1, 1, 3, 3] && latin.map(\.isLeading) == [true, false, true, false, true, false])
    #expect(zip(latin, latin.dropFirst()).allSatisfy { $0.x <= $1.x + 1e-6 })
    let hebrew = told(Self.line("\u{05D0}\u{05D1}"))
    #expect(hebrew.map(\.unit) == [1, 1, 0, 0] && hebrew.map(\.isLeading) == [false, true, false, true])
    #expect(zip(hebrew, hebrew.dropFirst()).allSatisfy { $0.x <= $1.x + 1e-6 })
    #expect(told(Self.line("abc"), limit: 2).count == 2)
    #expect(told(Self.line("")).isEmpty)
  }

  @Test("white space at the end is measured, and is no ink") func trailing() {
    let line = Self.line("ab  ")
    let space = Self.width(Self.line(" "))
    #expect(abs(CTLineGetTrailingWhitespaceWidth(line) - 2 * space) < 0.01)
    #expect(CTLineGetTrailingWhitespaceWidth(Self.line("ab")) == 0)
    let ink = CTLineGetBoundsWithOptions(line, .useGlyphPathBounds)
    #expect(ink.maxX < CGFloat(Self.width(line) - 2 * space) + 1 && ink.minY > -2 && ink.maxY > 20)
    #expect(CTLineGetImageBounds(Self.line("  "), nil).isNull)
    #expect(CTLineGetImageBounds(Self.line(""), nil).isNull)
  }

  @Test("shortened lines fit and keep the ends that they should") func truncated() throws {
    let line = Self.line("The quick brown fox jumps over the lazy dog")
    let token = Self.line("\u{2026}")
    func shown(_ type: CTLineTruncationType, _ width: Double, _ token: CTLine?) throws -> CTLine {
      let short = try #require(CTLineCreateTruncatedLine(line, width, type, token))
      #expect(Self.width(short) <= width && Self.width(short) > width - 40)
      return short
    }
    func firstGlyph(_ line: CTLine) -> CGGlyph {
      var glyph: CGGlyph = 0
      CTRunGetGlyphs(Self.runs(line)[0], CFRangeMake(0, 1), &glyph)
      return glyph
    }
    for width in [100.0, 233, 400] {
      #expect(firstGlyph(try shown(.end, width, token)) == firstGlyph(line))
      #expect(firstGlyph(try shown(.middle, width, token)) == firstGlyph(line))
      #expect(firstGlyph(try shown(.start, width, token)) == firstGlyph(token))
      #expect(firstGlyph(try shown(.end, width, nil)) == firstGlyph(line))
    }
    #expect(CTLineCreateTruncatedLine(line, 1e6, .end, token) === line)
    #expect(CTLineCreateTruncatedLine(line, 3, .end, token) == nil)
    #expect(CTLineCreateTruncatedLine(line, .nan, .end, token) == nil)
    #expect(CTLineGetGlyphCount(try #require(CTLineCreateTruncatedLine(line, 3, .end, nil))) == 0)
  }

  @Test("justified lines have the width, by the room between words") func justified() throws {
    let line = Self.line("one two three")
    let natural = Self.width(line)
    let full = try #require(CTLineCreateJustifiedLine(line, 1, natural + 60))
    #expect(abs(Self.width(full) - natural - 60) < 0.01)
    let half = try #require(CTLineCreateJustifiedLine(line, 0.5, natural + 60))
    #expect(abs(Self.width(half) - natural - 30) < 0.01)
    // The second word is moved by one gap, the third by two.
    #expect(abs(Self.offset(full, 4) - Self.offset(line, 4) - 30) < 0.01)
    #expect(abs(Self.offset(full, 8) - Self.offset(line, 8) - 60) < 0.01)
    #expect(abs(Self.offset(full, 2) - Self.offset(line, 2)) < 0.01)
    #expect(Self.width(try #require(CTLineCreateJustifiedLine(line, 1, natural - 5))) < natural)
    #expect(CTLineCreateJustifiedLine(Self.line("word"), 1, 500) == nil)
    #expect(CTLineCreateJustifiedLine(line, 1, 10) == nil)
    #expect(CTLineCreateJustifiedLine(line, 1, .infinity) == nil)
    #expect(CTLineCreateJustifiedLine(line, 0, 500) === line)
  }

  @Test("lines stand at the left, in the middle and at the right of a width") func flush() {
    let line = Self.line("word ")
    let width = Self.width(Self.line("word"))
    #expect(CTLineGetPenOffsetForFlush(line, 0, 300) == 0)
    #expect(abs(CTLineGetPenOffsetForFlush(line, 0.5, 300) - (300 - width) / 2) < 0.01)
    #expect(abs(CTLineGetPenOffsetForFlush(line, 7, 300) - (300 - width)) < 0.01)
    #expect(CTLineGetPenOffsetForFlush(line, 1, 5) == 0 && CTLineGetPenOffsetForFlush(line, .nan, .nan) == 0)
  }

  @Test("breaks are suggested between words, or between letters") func typesetter() {
    let text = "one two three\nfour"
    let setter = CTTypesetterCreateWithAttributedString(Self.text(text))
    let room = Self.width(Self.line("one two")) + 3
    #expect(CTTypesetterSuggestLineBreak(setter, 0, room) == 8)
    #expect(CTTypesetterSuggestLineBreak(setter, 8, 1000) == 6)
    #expect(CTTypesetterSuggestLineBreak(setter, 14, 1000) == 4)
    #expect(CTTypesetterSuggestLineBreak(setter, 18, 1000) == 0)
    #expect(CTTypesetterSuggestLineBreak(setter, 0, 1) >= 1)
    #expect(CTTypesetterSuggestClusterBreak(setter, 8, Self.width(Self.line("thr")) + 1) == 3)
    let line = CTTypesetterCreateLine(setter, CFRangeMake(4, 3))
    #expect(CTLineGetStringRange(line) == CFRangeMake(4, 3))
    #expect(abs(Self.width(line) - Self.width(Self.line("two"))) < 0.01)
    #expect(indices(Self.runs(line)[0]) == [4, 5, 6])
    _ = CTTypesetterSuggestLineBreak(setter, -4, .nan)
  }

  @Test("a line is drawn at the text position, from below the baseline to above the ascent") func drawing() throws {
    let line = CTLineCreateWithAttributedString(NSAttributedString(string: "\u{2588}", attributes: [.font: Self.small]))
    var (ascent, descent, leading): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
    #expect(
      width > 10 && abs(ascent - CTFontGetAscent(Self.small)) < 0.1 && abs(descent - CTFontGetDescent(Self.small)) < 0.1
    )
    let context = try #require(
      CGContext(
        data: nil, width: 40, height: 40, bitsPerComponent: 8, bytesPerRow: 0, space: nil,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.textPosition = CGPoint(x: 10, y: 10)
    CTLineDraw(line, context)
    let image = try #require(context.makeImage())
    // The block reaches from below the baseline, 10 up from the bottom, to above the ascent.
    #expect(image.premultipliedPixel(x: 15, y: 28).w == 255)
    #expect(image.premultipliedPixel(x: 15, y: 5).w == 0)
    #expect(image.premultipliedPixel(x: 5, y: 28).w == 0)
  }
}
