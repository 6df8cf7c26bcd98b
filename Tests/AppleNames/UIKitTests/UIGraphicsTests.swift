// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// The stack of contexts, renderers of pictures, boxes of numbers, and text.
@Suite struct UIGraphicsTests {
  @Test("contexts are a stack")
  func stack() {
    #expect(UIGraphicsGetCurrentContext() == nil)
    UIGraphicsPopContext()
    UIGraphicsEndImageContext()
    UIGraphicsBeginImageContext(CGSize(width: 4, height: 6))
    let first = UIGraphicsGetCurrentContext()
    #expect(first?.width == 4 && first?.height == 6)
    UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 6), true, 3)
    #expect(UIGraphicsGetCurrentContext()?.width == 12)
    let image = UIGraphicsGetImageFromCurrentImageContext()
    #expect(image?.size == CGSize(width: 4, height: 6) && image?.scale == 3)
    #expect(image?.cgImage?.pixel(0, 0) == black)
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() === first)
    UIGraphicsEndImageContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test("sizes that no bitmap has make no context, and the stack stays whole")
  func badSizes() {
    for size in [
      CGSize.zero, CGSize(width: -1, height: 5), CGSize(width: CGFloat.nan, height: 1),
      CGSize(width: 1e9, height: 1e9), CGSize(width: CGFloat.infinity, height: 1),
    ] {
      UIGraphicsBeginImageContextWithOptions(size, false, 1)
      #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetImageFromCurrentImageContext() == nil)
      UIGraphicsEndImageContext()
      let image = UIGraphicsImageRenderer(size: size).image { _ in Issue.record("there is nothing to draw into") }
      #expect(image.cgImage == nil)
    }
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test("a renderer's bounds begin where they say")
  func bounds() throws {
    let renderer = UIGraphicsImageRenderer(bounds: CGRect(x: 10, y: 10, width: 8, height: 8))
    let image = renderer.image { context in
      #expect(context.format.bounds == CGRect(x: 10, y: 10, width: 8, height: 8))
      UIColor.red.setFill()
      context.fill(CGRect(x: 10, y: 10, width: 4, height: 4))
      #expect(context.currentImage.cgImage?.pixel(0, 0) == red)
    }
    let pixels = try #require(image.cgImage)
    #expect(image.scale == 2 && pixels.pixel(0, 0) == red && pixels.pixel(8, 0) == clear)
  }

  @Test("frames are a point wide, inside")
  func frames() throws {
    let image = try #require(
      Pictures.drawn(CGSize(width: 10, height: 10)) {
        UIColor.blue.setFill()
        UIRectFrame(CGRect(x: 0, y: 0, width: 10, height: 10))
      })
    #expect(image.coveredArea == 36 && image.pixel(0, 5) == blue && image.pixel(1, 5) == clear)
    let clipped = try #require(
      Pictures.drawn(CGSize(width: 10, height: 10)) {
        UIRectClip(CGRect(x: 0, y: 0, width: 3, height: 10))
        UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
      })
    #expect(clipped.coveredArea == 30)
  }

  @Test("insets, offsets and texts of numbers")
  func geometry() {
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(CGRect(x: 0, y: 0, width: 20, height: 20).inset(by: insets) == CGRect(x: 2, y: 1, width: 14, height: 16))
    #expect(NSValue(uiEdgeInsets: insets).uiEdgeInsetsValue == insets)
    #expect(
      NSValue(uiOffset: UIOffset(horizontal: 3, vertical: -1)).uiOffsetValue == UIOffset(horizontal: 3, vertical: -1))
    #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).uiEdgeInsetsValue == .zero)
    #expect(NSCoder.cgPoint(for: "{1.5, -2}") == CGPoint(x: 1.5, y: -2))
    #expect(NSCoder.cgRect(for: "{{1, 2}, {3, 4}}") == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(NSCoder.cgSize(for: "{3, 4}") == CGSize(width: 3, height: 4))
    #expect(NSCoder.uiEdgeInsets(for: "{1, 2, 3, 4}") == insets)
    for text in ["", "{1}", "{a, b}", "{1, 2, 3}", "{nan, 1}"] { #expect(NSCoder.cgPoint(for: text) == .zero) }
    let box = CGRect(x: 1, y: 2.5, width: 3, height: 4)
    #expect(NSCoder.string(for: box) == "{{1, 2.5}, {3, 4}}" && NSCoder.cgRect(for: NSCoder.string(for: box)) == box)
  }

  @Test("texts draw themselves in their colour, as large as they say")
  func texts() throws {
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont(name: "DejaVu Sans", size: 20) as Any, .foregroundColor: UIColor.red,
    ]
    let size = "Hxg".size(withAttributes: attributes)
    #expect(size.width > 20 && size.height > 20 && size.height < 30)
    let image = try #require(
      Pictures.drawn(CGSize(width: 100, height: 50)) {
        ("Hxg" as NSString).draw(at: CGPoint(x: 10, y: 10), withAttributes: attributes)
      })
    let box = inkBox(image)
    #expect(box.minX >= 10 && box.maxX <= 11 + size.width && box.minY >= 10 && box.maxY <= 11 + size.height)
    let pixels = image.premultipliedRGBA
    #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0] == pixels[$0 + 3] && pixels[$0 + 1] == 0 })
    // Without a colour it is black, and not of the context's fill colour.
    let plain = try #require(
      Pictures.drawn(CGSize(width: 100, height: 50)) {
        UIColor.green.setFill()
        "Hxg".draw(at: .zero)
      })
    #expect(
      plain.coveredArea > 10
        && plain.premultipliedRGBA.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0 })
  }

  @Test("text is broken at a width, and hangs from its baseline without")
  func boxes() {
    let font: [NSAttributedString.Key: Any] = [.font: UIFont(name: "DejaVu Sans", size: 16) as Any]
    let words = "one two three four five six seven"
    let one = words.size(withAttributes: font)
    let broken = words.boundingRect(
      with: CGSize(width: one.width / 2.5, height: 0), options: .usesLineFragmentOrigin, attributes: font, context: nil)
    #expect(broken.origin == .zero && broken.width <= one.width / 2.5)
    #expect(abs(broken.height / one.height - 3) < 0.1 || abs(broken.height / one.height - 4) < 0.1)
    let line = words.boundingRect(with: .zero, attributes: font, context: nil)
    #expect(line.minY < 0 && line.maxY > 0 && abs(line.width - one.width) < 0.01)
  }

  @Test("fonts say what was asked for, and their lines are as high as their parts")
  func fonts() throws {
    let font = UIFont.systemFont(ofSize: 20, weight: .bold)
    #expect(font.pointSize == 20 && abs(font.lineHeight - (font.ascender - font.descender)) < 1e-9)
    #expect(font.fontDescriptor.symbolicTraits.contains(.traitBold))
    let slanted = try #require(UIFont.systemFont(ofSize: 12).fontDescriptor.withSymbolicTraits(.traitItalic))
    #expect(UIFont(descriptor: slanted, size: 0) == UIFont.italicSystemFont(ofSize: 12))
    #expect(UIFont(descriptor: slanted, size: 30).pointSize == 30)
    #expect(UIFont.preferredFont(forTextStyle: .title1).pointSize == 28)
    // All digits of a monospaced font are equally wide.
    let mono = UIFont.monospacedSystemFont(ofSize: 15, weight: .regular)
    let widths = Set("0123456789".map { (String($0).size(withAttributes: [.font: mono]).width * 100).rounded() })
    #expect(widths.count == 1)
  }

  /// The smallest rectangle that holds all ink.
  private func inkBox(_ image: CGImage) -> CGRect {
    var box = CGRect.null
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixel(x, y)[3] > 8 {
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }
}
