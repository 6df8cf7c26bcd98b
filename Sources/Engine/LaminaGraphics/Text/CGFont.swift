// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

/// A glyph of a font, by its number.
public typealias CGGlyph = UInt16
/// A glyph of a font, by its number.
public typealias CGFontIndex = UInt16

/// A font without a size.
///
/// Its measures are in the font's own units, of which ``unitsPerEm`` make the size.
public final class CGFont: Hashable, Sendable {
  /// The font in any size.
  let font: CTFont
  /// Whether a program provided the font.
  package let isOfData: Bool

  /// The name, as in ``CTFont``.
  public var name: String { font.fontName }

  /// Makes a font from its name. Any name makes a font.
  public init?(_ name: String) {
    font = CTFont(fontName: name, pointSize: CTFont.defaultSize)
    isOfData = false
  }

  /// Makes a font of the bytes of a TrueType or OpenType file: the first of the fonts in it.
  ///
  ///     guard let provider = CGDataProvider(data: bytes as CFData), let font = CGFont(provider) else { … }
  ///     let title = CTFontCreateWithGraphicsFont(font, 24, nil, nil)
  ///
  /// The bytes are copied and kept until the process ends. From then on the font is also found by its name, registered
  /// or not; where another font of the same name is installed, the installed font is drawn.
  ///
  /// - Parameter provider: At most 2^28 bytes.
  /// - Returns: `nil` for bytes of another kind, and where there is no memory for them.
  public init?(_ provider: CGDataProvider) {
    guard let data = provider.data, let name = FontLibrary.shared.add(data) else { return nil }
    font = CTFont(fontName: name, pointSize: CTFont.defaultSize)
    isOfData = true
  }

  package init(_ font: CTFont) {
    self.font = font.withSize(CTFont.defaultSize)
    isOfData = false
  }

  /// The font in a size.
  package func font(ofSize size: CGFloat) -> CTFont { font.withSize(size) }

  private var face: FontFace? { FontLibrary.shared.face(of: font) }

  /// The full name of the installed font that draws this font; `nil` where no font is installed.
  public var fullName: String? { face?.name(.full) }
  /// The PostScript name of the installed font that draws this font; `nil` where no font is installed.
  public var postScriptName: String? { face?.name(.postScript) }
  /// The number of units per em.
  public var unitsPerEm: Int32 { Int32(clamping: Int(clamping: Double(face?.unitsPerEm ?? 0))) }
  /// The number of glyphs.
  public var numberOfGlyphs: Int { face?.glyphCount ?? 0 }
  /// From the baseline to the top of a line, in units.
  public var ascent: Int32 { units { $0.ascent } }
  /// From the baseline to the bottom of a line, in units, below 0.
  public var descent: Int32 { -units { $0.descent } }
  /// The space between lines that the font declares, in units.
  public var leading: Int32 { Int32(clamping: Int(clamping: Double(face?.lineGap ?? 0))) }
  /// The height of capital letters, in units.
  public var capHeight: Int32 { Int32(clamping: Int(clamping: Double(face?.capHeight ?? 0))) }
  /// The height of small letters, in units.
  public var xHeight: Int32 { Int32(clamping: Int(clamping: Double(face?.xHeight ?? 0))) }
  /// The counter-clockwise angle of the stems, in degrees.
  public var italicAngle: CGFloat { face?.slantAngle ?? 0 }
  /// The box that holds every glyph, in units with y up.
  public var fontBBox: CGRect { face?.boundingBox ?? .zero }

  private func units(_ measure: (FontMetrics) -> CGFloat) -> Int32 {
    guard let face else { return 0 }
    return Int32(clamping: Int(clamping: (measure(font.metrics) / font.pointSize * face.unitsPerEm).rounded()))
  }

  /// Measures the advances of glyphs, in units.
  ///
  /// - Parameters:
  ///   - glyphs: The glyphs.
  ///   - count: The number of glyphs.
  ///   - advances: Receives `count` numbers.
  /// - Returns: Whether a font is installed.
  public func getGlyphAdvances(
    glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    guard let face, count >= 0 else { return false }
    for index in 0..<count { advances[index] = Int32(clamping: Int(clamping: face.advance(of: UInt32(glyphs[index])))) }
    return true
  }

  /// Measures the boxes that glyphs draw in, in units with y up; empty for glyphs that draw nothing.
  ///
  /// - Parameters:
  ///   - glyphs: The glyphs.
  ///   - count: The number of glyphs.
  ///   - bboxes: Receives `count` boxes.
  /// - Returns: Whether a font is installed.
  public func getGlyphBBoxes(
    glyphs: UnsafePointer<CGGlyph>, count: Int, bboxes: UnsafeMutablePointer<CGRect>
  ) -> Bool {
    guard let face, count >= 0 else { return false }
    for index in 0..<count {
      let box = face.bounds(of: UInt32(glyphs[index]))
      bboxes[index] = box.isNull ? .zero : box
    }
    return true
  }

  /// The glyph of a name in the font; 0 for none.
  public func getGlyphWithGlyphName(name: String) -> CGGlyph {
    CGGlyph(truncatingIfNeeded: face?.glyph(named: name) ?? 0)
  }

  /// The name of a glyph in the font; `nil` for none.
  public func name(for glyph: CGGlyph) -> String? { face?.name(ofGlyph: UInt32(glyph)) }

  /// Whether both are the same font.
  public static func == (first: CGFont, second: CGFont) -> Bool { first.font == second.font }

  /// Adds the font to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(font) }
}
