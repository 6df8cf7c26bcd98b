// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

extension CGContext {
  /// The start of the next line of text, in user space: the translation of ``textMatrix``.
  public var textPosition: CGPoint {
    get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
    set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
  }

  /// The outlines of glyphs, in device space, where they are visible or cast a visible shadow.
  func outline(of run: GlyphRun, deviceFromRun: CGAffineTransform) -> PathElements {
    guard let tracer = GlyphTracer() else { return PathElements() }
    return tracer.outline(of: run, deviceFromRun: deviceFromRun, near: visibleRegion)
  }

  /// Draws glyphs that are pictures.
  func drawColored(_ run: GlyphRun, deviceFromRun: CGAffineTransform) {
    let box = PixelRect(covering: run.bounds.applying(deviceFromRun), margin: 2)
    let region = box.intersection(visibleRegion)
    guard deviceFromRun.isUsable, let pixels = DrawingTarget(.color, region: region) else { return }
    pixels.show(run, deviceFromRun: deviceFromRun)
    perform(command(.everything, .pixels(pixels)))
  }
}
