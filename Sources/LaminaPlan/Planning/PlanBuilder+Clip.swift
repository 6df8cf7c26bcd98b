import Foundation
import LaminaGeometry

extension PlanBuilder {
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
    inner.make(look.outline, plane: look.plane, extent: extent)
    var parent = layer.clip
    if parent >= 0 {
      let outer = openClips(parent, around: extent.outer)
      // What is outward of those that are left out holds all of this one, so its inner polygon stays as it is.
      if outer >= 0 { clipInnerPolygon(to: parent) }
      parent = outer
    }
    layer.clip = Int32(clips.count)
    layer.limit = extent.pixelBounds
    clips.append(ClipShape(shape: shape, parent: parent))
    clipInner.append(Int32(clipPolygons.count))
    clipPolygons.append(inner.polygon)
    return true
  }

  /// The part of a clip list that may cut something off a quadrilateral: `clip` and what is outward of it, up to the first
  /// link that holds all of the quadrilateral together with all beyond.
  ///
  /// Without this, the pixels at the edge of a clip in a hundred others would be asked about all of them.
  ///
  /// - Returns: The first link of that part, or -1 where nothing may be cut off.
  private mutating func openClips(_ clip: Int32, around quad: SIMD8<Float>) -> Int32 {
    var (link, length) = (clip, 0)
    while link >= 0, length <= Self.mostCopiedClips, !isInsideClip(link, quad) {
      link = clips[Int(link)].parent
      length += 1
    }
    if length == 0 { return -1 }
    guard link >= 0, length <= Self.mostCopiedClips else { return clip }
    // Others use the links as they are, so the part gets links of its own.
    let first = Int32(clips.count)
    var source = clip
    for index in 1...length {
      var copy = clips[Int(source)]
      let inner = clipInner[Int(source)]
      source = copy.parent
      copy.parent = index < length ? Int32(clips.count) + 1 : -1
      clips.append(copy)
      clipInner.append(inner)
    }
    return first
  }

  /// Longer parts are used as they are.
  private static var mostCopiedClips: Int { 64 }

  /// Cuts the inner polygon that is being made to that of a clip.
  mutating func clipInnerPolygon(to clip: Int32) {
    inner.clip(to: clipPolygons[Int(clipInner[Int(clip)])])
  }

  /// Whether all of the quadrilateral lies where `clip` and everything outward of it covers wholly.
  func isInsideClip(_ clip: Int32, _ quad: SIMD8<Float>) -> Bool {
    let polygon = Int(clipInner[Int(clip)])
    guard polygon >= 0 else { return false }
    let count = clipPolygons[polygon].count
    guard count >= 3 else { return false }
    let direction: Double = clipPolygons[polygon].signedDoubleArea < 0 ? -1 : 1
    let (xs, ys) = (SIMD4<Double>(quad.evenHalf), SIMD4<Double>(quad.oddHalf))
    var start = clipPolygons[polygon][count - 1]
    for index in 0..<count {
      let end = clipPolygons[polygon][index]
      let edge = (end - start) * direction
      let side = (ys - start.y) * edge.x - (xs - start.x) * edge.y
      if any(side .< 0) { return false }
      start = end
    }
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
