// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// The state that `saveGState` saves, except for the clip by paths, which Cairo saves.
struct GraphicsState {
  /// The current transform: from user space to the bitmap's pixels, y down.
  var deviceFromUser: CGAffineTransform
  var fillColor = CGColor.black { didSet { (fillPattern, fillSpace) = (nil, .known(fillColor.space)) } }
  var strokeColor = CGColor.black { didSet { (strokePattern, strokeSpace) = (nil, .known(strokeColor.space)) } }
  /// The pattern of fills; `nil` for the colour.
  var fillPattern: PatternPaint?
  /// The pattern of lines; `nil` for the colour.
  var strokePattern: PatternPaint?
  /// The space of colour components that are given without a space.
  var fillSpace = CGColorSpace.known(.deviceGray)
  var strokeSpace = CGColorSpace.known(.deviceGray)
  /// The offset of patterns, in the space that the context began with.
  var patternPhase = CGSize.zero
  /// Multiplies everything that is drawn. 0...1.
  var alpha = 1.0
  var blendMode = CGBlendMode.normal
  var shadow: DrawingShadow?
  var stroke = StrokeStyle()
  var shouldAntialias = true
  /// The parts of glyphs that are drawn.
  var textDrawingMode = CGTextDrawingMode.fill
  /// The font of glyphs that are given by number.
  var font: CGFont?
  var fontSize: CGFloat = 0
  var interpolationQuality = CGInterpolationQuality.default
  /// The masks that drawing is cut by, on top of the clip.
  var clipMask: ClipMask?

  init(deviceFromUser: CGAffineTransform) {
    self.deviceFromUser = deviceFromUser
  }
}

/// A shadow under everything that is drawn.
struct DrawingShadow {
  /// The offset from the object that casts the shadow, in pixels, y down.
  var pixelOffset: SIMD2<Double>
  /// The standard deviation of its blur, in pixels.
  var pixelSigma: Double
  var color: CGColor

  /// The reach of its blur, in whole pixels.
  var reach: Int { GaussianBlur.reach(pixelSigma: pixelSigma) }
}

/// Alpha that drawing is multiplied by.
final class ClipMask {
  /// The alpha, for its region; 0 outside.
  let target: DrawingTarget
  /// Another mask that applies as well.
  let parent: ClipMask?

  init(target: DrawingTarget, parent: ClipMask?) {
    self.target = target
    self.parent = parent
  }
}

/// Pixels with the Cairo context that draws into them.
final class DrawingTarget {
  let surface: CairoSurface
  let canvas: CairoCanvas

  /// Makes a transparent target for a region of device space.
  ///
  /// - Returns: `nil` when the region is empty or too large, or there is no memory.
  init?(_ format: CairoSurface.Format, region: PixelRect) {
    guard let surface = CairoSurface(format, region: region), let canvas = CairoCanvas(surface) else { return nil }
    self.surface = surface
    self.canvas = canvas
  }

  /// Makes a target of a surface.
  ///
  /// - Returns: `nil` when there is no memory.
  init?(_ surface: consuming CairoSurface) {
    guard let canvas = CairoCanvas(surface) else { return nil }
    self.surface = surface
    self.canvas = canvas
  }

  var region: PixelRect { surface.region }
}
