// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Names of Core Text that are not available here. Each has a message for the compiler to show.

public import Foundation
public import LaminaCoreFoundation
public import LaminaGraphics

/// Makes a tab stop.
@available(*, unavailable, message: "tab stops of one's own are not supported; draw columns as lines of their own")
public func CTTextTabCreate(_ alignment: CTTextAlignment, _ location: Double, _ options: CFDictionary?) -> AnyObject? {
  nil
}

/// The axes along which a font varies.
@available(*, unavailable, message: "Pango does not tell what is in a font's tables; name the style that is wanted")
public func CTFontCopyVariationAxes(_ font: CTFont) -> CFArray? { nil }

/// The position of a font along its axes.
@available(*, unavailable, message: "Pango does not tell what is in a font's tables; name the style that is wanted")
public func CTFontCopyVariation(_ font: CTFont) -> CFDictionary? { nil }

/// The typographic features of a font.
@available(*, unavailable, message: "Pango does not tell what is in a font's tables; name the style that is wanted")
public func CTFontCopyFeatures(_ font: CTFont) -> CFArray? { nil }

/// The characters of a font.
@available(*, unavailable, message: "ask for the characters that are wanted, with CTFontGetGlyphsForCharacters")
public func CTFontCopyCharacterSet(_ font: CTFont) -> CFCharacterSet { CFCharacterSet() }

/// Removes registered fonts.
@available(*, unavailable, message: "Fontconfig adds fonts to a process and does not take single ones away")
public func CTFontManagerUnregisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  false
}
