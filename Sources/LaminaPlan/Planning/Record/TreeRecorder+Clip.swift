import Foundation
import LaminaGeometry

extension TreeRecorder {
  /// Clips what follows to `look`'s bounds.
  ///
  /// A rectangle on whole pixels only narrows the limit; any other outline becomes a link of the clip list.
  /// Links that hold all of a later box are left out again when that box is drawn.
  ///
  /// - Returns: `false` where nothing can show inside.
  /// - Conformance: CLIP-1, CLIP-4, PAINT-5
  mutating func pushClip(_ look: LayerLook, into layer: inout Inherited) -> Bool {
    guard !look.outline.isEmpty else { return false }
    if let whole = wholePixels(of: look) {
      layer.limit = layer.limit.intersection(whole)
      return !layer.limit.isEmpty
    }
    guard let extent = BoxExtent(of: look.outline.box, on: look.plane, limit: layer.limit),
      let shape = ShapeGeometry(
        plane: look.plane, outline: look.outline, antialiased: SIMD4(repeating: 1), near: extent.pixelBounds)
    else { return false }
    resources.inner.make(look.outline, plane: look.plane, extent: extent)
    var parent = layer.clip
    if parent >= 0 {
      let outer = resources.clips.openPart(of: parent, around: extent.outer)
      // What is outward of those that are left out holds all of this one, so its inner polygon stays as it is.
      if outer >= 0 { resources.inner.clip(to: resources.clips.interior(of: parent)) }
      parent = outer
    }
    layer.clip = resources.clips.add(ClipShape(shape: shape, parent: parent), interior: resources.inner.polygon)
    layer.limit = extent.pixelBounds
    return true
  }

  /// The pixels of the bounds, where these are an upright square-cornered rectangle on pixel edges.
  private func wholePixels(of look: LayerLook) -> PixelRect? {
    let map = look.plane.targetFromLayer
    guard look.plane.isAffine, look.outline.radii == .zero,
      (map.x.y == 0 && map.y.x == 0) || (map.x.x == 0 && map.y.y == 0)
    else { return nil }
    let first = map.apply(look.outline.minimum)
    let last = map.apply(look.outline.maximum)
    let tolerance = 1.0 / 1024
    let edges = SIMD4(min(first.x, last.x), min(first.y, last.y), max(first.x, last.x), max(first.y, last.y))
    let rounded = edges.rounded(.toNearestOrEven)
    for index in 0..<4 where !(abs(edges[index] - rounded[index]) <= tolerance) { return nil }
    func whole(_ value: Double) -> Int32 { Int32(clamping: min(max(value, -0x1p30), 0x1p30)) }
    return PixelRect(
      minX: whole(rounded.x), minY: whole(rounded.y), maxX: whole(rounded.z), maxY: whole(rounded.w))
  }
}
