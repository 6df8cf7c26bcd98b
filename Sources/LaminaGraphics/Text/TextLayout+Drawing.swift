package import Foundation
package import LaminaGeometry

extension TextLayout {
  /// Draws the text with a context's state; text without a colour has that of the context's fills.
  ///
  /// - Parameters:
  ///   - context: Where to draw.
  ///   - userFromText: Where the text lies: text space has y down and its origin at the top left of the text. In a
  ///     context with y down a translation; with y up, one that turns the text over.
  package func draw(in context: CGContext, userFromText: CGAffineTransform) {
    let deviceFromText = userFromText.concatenating(context.state.deviceFromUser)
    guard deviceFromText.isUsable else { return }
    let plain = context.state.fillColor
    func color(_ run: Run) -> CGColor { run.attributes.foregroundColor ?? plain }

    var ink = TextInk(context: context, deviceFromText: deviceFromText)
    forEachRun { line, run in
      guard let background = run.attributes.backgroundColor else { return }
      ink.addRect(
        CGRect(
          x: line.origin.x + CGFloat(run.x), y: line.origin.y - line.ascent, width: CGFloat(run.width),
          height: line.ascent + line.descent), in: background)
    }
    ink.flush()
    forEachRun { line, run in
      let metrics = run.metrics
      ink.addLines(
        run.attributes.underline, from: run.origin(in: line), length: run.width, offset: metrics.underlineOffset,
        thickness: metrics.underlineThickness, in: run.attributes.underlineColor ?? color(run))
    }
    ink.flush()
    forEachRun { line, run in
      guard let glyphs = run.glyphs else { return }
      ink.add(glyphs, at: run.origin(in: line), in: color(run))
    }
    ink.flush()
    forEachRun { line, run in
      let metrics = run.metrics
      ink.addLines(
        run.attributes.strikethrough, from: run.origin(in: line), length: run.width,
        offset: -metrics.strikethroughOffset, thickness: metrics.strikethroughThickness,
        in: run.attributes.strikethroughColor ?? color(run))
    }
    ink.flush()
    ink.clip()
  }

  /// Draws the text into a picture of a layer's bounds.
  ///
  /// - Parameters:
  ///   - size: The bounds' size, in points. The text's top left is at its top left.
  ///   - scale: How many pixels a point has.
  ///   - color: The colour of text that has none of its own.
  /// - Returns: The picture; `nil` when memory runs out.
  /// - Throws: ``GraphicsError/bitmapTooLarge(width:height:)``.
  package func image(size: CGSize, scale: CGFloat, color: CGColor) throws(GraphicsError) -> CGImage? {
    let context = try CGContext.drawing(
      bounds: CGRect(x: 0, y: 0, width: size.width, height: size.height), scale: scale, isOpaque: false)
    context.setFillColor(color)
    draw(in: context, userFromText: .identity)
    return context.makeImage()
  }

  /// Draws the text into a picture of some of the pixels that it is laid over.
  ///
  /// - Parameters:
  ///   - region: The pixels that are wanted.
  ///   - pixelFromText: Where the text lies, in pixels with y down.
  ///   - color: The colour of text that has none of its own.
  /// - Returns: The picture; `nil` where a side is over 32,767 pixels, or memory is short.
  package func image(of region: PixelRect, pixelFromText: CGAffineTransform, color: CGColor) -> CGImage? {
    let toRegion = CGAffineTransform(translationX: -CGFloat(region.minX), y: -CGFloat(region.minY))
    guard
      let context = CGContext(width: region.width, height: region.height, isOpaque: false, deviceFromBase: .identity)
    else { return nil }
    context.setFillColor(color)
    draw(in: context, userFromText: pixelFromText.concatenating(toRegion))
    return context.makeImage()
  }

  private func forEachRun(_ body: (Line, Run) -> Void) {
    for line in lines {
      for run in line.runs { body(line, run) }
    }
  }
}

extension TextLayout.Run {
  /// Where its baseline begins, raised by its offset, in text space.
  fileprivate func origin(in line: TextLayout.Line) -> CGPoint {
    CGPoint(x: line.origin.x + CGFloat(x), y: line.origin.y - attributes.baselineOffset)
  }
}

