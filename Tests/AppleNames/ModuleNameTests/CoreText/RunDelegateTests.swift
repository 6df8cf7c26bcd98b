// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CoreText
import Foundation
import LaminaCoreFoundation
import LaminaGeometry
import LaminaGraphics
import Testing

@Suite struct RunDelegateTests {
  /// The value behind a delegate's pointer.
  final class Picture {
    var (ascent, descent, width): (CGFloat, CGFloat, CGFloat)
    let ended: Ended

    init(_ ascent: CGFloat, _ descent: CGFloat, _ width: CGFloat, _ ended: Ended = Ended()) {
      (self.ascent, self.descent, self.width, self.ended) = (ascent, descent, width, ended)
    }
  }

  /// How often a delegate was said to have ended.
  final class Ended {
    var count = 0
  }

  static func delegate(_ picture: Picture) throws -> CTRunDelegate {
    var callbacks = CTRunDelegateCallbacks(
      version: kCTRunDelegateVersion1,
      dealloc: { pointer in
        let picture = Unmanaged<Picture>.fromOpaque(pointer).takeRetainedValue()
        picture.ended.count += 1
      },
      getAscent: { Unmanaged<Picture>.fromOpaque($0).takeUnretainedValue().ascent },
      getDescent: { Unmanaged<Picture>.fromOpaque($0).takeUnretainedValue().descent },
      getWidth: { Unmanaged<Picture>.fromOpaque($0).takeUnretainedValue().width })
    return try #require(CTRunDelegateCreate(&callbacks, Unmanaged.passRetained(picture).toOpaque()))
  }

  /// "ab" and "cd" with a room between them.
  static func text(_ delegate: CTRunDelegate, _ string: String = "ab\u{FFFC}cd") throws -> NSMutableAttributedString {
    let text = NSMutableAttributedString(attributedString: LineTests.text(string))
    let place = (string as NSString).range(of: "\u{FFFC}")
    text.addAttribute(
      NSAttributedString.Key(rawValue: kCTRunDelegateAttributeName as String), value: delegate, range: place)
    return text
  }

  private func line(_ picture: Picture, _ string: String = "ab\u{FFFC}cd") throws -> CTLine {
    CTLineCreateWithAttributedString(try Self.text(Self.delegate(picture), string))
  }

  @Test("the text behind a room begins where the room ends, and the line is as high as the room") func room() throws {
    let line = try line(Picture(70, 30, 45))
    let (before, after) = (LineTests.width(LineTests.line("ab")), LineTests.width(LineTests.line("cd")))
    #expect(abs(LineTests.offset(line, 2) - before) < 0.01)
    #expect(abs(LineTests.offset(line, 3) - before - 45) < 0.01)
    var (ascent, descent): (CGFloat, CGFloat) = (0, 0)
    #expect(abs(CTLineGetTypographicBounds(line, &ascent, &descent, nil) - before - 45 - after) < 0.02)
    #expect(abs(ascent - 70) < 0.01 && abs(descent - 30) < 0.01)
    // A low one leaves the line as high as its letters make it.
    _ = CTLineGetTypographicBounds(try self.line(Picture(1, 0, 5)), &ascent, &descent, nil)
    #expect(abs(ascent - CTFontGetAscent(LineTests.font)) < 0.1)
    #expect(abs(descent - CTFontGetDescent(LineTests.font)) < 0.1)
  }

  @Test("its run says how large the room is, where it is, and whose") func run() throws {
    let runs = LineTests.runs(try line(Picture(12, 3, 45)))
    #expect(runs.map { CTRunGetStringRange($0) } == [CFRangeMake(0, 2), CFRangeMake(2, 1), CFRangeMake(3, 2)])
    var (ascent, descent): (CGFloat, CGFloat) = (0, 0)
    #expect(abs(CTRunGetTypographicBounds(runs[1], CFRangeMake(0, 0), &ascent, &descent, nil) - 45) < 0.01)
    #expect(ascent == 12 && descent == 3)
    #expect(CTRunGetImageBounds(runs[1], nil, CFRangeMake(0, 0)).isNull)
    let attributes = CTRunGetAttributes(runs[1])
    let delegate = try #require(attributes[kCTRunDelegateAttributeName as String] as? CTRunDelegate)
    let picture = Unmanaged<Picture>.fromOpaque(CTRunDelegateGetRefCon(delegate)).takeUnretainedValue()
    #expect(picture.width == 45)
    #expect(CFGetTypeID(delegate) == CTRunDelegateGetTypeID())
  }

  @Test("nothing is drawn in a room") func drawing() throws {
    func ink(_ string: NSAttributedString) throws -> [Int] {
      let context = try #require(
        CGContext(
          data: nil, width: 200, height: 60, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
      context.textPosition = CGPoint(x: 10, y: 20)
      CTLineDraw(CTLineCreateWithAttributedString(string), context)
      let image = try #require(context.makeImage())
      return (0..<200).filter { x in (0..<60).contains { image.premultipliedPixel(x: x, y: $0).w > 0 } }
    }
    let before = LineTests.width(LineTests.line("ab"))
    let gap = Int(10 + before + 1)..<Int(10 + before + 59)
    let columns = try ink(Self.text(Self.delegate(Picture(20, 5, 60))))
    #expect(columns.allSatisfy { !gap.contains($0) })
    #expect(columns.contains { $0 < gap.lowerBound } && columns.contains { $0 >= gap.upperBound })
  }

  @Test("lines break around rooms, and a frame makes way for the highest") func frame() throws {
    let string = "one \u{FFFC} two"
    let setter = CTFramesetterCreateWithAttributedString(try Self.text(Self.delegate(Picture(90, 0, 150)), string))
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 200, height: 400), transform: nil)
    let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, 0), path, nil)
    let lines = try #require(CTFrameGetLines(frame) as? [CTLine])
    #expect(lines.map { CTLineGetStringRange($0).location } == [0, 4, 6])
    var ascent: CGFloat = 0
    _ = CTLineGetTypographicBounds(lines[1], &ascent, nil, nil)
    #expect(abs(ascent - 90) < 0.01)
  }

  // Foundation's attributed strings keep some of their attributes longer than they live, so there is none here.
  @Test("a delegate ends once, when nothing uses it any more") func end() throws {
    let ended = Ended()
    do {
      let delegate = try Self.delegate(Picture(1, 1, 1, ended))
      #expect(ended.count == 0)
      withExtendedLifetime(delegate) {}
    }
    #expect(ended.count == 1)
  }

  @Test("absurd measures are bounded, and other versions refused", arguments: [-5, .nan, 1e300] as [CGFloat])
  func absurd(length: CGFloat) throws {
    let width = LineTests.width(try line(Picture(length, length, length)))
    let letters = LineTests.width(LineTests.line("abcd"))
    #expect(width >= letters - 0.1 && width <= 1.1e6 + letters)
    var callbacks = CTRunDelegateCallbacks(
      version: 2, dealloc: { _ in }, getAscent: { _ in 0 }, getDescent: { _ in 0 }, getWidth: { _ in 0 })
    #expect(CTRunDelegateCreate(&callbacks, nil) == nil)
    callbacks.version = kCTRunDelegateVersion1
    #expect(CTRunDelegateCreate(&callbacks, nil) != nil)
  }
}
