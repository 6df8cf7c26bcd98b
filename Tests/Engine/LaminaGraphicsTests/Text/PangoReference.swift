// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import CCairo
import CPango
import Foundation

/// Text drawn by Pango and Cairo alone at four times the size and averaged, in DejaVu Sans.
enum PangoReference {
  struct Setting: Sendable {
    var size = 20.0
    var width: Double? = nil
    var alignment = PANGO_ALIGN_LEFT
    var isJustified = false
    var ellipsis: PangoEllipsizeMode? = nil
    var lines = 1
  }

  /// Draws text with its top left at the origin.
  static func coverage(_ text: String, _ setting: Setting, width: Int, height: Int) -> CairoReference {
    CairoReference(width: width, height: height) { cairo in
      withLayout(text, setting) { layout in
        pango_cairo_layout_path(cairo, layout)
        cairo_fill(cairo)
      }
    }
  }

  /// The size of the text's lines, in points.
  static func size(_ text: String, _ setting: Setting) -> CGSize {
    var size = CGSize.zero
    withLayout(text, setting) { layout in
      var logical = PangoRectangle()
      pango_layout_get_extents(layout, nil, &logical)
      let unit = Double(PANGO_SCALE)
      size = CGSize(width: Double(logical.width) / unit, height: Double(logical.height) / unit)
    }
    return size
  }

  /// Calls `body` with a `PangoLayout` of the text, unhinted.
  private static func withLayout(_ text: String, _ setting: Setting, _ body: (OpaquePointer) -> Void) {
    let map = pango_cairo_font_map_new()!
    let context = pango_font_map_create_context(map)!
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
    pango_context_set_language(context, pango_language_from_string("en"))
    let layout = pango_layout_new(context)!
    let font = pango_font_description_from_string("DejaVu Sans")
    pango_font_description_set_absolute_size(font, setting.size * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, font)
    pango_layout_set_text(layout, text, -1)
    // Words that are broken get no hyphen, as on Apple's platforms.
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    if let width = setting.width { pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE))) }
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_alignment(layout, setting.alignment)
    pango_layout_set_justify(layout, setting.isJustified ? 1 : 0)
    if let ellipsis = setting.ellipsis {
      pango_layout_set_ellipsize(layout, ellipsis)
      pango_layout_set_height(layout, Int32(-setting.lines))
    }
    body(layout)
    pango_font_description_free(font)
    cairo_font_options_destroy(options)
    g_object_unref(UnsafeMutableRawPointer(layout))
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(map)
  }
}
