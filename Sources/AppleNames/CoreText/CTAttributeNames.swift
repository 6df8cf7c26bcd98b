// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The attributes of text by Core Text's names. They are strings, as on Apple's platforms:
// `kCTFontAttributeName as NSAttributedString.Key` and `kCTFontAttributeName as String` both name the attribute.

public import Foundation

/// The font: a `CTFont`.
public var kCTFontAttributeName: NSString { "NSFont" }
/// The paragraph style: a ``CTParagraphStyle``.
public var kCTParagraphStyleAttributeName: NSString { "NSParagraphStyle" }
/// The colour of the text: a `CGColor`. Lines, runs and frames draw text without it in black.
public var kCTForegroundColorAttributeName: NSString { "CTForegroundColor" }
/// Whether text has the context's fill colour, whatever its own: a Boolean, `false` where it is missing.
public var kCTForegroundColorFromContextAttributeName: NSString { "CTForegroundColorFromContext" }
/// The colour behind the text: a `CGColor`.
public var kCTBackgroundColorAttributeName: NSString { "CTBackgroundColor" }
/// The room added after each character, in points: a number.
public var kCTKernAttributeName: NSString { "NSKern" }
/// The room added after each character, in points, after the kern: a number.
public var kCTTrackingAttributeName: NSString { "CTTracking" }
/// Whether letters join into ligatures: a number, 0 for no.
public var kCTLigatureAttributeName: NSString { "NSLigature" }
/// The width of the outlines of letters, in hundredths of the font's size: a number, below 0 for insides too.
public var kCTStrokeWidthAttributeName: NSString { "NSStrokeWidth" }
/// The colour of the outlines of letters: a `CGColor`.
public var kCTStrokeColorAttributeName: NSString { "CTStrokeColor" }
/// The lines under the text: the raw value of a ``CTUnderlineStyle``.
public var kCTUnderlineStyleAttributeName: NSString { "NSUnderline" }
/// The colour of the lines under the text: a `CGColor`.
public var kCTUnderlineColorAttributeName: NSString { "NSUnderlineColor" }
/// The offset of the text above the baseline, in points: a number.
public var kCTBaselineOffsetAttributeName: NSString { "NSBaselineOffset" }
/// The language, as a BCP 47 tag: a string.
public var kCTLanguageAttributeName: NSString { "NSLanguage" }
/// Whether the text is raised or lowered: kept, not drawn, and reported by text layers.
public var kCTSuperscriptAttributeName: NSString { "NSSuperScript" }
/// Room in the text for something other than text: a ``CTRunDelegate``.
public var kCTRunDelegateAttributeName: NSString { "CTRunDelegate" }
/// The directions that the text is put into: kept, not drawn, and reported by text layers.
public var kCTWritingDirectionAttributeName: NSString { "NSWritingDirection" }
/// Whether letters are set in columns: kept, not drawn, and reported by text layers.
public var kCTVerticalFormsAttributeName: NSString { "CTVerticalForms" }

/// Lines under text.
public struct CTUnderlineStyle: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int32
  /// Makes a style from its bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// A single line.
  public static let single = CTUnderlineStyle(rawValue: 1)
  /// A single line, twice as thick.
  public static let thick = CTUnderlineStyle(rawValue: 2)
  /// Two lines.
  public static let double = CTUnderlineStyle(rawValue: 9)
}
