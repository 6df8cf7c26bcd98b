// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CPango
internal import Foundation

/// Lays out paragraph after paragraph until the available height is filled; see ``TextLayout``.
struct TextLayoutEngine {
  let text: StyledText
  let options: TextLayout.Options
  /// The width available for lines, in points; `nil` for any.
  let width: CGFloat?
  /// The height available for lines, in points.
  let height: CGFloat
  /// The divisor of points for Pango.
  let scale: Double
  var lines: [TextLayout.Line] = []
  var diagnostics: [Diagnostic] = []
  /// The top of the next line.
  private var y: CGFloat = 0
  /// The values that decide the alignment of each line.
  private var placements: [LinePlacement] = []
  private var reportedFonts: Set<String> = []
  private var unknownGlyphs = 0
  private var isFull = false

  /// The values that decide the alignment of a line.
  private struct LinePlacement {
    var style: ParagraphStyle
    var isRightToLeft: Bool
    var isFirstOfParagraph: Bool
  }

  init(text: StyledText, options: TextLayout.Options) {
    self.text = text
    self.options = options
    width = options.width.map { $0 > 0 ? min($0, 1e7) : 0 }
    height = options.height.map { $0 > 0 ? $0 : 0 } ?? .infinity
    let largest = text.runs.reduce(text.attributes.font.pointSize) { max($0, $1.attributes.font.pointSize) }
    let kern = text.runs.reduce(0) { max($0, abs($1.attributes.kern)) }
    let rooms = text.runs.lazy.compactMap { run in run.attributes.room.map { ($0, run.range.count) } }
    let highest = rooms.reduce(0) { max($0, $1.0.ascent + $1.0.descent, options.isWrapped ? $1.0.width : 0) }
    let together = options.isWrapped ? 0 : rooms.reduce(0) { $0 + $1.0.width * CGFloat($1.1) }
    // A broken line is at most as long as the available width, other lines as long as their text; glyphs are seldom
    // wider than their size.
    let longest = options.isWrapped ? width ?? 0 : CGFloat(text.bytes.count) * (largest + kern) * 1.5 + together
    scale = max(1, Double(largest) / 4096, Double(max(longest, highest)) / 1e6)
  }

  /// The width of the longest line and the height of all.
  var size: CGSize {
    CGSize(width: lines.reduce(0) { max($0, $1.width) }, height: lines.isEmpty ? 0 : y)
  }

  /// The width that holds every line with its indents.
  var extent: CGFloat {
    zip(lines, placements).reduce(0) { extent, placed in
      let (line, place) = placed
      let head = (place.isFirstOfParagraph ? place.style.firstLineHeadIndent : place.style.headIndent).bounded
      return max(extent, head + line.width + max(-place.style.tailIndent.bounded, 0))
    }
  }

  mutating func run() {
    if text.excessBytes > 0 {
      diagnostics.append(
        Diagnostic(
          code: "text-cut-off",
          message: "text of \(text.bytes.count + text.excessBytes) bytes was cut off after \(text.bytes.count)"))
    }
    if !text.undrawnAttributes.isEmpty {
      let names = text.undrawnAttributes.sorted().joined(separator: ", ")
      diagnostics.append(
        Diagnostic(code: "text-attribute", message: "text is drawn without its attributes \(names)"))
    }
    let paragraphs = ParagraphSplitter(bytes: text.bytes).paragraphs(limit: TextLayout.maximumLines + 1)
    let before = self
    FontLibrary.shared.withState { library in
      // A second call begins anew.
      self = before
      guard library.hasFonts else {
        diagnostics.append(Diagnostic(code: "no-fonts", message: "no font is installed, so text is not drawn"))
        return
      }
      for (index, range) in paragraphs.enumerated() where !isFull && y < height || index == 0 {
        let paragraph = TextParagraph(range, of: self)
        if index > 0 { y += paragraph.style.paragraphSpacingBefore.bounded }
        lay(out: paragraph, isLast: index == paragraphs.count - 1, library: &library)
        if index < paragraphs.count - 1 { y += paragraph.style.paragraphSpacing.bounded }
      }
    }
    align()
    if unknownGlyphs > 0 {
      diagnostics.append(
        Diagnostic(code: "missing-glyphs", message: "no installed font has \(unknownGlyphs) of the characters"))
    }
  }

