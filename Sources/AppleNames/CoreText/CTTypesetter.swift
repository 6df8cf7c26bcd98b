// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaCoreFoundation
internal import LaminaGeometry
internal import LaminaGraphics

/// Breaks text into lines one by one.
///
/// - Conformance: Apple's `CTTypesetter`, documented.
public final class CTTypesetter: Sendable {
  let source: TextSource

  init(_ source: TextSource) {
    self.source = source
  }

  /// The number of UTF-16 units that fit on a line.
  func fitting(from start: CFIndex, width: Double, by mode: NSLineBreakMode) -> CFIndex {
    let part = CFRange(location: start, length: 0).clamped(to: source.length)
    guard part.length > 0 else { return 0 }
    let text = NSMutableAttributedString(
      attributedString: source.string(in: part.location..<(part.location + part.length)))
    let whole = NSRange(location: 0, length: text.length)
    text.enumerateAttribute(.paragraphStyle, in: whole) { value, range, _ in
      let style = NSMutableParagraphStyle()
      if let value = value as? NSParagraphStyle { style.setParagraphStyle(value) }
      (style.lineBreakMode, style.headIndent, style.firstLineHeadIndent, style.tailIndent) = (mode, 0, 0, 0)
      text.addAttribute(.paragraphStyle, value: style, range: range)
    }
    let rest = TextSource(text)
    // The small height limits the layout to the first line; the line after it begins where the first one ends.
    let options = TextLayout.Options(width: CGFloat(width > 0 ? width : 0), height: 1e-3, isWrapped: true)
    guard let line = TextLayout(rest.styled, options: options).lines.first else { return 0 }
    return max(rest.endOfParagraph(after: rest.unit(ofByte: line.range.upperBound)), 1)
  }
}

/// Makes a typesetter from attributed text.
public func CTTypesetterCreateWithAttributedString(_ string: NSAttributedString) -> CTTypesetter {
  CTTypesetter(TextSource(string))
}

/// Makes the line of a part of the text: of its first paragraph.
///
/// - Parameters:
///   - typesetter: The text.
///   - stringRange: The part of it, in UTF-16: all from its location on for a length of 0.
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
  CTLine(TextLine(CTFramesetter(typesetter.source).part(stringRange)))
}

/// Returns how much of the text fits on a line that is broken between words.
///
/// - Parameters:
///   - typesetter: The text.
///   - startIndex: The start of the line, in UTF-16.
///   - width: The room, in points.
/// - Returns: A number of UTF-16 units, white space at the end included; at least one letter, and 0 at the end of the
///   text.
public func CTTypesetterSuggestLineBreak(
  _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double
) -> CFIndex {
  typesetter.fitting(from: startIndex, width: width, by: .byWordWrapping)
}

/// Returns how much of the text fits on a line that is broken between letters; see
/// ``CTTypesetterSuggestLineBreak(_:_:_:)``.
public func CTTypesetterSuggestClusterBreak(
  _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double
) -> CFIndex {
  typesetter.fitting(from: startIndex, width: width, by: .byCharWrapping)
}
