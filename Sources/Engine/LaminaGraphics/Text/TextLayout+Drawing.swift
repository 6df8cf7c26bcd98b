// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry

extension TextLayout {
  /// Draws the text with a context's state; text without a colour has the context's fill colour.
  ///
  /// - Parameters:
  ///   - context: The context to draw in.
  ///   - userFromText: The transform of the text: text space has y down and its origin at the top left of the text. In
  ///     a context with y down it is a translation; with y up, it turns the text over.
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
      ink.shadow = run.attributes.shadow
      ink.addLines(
        run.attributes.underline, from: run.origin(in: line), length: run.width, offset: metrics.underlineOffset,
        thickness: metrics.underlineThickness, in: run.attributes.underlineColor ?? color(run))
    }
    ink.flush()
    forEachRun { line, run in
      guard let glyphs = run.glyphs else { return }
      ink.shadow = run.attributes.shadow
      ink.add(glyphs, at: run.origin(in: line), in: color(run), outline: run.attributes.outline(in: color(run)))
    }
    ink.flush()
    forEachRun { line, run in
      let metrics = run.metrics
      ink.shadow = run.attributes.shadow
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
  ///   - size: The bounds' size, in points. The top left of the text is at the top left of the bounds.
  ///   - scale: The number of pixels per point.
  ///   - color: The colour of text without its own colour.
  /// - Returns: The picture; `nil` when memory runs out.
  /// - Throws: ``GraphicsError/bitmapTooLarge(width:height:)``.
  package func image(size: CGSize, scale: CGFloat, color: CGColor) throws(GraphicsError) -> CGImage? {
    let context = try CGContext.drawing(
      bounds: CGRect(x: 0, y: 0, width: size.width, height: size.height), scale: scale, isOpaque: false)
    context.setFillColor(color)
    draw(in: context, userFromText: .identity)
    return context.makeImage()
  }

  /// Draws the text into a picture of some of the pixels that it covers.
  ///
  /// - Parameters:
  ///   - region: The pixels that are needed.
  ///   - pixelFromText: The transform of the text to pixels, with y down.
  ///   - color: The colour of text without its own colour.
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

extension TextAttributes {
  /// The lines along the outlines of its glyphs; `nil` for none.
  ///
  /// - Parameter color: The colour of the text.
  fileprivate func outline(in color: CGColor) -> GlyphOutline? {
    guard strokeWidth != 0 else { return nil }
    return GlyphOutline(
      width: abs(strokeWidth) / 100 * font.pointSize, color: strokeColor ?? color, isAlone: strokeWidth > 0)
  }
}

extension TextLayout.Run {
  /// The start of the run's baseline, raised by its offset, in text space.
  fileprivate func origin(in line: TextLayout.Line) -> CGPoint {
    CGPoint(x: line.origin.x + CGFloat(x), y: line.origin.y - attributes.baselineOffset)
  }
}
