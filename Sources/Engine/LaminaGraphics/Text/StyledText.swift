// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry

/// Room in text for something other than text, in points: above and below the baseline, and to the side.
package struct TextRoom: Hashable, Sendable {
  package var ascent: CGFloat
  package var descent: CGFloat
  package var width: CGFloat

  package init(ascent: CGFloat, descent: CGFloat, width: CGFloat) {
    (self.ascent, self.descent, self.width) = (ascent, descent, width)
  }
}

/// The value of an attribute that leaves room in text.
package protocol TextRoomSource {
  /// The room, as it is when the text is laid out.
  var room: TextRoom { get }
}

/// The look of a stretch of text.
package struct TextAttributes: Hashable, Sendable {
  package var font: CTFont
  /// The colour; `nil` for the colour that the text is drawn with.
  package var foregroundColor: CGColor?
  package var backgroundColor: CGColor?
  /// The space added after each character, in points.
  package var kern: CGFloat = 0
  package var usesLigatures = true
  package var underline: NSUnderlineStyle = []
  package var underlineColor: CGColor?
  package var strikethrough: NSUnderlineStyle = []
  package var strikethroughColor: CGColor?
  /// The offset above the baseline, in points.
  package var baselineOffset: CGFloat = 0
  /// The width of lines along the outlines, in hundredths of the font's size: above 0 for outlines alone, below 0 for
  /// outlines and insides.
  package var strokeWidth: CGFloat = 0
  /// The colour of the outlines; `nil` for the colour of the text.
  package var strokeColor: CGColor?
  package var shadow: TextShadow?
  package var language: String?
  /// The room that each character leaves instead of a glyph.
  package var room: TextRoom?

  package init(font: CTFont, foregroundColor: CGColor? = nil) {
    self.font = font
    self.foregroundColor = foregroundColor
  }
}

/// Text with the look of each stretch of it, as a value that can go to other threads.
///
/// Layers keep a string in this form for a snapshot. At most a mebibyte of UTF-8 is kept; ``TextLayout`` reports text
/// that was cut off.
package struct StyledText: Hashable, Sendable {
  /// A stretch of one look.
  struct Run: Hashable, Sendable {
    /// Its bytes in ``StyledText/bytes``.
    var range: Range<Int>
    var attributes: TextAttributes
    /// The style of a paragraph that begins in it.
    var paragraph: ParagraphStyle
  }

  /// The text in UTF-8: valid, without zeros, with at most 30 marks in a row, at most ``maximumBytes``.
  let bytes: [UInt8]
  /// The stretches in order, without gaps; none for no text.
  let runs: [Run]
  /// The look of an empty text, for the height of its line.
  let attributes: TextAttributes
  /// The paragraph style of an empty text.
  let paragraph: ParagraphStyle
  /// The number of bytes that were cut off.
  let excessBytes: Int
  /// Apple's attributes of the text that are not drawn.
  private(set) var undrawnAttributes: Set<String> = []

  /// The number of bytes that are laid out.
  package var byteCount: Int { bytes.count }

  /// The most text that is laid out, in bytes of UTF-8.
  package static let maximumBytes = 1 << 20

  /// Makes text of one look.
  package init(_ text: String, attributes: TextAttributes, paragraph: ParagraphStyle = ParagraphStyle()) {
    var collector = Collector()
    collector.append(text, attributes, paragraph)
    self.init(collector, attributes, paragraph)
  }

  /// Takes text from an attributed string.
  ///
  /// Attributes with a value of another type than on Apple's platforms are ignored.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - defaults: The look where an attribute is missing.
  ///   - paragraph: The paragraph style where there is none.
  ///   - drawsPatterns: Whether colours that are patterns are drawn, which is only possible on their own thread.
  ///     Otherwise they are left out, as attributes that are not drawn.
  package init(
    _ string: NSAttributedString, defaults: TextAttributes, paragraph: ParagraphStyle = ParagraphStyle(),
    drawsPatterns: Bool = true
  ) {
    var collector = Collector()
    var undrawn: Set<String> = []
    let text = string.string as NSString
    string.enumerateAttributes(in: NSRange(location: 0, length: string.length)) { values, range, stop in
      let style = (values[.paragraphStyle] as? NSParagraphStyle)?.values ?? paragraph
      for key in values.keys where NSAttributedString.Key.undrawn.contains(key) { undrawn.insert(key.rawValue) }
      var values = values
      if !drawsPatterns {
        for (key, value) in values where TextAttributes.isPattern(value) {
          undrawn.insert(key.rawValue)
          values[key] = nil
        }
      }
      collector.append(text.substring(with: range), defaults.overridden(by: values), style)
      // The rest is only counted as excess; its length in UTF-16 is exact enough.
      if collector.excessBytes > 0 {
        collector.excessBytes += string.length - range.location - range.length
        stop.pointee = true
      }
    }
    self.init(collector, defaults, paragraph)
    undrawnAttributes = undrawn
  }

  private init(_ collector: Collector, _ attributes: TextAttributes, _ paragraph: ParagraphStyle) {
    bytes = collector.bytes
    runs = collector.runs
    excessBytes = collector.excessBytes
    self.attributes = attributes
    self.paragraph = paragraph
  }

  /// Collects stretches up to the limit.
  private struct Collector {
    var bytes: [UInt8] = []
    var runs: [Run] = []
    var excessBytes = 0
    /// The number of consecutive marks and invisible controls.
    private var marks = 0

    mutating func append(_ text: String, _ attributes: TextAttributes, _ paragraph: ParagraphStyle) {
      guard !text.isEmpty, excessBytes == 0 else { return }
      let start = bytes.count
      var taken = 0
      for scalar in text.unicodeScalars {
        let length = UTF8.width(scalar)
        guard bytes.count + length <= StyledText.maximumBytes else {
          excessBytes = text.utf8.count - taken
          break
        }
        taken += length
        append(scalar)
      }
      if bytes.count > start {
        runs.append(Run(range: start..<bytes.count, attributes: attributes, paragraph: paragraph))
      }
    }

    /// Adds a character: a blank for a zero, at which Pango would stop; marks after the first 30 in a row are left out,
    /// because shaping takes the square of their number, and no script has more (Unicode Standard Annex 15, Stream-Safe
    /// Text).
    private mutating func append(_ scalar: Unicode.Scalar) {
      guard scalar.value >= 0x80 else {
        marks = 0
        return bytes.append(scalar.value == 0 ? 0x20 : UInt8(truncatingIfNeeded: scalar.value))
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark, .format: marks += 1
      default: marks = 0
      }
      if marks <= 30 { bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter) }
    }
  }
}

