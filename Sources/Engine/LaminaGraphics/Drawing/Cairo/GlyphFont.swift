// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CCairo
internal import Foundation
internal import LaminaGeometry

/// A font face at a size, to draw glyphs with.
///
/// The corresponding Cairo type is `cairo_font_face_t`, which any thread may use for one drawing after another.
final class GlyphFont: @unchecked Sendable {
  /// The face. Never written after the initialiser.
  let face: OpaquePointer
  /// The transform from the face's em square, y down, to points, including slant.
  let pointsFromEm: CGAffineTransform
  /// Whether its glyphs are pictures in their own colours rather than outlines.
  let isColored: Bool
  /// No hinting, grey edges, and the variations of a variable font.
  private let options: OpaquePointer

  /// Takes the face of a `cairo_scaled_font_t`.
  ///
  /// - Parameters:
  ///   - scaledFont: The font; it is not kept.
  ///   - scale: The factor for its size.
  ///   - isColored: Whether its glyphs are pictures.
  /// - Returns: `nil` when the font is in an error state.
  init?(scaledFont: OpaquePointer, scale: Double, isColored: Bool) {
    guard !DrawingShortage.check(cairo_scaled_font_status(scaledFont)),
      cairo_scaled_font_status(scaledFont) == CAIRO_STATUS_SUCCESS,
      let face = cairo_scaled_font_get_font_face(scaledFont), let options = cairo_font_options_create()
    else { return nil }
    DrawingShortage.check(cairo_font_options_status(options))
    self.face = cairo_font_face_reference(face)
    self.options = options
    self.isColored = isColored
    cairo_scaled_font_get_font_options(scaledFont, options)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    var matrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(scaledFont, &matrix)
    pointsFromEm = CGAffineTransform(
      a: matrix.xx * scale, b: matrix.yx * scale, c: matrix.xy * scale, d: matrix.yy * scale, tx: 0, ty: 0)
  }

  /// Makes a font with the face of another, `scale` times as large.
  init(_ other: GlyphFont, scale: CGFloat) {
    face = cairo_font_face_reference(other.face)
    options = cairo_font_options_copy(other.options)
    DrawingShortage.check(cairo_font_options_status(options))
    isColored = other.isColored
    pointsFromEm = other.pointsFromEm.concatenating(CGAffineTransform(scaleX: scale, y: scale))
  }

  deinit {
    // Freeing the last reference to a face closes its file.
    FontLibrary.shared.withFontFiles { cairo_font_face_destroy(face) }
    cairo_font_options_destroy(options)
  }

  /// Draws with this font in a context; user space is in points. The context has no font afterwards.
  func draw(on cairo: OpaquePointer, _ body: () -> Void) {
    FontLibrary.shared.withFontFiles {
      var matrix = pointsFromEm.cairoMatrix
      cairo_save(cairo)
      cairo_set_font_face(cairo, face)
      cairo_set_font_matrix(cairo, &matrix)
      cairo_set_font_options(cairo, options)
      body()
      cairo_restore(cairo)
    }
  }
}

/// A glyph of a run.
struct PositionedGlyph: Hashable, Sendable {
  /// The number of the glyph in the font.
  var index: UInt32
  /// The position of its origin, in points from the run's origin, y down.
  var x: Double
  /// Likewise.
  var y: Double
}

/// Glyphs of one font, in one colour.
struct GlyphRun: Sendable {
  var font: GlyphFont
  var glyphs: [PositionedGlyph]
  /// A box that holds the drawn glyphs, in points from the run's origin, y down.
  var bounds: CGRect
}
