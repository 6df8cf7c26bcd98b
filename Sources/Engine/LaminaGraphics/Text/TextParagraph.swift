// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CPango
package import Foundation

/// A paragraph while Pango lays it out.
struct TextParagraph {
  /// Its bytes in the text.
  let range: Range<Int>
  /// The style of its lines.
  let style: ParagraphStyle
  private let runs: ArraySlice<StyledText.Run>
  /// The look at the start of the paragraph.
  private let attributes: TextAttributes
  private let engine: TextLayoutEngine

  init(_ range: Range<Int>, of engine: TextLayoutEngine) {
    let text = engine.text
    self.range = range
    self.engine = engine
    // The runs are sorted. The search finds the runs that overlap the paragraph, or the run that an empty paragraph is
    // in or after.
    var (low, high) = (0, text.runs.count)
    while low < high {
      let middle = (low + high) / 2
      if text.runs[middle].range.upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < text.runs.count, text.runs[end].range.lowerBound < range.upperBound { end += 1 }
    runs = text.runs[low..<end]
    let first = low < text.runs.count ? text.runs[low] : text.runs.last
    style = first?.paragraph ?? text.paragraph
    attributes = first?.attributes ?? text.attributes
  }

  /// The requested fonts of the paragraph.
  var fonts: [CTFont] { runs.isEmpty ? [attributes.font] : runs.map(\.attributes.font) }

  /// Whether lines are broken at the available width.
  var isBroken: Bool {
    let breaks = style.lineBreakMode == .byWordWrapping || style.lineBreakMode == .byCharWrapping
    return engine.options.isWrapped && engine.width != nil && (breaks || engine.options.truncation != .none)
  }

  /// The part that is left out of lines that do not fit.
  var truncation: TextLayout.Truncation {
    guard engine.width != nil else { return .none }
    if engine.options.truncation != .none { return engine.options.truncation }
    switch style.lineBreakMode {
    case .byTruncatingHead: return .start
    case .byTruncatingMiddle: return .middle
    case .byTruncatingTail: return .end
    case .byWordWrapping, .byCharWrapping, .byClipping: return .none
    }
  }

  /// The part of a long paragraph that need not be laid out where it exceeds the available room; `nil` where the whole
  /// paragraph is needed.
  var isLeftOut: TextLayout.Truncation? { isUnlimited ? nil : isBroken ? TextLayout.Truncation.none : truncation }

  /// Whether the whole paragraph is visible, or a shortened last line needs its end.
  var isUnlimited: Bool {
    if isBroken { return truncation == .start || truncation == .middle || engine.height == .infinity }
    return truncation == .none
  }

  /// The width of lines after the first.
  private var room: CGFloat? {
    guard let width = engine.width else { return nil }
    let tail = style.tailIndent.bounded
    return max(0, (tail > 0 ? min(tail, width) : width + tail) - style.headIndent.bounded)
  }

  /// Makes the Pango layout of the paragraph, not yet shortened.
  func makeLayout(_ pieces: TextPieces, library: inout FontLibrary.State) -> ParagraphLayout? {
    guard let layout = ParagraphLayout(library), let list = TextAttributeList() else { return nil }
    let scale = engine.scale
    layout.setDirection(style.writingDirection)
    let font = library.description(of: attributes.font, size: Double(attributes.font.pointSize) / scale)
    layout.setFont(font)
    pango_font_description_free(font)
    for index in runs.indices {
      let look = runs[index].attributes
      let overlaps = pieces.overlaps(with: runs[index].range)
      guard !overlaps.isEmpty else { continue }
      let description = library.description(of: look.font, size: Double(look.font.pointSize) / scale)
      for range in overlaps { list.add(look, index: index, description: description, range: range, scale: scale) }
      pango_font_description_free(description)
    }
    let bytes = pieces.bytes(of: engine.text.bytes)
    list.addCommon(length: bytes.count)
    layout.setText(bytes)
    layout.setAttributes(list)
    layout.setWidth(
      isBroken || truncation != .none ? room.map { Double($0) / scale } : nil,
      indent: Double(style.firstLineHeadIndent.bounded - style.headIndent.bounded) / scale,
      mode: style.lineBreakMode == .byCharWrapping ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
    layout.setJustified(style.alignment == .justified && isBroken)
    return layout
  }

  /// The number of lines whose bottom is within a height.
  func fittingLines(_ layout: borrowing ParagraphLayout, height: CGFloat) -> Int {
    var bottom: CGFloat = 0
    for index in 0..<layout.lineCount {
      bottom += lineHeight(layout, index)
      if bottom > height + 1e-3 { return index }
      bottom += style.lineSpacing.bounded
    }
    return layout.lineCount
  }

  /// The height of the first lines; lines beyond the last count with the height of the last.
  func height(of layout: borrowing ParagraphLayout, lines: Int) -> CGFloat {
    var result: CGFloat = 0
    for index in 0..<lines {
      result += lineHeight(layout, min(index, layout.lineCount - 1)) + (index > 0 ? style.lineSpacing.bounded : 0)
    }
    return result
  }

  private func lineHeight(_ layout: borrowing ParagraphLayout, _ index: Int) -> CGFloat {
    guard let line = layout.line(index) else { return 0 }
    return style.lineHeight(CGFloat((line.ascent + line.descent) * engine.scale))
  }

  /// The look of a byte of the text.
  private func look(at position: Int) -> TextAttributes {
    var (low, high) = (runs.startIndex, runs.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= position { low = middle + 1 } else { high = middle }
    }
    return low < runs.endIndex ? runs[low].attributes : runs.last?.attributes ?? attributes
  }

  /// Takes a run out of Pango.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - x: The start of the run, in points of the layout.
  ///   - pieces: The parts of the text that are laid out.
  ///   - library: The fonts.
  func makeRun(
    _ run: ParagraphLayout.Run, x: Double, pieces: TextPieces, library: inout FontLibrary.State
  ) -> TextLayout.Run {
    let scale = engine.scale
    let look = look(at: pieces.position(of: run.offset))
    var glyphs: GlyphRun?
    if let font = run.font, let glyphFont = library.glyphFont(font, scale: scale) {
      let box = run.bounds
      let bounds = CGRect(
        x: box.minX * scale, y: box.minY * scale, width: box.width * scale, height: box.height * scale)
      glyphs = GlyphRun(font: glyphFont, glyphs: run.positionedGlyphs(scale: scale), bounds: bounds)
    }
    let details = engine.options.isMeasured ? details(of: run, look, pieces: pieces, library: &library) : nil
    return TextLayout.Run(
      x: x * scale, width: run.advance * scale, glyphs: glyphs, attributes: look,
      metrics: library.metrics(of: look.font), details: details)
  }

  /// The glyphs of a run one by one, and the font that has them.
  private func details(
    of run: ParagraphLayout.Run, _ look: TextAttributes, pieces: TextPieces, library: inout FontLibrary.State
  ) -> RunDetails {
    let scale = engine.scale
    let size = look.font.pointSize
    let face = run.font.flatMap { library.face(of: $0, size: Double(size) / scale) }
    var font = look.font
    if let face, face !== library.face(of: font) {
      font = CTFont(fontName: face.name(.full) ?? font.fontName, pointSize: size, face: face)
    }
    let cells = run.cells(scale: scale).map { cell in
      var cell = cell
      cell.byte = pieces.position(of: cell.byte)
      return cell
    }
    let end = pieces.position(of: max(run.end - 1, run.offset)) + 1
    return RunDetails(
      font: font, cells: cells, bytes: pieces.position(of: run.offset)..<max(end, pieces.position(of: run.offset)),
      isRightToLeft: run.isRightToLeft)
  }
}

extension CGFloat {
  /// The number clamped to a million above and below 0; 0 for NaN.
  package var bounded: CGFloat {
    isFinite ? Swift.min(Swift.max(self, -1e6), 1e6) : 0
  }
}
