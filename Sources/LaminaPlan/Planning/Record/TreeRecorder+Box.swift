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
      var part = BoxPart(look)
      part.fill = look.fill
      if !paintsApart {
        part.gradient = look.gradient
        part.isGradientOpaque = look.isGradientOpaque
      }
      if joins, let image = look.image, let contents = look.contents {
        part.image = resources.images.index(of: image)
        part.placement = contents.placement
      }
      if hasBorder && borderJoins {
        part.border = look.border
        part.borderWidth = look.borderWidth
      } else if hasBorder, look.border.w >= 1, look.partOpacity >= 1 {
        // The opaque border will hide the fill's edge: keep the fill from bleeding through its ramp.
        part.outline = part.outline.inset(by: look.borderWidth / 2)
      }
      draw(part)
    }
    if paintsApart {
      var part = BoxPart(look)
      part.gradient = look.gradient
      part.isGradientOpaque = look.isGradientOpaque
      draw(part)
    }
    if !joins, let image = look.image, let contents = look.contents { drawApart(image, contents, look) }
    return hasBorder && !borderJoins
  }

  /// Draws a picture that does not share the background's outline.
  private mutating func drawApart(_ image: Unmanaged<CGImage>, _ contents: ContentsPlacement, _ look: LayerLook) {
    var part = BoxPart(look)
    part.image = resources.images.index(of: image)
    part.placement = contents.placement
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
