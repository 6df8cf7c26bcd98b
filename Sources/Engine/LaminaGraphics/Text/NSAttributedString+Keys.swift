// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The attributes of text, which Foundation on Linux does not name. Names and raw values are the same as in UIKit,
// AppKit and Core Text, so that archives and code agree.

public import Foundation

extension NSAttributedString.Key {
  /// The font: a ``CTFont``. Helvetica 12 without it.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// The layout of the paragraph: an ``NSParagraphStyle``. The style of a paragraph's first character counts.
  public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
  /// The colour of the text: a ``CGColor``.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// The colour behind the text: a ``CGColor``.
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
  /// The room added after each character, in points: a number.
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
  /// The room added after each character, in points, after ``kern``: a number.
  public static let tracking = NSAttributedString.Key(rawValue: "CTTracking")
  /// Whether letters join into ligatures: a number, 0 for no.
  public static let ligature = NSAttributedString.Key(rawValue: "NSLigature")
  /// The lines under the text: the raw value of an ``NSUnderlineStyle``.
  public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
  /// The colour of the lines under the text: a ``CGColor``; without it, the colour of the text.
  public static let underlineColor = NSAttributedString.Key(rawValue: "NSUnderlineColor")
  /// The lines through the text: the raw value of an ``NSUnderlineStyle``.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  /// The colour of the lines through the text: a ``CGColor``; without it, the colour of the text.
  public static let strikethroughColor = NSAttributedString.Key(rawValue: "NSStrikethroughColor")
  /// The offset of the text above the baseline, in points: a number.
  public static let baselineOffset = NSAttributedString.Key(rawValue: "NSBaselineOffset")
  /// The width of lines along the outlines of letters, in hundredths of the font's size: a number. Above 0 the outlines
  /// alone are drawn, below 0 the insides too.
  public static let strokeWidth = NSAttributedString.Key(rawValue: "NSStrokeWidth")
  /// The colour of the outlines of letters: a ``CGColor``; without it, the colour of the text.
  public static let strokeColor = NSAttributedString.Key(rawValue: "NSStrokeColor")
  /// The shadow of the text: an ``NSShadow``.
  public static let shadow = NSAttributedString.Key(rawValue: "NSShadow")
  /// The language, as a BCP 47 tag: a string. The language selects between forms of characters that languages share,
  /// such as Chinese and Japanese.
  public static let languageIdentifier = NSAttributedString.Key(rawValue: "NSLanguage")
  /// The slant of letters: kept, not drawn, and reported by text layers.
  public static let obliqueness = NSAttributedString.Key(rawValue: "NSObliqueness")
  /// The expansion of letters: kept, not drawn, and reported by text layers.
  public static let expansion = NSAttributedString.Key(rawValue: "NSExpansion")
  /// An effect of printed text: kept, not drawn, and reported by text layers.
  public static let textEffect = NSAttributedString.Key(rawValue: "NSTextEffect")
  /// A picture in the text: kept, not drawn, and reported by text layers.
  public static let attachment = NSAttributedString.Key(rawValue: "NSAttachment")
  /// The target of a link: kept, without effect on the look.
  public static let link = NSAttributedString.Key(rawValue: "NSLink")
  /// The directions that the text is put into: kept, not drawn, and reported by text layers.
  public static let writingDirection = NSAttributedString.Key(rawValue: "NSWritingDirection")
  /// Whether letters are set in columns: kept, not drawn, and reported by text layers.
  public static let verticalGlyphForm = NSAttributedString.Key(rawValue: "CTVerticalForms")

  package static let coreTextForegroundColor = NSAttributedString.Key(rawValue: "CTForegroundColor")
  package static let coreTextColorFromContext = NSAttributedString.Key(rawValue: "CTForegroundColorFromContext")
  package static let coreTextStrokeColor = NSAttributedString.Key(rawValue: "CTStrokeColor")
  package static let coreTextBackgroundColor = NSAttributedString.Key(rawValue: "CTBackgroundColor")
  static let coreTextRunDelegate = NSAttributedString.Key(rawValue: "CTRunDelegate")

  /// Apple's attributes that change the look of text on Apple's platforms and not here.
  static let undrawn: Set<NSAttributedString.Key> = [
    .obliqueness, .expansion, .textEffect, .attachment, .writingDirection, .verticalGlyphForm,
    NSAttributedString.Key(rawValue: "NSSuperScript"), NSAttributedString.Key(rawValue: "CTSuperscript"),
    NSAttributedString.Key(rawValue: "CTBaselineClass"), NSAttributedString.Key(rawValue: "CTRubyAnnotation"),
  ]
}

/// Lines under or through text.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Makes a style from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A single line.
  public static let single = NSUnderlineStyle(rawValue: 1)
  /// A single line, twice as thick.
  public static let thick = NSUnderlineStyle(rawValue: 2)
  /// Two lines.
  public static let double = NSUnderlineStyle(rawValue: 9)
  /// Dots instead of a line.
  public static let patternDot = NSUnderlineStyle(rawValue: 0x100)
  /// Dashes instead of a line.
  public static let patternDash = NSUnderlineStyle(rawValue: 0x200)
  /// Dashes and dots in turn.
  public static let patternDashDot = NSUnderlineStyle(rawValue: 0x300)
  /// A dash and two dots in turn.
  public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x400)
  /// No line under blanks. The option is kept and has no effect.
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}
