// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The measures of a font, and the installed face that they come from.

public import Foundation
package import LaminaGeometry

extension CTFont {
  /// The distance from the baseline to the top of a line, in points.
  public var ascender: CGFloat { metrics.ascent }
  /// The negative distance from the baseline to the bottom of a line, in points.
  public var descender: CGFloat { -metrics.descent }
  /// The height of a line, in points.
  public var lineHeight: CGFloat { metrics.ascent + metrics.descent }
  /// The family of the installed font that draws this font.
  public var familyName: String { FontLibrary.shared.familyName(of: self) }

  /// The measures of the font.
  package var metrics: FontMetrics { FontLibrary.shared.metrics(of: self) }
  /// The installed face that draws the font; `nil` where none is installed.
  package var installedFace: FontFace? { FontLibrary.shared.face(of: self) }
  /// The PostScript name of the installed font that draws this font, or the requested name.
  package var postScriptName: String { installedName(.postScript) ?? fontName }

  /// The height of capital letters, in points.
  public var capHeight: CGFloat { measure(\.capHeight) }
  /// The height of small letters, in points.
  public var xHeight: CGFloat { measure(\.xHeight) }
  /// The space between lines that the font declares, in points. Paragraph styles change the distance of lines.
  public var leading: CGFloat { measure(\.lineGap) }

  /// A measure of the face at this size; 0 where no font is installed.
  package func measure(_ units: KeyPath<FontFace, CGFloat>) -> CGFloat {
    guard let face = installedFace else { return 0 }
    return face[keyPath: units] * pointSize / face.unitsPerEm
  }

  /// A name of the installed font that draws this font; `nil` where the font does not have it.
  package func installedName(_ kind: FontNameKind) -> String? { installedFace?.name(kind) }

  /// The transform from the units of a face to points.
  package func pointsFromUnits(of face: FontFace) -> CGAffineTransform {
    CGAffineTransform(scaleX: pointSize / face.unitsPerEm, y: pointSize / face.unitsPerEm)
  }

  /// The box of a glyph, in points with y up from its origin; null where nothing is drawn.
  package func bounds(of glyph: UInt32, in face: FontFace) -> CGRect {
    let box = face.bounds(of: glyph)
    return box.isNull ? box : box.applying(pointsFromUnits(of: face))
  }

  /// The outline of a glyph, in points with y up; `nil` for a glyph that the font does not have, that draws nothing, or
  /// that is a picture.
  ///
  /// - Parameters:
  ///   - glyph: The number of the glyph.
  ///   - transform: The transform of the outline.
  package func path(ofGlyph glyph: UInt32, transformedBy transform: CGAffineTransform = .identity) -> CGPath? {
    guard let face = installedFace, !face.glyphs.isColored, Int(glyph) < face.glyphCount, let tracer = GlyphTracer()
    else { return nil }
    let run = GlyphRun(
      font: face.glyphs, glyphs: [PositionedGlyph(index: glyph, x: 0, y: 0)],
      bounds: CGRect(x: 0, y: 0, width: 1, height: 1))
    let everywhere = PixelRect(minX: -1_000_000, minY: -1_000_000, maxX: 1_000_000, maxY: 1_000_000)
    let elements = tracer.outline(of: run, deviceFromRun: .identity, near: everywhere)
    guard !elements.types.isEmpty else { return nil }
    let scale = pointSize / CGFloat(FontFace.size)
    return CGPath(elements: elements.applying(CGAffineTransform(scaleX: scale, y: -scale).concatenating(transform)))
  }

  /// Whether the font was found by its name.
  package var isInstalled: Bool { FontLibrary.shared.withState { $0.resolve(self).match != .missing } }

  /// The traits of the installed face; empty where none is installed.
  package var traits: FontTraits { installedFace?.traits ?? [] }

  /// Returns the same family, upright or slanted, in regular or bold.
  package func styled(isBold: Bool, isItalic: Bool) -> CTFont {
    // The family name has no style, which would otherwise be kept.
    let name = fontName == Self.systemName ? fontName : familyName
    return CTFont(fontName: name, pointSize: pointSize, weight: isBold ? 700 : 400, isItalic: isItalic)
  }

  /// Returns the font with more traits, of which bold and slanted have an effect.
  package func adding(_ added: FontTraits) -> CTFont {
    let wanted = traits.union(added)
    return wanted == traits ? self : styled(isBold: wanted.contains(.bold), isItalic: wanted.contains(.italic))
  }
}

/// The measures of a font at its size, in points.
package struct FontMetrics: Hashable, Sendable {
  /// The distance from the baseline to the top of a line.
  package var ascent: CGFloat
  /// The distance from the baseline to the bottom of a line.
  package var descent: CGFloat
  /// The distance from the baseline down to the top of an underline.
  package var underlineOffset: CGFloat
  /// The thickness of an underline.
  package var underlineThickness: CGFloat
  /// The distance from the baseline up to the top of a line through the text.
  package var strikethroughOffset: CGFloat
  /// The thickness of a line through the text.
  package var strikethroughThickness: CGFloat
}
