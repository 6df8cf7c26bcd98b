// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The kind of a font's letters, as declared by the font, and the version of Core Text.

import LaminaGeometry

/// The kind of a font's letters: the upper four bits of ``CTFontSymbolicTraits``.
public struct CTFontStylisticClass: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes a class from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(number: UInt32) { rawValue = number << UInt32(kCTFontClassMaskShift) }

  /// The font declares no class.
  public static let classUnknown = CTFontStylisticClass(number: 0)
  /// Serifs after the Latin printing of the 15th to 17th century.
  public static let classOldStyleSerifs = CTFontStylisticClass(number: 1)
  /// Serifs after the Latin printing of the 18th and 19th century.
  public static let classTransitionalSerifs = CTFontStylisticClass(number: 2)
  /// Serifs after the Latin printing of the 20th century.
  public static let classModernSerifs = CTFontStylisticClass(number: 3)
  /// Serifs of Clarendon's kind.
  public static let classClarendonSerifs = CTFontStylisticClass(number: 4)
  /// Serifs with square ends.
  public static let classSlabSerifs = CTFontStylisticClass(number: 5)
  /// Serifs of other forms.
  public static let classFreeformSerifs = CTFontStylisticClass(number: 7)
  /// Letters without serifs.
  public static let classSansSerif = CTFontStylisticClass(number: 8)
  /// Ornaments.
  public static let classOrnamentals = CTFontStylisticClass(number: 9)
  /// Letters as if written by hand.
  public static let classScripts = CTFontStylisticClass(number: 10)
  /// Symbols.
  public static let classSymbolic = CTFontStylisticClass(number: 12)
}

/// The number of bits by which the class of a font is shifted in ``CTFontSymbolicTraits``.
public let kCTFontClassMaskShift = 28

extension CTFontSymbolicTraits {
  /// The bits that are the font's ``CTFontStylisticClass``.
  public static let traitClassMask = CTFontSymbolicTraits(rawValue: 15 << 28)
  /// The bits that are the font's ``CTFontStylisticClass``.
  public static let classMaskTrait = traitClassMask
}

/// The number of Core Text of macOS 10.10.
public let kCTVersionNumber10_10: UInt32 = 0x0007_0000
/// The number of Core Text of macOS 10.11.
public let kCTVersionNumber10_11: UInt32 = 0x0008_0000
/// The number of Core Text of macOS 10.12.
public let kCTVersionNumber10_12: UInt32 = 0x0009_0000
/// The number of Core Text of macOS 10.13.
public let kCTVersionNumber10_13: UInt32 = 0x000A_0000
/// The number of Core Text of macOS 10.14.
public let kCTVersionNumber10_14: UInt32 = 0x000B_0000
/// The number of Core Text of macOS 10.15.
public let kCTVersionNumber10_15: UInt32 = 0x000C_0000
/// The number of Core Text of macOS 11.
public let kCTVersionNumber11_0: UInt32 = 0x000D_0000

/// The version of Core Text whose names are available here: ``kCTVersionNumber11_0``, the last version with a number.
public func CTGetCoreTextVersion() -> UInt32 { kCTVersionNumber11_0 }
