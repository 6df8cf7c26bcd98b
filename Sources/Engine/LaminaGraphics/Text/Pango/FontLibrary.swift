// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The installed fonts. One Pango font map for the process, behind a lock: Pango's objects may be used by one thread at
// a time. Only values leave the lock, and Cairo's font faces, with which glyphs are again drawn under the lock.

internal import CCairo
internal import CPango
internal import Foundation
internal import LaminaGeometry
import LaminaSystem

/// The installed fonts, and the lock for all objects of Pango and Fontconfig.
package final class FontLibrary: @unchecked Sendable {
  /// The one library.
  package static let shared = FontLibrary()

  /// Held while ``state`` is used, and while Cairo accesses font files. It is not Swift's `Mutex`, which does not let
  /// pointers leave a closure that also takes the caller's pointers, and it is recursive, since fonts are freed inside
  /// of both.
  private let lock = NSRecursiveLock()
  private var state = State()
  /// The value of ``DrawingShortage/era`` when the state was made.
  private var era = 0

  private init() {}

  /// Calls `body` with Pango's objects. No other thread uses them until it returns; `body` must not call the library.
  /// `body` may be called a second time, where memory may have been short.
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return DrawingShortage.twiceIfSuspected {
      // Pango keeps fonts that Cairo had no memory for, and would use them for layouts from then on.
      if era != DrawingShortage.era {
        era = DrawingShortage.era
        state = State(after: state)
      }
      // At this point no layout of Pango is alive.
      state.forgetSizesIfMany()
      return body(&state)
    }
  }

  /// Does work in which Cairo may open, read or close font files, while no other thread does.
  ///
  /// Cairo has ten files open at most. Before version 1.18 it closes a file without checking whether a thread has begun
  /// to read it, and opens files with a FreeType library that only one thread at a time may use.
  func withFontFiles<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// The measures of a font.
  func metrics(of font: CTFont) -> FontMetrics {
    withState { $0.metrics(of: font) }
  }

  /// The family of the installed font that draws `font`.
  func familyName(of font: CTFont) -> String {
    withState { $0.resolve(font).families.first ?? font.fontName }
  }

  /// The installed face that draws `font`, whatever its size; `nil` where none is installed.
  func face(of font: CTFont) -> FontFace? {
    withState { $0.face(of: font) }
  }

  /// The families of the installed fonts, sorted.
  package var familyNames: [String] { withState { _ in State.names(FC_FAMILY) } }

  /// The PostScript names of the installed fonts, sorted.
  package var postScriptNames: [String] { withState { _ in State.names(FC_POSTSCRIPT_NAME) } }

  /// Makes the fonts in a file available to this process; returns whether there were any.
  package func register(file path: String) -> Bool {
    withState { $0.register(file: path) }
  }

  /// Records that a program has registered the font of a name; returns whether it is the first time.
  package func claim(_ name: String) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return state.claimedNames.insert(name).inserted
  }

  /// Pango's objects, and cached lookups.
  struct State: ~Copyable {
    /// A `PangoFontMap`.
    let map: UnsafeMutablePointer<PangoFontMap>
    /// A `PangoContext` without hinting, whose positions are not rounded: layouts are scaled.
    let context: OpaquePointer
    /// Whether any font is installed. Without any font, Pango terminates the process.
    private(set) var hasFonts: Bool
    private var resolved: [String: ResolvedFont] = [:]
    private var measured: [CTFont: FontMetrics] = [:]
    private var glyphFonts: [GlyphFontKey: GlyphFont] = [:]
    private var faces: [CTFont: FontFace] = [:]
    private var faceForms: [FontFace.Form: FontFace] = [:]
    /// The sizes that were requested from Pango since it last cleared them.
    private var sizes: Set<SizeKey> = []
    /// The greatest number of sizes that Pango may hold before the next text.
    private static let mostSizes = 256
    /// The PostScript names of the fonts that were provided as bytes.
    var namesOfData: [FontData.Digest: String] = [:]
    /// The members of ``namesOfData`` that programs have registered.
    var claimedNames: Set<String> = []
    /// The files that programs have registered.
    private var files = FontFiles()

    init() {
      guard let map = pango_cairo_font_map_new(), let context = pango_font_map_create_context(map) else {
        preconditionFailure("out of memory for a font map")
      }
      self.map = map
      self.context = context
      let options = cairo_font_options_create()
      cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      pango_cairo_context_set_font_options(context, options)
      DrawingShortage.check(cairo_font_options_status(options))
      // Without memory for a copy of the options, Pango keeps an object in an error state, and draws with other
      // options.
      DrawingShortage.check(cairo_font_options_status(pango_cairo_context_get_font_options(context)))
      cairo_font_options_destroy(options)
      pango_context_set_round_glyph_positions(context, 0)
      // A fixed language gives the same glyphs on all machines; an attribute of the text overrides it.
      pango_context_set_language(context, pango_language_from_string("en"))
      pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
      hasFonts = Self.countFonts() > 0
    }

    /// Clears all caches; fonts that programs have registered stay.
    init(after other: borrowing State) {
      let (names, claimed, files) = (other.namesOfData, other.claimedNames, other.files)
      self.init()
      (namesOfData, claimedNames, self.files) = (names, claimed, files)
    }

    /// Records a shortage where there was no memory for a font.
    func check(_ font: UnsafeMutablePointer<PangoFont>) {
      guard let scaled = pango_cairo_font_get_scaled_font(OpaquePointer(UnsafeMutableRawPointer(font))) else {
        return DrawingShortage.meet()
      }
      DrawingShortage.check(cairo_scaled_font_status(scaled))
    }

    deinit {
      for key in glyphFonts.keys { g_object_unref(key.font) }
      g_object_unref(UnsafeMutableRawPointer(context))
      g_object_unref(map)
    }

    private static func countFonts() -> Int {
      let pattern = FcPatternCreate()
      let objects = FcObjectSetCreate()
      defer {
        FcPatternDestroy(pattern)
        FcObjectSetDestroy(objects)
      }
      guard let fonts = FcFontList(nil, pattern, objects) else { return 0 }
      defer { FcFontSetDestroy(fonts) }
      return Int(fonts.pointee.nfont)
    }

    /// The values of a property of the installed fonts, each once, sorted.
    fileprivate static func names(_ property: String) -> [String] {
      let pattern = FcPatternCreate()
      let objects = FcObjectSetCreate()
      defer {
        FcPatternDestroy(pattern)
        FcObjectSetDestroy(objects)
      }
      FcObjectSetAdd(objects, property)
      guard let fonts = FcFontList(nil, pattern, objects) else { return [] }
      defer { FcFontSetDestroy(fonts) }
      var result: Set<String> = []
      for index in 0..<Int(fonts.pointee.nfont) {
        var value: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(fonts.pointee.fonts[index], property, 0, &value) == FcResultMatch, let value else {
          continue
        }
        result.insert(String(cString: value))
      }
      return result.sorted()
    }

    /// Makes the fonts in a file available, also after the file is removed; returns whether there were any.
    mutating func register(file path: String) -> Bool {
      register(lasting: files.lastingPath(of: path))
    }

    /// Makes the fonts at a path available; the path must be valid as long as the process lives. Returns whether there
    /// were any.
    mutating func register(lasting path: String) -> Bool {
      guard FcConfigAppFontAddFile(nil, path) != 0 else { return false }
      // The map is a PangoFcFontMap, as are all maps of Cairo on a system with FreeType.
      pango_fc_font_map_config_changed(OpaquePointer(map))
      resolved.removeAll()
      measured.removeAll()
      faces.removeAll()
      hasFonts = Self.countFonts() > 0
      return true
    }

    /// Finds the installed font for a name.
    mutating func resolve(_ font: CTFont) -> ResolvedFont {
      if let known = resolved[font.fontName] { return known }
      let found = ResolvedFont.named(font.fontName)
      resolved[font.fontName] = found
      return found
    }

    /// A Pango description of a font at a size, to be freed by the caller.
    mutating func description(of font: CTFont, size: Double) -> OpaquePointer? {
      sizes.insert(SizeKey(font: font.withSize(CTFont.defaultSize), size: size))
      let found = resolve(font)
      let description = pango_font_description_new()
      // Pango accepts a list of families, so a comma in a name would end the name.
      let families = found.families.map { family in
        family.utf8.contains(UInt8(ascii: ",")) ? String(family.map { $0 == "," ? " " : $0 }) : family
      }
      pango_font_description_set_family(description, families.joined(separator: ","))
      let weight = font.weight ?? found.weight
      pango_font_description_set_weight(description, PangoWeight(UInt32(min(max(weight, 100), 1000))))
      pango_font_description_set_style(
        description, found.isItalic || font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
      if found.isCondensed { pango_font_description_set_stretch(description, PANGO_STRETCH_CONDENSED) }
      pango_font_description_set_absolute_size(description, max(size, 1.0 / 1024) * Double(PANGO_SCALE))
      return description
    }

    /// Makes Pango clear the sizes of fonts, which it otherwise keeps for ever, some 15 KB each.
    mutating func forgetSizesIfMany() {
      guard sizes.count > Self.mostSizes else { return }
      sizes.removeAll()
      forgetGlyphFonts()
      pango_fc_font_map_cache_clear(OpaquePointer(map))
    }

    /// The font that draws the glyphs of a Pango font, at its size times `scale`.
    mutating func glyphFont(_ font: UnsafeMutablePointer<PangoFont>, scale: Double) -> GlyphFont? {
      check(font)
      // The font stays in memory for as long as it is a key, so no other can have its address.
      let key = GlyphFontKey(font: UnsafeMutableRawPointer(font), scale: scale)
      if let known = glyphFonts[key] { return known }
      // Every font of a Cairo font map is a PangoCairoFont, and every FreeType font is a PangoFcFont.
      let raw = OpaquePointer(UnsafeMutableRawPointer(font))
      guard let scaled = pango_cairo_font_get_scaled_font(raw) else { return nil }
      var isColored: FcBool = 0
      let pattern = pango_fc_font_get_pattern(
        UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
      FcPatternGetBool(pattern, FC_COLOR, 0, &isColored)
      guard let made = GlyphFont(scaledFont: scaled, scale: scale, isColored: isColored != 0) else { return nil }
      if glyphFonts.count >= 500 { forgetGlyphFonts() }
      g_object_ref(UnsafeMutableRawPointer(font))
      glyphFonts[key] = made
      return made
    }

    /// The face of a font by name, weight and slant.
    mutating func face(of font: CTFont) -> FontFace? {
      if let own = font.face { return own }
      let key = font.withSize(CTFont.defaultSize)
      if let known = faces[key] { return known }
      guard hasFonts, let description = description(of: font, size: FontFace.size) else { return nil }
      defer { pango_font_description_free(description) }
      guard let loaded = pango_font_map_load_font(map, context, description) else { return nil }
      defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
      let made = face(of: loaded, size: FontFace.size)
      if faces.count > 1000 { faces.removeAll() }
      faces[key] = made
      return made
    }

    /// The face of a Pango font, the same for every size.
    ///
    /// - Parameter size: The size of the font, in points of its layout.
    mutating func face(of font: UnsafeMutablePointer<PangoFont>, size: Double) -> FontFace? {
      guard let glyphs = glyphFont(font, scale: FontFace.size / size), let shaped = pango_font_get_hb_font(font) else {
        return nil
      }
      let pattern = pango_fc_font_get_pattern(UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
      let form = FontFace.Form(shaped, pattern: pattern, glyphs: glyphs)
      if let known = faceForms[form] { return known }
      let made = FontFace(shaped, glyphs: glyphs)
      faceForms[form] = made
      return made
    }

    private mutating func forgetGlyphFonts() {
      for key in glyphFonts.keys { g_object_unref(key.font) }
      glyphFonts.removeAll()
    }

    private struct SizeKey: Hashable {
      var font: CTFont
      var size: Double
    }

    private struct GlyphFontKey: Hashable {
      var font: UnsafeMutableRawPointer
      var scale: Double
    }

    mutating func metrics(of font: CTFont) -> FontMetrics {
      if let known = measured[font] { return known }
      let unit = Double(PANGO_SCALE)
      // The font is measured at a size that suits whole numbers, and scaled for all sizes.
      let size = 1000.0
      guard hasFonts, let description = description(of: font, size: size) else {
        return FontMetrics(
          ascent: font.pointSize, descent: 0, underlineOffset: 0, underlineThickness: 0, strikethroughOffset: 0,
          strikethroughThickness: 0)
      }
      defer { pango_font_description_free(description) }
      let metrics = pango_context_get_metrics(context, description, nil)
      // The measures are those of its first font, which is loaded again to check for a shortage of memory, since
      // metrics have no error state.
      if let font = pango_font_map_load_font(map, context, description) {
        check(font)
        g_object_unref(UnsafeMutableRawPointer(font))
      }
      defer { pango_font_metrics_unref(metrics) }
      func points(_ value: Int32) -> CGFloat { CGFloat(Double(value) / unit / size) * font.pointSize }
      let result = FontMetrics(
        ascent: points(pango_font_metrics_get_ascent(metrics)),
        descent: points(pango_font_metrics_get_descent(metrics)),
        underlineOffset: -points(pango_font_metrics_get_underline_position(metrics)),
        underlineThickness: points(pango_font_metrics_get_underline_thickness(metrics)),
        strikethroughOffset: points(pango_font_metrics_get_strikethrough_position(metrics)),
        strikethroughThickness: points(pango_font_metrics_get_strikethrough_thickness(metrics)))
      if measured.count > 1000 { measured.removeAll() }
      measured[font] = result
      return result
    }
  }
}
