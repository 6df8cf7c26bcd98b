// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaPlan

extension TreeRecorder {
  /// Clips the layers that follow to `style`'s bounds.
  ///
  /// A rectangle on whole pixels only narrows the limit; any other outline becomes a link of the clip list. A link that
  /// contains all of a later box is omitted again when that box is drawn.
  ///
  /// - Returns: `false` if nothing can show inside.
  /// - Conformance: CLIP-1, CLIP-4, PAINT-5
  mutating func pushClip(_ style: ResolvedStyle, into layer: inout Inherited) -> Bool {
    guard !style.outline.isEmpty else { return false }
    if let whole = wholePixels(of: style) {
      layer.limit = layer.limit.intersection(whole)
      return !layer.limit.isEmpty
    }
    guard let extent = BoxExtent(of: style.outline.box, on: style.plane, limit: layer.limit),
      let shape = ShapeGeometry(
        plane: style.plane, outline: style.outline, antialiased: SIMD4(repeating: 1), near: extent.pixelBounds)
    else { return false }
    resources.inner.make(style.outline, plane: style.plane, extent: extent)
    var parent = layer.clip
    if parent.exists {
      let outer = resources.clips.openPart(of: parent, around: extent.outer)
      // Links outside of the omitted ones contain all of this clip, so its inner polygon stays unchanged.
      if outer.exists { resources.inner.clip(to: resources.clips.interiors[parent]) }
      parent = outer
    }
    layer.clip = resources.clips.add(ClipShape(shape: shape, parent: parent), interior: resources.inner.polygon)
    layer.limit = extent.pixelBounds
    return true
  }

  /// The pixels of the bounds, if these are an upright square-cornered rectangle on pixel edges.
  private func wholePixels(of style: ResolvedStyle) -> PixelRect? {
    let map = style.plane.targetFromLayer
    guard style.plane.isAffine, style.outline.radii == .zero,
      (map.x.y == 0 && map.y.x == 0) || (map.x.x == 0 && map.y.y == 0)
    else { return nil }
    let first = map.apply(style.outline.minimum)
    let last = map.apply(style.outline.maximum)
    let tolerance = 1.0 / 1024
    let edges = SIMD4(min(first.x, last.x), min(first.y, last.y), max(first.x, last.x), max(first.y, last.y))
    let rounded = edges.rounded(.toNearestOrEven)
    for index in 0..<4 where !(abs(edges[index] - rounded[index]) <= tolerance) { return nil }
    func whole(_ value: Double) -> Int32 { Int32(clamping: min(max(value, -0x1p30), 0x1p30)) }
    return PixelRect(
      minX: whole(rounded.x), minY: whole(rounded.y), maxX: whole(rounded.z), maxY: whole(rounded.w))
  }
}
