// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// The parts of glyphs that are drawn.
public enum CGTextDrawingMode: Int32, Sendable {
  /// The insides of glyphs.
  case fill = 0
  /// Lines along the outlines, in the stroke colour.
  case stroke = 1
  /// The insides, then lines along the outlines.
  case fillStroke = 2
  /// Nothing.
  case invisible = 3
  /// The insides; later drawing is clipped to them.
  case fillClip = 4
  /// Lines along the outlines; later drawing is clipped to the insides.
  case strokeClip = 5
  /// The insides and lines along the outlines; later drawing is clipped to the insides.
  case fillStrokeClip = 6
  /// Nothing; later drawing is clipped to the insides.
  case clip = 7

  var fills: Bool { [.fill, .fillStroke, .fillClip, .fillStrokeClip].contains(self) }
  var strokes: Bool { [.stroke, .fillStroke, .strokeClip, .fillStrokeClip].contains(self) }
  var clips: Bool { rawValue >= 4 }
}

extension CGContext {
  /// Sets the parts of glyphs that are drawn. The mode is part of the saved state.
  ///
  /// Lines under and through text and its background are drawn whatever the mode. In modes that clip, each piece of
  /// text that is drawn narrows the clip to its glyphs. Glyphs that are pictures are drawn where insides are.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textDrawingMode = mode }

  /// Draws the outlines of glyphs, in device space, by the text drawing mode, without its clip.
  func drawGlyphs(_ path: PathElements, in color: CGColor) {
    let mode = state.textDrawingMode
    if mode.fills { perform(command(.fill(path, .winding), ink(color))) }
    if mode.strokes { stroke(path, state.stroke) }
  }

  /// Sets whether glyphs have smooth edges for screens with colour stripes: ignored, edges are grey.
  public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) {}

  /// Sets whether ``setShouldSmoothFonts(_:)`` has an effect: ignored, edges are grey.
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {}

  /// Sets whether glyphs may lie between pixels: ignored, glyphs are always drawn at their exact positions.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {}

  /// Sets whether ``setShouldSubpixelPositionFonts(_:)`` has an effect: ignored, glyphs are always drawn at their exact
  /// positions.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {}

  /// Sets whether glyphs lie on quarters of pixels: ignored, glyphs are always drawn at their exact positions.
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {}

  /// Sets whether ``setShouldSubpixelQuantizeFonts(_:)`` has an effect: ignored, glyphs are always drawn at their exact
  /// positions.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {}
}
