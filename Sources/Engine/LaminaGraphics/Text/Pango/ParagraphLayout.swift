// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CPango
internal import Foundation
internal import LaminaGeometry

/// The sole owner of a Pango layout of one paragraph.
///
/// All lengths are in points of the layout, which may be scaled relative to points of the text; see ``TextLayout``. A
/// layout exists only while the font library is locked.
///
/// The corresponding Pango type is `PangoLayout`.
struct ParagraphLayout: ~Copyable {
  private let layout: OpaquePointer

  /// Makes an empty layout.
  init?(_ library: borrowing FontLibrary.State) {
    guard let made = pango_layout_new(library.context) else { return nil }
    layout = made
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
  }

  /// Sets the text: valid UTF-8 without zeros.
  func setText(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      pango_layout_set_text(
        layout, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
    }
  }

  /// Sets the font of an empty paragraph's line.
  func setFont(_ description: OpaquePointer?) {
    pango_layout_set_font_description(layout, description)
  }

  /// Sets the look of the text.
  func setAttributes(_ attributes: borrowing TextAttributeList) {
    pango_layout_set_attributes(layout, attributes.list)
  }

  /// Sets how lines are broken.
  ///
  /// - Parameters:
  ///   - width: The available width; `nil` for any.
  ///   - indent: The width that the first line has less than `width`; negative for more.
  ///   - mode: The places where lines are broken.
  func setWidth(_ width: Double?, indent: Double, mode: PangoWrapMode) {
    pango_layout_set_width(layout, width.map { Self.units(max($0, 0)) } ?? -1)
    pango_layout_set_indent(layout, Self.units(indent))
    pango_layout_set_wrap(layout, mode)
  }

  /// Sets whether words are moved apart to fill lines.
  func setJustified(_ isJustified: Bool) {
    pango_layout_set_justify(layout, isJustified ? 1 : 0)
  }

  /// Sets the direction of the paragraph.
  func setDirection(_ direction: NSWritingDirection) {
    pango_layout_set_auto_dir(layout, direction == .natural ? 1 : 0)
    pango_context_set_base_dir(
      pango_layout_get_context(layout), direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    pango_layout_context_changed(layout)
  }

  /// Leaves out the text that does not fit.
  ///
  /// - Parameters:
  ///   - mode: The part of a line that is left out.
  ///   - lines: The greatest number of lines.
  func setEllipsis(_ mode: PangoEllipsizeMode, lines: Int) {
    pango_layout_set_ellipsize(layout, mode)
    pango_layout_set_height(layout, -Int32(clamping: max(lines, 1)))
  }

  /// The number of lines.
  var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

  /// The number of characters that no installed font has.
  var unknownGlyphCount: Int { Int(pango_layout_get_unknown_glyphs_count(layout)) }

  /// The line with an index; `nil` where there is none.
  func line(_ index: Int) -> Line? {
    pango_layout_get_line_readonly(layout, Int32(clamping: index)).map(Line.init)
  }

  /// A length in Pango's units, clamped to their range.
  static func units(_ points: Double) -> Int32 {
    Int32(clamping: min(max(points * Double(PANGO_SCALE), -1e9), 1e9))
  }

  /// A length of Pango's units in points.
  static func points(_ units: Int32) -> Double {
    Double(units) / Double(PANGO_SCALE)
  }

  /// A line of a layout, valid as long as the layout.
  struct Line {
    private let line: UnsafeMutablePointer<PangoLayoutLine>
    /// The distance from the baseline to the top.
    let ascent: Double
    /// The distance from the baseline to the bottom.
    let descent: Double
    /// The advance of all runs.
    let width: Double

    init(_ line: UnsafeMutablePointer<PangoLayoutLine>) {
      self.line = line
      var logical = PangoRectangle()
      pango_layout_line_get_extents(line, nil, &logical)
      ascent = -ParagraphLayout.points(logical.y)
      descent = ParagraphLayout.points(logical.y &+ logical.height)
      width = ParagraphLayout.points(logical.width)
    }

    /// Whether the line runs from right to left.
    var isRightToLeft: Bool {
      pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
    }

    /// The bytes of the paragraph's text that are on it.
    var range: Range<Int> {
      let start = Int(line.pointee.start_index)
      return start..<(start + Int(line.pointee.length))
    }

    /// Calls `body` with each run from left to right, and the x at which it begins.
    func forEachRun(_ body: (_ run: Run, _ x: Double) -> Void) {
      var x = 0.0
      var next = line.pointee.runs
      while let node = next {
        next = node.pointee.next
        guard let item = node.pointee.data?.assumingMemoryBound(to: PangoLayoutRun.self), let run = Run(item.pointee)
        else { continue }
        body(run, x)
        x += run.advance
      }
    }
  }

  /// Glyphs of one font and one look, valid as long as the layout.
  struct Run {
    private let item: UnsafeMutablePointer<PangoItem>
    private let glyphs: UnsafeMutablePointer<PangoGlyphString>

    init?(_ run: PangoLayoutRun) {
      guard let item = run.item, let glyphs = run.glyphs else { return nil }
      self.item = item
      self.glyphs = glyphs
    }

    /// The font; `nil` for text that no font draws.
    var font: UnsafeMutablePointer<PangoFont>? { item.pointee.analysis.font }

    /// The start of the run's text, in bytes of the paragraph.
    var offset: Int { Int(item.pointee.offset) }

    /// The end of the run's text, in bytes of the paragraph.
    var end: Int { offset + Int(item.pointee.length) }

    /// Whether its text runs from right to left.
    var isRightToLeft: Bool { item.pointee.analysis.level & 1 != 0 }

    /// All glyphs from left to right, glyphs that draw nothing included.
    ///
    /// - Parameter scale: The factor for positions.
    func cells(scale: Double) -> [GlyphCell] {
      var x = 0.0
      return (0..<Int(glyphs.pointee.num_glyphs)).map { index in
        let info = glyphs.pointee.glyphs[index]
        let width = ParagraphLayout.points(info.geometry.width)
        defer { x += width }
        // PANGO_GLYPH_EMPTY, and the flag of PANGO_GLYPH_UNKNOWN_FLAG.
        let glyph: UInt32? =
          info.glyph == 0x0FFF_FFFF ? nil : info.glyph & 0x1000_0000 != 0 ? 0 : info.glyph
        return GlyphCell(
          glyph: glyph, x: (x + ParagraphLayout.points(info.geometry.x_offset)) * scale,
          y: ParagraphLayout.points(info.geometry.y_offset) * scale, advance: width * scale,
          byte: offset + Int(glyphs.pointee.log_clusters[index]))
      }
    }

    /// The distance that the run moves the pen.
    var advance: Double {
      ParagraphLayout.points(pango_glyph_string_get_width(glyphs))
    }

    /// The box in which the run may draw, relative to its origin.
    var bounds: CGRect {
      var (ink, logical) = (PangoRectangle(), PangoRectangle())
      pango_glyph_string_extents(glyphs, font, &ink, &logical)
      func rect(_ box: PangoRectangle) -> CGRect {
        CGRect(
          x: ParagraphLayout.points(box.x), y: ParagraphLayout.points(box.y),
          width: ParagraphLayout.points(box.width), height: ParagraphLayout.points(box.height))
      }
      return rect(ink).union(rect(logical))
    }

    /// The glyphs, without glyphs that draw nothing; a character that the font lacks has the font's glyph for missing
    /// characters.
    ///
    /// - Parameter scale: The factor for positions.
    func positionedGlyphs(scale: Double) -> [PositionedGlyph] {
      var result: [PositionedGlyph] = []
      let count = Int(glyphs.pointee.num_glyphs)
      result.reserveCapacity(count)
      var x = 0.0
      for index in 0..<count {
        let info = glyphs.pointee.glyphs[index]
        // PANGO_GLYPH_EMPTY, and the flag of PANGO_GLYPH_UNKNOWN_FLAG.
        if info.glyph != 0x0FFF_FFFF {
          result.append(
            PositionedGlyph(
              index: info.glyph & 0x1000_0000 != 0 ? 0 : info.glyph,
              x: (x + ParagraphLayout.points(info.geometry.x_offset)) * scale,
              y: ParagraphLayout.points(info.geometry.y_offset) * scale))
        }
        x += ParagraphLayout.points(info.geometry.width)
      }
      return result
    }
  }
}

/// The sole owner of a list of Pango attributes.
///
/// The corresponding Pango type is `PangoAttrList`.
struct TextAttributeList: ~Copyable {
  let list: OpaquePointer

