// The attributes of text, which Foundation on Linux does not name. Names and their raw values are those of UIKit, AppKit
// and Core Text, so that archives and code agree.

public import Foundation

extension NSAttributedString.Key {
  /// The font: a ``CTFont``. Helvetica 12 without it.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// The layout of the paragraph: an ``NSParagraphStyle``. That of a paragraph's first character counts.
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
  /// The colour of the lines under the text: a ``CGColor``; without it, that of the text.
  public static let underlineColor = NSAttributedString.Key(rawValue: "NSUnderlineColor")
  /// The lines through the text: the raw value of an ``NSUnderlineStyle``.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  /// The colour of the lines through the text: a ``CGColor``; without it, that of the text.
  public static let strikethroughColor = NSAttributedString.Key(rawValue: "NSStrikethroughColor")
  /// How far the text is above the baseline, in points: a number.
  public static let baselineOffset = NSAttributedString.Key(rawValue: "NSBaselineOffset")
  /// The language, as a BCP 47 tag: a string. It decides between forms that scripts share, as Chinese and Japanese do.
  public static let languageIdentifier = NSAttributedString.Key(rawValue: "NSLanguage")
}

/// The font, as Core Text calls the attribute.
public let kCTFontAttributeName = NSAttributedString.Key.font
/// The paragraph style, as Core Text calls the attribute.
public let kCTParagraphStyleAttributeName = NSAttributedString.Key.paragraphStyle
/// The colour of the text, as Core Text calls the attribute.
public let kCTForegroundColorAttributeName = NSAttributedString.Key(rawValue: "CTForegroundColor")
/// Whether text has the colour of the context's fills, as Core Text calls the attribute: a Boolean.
public let kCTForegroundColorFromContextAttributeName = NSAttributedString.Key(rawValue: "CTForegroundColorFromContext")
/// The room added after each character, as Core Text calls the attribute.
public let kCTKernAttributeName = NSAttributedString.Key.kern
/// The lines under the text, as Core Text calls the attribute.
public let kCTUnderlineStyleAttributeName = NSAttributedString.Key.underlineStyle
/// The colour of the lines under the text, as Core Text calls the attribute.
public let kCTUnderlineColorAttributeName = NSAttributedString.Key.underlineColor

/// Lines under or through text.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Makes a style from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One line.
  public static let single = NSUnderlineStyle(rawValue: 1)
  /// One line, twice as thick.
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
  /// No line under blanks. Kept, and drawn as if it were not there.
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}
