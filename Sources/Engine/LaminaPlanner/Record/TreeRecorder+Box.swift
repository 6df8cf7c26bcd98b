// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

extension TreeRecorder {
  /// Draws the background and the contents, and the border if nothing is drawn between them.
  ///
  /// - Parameter style: The style of the layer, passed `inout` but not changed: copying it takes as long as drawing it.
  /// - Returns: Whether the border has to wait for sublayers, or fades by itself.
  /// - Conformance: PAINT-1, PAINT-3
  mutating func drawUnderSublayers(_ style: inout ResolvedStyle) -> Bool {
    let joins = style.image != nil && style.pictureJoinsFill
    let borderJoins =
      style.isLeaf && !style.partsFadeApart && !style.drawsOverContents && (style.contents == nil || joins)
    let hasBorder = style.borderWidth > 0
    let paintsApart = style.gradient.exists && style.partsFadeApart && style.fill.w > 0
    if style.fill.w > 0 || style.gradient.exists || joins || (hasBorder && borderJoins) {
      var paint = BoxPaint()
      (paint.fill, paint.tint) = (style.fill, style.tint)
      if !paintsApart {
        paint.gradient = style.gradient
        paint.isGradientOpaque = style.isGradientOpaque
      }
      if joins, let image = style.image, let contents = style.contents {
        paint.image = resources.images.handle(of: image)
        paint.placement = contents.placement
      }
      if hasBorder && borderJoins {
        paint.border = style.border
        paint.borderWidth = style.borderWidth
      }
      if !borderJoins, style.hidesUnderBorder {
        withUnsafePointer(to: style.placedUnderBorder) { draw(paint, in: $0) }
      } else {
        withUnsafePointer(to: &style.placed) { draw(paint, in: $0) }
      }
    }
    if paintsApart {
      var paint = BoxPaint()
      paint.tint = style.tint
      paint.gradient = style.gradient
      paint.isGradientOpaque = style.isGradientOpaque
      withUnsafePointer(to: &style.placed) { draw(paint, in: $0) }
    }
    if !joins, let image = style.image, let contents = style.contents { drawApart(image, contents, style) }
    return hasBorder && !borderJoins
  }

  /// Draws a picture that does not share the background's outline.
  private mutating func drawApart(_ image: Unmanaged<CGImage>, _ contents: ContentsPlacement, _ style: ResolvedStyle) {
    var part = BoxPart(style)
    part.paint.image = resources.images.handle(of: image)
    part.paint.placement = contents.placement
    part.outline.minimum = SIMD2(contents.box.x, contents.box.y)
    part.outline.maximum = SIMD2(contents.box.z, contents.box.w)
    part.outline.radii = .zero
    if style.masksToBounds {
      var clipped = Inherited(
        targetFromLayer: style.plane.targetFromLayer, isFlipped: false, clip: style.clip, limit: style.limit)
      guard pushClip(style, into: &clipped) else { return }
      part.clip = clipped.clip
      part.limit = clipped.limit
    }
    draw(part)
  }
}
