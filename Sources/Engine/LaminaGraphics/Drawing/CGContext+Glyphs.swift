// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Drawing of glyphs by their numbers.

public import Foundation
internal import LaminaGeometry

extension CGContext {
  /// Draws glyphs at positions of text space, whose y is up before the text matrix.
  ///
  /// - Parameters:
  ///   - glyphs: `count` numbers of glyphs.
  ///   - positions: `count` positions.
  ///   - count: The number of glyphs.
  ///   - font: The font, and its size.
  package func draw(
    _ glyphs: UnsafePointer<CGGlyph>, at positions: UnsafePointer<CGPoint>, count: Int, of font: CTFont
  ) {
    guard count > 0, let face = font.installedFace else { return }
    var bounds = CGRect.null
    let placed = (0..<count).map { index in
      let place = positions[index]
      let box = font.bounds(of: UInt32(glyphs[index]), in: face).offsetBy(dx: place.x, dy: place.y)
      bounds = bounds.union(box)
      return PositionedGlyph(index: UInt32(glyphs[index]), x: Double(place.x), y: -Double(place.y))
    }
    guard !bounds.isNull else { return }
    let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
    let run = GlyphRun(
      font: face.glyphFont(size: font.pointSize), glyphs: placed, bounds: bounds.applying(flip))
    show(run, userFromRun: flip.concatenating(textMatrix))
  }

  /// Draws glyphs with the state's colours and text drawing mode.
  func show(_ run: GlyphRun, userFromRun: CGAffineTransform) {
    let deviceFromRun = userFromRun.concatenating(state.deviceFromUser)
    guard deviceFromRun.isUsable else { return }
    guard !run.font.isColored else {
      if state.textDrawingMode.fills { drawColored(run, deviceFromRun: deviceFromRun) }
      return
    }
    let path = outline(of: run, deviceFromRun: deviceFromRun)
    guard !path.types.isEmpty else { return }
    if state.textDrawingMode.fills { fill(path, .winding) }
    if state.textDrawingMode.strokes { stroke(path, state.stroke) }
    if state.textDrawingMode.clips { clip(path, .winding) }
  }

  /// Sets the font of ``showGlyphs(_:at:)``.
  public func setFont(_ font: CGFont) { state.font = font }

  /// Sets the size that ``showGlyphs(_:at:)`` draws in, in units of text space.
  ///
  /// - Default: 0, which draws nothing.
  public func setFontSize(_ size: CGFloat) { state.fontSize = size }

  /// Draws glyphs of the font at points of text space, with the fill colour, text drawing mode and text matrix.
  ///
  /// Without a font or a size above 0 nothing is drawn. Glyphs without a point are left out.
  public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
    guard let font = state.font, state.fontSize > 0 else { return }
    let count = min(glyphs.count, positions.count)
    draw(glyphs, at: positions, count: count, of: font.font(ofSize: state.fontSize))
  }
}
