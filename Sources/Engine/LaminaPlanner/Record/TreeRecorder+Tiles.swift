// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension TreeRecorder {
  /// Draws the tiles of a tiled layer, over its background.
  ///
  /// Edges between tiles are not antialiased, so that neighbouring tiles meet without a seam.
  /// - Conformance: TILE-1
  mutating func drawTiles(_ content: TilesContent, _ style: inout ResolvedStyle, plane: LayerPlane) {
    guard let whole = contentPart(&style, plane: plane) else { return }
    let properties = nodes[Int(style.node)].properties
    let bounds = properties.bounds.standardized
    var placing = ContentsProperties()
    placing.magnificationFilter = properties.contentsProperties.magnificationFilter
    placing.minificationFilter = properties.contentsProperties.minificationFilter
    for tile in content.tiles {
      let box = SIMD4(0, 0, Double(tile.rect.width), Double(tile.rect.height))
      guard
        let placed = ContentsPlacement(
          imageSize: tile.image.texels, properties: placing, bounds: box, isFlipped: style.isFlipped)
      else { continue }
      var part = whole
      part.plane.moveOrigin(to: SIMD2(Double(tile.rect.minX), Double(tile.rect.minY)))
      part.outline = RoundedRectangle(
        bounds: CGRect(x: 0, y: 0, width: tile.rect.width, height: tile.rect.height))
      let isOuter = [
        tile.rect.minX <= bounds.minX, tile.rect.minY <= bounds.minY, tile.rect.maxX >= bounds.maxX,
        tile.rect.maxY >= bounds.maxY,
      ]
      for edge in 0..<4 { part.antialiased[edge] = isOuter[edge] ? style.antialiased[edge] : 0 }
      part.paint.image = resources.images.handle(of: .passUnretained(tile.image))
      part.paint.placement = placed.placement
      draw(part)
    }
  }
}
