import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension TreeRecorder {
  /// Draws background and contents, and the border too where nothing comes between.
  ///
  /// - Parameter look: Not changed; a copy of it takes as long as much of what is drawn.
  /// - Returns: Whether the border has to wait for sublayers, or fades by itself.
  /// - Conformance: PAINT-1, PAINT-3
  mutating func drawUnderSublayers(_ look: inout LayerLook) -> Bool {
    let joins = look.image != nil && look.pictureJoinsFill
    let borderJoins =
      look.isLeaf && !look.partsFadeApart && !look.drawsOverContents && (look.contents == nil || joins)
    let hasBorder = look.borderWidth > 0
    let paintsApart = look.gradient >= 0 && look.partsFadeApart && look.fill.w > 0
    if look.fill.w > 0 || look.gradient >= 0 || joins || (hasBorder && borderJoins) {
      var paint = BoxPaint()
      (paint.fill, paint.tint) = (look.fill, look.tint)
      if !paintsApart {
        paint.gradient = look.gradient
        paint.isGradientOpaque = look.isGradientOpaque
      }
      if joins, let image = look.image, let contents = look.contents {
        paint.image = resources.images.index(of: image)
        paint.placement = contents.placement
      }
      if hasBorder && borderJoins {
        paint.border = look.border
        paint.borderWidth = look.borderWidth
      }
      if hasBorder, !borderJoins, look.border.w >= 1, look.partOpacity >= 1 {
        // The opaque border will hide the fill's edge: keep the fill from bleeding through its ramp.
        var placed = look.placed
        placed.outline = placed.outline.inset(by: look.borderWidth / 2)
        list.append(paint, in: placed, region: walk.region, of: &resources)
      } else {
        list.append(paint, in: look.placed, region: walk.region, of: &resources)
      }
    }
    if paintsApart {
      var paint = BoxPaint()
      paint.tint = look.tint
      paint.gradient = look.gradient
      paint.isGradientOpaque = look.isGradientOpaque
      list.append(paint, in: look.placed, region: walk.region, of: &resources)
    }
    if !joins, let image = look.image, let contents = look.contents { drawApart(image, contents, look) }
    return hasBorder && !borderJoins
  }

  /// Draws a picture that does not share the background's outline.
  private mutating func drawApart(_ image: Unmanaged<CGImage>, _ contents: ContentsPlacement, _ look: LayerLook) {
    var part = BoxPart(look)
    part.paint.image = resources.images.index(of: image)
    part.paint.placement = contents.placement
    part.outline.minimum = SIMD2(contents.box.x, contents.box.y)
    part.outline.maximum = SIMD2(contents.box.z, contents.box.w)
    part.outline.radii = .zero
    if look.masksToBounds {
      var clipped = Inherited(
        targetFromLayer: look.plane.targetFromLayer, isFlipped: false, clip: look.clip, limit: look.limit)
      guard pushClip(look, into: &clipped) else { return }
      part.clip = clipped.clip
      part.limit = clipped.limit
    }
    draw(part)
  }

  /// Records one part, unless no pixel of it shows.
  mutating func draw(_ part: BoxPart) { list.append(part, region: walk.region, in: &resources) }
}
