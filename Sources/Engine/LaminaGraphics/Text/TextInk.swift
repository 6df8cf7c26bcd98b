// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// Lines along the outlines of glyphs.
struct GlyphOutline: Equatable {
  /// The width, in points.
  var width: CGFloat
  var color: CGColor
  /// Whether the insides are left empty.
  var isAlone: Bool
}

/// Collects shapes of the same colour, to draw them at once.
struct TextInk {
  let context: CGContext
  let deviceFromText: CGAffineTransform
  /// The shadow of the shapes that are added next.
  var shadow: TextShadow?
  private var look: Look?
  private var path = PathElements()
  /// All glyphs, in drawing modes that clip later drawing to them.
  private var clipPath = PathElements()

  /// The look of the collected shapes.
  private struct Look: Equatable {
    var color: CGColor
    var isGlyphs = false
    var outline: GlyphOutline?
    var shadow: TextShadow?
  }

  init(context: CGContext, deviceFromText: CGAffineTransform) {
    self.context = context
    self.deviceFromText = deviceFromText
  }

  /// Draws the collected shapes.
  mutating func flush() {
    guard let look, !path.types.isEmpty else { return }
    withShadow(look.shadow, isOfParts: look.outline != nil) {
      if look.isGlyphs {
        draw(look)
      } else {
        context.perform(context.command(.fill(path, .winding), context.ink(look.color)))
      }
    }
    if look.isGlyphs, context.state.textDrawingMode.clips { clipPath.append(path) }
    path = PathElements()
  }

  /// Draws glyphs: by the context's mode, or with the outlines that the text has.
  private func draw(_ look: Look) {
    guard let outline = look.outline, context.state.textDrawingMode.fills else {
      return context.drawGlyphs(path, in: look.color)
    }
    if !outline.isAlone { context.perform(context.command(.fill(path, .winding), context.ink(look.color))) }
    let style = StrokeStyle(width: outline.width)
    guard style.strokesSomething else { return }
    context.perform(
      context.command(.stroke(path, style, deviceFromPen: deviceFromText), context.ink(outline.color)))
  }

  /// Draws with the text's own shadow.
  ///
  /// - Parameter isOfParts: Whether several shapes are drawn that cast a common shadow.
  private func withShadow(_ shadow: TextShadow?, isOfParts: Bool, _ body: () -> Void) {
    guard let shadow else { return body() }
    let saved = context.state.shadow
    context.state.shadow = shadow.drawn(deviceFromText)
    if isOfParts { context.beginTransparencyLayer(auxiliaryInfo: nil) }
    body()
    if isOfParts { context.endTransparencyLayer() }
    context.state.shadow = saved
  }

  /// Narrows the clip to the glyphs where the context's mode includes a clip.
  func clip() {
    if context.state.textDrawingMode.clips { context.clip(clipPath, .winding) }
  }

  private mutating func use(_ next: Look) {
    if look != next { flush() }
    look = next
  }

  mutating func addRect(_ rect: CGRect, in color: CGColor) {
    use(Look(color: color))
    let outline = CGMutablePath()
    outline.addRect(rect, transform: deviceFromText)
    path.append(outline.elements)
  }

  /// Adds glyphs whose baseline begins at a point of text space.
  mutating func add(_ glyphs: GlyphRun, at origin: CGPoint, in color: CGColor, outline: GlyphOutline?) {
    let deviceFromRun = CGAffineTransform(translationX: origin.x, y: origin.y).concatenating(deviceFromText)
    guard !glyphs.font.isColored else {
      flush()
      guard context.state.textDrawingMode.fills else { return }
      return withShadow(shadow, isOfParts: false) { context.drawColored(glyphs, deviceFromRun: deviceFromRun) }
    }
    use(Look(color: color, isGlyphs: true, outline: outline, shadow: shadow))
    path.append(context.outline(of: glyphs, deviceFromRun: deviceFromRun))
  }

  /// Adds lines under or through text.
  ///
  /// - Parameter offset: The distance from the baseline down to the first line's top.
  mutating func addLines(
    _ style: NSUnderlineStyle, from origin: CGPoint, length: Double, offset: CGFloat, thickness: CGFloat,
    in color: CGColor
  ) {
    guard style.rawValue & 0xF != 0, length > 0, thickness > 0 else { return }
    use(Look(color: color, shadow: shadow))
    let thick = style.rawValue & 0xF == NSUnderlineStyle.thick.rawValue ? 2 * thickness : thickness
    let count = style.rawValue & 0xF == NSUnderlineStyle.double.rawValue ? 2 : 1
    for index in 0..<count {
      let top = origin.y + offset + CGFloat(2 * index) * thick
      let line = CGMutablePath()
      line.move(to: CGPoint(x: origin.x, y: top + thick / 2))
      line.addLine(to: CGPoint(x: origin.x + CGFloat(length), y: top + thick / 2))
      // Dashes are counted from text space's origin, so that they continue from run to run.
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
