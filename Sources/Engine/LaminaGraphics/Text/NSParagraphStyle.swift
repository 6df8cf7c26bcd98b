// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The alignment of lines between the edges.
public enum NSTextAlignment: Int, Sendable {
  /// At the left.
  case left = 0
  /// In the middle.
  case center = 1
  /// At the right.
  case right = 2
  /// At both edges, words moved apart; the last line of a paragraph as ``natural``.
  case justified = 3
  /// At the edge where the writing direction begins.
  case natural = 4
}

/// The treatment of a line that is longer than the available width.
public enum NSLineBreakMode: UInt, Sendable {
  /// The line is broken between words; words that are too long are broken between characters.
  case byWordWrapping = 0
  /// The line is broken between characters.
  case byCharWrapping = 1
  /// The line is cut off at the edge.
  case byClipping = 2
  /// The beginning of the line is left out.
  case byTruncatingHead = 3
  /// The end of the line is left out.
  case byTruncatingTail = 4
  /// The middle of the line is left out.
  case byTruncatingMiddle = 5
}

/// The direction of text.
public enum NSWritingDirection: Int, Sendable {
  /// By the first letter with a direction.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// How the lines of a paragraph are laid out; the value of the attribute `paragraphStyle`.
///
/// - Conformance: TEXT-1; Apple's `NSParagraphStyle`, documented.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
  /// The values.
  package var values = ParagraphStyle()

  /// Makes the default style.
  public override init() {
    super.init()
  }

  package init(values: ParagraphStyle) {
    self.values = values
    super.init()
  }

  /// The default style.
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// The alignment of lines between the edges.
  ///
  /// - Default: `natural`.
  open var alignment: NSTextAlignment { values.alignment }
  /// The treatment of a line that is longer than the available width.
  ///
  /// - Default: `byWordWrapping`.
  open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// The direction of the paragraph.
  ///
  /// - Default: `natural`.
  open var baseWritingDirection: NSWritingDirection { values.writingDirection }
  /// The space between two lines, in points.
  open var lineSpacing: CGFloat { values.lineSpacing }
  /// The space after the paragraph, in points.
  open var paragraphSpacing: CGFloat { values.paragraphSpacing }
  /// The space before the paragraph, in points; none before the first.
  open var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
  /// The factor of the natural height of lines; 0 for 1.
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The least height of a line, in points.
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// The greatest height of a line, in points; 0 for no limit.
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// The indent of the first line from the leading edge, in points.
  open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// The indent of the other lines from the leading edge, in points.
  open var headIndent: CGFloat { values.headIndent }
  /// The end of lines, in points: from the leading edge where it is above 0, otherwise from the trailing edge.
  open var tailIndent: CGFloat { values.tailIndent }

  /// A style that does not change.
  open func copy(with zone: NSZone? = nil) -> Any {
    NSParagraphStyle(values: values)
  }

  /// A style that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = NSMutableParagraphStyle()
    copy.values = values
    return copy
  }

  /// Whether the other is a style of the same values.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSParagraphStyle)?.values == values
  }

  /// A hash of the values.
  open override var hash: Int { values.hashValue }
}

/// A paragraph style that can be changed; see ``NSParagraphStyle`` for the properties.
open class NSMutableParagraphStyle: NSParagraphStyle {
  /// The alignment of lines between the edges.
  open override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }
  /// The treatment of a line that is longer than the available width.
  open override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }
  /// The direction of the paragraph.
  open override var baseWritingDirection: NSWritingDirection {
    get { values.writingDirection }
    set { values.writingDirection = newValue }
  }
  /// The space between two lines, in points.
  open override var lineSpacing: CGFloat {
    get { values.lineSpacing }
    set { values.lineSpacing = newValue }
  }
  /// The space after the paragraph, in points.
  open override var paragraphSpacing: CGFloat {
    get { values.paragraphSpacing }
    set { values.paragraphSpacing = newValue }
  }
  /// The space before the paragraph, in points; none before the first.
  open override var paragraphSpacingBefore: CGFloat {
    get { values.paragraphSpacingBefore }
    set { values.paragraphSpacingBefore = newValue }
  }
  /// The factor of the natural height of lines; 0 for 1.
  open override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }
  /// The least height of a line, in points.
  open override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }
  /// The greatest height of a line, in points; 0 for no limit.
  open override var maximumLineHeight: CGFloat {
    get { values.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }
  /// The indent of the first line from the leading edge, in points.
  open override var firstLineHeadIndent: CGFloat {
    get { values.firstLineHeadIndent }
    set { values.firstLineHeadIndent = newValue }
  }
  /// The indent of the other lines from the leading edge, in points.
  open override var headIndent: CGFloat {
    get { values.headIndent }
    set { values.headIndent = newValue }
  }
  /// The end of lines, in points: from the leading edge where it is above 0, otherwise from the trailing edge.
  open override var tailIndent: CGFloat {
    get { values.tailIndent }
    set { values.tailIndent = newValue }
  }

  /// Takes all values of another style.
  open func setParagraphStyle(_ style: NSParagraphStyle) {
    values = style.values
  }
}

/// The values of a paragraph style.
package struct ParagraphStyle: Hashable, Sendable {
  package var alignment = NSTextAlignment.natural
  package var lineBreakMode = NSLineBreakMode.byWordWrapping
  package var writingDirection = NSWritingDirection.natural
  package var lineSpacing: CGFloat = 0
  package var paragraphSpacing: CGFloat = 0
  package var paragraphSpacingBefore: CGFloat = 0
  package var lineHeightMultiple: CGFloat = 0
  package var minimumLineHeight: CGFloat = 0
  package var maximumLineHeight: CGFloat = 0
  package var firstLineHeadIndent: CGFloat = 0
  package var headIndent: CGFloat = 0
  package var tailIndent: CGFloat = 0

  package init() {}

  /// The height of a line whose natural height is `natural`.
  func lineHeight(_ natural: CGFloat) -> CGFloat {
    var height = lineHeightMultiple > 0 && lineHeightMultiple.isFinite ? natural * lineHeightMultiple : natural
    if minimumLineHeight > 0, minimumLineHeight.isFinite { height = max(height, minimumLineHeight) }
    if maximumLineHeight > 0 { height = min(height, maximumLineHeight) }
    return height
  }
}