extension TextAttributes {
  /// Returns these attributes, with the attributes in `values` replaced.
  func overridden(by values: [NSAttributedString.Key: Any]) -> TextAttributes {
    // Objects that hold a colour are replaced by the colour, for any attribute.
    let values = values.mapValues { ($0 as? any ColorAttribute)?.cgColor ?? $0 }
    var result = self
    if let font = values[.font] as? CTFont { result.font = font }
    if let color = (values[.foregroundColor] ?? values[.coreTextForegroundColor]) as? CGColor {
      result.foregroundColor = color
    }
    if (values[.coreTextColorFromContext] as? Bool) == true { result.foregroundColor = nil }
    let background = values[.backgroundColor] ?? values[.coreTextBackgroundColor]
    result.backgroundColor = background as? CGColor ?? backgroundColor
    if let width = Self.number(values[.strokeWidth]) { result.strokeWidth = width }
    result.strokeColor = (values[.strokeColor] ?? values[.coreTextStrokeColor]) as? CGColor ?? strokeColor
    if let shadow = values[.shadow] as? NSShadow { result.shadow = TextShadow(shadow) }
    let spacing = [values[.kern], values[.tracking]].compactMap(Self.number)
    if !spacing.isEmpty { result.kern = spacing.reduce(0, +) }
    if let ligature = Self.number(values[.ligature]) { result.usesLigatures = ligature != 0 }
    if let style = Self.lines(values[.underlineStyle]) { result.underline = style }
    result.underlineColor = values[.underlineColor] as? CGColor ?? underlineColor
    if let style = Self.lines(values[.strikethroughStyle]) { result.strikethrough = style }
    result.strikethroughColor = values[.strikethroughColor] as? CGColor ?? strikethroughColor
    if let offset = Self.number(values[.baselineOffset]) { result.baselineOffset = offset }
    result.language = values[.languageIdentifier] as? String ?? language
    result.room = (values[.coreTextRunDelegate] as? any TextRoomSource)?.room ?? room
    return result
  }

  /// Whether a value is a colour that is a pattern.
  static func isPattern(_ value: Any) -> Bool {
    ((value as? any ColorAttribute)?.cgColor ?? value as? CGColor)?.isPattern == true
  }

  /// A finite number of any of the types that hold one.
  package static func number(_ value: Any?) -> CGFloat? {
    let number: CGFloat? =
      switch value {
      case let value as CGFloat: value
      case let value as Double: CGFloat(value)
      case let value as Float: CGFloat(value)
      case let value as Int: CGFloat(value)
      case let value as NSNumber: CGFloat(value.doubleValue)
      default: nil
      }
    return number.flatMap { $0.isFinite ? min(max($0, -1e6), 1e6) : nil }
  }

  private static func lines(_ value: Any?) -> NSUnderlineStyle? {
    if let style = value as? NSUnderlineStyle { return style }
    return number(value).map { NSUnderlineStyle(rawValue: Int(clamping: $0)) }
  }
}