/// Gathers what is drawn in one colour, to draw it at once.
private struct TextInk {
  let context: CGContext
  let deviceFromText: CGAffineTransform
  private var color: CGColor?
  private var path = PathElements()
  /// Whether what was gathered are glyphs.
  private var isGlyphs = false
  /// All glyphs, where what follows is drawn inside them.
  private var clipPath = PathElements()

  init(context: CGContext, deviceFromText: CGAffineTransform) {
    self.context = context
    self.deviceFromText = deviceFromText
  }

  /// Draws what was gathered.
  mutating func flush() {
    guard let color, !path.types.isEmpty else { return }
    if isGlyphs {
      context.drawGlyphs(path, in: color)
      if context.state.textDrawingMode.clips { clipPath.append(path) }
    } else {
      context.perform(context.command(.fill(path, .winding), .color(color)))
    }
    path = PathElements()
  }

  /// Narrows the clip to the glyphs where the context's mode asks for it.
  func clip() {
    if context.state.textDrawingMode.clips { context.clip(clipPath, .winding) }
  }

  private mutating func use(_ color: CGColor, isGlyphs: Bool = false) {
    if self.color != color || self.isGlyphs != isGlyphs { flush() }
    (self.color, self.isGlyphs) = (color, isGlyphs)
  }

  mutating func addRect(_ rect: CGRect, in color: CGColor) {
    use(color)
    let outline = CGMutablePath()
    outline.addRect(rect, transform: deviceFromText)
    path.append(outline.elements)
  }

  /// Adds glyphs whose baseline begins at a point of text space.
  mutating func add(_ glyphs: GlyphRun, at origin: CGPoint, in color: CGColor) {
    let deviceFromRun = CGAffineTransform(translationX: origin.x, y: origin.y).concatenating(deviceFromText)
    guard !glyphs.font.isColored else {
      flush()
      if context.state.textDrawingMode.fills { context.drawColored(glyphs, deviceFromRun: deviceFromRun) }
      return
    }
    use(color, isGlyphs: true)
    path.append(context.outline(of: glyphs, deviceFromRun: deviceFromRun))
  }

  /// Adds lines under or through text.
  ///
  /// - Parameter offset: How far below the baseline the first line's top lies.
  mutating func addLines(
    _ style: NSUnderlineStyle, from origin: CGPoint, length: Double, offset: CGFloat, thickness: CGFloat,
    in color: CGColor
  ) {
    guard style.rawValue & 0xF != 0, length > 0, thickness > 0 else { return }
    use(color)
    let thick = style.rawValue & 0xF == NSUnderlineStyle.thick.rawValue ? 2 * thickness : thickness
    let count = style.rawValue & 0xF == NSUnderlineStyle.double.rawValue ? 2 : 1
    for index in 0..<count {
      let top = origin.y + offset + CGFloat(2 * index) * thick
      let line = CGMutablePath()
      line.move(to: CGPoint(x: origin.x, y: top + thick / 2))
      line.addLine(to: CGPoint(x: origin.x + CGFloat(length), y: top + thick / 2))
      // Dashes are counted from text space's origin, so that they go on from run to run.
      let dashed = line.copy(dashingWithPhase: origin.x, lengths: style.dashes.map { $0 * thick })
      path.append(
        dashed.copy(
          strokingWithWidth: thick, lineCap: .butt, lineJoin: .miter, miterLimit: 10, transform: deviceFromText
        ).elements)
    }
  }
}

extension NSUnderlineStyle {
  /// The pattern, in thicknesses of the line; none for a whole line.
  fileprivate var dashes: [CGFloat] {
    switch rawValue & 0x700 {
    case NSUnderlineStyle.patternDot.rawValue: [2, 2]
    case NSUnderlineStyle.patternDash.rawValue: [5, 3]
    case NSUnderlineStyle.patternDashDot.rawValue: [5, 3, 2, 3]
    case NSUnderlineStyle.patternDashDotDot.rawValue: [5, 3, 2, 3, 2, 3]
    default: []
    }
  }
}