  init?() {
    guard let made = pango_attr_list_new() else { return nil }
    list = made
  }

  deinit {
    pango_attr_list_unref(list)
  }

  /// Adds the look of a stretch of text.
  ///
  /// - Parameters:
  ///   - attributes: The look.
  ///   - index: The number of the stretch. Neighbours get different colours in Pango's eyes, so that no run has two
  ///     looks.
  ///   - description: The font.
  ///   - range: The bytes.
  ///   - scale: The divisor of lengths.
  func add(
    _ attributes: TextAttributes, index: Int, description: OpaquePointer?, range: Range<Int>, scale: Double
  ) {
    insert(pango_attr_font_desc_new(description), range)
    insert(
      pango_attr_foreground_new(UInt16(truncatingIfNeeded: index), UInt16(truncatingIfNeeded: index >> 16), 0), range)
    if attributes.kern != 0 {
      insert(pango_attr_letter_spacing_new(ParagraphLayout.units(Double(attributes.kern) / scale)), range)
    }
    if !attributes.usesLigatures { insert(pango_attr_font_features_new("liga=0, clig=0, dlig=0"), range) }
    if let room = attributes.room {
      // Pango puts an empty glyph of this size in the place of each character.
      var empty = PangoRectangle()
      let (ascent, descent) = (Double(room.ascent) / scale, Double(room.descent) / scale)
      var box = PangoRectangle(
        x: 0, y: -ParagraphLayout.units(ascent), width: ParagraphLayout.units(Double(room.width) / scale),
        height: ParagraphLayout.units(ascent + descent))
      insert(pango_attr_shape_new(&empty, &box), range)
    }
    if let language = attributes.language {
      insert(pango_attr_language_new(pango_language_from_string(language)), range)
    }
  }

  /// Adds the attribute that holds for all text: no hyphens where a word is broken between characters.
  func addCommon(length: Int) {
    insert(pango_attr_insert_hyphens_new(0), 0..<length)
  }

  private func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
    guard let attribute else { return }
    attribute.pointee.start_index = UInt32(clamping: range.lowerBound)
    attribute.pointee.end_index = UInt32(clamping: range.upperBound)
    pango_attr_list_insert(list, attribute)
  }
}
