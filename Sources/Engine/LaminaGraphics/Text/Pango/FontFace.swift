// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CPango
package import Foundation
internal import LaminaGeometry

/// A face of an installed font: its measures and glyphs, in its own units, read by HarfBuzz.
///
/// A face does not change, and is read without the font library's lock. The corresponding HarfBuzz type is `hb_font_t`.
package final class FontFace: @unchecked Sendable {
  /// The size that faces are loaded at, in points: large enough for measures in whole numbers.
  static let size = 1000.0

  /// The font that draws its glyphs, at ``size``.
  let glyphs: GlyphFont
  /// The units of an em.
  package let unitsPerEm: CGFloat
  /// A font of HarfBuzz in these units, which does not change any more.
  private let font: OpaquePointer

  /// The properties that distinguish two faces.
  struct Form: Hashable {
    /// The file, and the font's number in it: HarfBuzz has several faces of one file when Pango has cleared its sizes
    /// in between.
    private var file: String
    private var index: Int32
    private var coordinates: [Int32]
    /// The artificial slant, where the font has no slanted letters, and whether letters are drawn twice to be bold.
    private var matrix: [CGFloat]

    /// - Parameters:
    ///   - font: HarfBuzz's font.
    ///   - pattern: Fontconfig's pattern of it.
    init(_ font: OpaquePointer, pattern: OpaquePointer?, glyphs: GlyphFont) {
      var name: UnsafeMutablePointer<FcChar8>?
      (file, index) = ("", 0)
      if FcPatternGetString(pattern, FC_FILE, 0, &name) == FcResultMatch, let name { file = String(cString: name) }
      FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
      coordinates = FontFace.coordinates(of: font)
      let em = glyphs.pointsFromEm
      matrix = [em.a, em.b, em.c, em.d].map { ($0 * 1024 / CGFloat(FontFace.size)).rounded() }
    }
  }

  /// Makes the face of a font that Pango shapes with.
  init(_ shaped: OpaquePointer, glyphs: GlyphFont) {
    self.glyphs = glyphs
    let face = hb_font_get_face(shaped)
    let units = max(hb_face_get_upem(face), 1)
    unitsPerEm = CGFloat(units)
    font = hb_font_create(face)
    hb_font_set_scale(font, Int32(clamping: Int(units)), Int32(clamping: Int(units)))
    let coordinates = Self.coordinates(of: shaped)
    if !coordinates.isEmpty {
      hb_font_set_var_coords_normalized(font, coordinates, UInt32(clamping: coordinates.count))
    }
    hb_ot_font_set_funcs(font)
    hb_font_make_immutable(font)
  }

  deinit {
    hb_font_destroy(font)
  }

  private static func coordinates(of font: OpaquePointer) -> [Int32] {
    var count: UInt32 = 0
    guard let values = hb_font_get_var_coords_normalized(font, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: values, count: Int(count)))
  }

  /// The font that draws its glyphs at a size.
  func glyphFont(size: CGFloat) -> GlyphFont {
    GlyphFont(glyphs, scale: size / CGFloat(Self.size))
  }

  // MARK: Glyphs

  /// The number of glyphs.
  package var glyphCount: Int { Int(hb_face_get_glyph_count(hb_font_get_face(font))) }

  /// The glyph of a character; `nil` where the face has none.
  package func glyph(for scalar: Unicode.Scalar) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, scalar.value, &glyph) != 0 ? glyph : nil
  }

  /// The glyph of a name in the font; `nil` for none.
  package func glyph(named name: String) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_glyph_from_name(font, name, -1, &glyph) != 0 ? glyph : nil
  }

  /// The name of a glyph in the font; `nil` for none.
  package func name(ofGlyph glyph: UInt32) -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard hb_font_get_glyph_name(font, glyph, &name, UInt32(clamping: name.count)) != 0 else { return nil }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The advance of a glyph along a line, in units.
  package func advance(of glyph: UInt32) -> CGFloat { CGFloat(hb_font_get_glyph_h_advance(font, glyph)) }

  /// The advance of a glyph down a column, in units.
  package func verticalAdvance(of glyph: UInt32) -> CGFloat { -CGFloat(hb_font_get_glyph_v_advance(font, glyph)) }

  /// The box that a glyph draws in, in units with y up from its origin; null for a glyph that draws nothing.
  package func bounds(of glyph: UInt32) -> CGRect {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.width != 0 || extents.height != 0 else {
      return .null
    }
    // HarfBuzz's height is negative.
    return CGRect(
      x: CGFloat(extents.x_bearing), y: CGFloat(extents.y_bearing) + CGFloat(extents.height),
      width: CGFloat(extents.width), height: -CGFloat(extents.height))
  }

  // MARK: Measures

  /// A measure that the font's tables hold, in units; `nil` for none.
  func measure(_ tag: hb_ot_metrics_tag_t) -> CGFloat? {
    var value: hb_position_t = 0
    return hb_ot_metrics_get_position(font, tag, &value) != 0 ? CGFloat(value) : nil
  }

  /// The top of a letter, for fonts without a table entry for the height of its kind.
  func top(of letter: Unicode.Scalar) -> CGFloat {
    guard let glyph = glyph(for: letter) else { return 0 }
    let box = bounds(of: glyph)
    return box.isNull ? 0 : box.maxY
  }

  /// The height of capital letters, in units.
  package var capHeight: CGFloat { measure(HB_OT_METRICS_TAG_CAP_HEIGHT) ?? top(of: "H") }

  /// The height of small letters, in units.
  package var xHeight: CGFloat { measure(HB_OT_METRICS_TAG_X_HEIGHT) ?? top(of: "x") }

  /// The position of an underline above the baseline, in units: usually below 0.
  package var underlinePosition: CGFloat { measure(HB_OT_METRICS_TAG_UNDERLINE_OFFSET) ?? 0 }

  /// The thickness of an underline, in units.
  package var underlineThickness: CGFloat { measure(HB_OT_METRICS_TAG_UNDERLINE_SIZE) ?? 0 }

  /// The space between lines that the font declares, in units.
  package var lineGap: CGFloat { measure(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP) ?? 0 }

  /// The counter-clockwise angle of the stems, in degrees: below 0 where letters lean to the right.
  package var slantAngle: CGFloat {
    let em = glyphs.pointsFromEm
    // Artificially slanted letters are slanted by the matrix.
    if em.c != 0, em.a != 0 { return -CGFloat(atan2(Double(abs(em.c)), Double(abs(em.a)))) * 180 / .pi }
    return table("post") { $0.count >= 8 ? CGFloat(Self.integer32($0, at: 4)) / 65536 : 0 } ?? 0
  }

  /// The box that holds every glyph, in units with y up.
  package var boundingBox: CGRect {
    table("head") { bytes in
      guard bytes.count >= 44 else { return .zero }
      func value(_ offset: Int) -> CGFloat {
        CGFloat(Int16(bitPattern: UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])))
      }
      return CGRect(x: value(36), y: value(38), width: value(40) - value(36), height: value(42) - value(38))
    } ?? .zero
  }

  /// The traits of the font as a whole.
  package var traits: FontTraits {
    var traits: FontTraits = []
    if weight >= 600 { traits.insert(.bold) }
    if slantAngle != 0 || hb_style_get_value(font, HB_STYLE_TAG_ITALIC) >= 0.5 { traits.insert(.italic) }
    let width = hb_style_get_value(font, HB_STYLE_TAG_WIDTH)
    if width < 95 { traits.insert(.condensed) }
    if width > 105 { traits.insert(.expanded) }
    let isFixed = table("post") { $0.count >= 16 && Self.integer32($0, at: 12) != 0 } ?? false
    if isFixed { traits.insert(.monospaced) }
    if glyphs.isColored { traits.insert(.colorGlyphs) }
    let family = table("OS/2") { $0.count >= 32 ? UInt16($0[30]) << 8 | UInt16($0[31]) : 0 } ?? 0
    return traits.union(FontTraits(familyClass: family))
  }

  /// The weight, 1...1000: 400 for running text.
  package var weight: Int { Int(clamping: hb_style_get_value(font, HB_STYLE_TAG_WEIGHT).rounded()) }

  /// A name in the font's table of names.
  package func name(_ kind: FontNameKind) -> String? {
    var length: UInt32 = 512
    var bytes = [CChar](repeating: 0, count: Int(length))
    hb_ot_name_get_utf8(hb_font_get_face(font), kind.rawValue, hb_language_from_string("en", -1), &length, &bytes)
    guard length > 0 else { return nil }
    return String(decoding: bytes.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func table<Value>(_ tag: String, _ read: (UnsafeBufferPointer<UInt8>) -> Value) -> Value? {
    let blob = hb_face_reference_table(hb_font_get_face(font), hb_tag_from_string(tag, -1))
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length > 0 else { return nil }
    return data.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
      read(UnsafeBufferPointer(start: $0, count: Int(length)))
    }
  }

  private static func integer32(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int32 {
    Int32(bitPattern: bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) })
  }
}

/// The names that a font has, by their numbers in its table.
package enum FontNameKind: UInt32, Sendable {
  case copyright = 0
  case family = 1
  case style = 2
  case unique = 3
  case full = 4
  case version = 5
  case postScript = 6
  case trademark = 7
  case manufacturer = 8
  case designer = 9
  case description = 10
  case vendorAddress = 11
  case designerAddress = 12
  case license = 13
  case licenseAddress = 14
  case sampleText = 19
  case postScriptCID = 20
}
