// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// Labels: how large they are, where their text lies, and how lines are broken and cut.
@Suite struct UILabelTests {
  private func label(_ text: String, size: CGFloat = 16) -> UILabel {
    let label = UILabel()
    label.text = text
    label.font = UIFont(name: "DejaVu Sans", size: size) ?? .systemFont(ofSize: size)
    return label
  }

  /// The smallest rectangle that holds all ink.
  private func ink(_ image: CGImage) -> CGRect {
    var box = CGRect.null
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixel(x, y)[3] > 24 {
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }

  @Test("a label that fits is as large as its text, rounded up to pixels")
  func fits() throws {
    let label = label("Words")
    label.sizeToFit()
    let text = "Words".size(withAttributes: [.font: label.font as Any])
    #expect(label.bounds.width >= text.width && label.bounds.width < text.width + 0.51)
    #expect(label.bounds.height >= text.height - 1e-3 && label.bounds.height < text.height + 0.51)
    #expect((label.bounds.width * 2).truncatingRemainder(dividingBy: 1) == 0)
    #expect(label.intrinsicContentSize == label.bounds.size && label.frame.origin == .zero)
    #expect(try Pictures.draw(label).coveredArea > 30)
    label.text = nil
    #expect(label.sizeThatFits(.zero) == .zero && label.attributedText == nil)
    #expect(try Pictures.draw(label).coveredArea == 0)
  }

  @Test("text lies in the middle between top and bottom, and where its alignment says")
  func places() throws {
    let label = label("HHH")
    label.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    for (alignment, middle) in [(NSTextAlignment.left, 20.0), (.center, 100), (.right, 180)] {
      label.textAlignment = alignment
      let box = ink(try Pictures.draw(label))
      #expect(abs(Double(box.midX) - middle) < 8, "\(alignment.rawValue)")
      #expect(abs(box.midY - 50) < 5)
    }
  }

  @Test("there are no more lines than may be, and the last one is cut")
  func lines() throws {
    let label = label("one two three four five six seven eight nine ten eleven twelve")
    label.font = .monospacedSystemFont(ofSize: 16, weight: .regular)
    let one = label.sizeThatFits(CGSize(width: 100, height: 0)).height
    for count in [2, 3] {
      label.numberOfLines = count
      let size = label.sizeThatFits(CGSize(width: 100, height: 1000))
      #expect(abs(size.height / one - CGFloat(count)) < 0.1 && size.width <= 100.5)
    }
    label.numberOfLines = 0
    let all = label.sizeThatFits(CGSize(width: 100, height: 1000))
    #expect(all.height / one > 5)
    // An ellipsis replaces the text left out at the end: the last line's ink ends with three dots on the baseline.
    label.numberOfLines = 2
    label.frame = CGRect(x: 0, y: 0, width: 100, height: one * 2)
    let cut = try Pictures.draw(label)
    label.lineBreakMode = .byClipping
    let clipped = try Pictures.draw(label)
    #expect(cut.premultipliedRGBA != clipped.premultipliedRGBA)
    #expect(cut.width == 100 && ink(cut).maxX <= 100)
  }

  @Test("colours, shadows, highlights and looks of parts")
  func looks() throws {
    let label = label("H", size: 60)
    label.textColor = .red
    label.sizeToFit()
    func middle() throws -> [UInt8] {
      let image = try Pictures.draw(label)
      let box = ink(image)
      // The left stem of the letter.
      return image.pixel(Int(box.minX) + 3, Int(box.midY))
    }
    #expect(try middle() == red)
    label.highlightedTextColor = .blue
    label.isHighlighted = true
    #expect(try middle() == blue)
    label.isHighlighted = false
    label.attributedText = NSAttributedString(string: "H", attributes: [.foregroundColor: UIColor.green])
    #expect(label.text == "H")
    #expect(try middle() == green)
    let plain = ink(try Pictures.draw(label))
    label.shadowColor = .black
    label.shadowOffset = CGSize(width: 4, height: 0)
    label.frame.size.width += 8
    let shaded = ink(try Pictures.draw(label))
    #expect(shaded.minX == plain.minX && abs(shaded.maxX - plain.maxX - 4) <= 1)
  }

  @Test("attributes and shadows take a UIColor for the colour that it is")
  func colors() throws {
    func pixels(_ ink: Any, _ shade: Any) throws -> [UInt8] {
      let shadow = NSShadow()
      (shadow.shadowOffset, shadow.shadowBlurRadius, shadow.shadowColor) = (CGSize(width: 3, height: 2), 1, shade)
      let text = NSAttributedString(
        string: "Words",
        attributes: [
          .font: label("").font as Any, .foregroundColor: ink, .backgroundColor: ink, .strokeColor: shade,
          .strokeWidth: -4, .underlineStyle: 1, .underlineColor: shade, .shadow: shadow,
        ])
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 80, height: 30))
      label.attributedText = text
      let image = try Pictures.draw(label)
      return (0..<image.height).flatMap { y in (0..<image.width).flatMap { x in image.pixel(x, y) } }
    }
    let byObjects = try pixels(UIColor.systemOrange, UIColor.blue)
    #expect(try byObjects == pixels(UIColor.systemOrange.cgColor, UIColor.blue.cgColor))
    #expect(try byObjects != pixels(UIColor.systemOrange, UIColor.clear), "its shadow and outline show")
  }

  @Test("a line is made smaller until it fits, but not beyond the least size")
  func shrinking() throws {
    let label = label("a rather long line of words")
    let natural = label.sizeThatFits(.zero)
    label.adjustsFontSizeToFitWidth = true
    label.frame = CGRect(x: 0, y: 0, width: natural.width / 2, height: natural.height)
    let small = label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 1)
    #expect(small.width <= natural.width / 2 + 0.5 && small.height < natural.height * 0.6)
    label.minimumScaleFactor = 0.9
    #expect(label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 1).height > natural.height * 0.8)
  }

  @Test("subclasses inset their text")
  func insets() throws {
    final class Inset: UILabel {
      override func drawText(in rect: CGRect) {
        super.drawText(in: rect.inset(by: UIEdgeInsets(top: 0, left: 30, bottom: 0, right: 0)))
      }
    }
    let label = Inset(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
    label.text = "H"
    #expect(ink(try Pictures.draw(label)).minX >= 30)
  }
}
