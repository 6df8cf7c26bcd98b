import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension TreeRecorder {
  /// Draws a layer's text from the top of its bounds down, cut at the bounds.
  ///
  /// - Conformance: TEXT-1, PAINT-1
  mutating func drawText(_ content: TextContent, _ look: LayerLook, plane: LayerPlane) {
    let bounds = nodes[Int(look.node)].properties.bounds.standardized
    guard bounds.width > 0, bounds.height > 0, bounds.width < 1e9, bounds.height < 1e9 else { return }
    guard var part = contentPart(look, plane: plane), let grid = texelGrid(box: bounds.corners, part) else { return }
    // What nobody sees is not laid out: most rows of a long list, in its first frame and in all others.
    let key = PlacedText.Key(text: content.text, width: Double(bounds.width), height: Double(bounds.height))
    part.antialiased = look.antialiased
    // Text stands upright, whichever way the layer's y runs.
    let layerFromText =
      look.isFlipped
      ? CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: bounds.minX, ty: bounds.maxY)
      : CGAffineTransform(translationX: bounds.minX, y: bounds.minY)
    part.paint.tint = LayerLook.shown(content.color) * look.tint
    request(
      .text(key, layerFromText: LayoutPlace(layerFromText), color: content.color), on: grid, ownColors: look.tint,
      cut: bounds.corners, part)
  }

  /// A part that draws content of a special class, clipped where the layer masks to its bounds.
  ///
  /// - Returns: `nil` where nothing can show.
  mutating func contentPart(_ look: LayerLook, plane: LayerPlane) -> BoxPart? {
    var part = BoxPart(look)
    part.plane = plane
    guard look.masksToBounds else { return part }
    var clipped = Inherited(
      targetFromLayer: plane.targetFromLayer, isFlipped: false, clip: look.clip, limit: look.limit)
    guard pushClip(look, into: &clipped) else { return nil }
    part.clip = clipped.clip
    part.limit = clipped.limit
    return part
  }
}
