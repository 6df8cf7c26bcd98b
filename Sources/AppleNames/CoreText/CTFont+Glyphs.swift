// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The glyphs of a font: their numbers, their sizes and their outlines.

public import Foundation
public import LaminaCoreFoundation
public import LaminaGeometry
public import LaminaGraphics

/// The direction of text for measurements.
public enum CTFontOrientation: UInt32, Sendable {
  /// The font's own: along lines.
  case `default` = 0
  /// Along lines.
  case horizontal = 1
  /// Down columns.
  case vertical = 2
}

/// Finds the glyphs of characters.
///
/// - Parameters:
///   - font: The font. No substitute is used for characters that it lacks.
///   - characters: Text in UTF-16.
///   - glyphs: Receives `count` glyphs: 0 for a character that the font lacks, and for the second half of a pair.
///   - count: The number of UTF-16 units.
/// - Returns: Whether the font has all of them.
public func CTFontGetGlyphsForCharacters(
  _ font: CTFont, _ characters: UnsafePointer<UniChar>, _ glyphs: UnsafeMutablePointer<CGGlyph>, _ count: CFIndex
) -> Bool {
  guard count > 0 else { return count == 0 }
  let units = UnsafeBufferPointer(start: characters, count: count)
  glyphs.update(repeating: 0, count: count)
  guard let face = font.installedFace else { return false }
  var hasAll = true
  var index = 0
  while index < count {
    let isPair = index + 1 < count && UTF16.isLeadSurrogate(units[index]) && UTF16.isTrailSurrogate(units[index + 1])
    let value =
      isPair
      ? 0x10000 + (UInt32(units[index] & 0x3FF) << 10 | UInt32(units[index + 1] & 0x3FF)) : UInt32(units[index])
    let glyph = Unicode.Scalar(value).flatMap(face.glyph) ?? 0
    glyphs[index] = CGGlyph(truncatingIfNeeded: glyph)
    if glyph == 0 { hasAll = false }
    index += isPair ? 2 : 1
  }
  return hasAll
}

/// The glyph of a name in the font; 0 for none.
public func CTFontGetGlyphWithName(_ font: CTFont, _ glyphName: CFString) -> CGGlyph {
  CGGlyph(truncatingIfNeeded: font.installedFace?.glyph(named: glyphName) ?? 0)
}

/// Measures the advances of glyphs, in points, without kerning.
///
/// - Parameters:
///   - font: The font.
///   - orientation: Along lines, or down columns, where the height of a glyph counts.
///   - glyphs: The glyphs.
///   - advances: Receives `count` sizes; `nil` for none.
///   - count: The number of glyphs.
/// - Returns: The sum of the advances.
@discardableResult
public func CTFontGetAdvancesForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ advances: UnsafeMutablePointer<CGSize>?, _ count: CFIndex
) -> Double {
  guard count > 0 else { return 0 }
  let face = font.installedFace
  let scale = face.map { font.pointSize / $0.unitsPerEm } ?? 0
  var sum = 0.0
  for index in 0..<count {
    let glyph = UInt32(glyphs[index])
    let advance = (orientation == .vertical ? face?.verticalAdvance(of: glyph) : face?.advance(of: glyph)) ?? 0
    advances?[index] =
      orientation == .vertical
      ? CGSize(width: 0, height: advance * scale) : CGSize(width: advance * scale, height: 0)
    sum += Double(advance * scale)
  }
  return sum
}

/// Measures the boxes that glyphs draw in, in points with y up from the origin of each.
///
/// - Parameters:
///   - font: The font.
///   - orientation: Ignored: text runs along lines.
///   - glyphs: The glyphs.
///   - boundingRects: Receives `count` boxes, empty for glyphs that draw nothing; `nil` for none.
///   - count: The number of glyphs.
/// - Returns: The box of all glyphs, each at the origin; null where no glyph draws anything.
@discardableResult
public func CTFontGetBoundingRectsForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ boundingRects: UnsafeMutablePointer<CGRect>?, _ count: CFIndex
) -> CGRect {
  var all = CGRect.null
  guard count > 0 else { return all }
  let face = font.installedFace
  for index in 0..<count {
    let box = face.map { font.bounds(of: UInt32(glyphs[index]), in: $0) } ?? .null
    boundingRects?[index] = box.isNull ? .zero : box
    all = all.union(box)
  }
  return all
}

/// Returns the outline of a glyph, in points with y up from its origin.
///
/// - Parameters:
///   - font: The font.
///   - glyph: The glyph.
///   - matrix: The transform of the outline; `nil` for none.
/// - Returns: The outline; `nil` for a glyph that draws nothing or is a picture, and for a glyph that the font does not
///   have.
public func CTFontCreatePathForGlyph(
  _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  font.path(ofGlyph: UInt32(glyph), transformedBy: matrix?.pointee ?? .identity)
}

/// Draws glyphs at points, with the context's colours, text drawing mode and text matrix.
///
/// As on Apple's platforms glyphs have y up before the text matrix.
///
/// - Parameters:
///   - font: The font.
///   - glyphs: The glyphs.
///   - positions: The origins of the glyphs, in text space.
///   - count: The number of glyphs.
///   - context: The context to draw in.
public func CTFontDrawGlyphs(
  _ font: CTFont, _ glyphs: UnsafePointer<CGGlyph>, _ positions: UnsafePointer<CGPoint>, _ count: Int,
  _ context: CGContext
) {
  context.draw(glyphs, at: positions, count: count, of: font)
}
