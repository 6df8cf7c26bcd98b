// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

// Background patterns: pictures that cover the bounds, drawn in place of a background colour.

extension TreeRecorder {
  /// The picture of a layer's background pattern; `nil` for almost every layer.
  func backgroundPicture(at index: Int) -> CGImage? {
    guard nodes[index].effects >= 0 else { return nil }
    return snapshot.effects[Int(nodes[index].effects)].background
  }

  /// Draws a background pattern inside the outline of the layer.
  ///
  /// - Conformance: PAINT-1
  @inline(never) mutating func drawBackground(_ style: inout ResolvedStyle) {
    // The snapshot keeps the picture alive.
    guard let image = backgroundPicture(at: Int(style.node)),
      let contents = ContentsPlacement(
        imageSize: image.texels, properties: ContentsProperties(), bounds: style.outline.box, isFlipped: style.isFlipped
      )
    else { return }
    if style.image == nil, !style.gradient.exists, !style.partsFadeApart, style.drawsContents {
      // The pattern shares one box with the border, as a colour does.
      (style.image, style.contents, style.picturesBackground) = (.passUnretained(image), contents, true)
      return
    }
    var part = BoxPart(style)
    part.paint.image = resources.images.handle(of: .passUnretained(image))
    part.paint.placement = contents.placement
    part.placed = style.placedUnderBorder
    draw(part)
  }
}
