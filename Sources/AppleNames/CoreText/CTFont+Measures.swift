// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The measures and properties of a font, at its size.

public import Foundation
public import LaminaCoreFoundation
public import LaminaGeometry
public import LaminaGraphics

/// The size of a font in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.pointSize }

/// The transform of a font's glyphs: none.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { .identity }

/// The distance from the baseline to the top of a line, in points.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.metrics.ascent }

/// The distance from the baseline to the bottom of a line, in points.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.metrics.descent }

/// The space between lines that the font declares, in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { font.leading }

/// The number of the font's units per em; 0 where no font is installed.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 {
  UInt32(clamping: Int(clamping: Double(font.installedFace?.unitsPerEm ?? 0)))
}

/// The number of glyphs of a font.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex { font.installedFace?.glyphCount ?? 0 }

/// The box that holds every glyph of a font, in points with y up from the origin of a glyph.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
  guard let face = font.installedFace else { return .zero }
  return face.boundingBox.applying(font.pointsFromUnits(of: face))
}

/// The position of the top of an underline relative to the baseline, in points: below 0.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat { font.measure(\.underlinePosition) }

/// The thickness of an underline, in points.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat { font.measure(\.underlineThickness) }

/// The counter-clockwise angle of a font's stems, in degrees: below 0 where letters lean to the right.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat { font.installedFace?.slantAngle ?? 0 }

/// The height of capital letters, in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { font.capHeight }

/// The height of small letters, in points.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { font.xHeight }

/// The traits of a font as a whole.
public func CTFontGetSymbolicTraits(_ font: CTFont) -> CTFontSymbolicTraits {
  CTFontSymbolicTraits(rawValue: font.traits.rawValue)
}

/// The traits of a font: ``kCTFontSymbolicTrait``, ``kCTFontWeightTrait`` and ``kCTFontSlantTrait``.
public func CTFontCopyTraits(_ font: CTFont) -> CFDictionary {
  guard let face = font.installedFace else { return [:] }
  return [
    kCTFontSymbolicTrait: face.traits.rawValue,
    kCTFontWeightTrait: CTFont.Weight(numeric: face.weight).rawValue,
    kCTFontSlantTrait: -face.slantAngle / 180,
  ]
}

/// The PostScript name of the installed font that draws this font; the requested name where no font is installed.
public func CTFontCopyPostScriptName(_ font: CTFont) -> String { font.postScriptName }

/// The full name of the installed font that draws this font; the requested name where no font is installed.
public func CTFontCopyFullName(_ font: CTFont) -> String { font.installedName(.full) ?? font.fontName }

/// The name to display: the full name.
public func CTFontCopyDisplayName(_ font: CTFont) -> String { CTFontCopyFullName(font) }

/// The family of the installed font that draws this font.
public func CTFontCopyFamilyName(_ font: CTFont) -> String { font.familyName }
