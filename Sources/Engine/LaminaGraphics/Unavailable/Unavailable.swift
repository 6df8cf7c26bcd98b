// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

// Names of Core Graphics, Core Text and Image I/O that are not available here. Each has a message for the compiler to
// show.

/// A PDF document that is read.
@available(*, unavailable, message: "Lamina writes PDF and does not read it; make a picture of the page beforehand")
public class CGPDFDocument {
  /// Opens a file.
  public init?(_ url: CFURL) { nil }
  /// Opens a document in memory.
  public init?(_ provider: CGDataProvider) { nil }
}

/// A page of a PDF document that is read.
@available(*, unavailable, message: "Lamina writes PDF and does not read it; make a picture of the page beforehand")
public class CGPDFPage {}

/// The conversion of colours from one space to another.
@available(*, unavailable, message: "nothing is kept for a conversion; CGColor.converted(to:intent:options:) converts")
public class CGColorConversionInfo {
  /// Finds a conversion from one space to another.
  public init?(src: CGColorSpace, dst: CGColorSpace) { nil }
}

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

/// Reads the metadata of a picture.
@available(*, unavailable, message: "pictures are read without their metadata, but for size, orientation and colours")
public func CGImageSourceCopyMetadataAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> AnyObject? {
  nil
}

extension CGContext {
  /// Draws a page of a PDF document.
  @available(*, unavailable, message: "Lamina writes PDF and does not read it; make a picture of the page beforehand")
  public func drawPDFPage(_ page: CGPDFPage) {}

  /// Sets the space between characters.
  @available(*, unavailable, message: "give the text a kern attribute and draw it as a line")
  public func setCharacterSpacing(_ spacing: CGFloat) {}
}
