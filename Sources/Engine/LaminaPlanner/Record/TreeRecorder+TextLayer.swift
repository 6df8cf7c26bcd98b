// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension TreeRecorder {
  /// Draws a layer's text from the top of its bounds down, cut at the bounds.
  ///
  /// - Conformance: TEXT-1, PAINT-1
  mutating func drawText(_ content: TextContent, _ style: inout ResolvedStyle, plane: LayerPlane) {
    let bounds = nodes[Int(style.node)].properties.bounds.standardized
    guard bounds.width > 0, bounds.height > 0, bounds.width < 1e9, bounds.height < 1e9 else { return }
    guard var part = contentPart(&style, plane: plane), let grid = texelGrid(box: bounds.corners, part) else { return }
    // Text that cannot be seen is not laid out, which saves most rows of a long list in every frame.
    let key = PlacedText.Key(text: content.text, width: Double(bounds.width), height: Double(bounds.height))
    part.antialiased = style.antialiased
    // Text stands upright for both directions of the layer's y axis.
    let layerFromText =
      style.isFlipped
      ? CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: bounds.minX, ty: bounds.maxY)
      : CGAffineTransform(translationX: bounds.minX, y: bounds.minY)
    part.paint.tint = ResolvedStyle.shown(content.color) * style.tint
    request(
      .text(key, layerFromText: LayoutPlace(layerFromText), color: content.color), on: grid, ownColors: style.tint,
      cut: bounds.corners, part)
  }

  /// A part for the content of a layer of a special class, clipped if the layer masks to its bounds.
  ///
  /// - Parameter style: The style of the layer, passed `inout` but not changed, so that the large value is not copied.
  /// - Returns: `nil` if nothing can show.
  @inline(__always) mutating func contentPart(_ style: inout ResolvedStyle, plane: LayerPlane) -> BoxPart? {
    var part = BoxPart(style)
    part.plane = plane
    guard !style.masksToBounds || clip(&part.placed, toBoundsOf: style, plane: plane) else { return nil }
    return part
  }

  /// - Returns: Whether any part of the outline can show.
  private mutating func clip(_ placed: inout PlacedOutline, toBoundsOf style: ResolvedStyle, plane: LayerPlane) -> Bool
  {
    var clipped = Inherited(
      targetFromLayer: plane.targetFromLayer, isFlipped: false, clip: style.clip, limit: style.limit)
    guard pushClip(style, into: &clipped) else { return false }
    (placed.clip, placed.limit) = (clipped.clip, clipped.limit)
    return true
  }
}