  /// Lays out the visible part of a paragraph, and takes its lines.
  private mutating func lay(out paragraph: TextParagraph, isLast: Bool, library: inout FontLibrary.State) {
    for font in paragraph.fonts where reportedFonts.insert(font.fontName).inserted {
      report(font, library.resolve(font))
    }
    var length = paragraph.isUnlimited ? Int.max / 4 : 4096
    while true {
      let pieces = TextPieces(
        of: paragraph.range, in: text.bytes, length: length, truncation: paragraph.isLeftOut ?? .none)
      guard let layout = paragraph.makeLayout(pieces, library: &library) else { return }
      // Where lines are broken, a part must fill more than the visible height, since its last lines may continue beyond
      // the part.
      let enough = paragraph.isBroken ? paragraph.fittingLines(layout, height: height - y) + 3 : 2
      if !pieces.isWhole, layout.lineCount <= enough {
        length *= 4
        continue
      }
      unknownGlyphs += layout.unknownGlyphCount
      shorten(layout, paragraph, pieces, isLast: isLast)
      take(layout, paragraph, pieces, library: &library)
      return
    }
  }

  /// Leaves out the text that does not fit, if the paragraph is to show that the text goes on.
  private mutating func shorten(
    _ layout: borrowing ParagraphLayout, _ paragraph: TextParagraph, _ pieces: TextPieces, isLast: Bool
  ) {
    let mode: PangoEllipsizeMode
    switch paragraph.truncation {
    case .none: return
    case .start: mode = PANGO_ELLIPSIZE_START
    case .middle: mode = PANGO_ELLIPSIZE_MIDDLE
    case .end: mode = PANGO_ELLIPSIZE_END
    }
    guard paragraph.isBroken else { return layout.setEllipsis(mode, lines: 1) }
    let fitting = max(paragraph.fittingLines(layout, height: height - y), 1)
    let goesOnBelow = !isLast && y + paragraph.height(of: layout, lines: layout.lineCount + 1) > height + 1e-3
    guard fitting < layout.lineCount || goesOnBelow else { return }
    // The text that is left out begins with the next paragraph: so the ellipsis comes last here.
    if fitting == layout.lineCount { layout.setText(pieces.bytes(of: text.bytes) + [0xE2, 0x80, 0xA6]) }
    layout.setEllipsis(mode, lines: fitting)
  }

  private mutating func take(
    _ layout: borrowing ParagraphLayout, _ paragraph: TextParagraph, _ pieces: TextPieces,
    library: inout FontLibrary.State
  ) {
    for index in 0..<layout.lineCount {
      guard !isFull, y < height || lines.isEmpty, let line = layout.line(index) else { return }
      guard lines.count < TextLayout.maximumLines else {
        diagnostics.append(
          Diagnostic(code: "text-cut-off", message: "text was cut off after \(TextLayout.maximumLines) lines"))
        isFull = true
        return
      }
      let natural = CGFloat((line.ascent + line.descent) * scale)
      let lineHeight = paragraph.style.lineHeight(natural)
      // The additional height of a line lies above its text.
      let ascent = CGFloat(line.ascent * scale) + lineHeight - natural
      var made = TextLayout.Line(
        origin: CGPoint(x: 0, y: y + ascent), ascent: ascent, descent: CGFloat(line.descent * scale),
        width: CGFloat(line.width * scale),
        range: pieces.position(of: line.range.lowerBound)..<pieces.position(of: line.range.upperBound), runs: [])
      line.forEachRun { run, x in
        made.runs.append(paragraph.makeRun(run, x: x, pieces: pieces, library: &library))
      }
      lines.append(made)
      placements.append(
        LinePlacement(style: paragraph.style, isRightToLeft: line.isRightToLeft, isFirstOfParagraph: index == 0))
      y += lineHeight
      if index + 1 < layout.lineCount { y += paragraph.style.lineSpacing.bounded }
    }
  }

  private mutating func report(_ font: CTFont, _ found: ResolvedFont) {
    guard found.match != .installed, font.fontName != CTFont.systemName else { return }
    let family = found.families.first ?? "none"
    diagnostics.append(
      found.match == .missing
        ? Diagnostic(
          code: "missing-font", message: "font '\(font.fontName)' is not installed; '\(family)' is used instead")
        : Diagnostic(.note, code: "substituted-font", message: "font '\(font.fontName)' is drawn with '\(family)'"))
  }

  /// Moves the lines by their alignment.
  private mutating func align() {
    let container = width ?? size.width
    for index in lines.indices {
      let (style, isRightToLeft) = (placements[index].style, placements[index].isRightToLeft)
      let head = (placements[index].isFirstOfParagraph ? style.firstLineHeadIndent : style.headIndent).bounded
      let tail = style.tailIndent.bounded
      let free = (tail > 0 ? min(tail, container) : container + tail) - head - lines[index].width
      // The distance from the edge where the line begins. A line that is too long keeps its beginning.
      let leading: CGFloat =
        switch style.alignment {
        case .left: isRightToLeft ? free : 0
        case .right: isRightToLeft ? 0 : free
        case .center: max(free / 2, 0)
        case .justified, .natural: 0
        }
      lines[index].origin.x = isRightToLeft ? container - head - leading - lines[index].width : head + leading
    }
  }
}
