// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds a translucent box that shows only a picture, one texel a pixel, as its texels, and its edges around them:
  /// most texts and lines. The general shader of boxes costs 2.6 times as much per pixel on an H200, and more on
  /// llvmpipe.
  ///
  /// - Parameter depth: Clip space.
  /// - Returns: `false` if the box is not of this kind, and nothing was added.
  mutating func addTexels(of box: BoxOperation, depth: Float) -> Bool {
    guard strategy == .depth, storesColor, !box.isInnerOpaque, box.innerCount >= 4,
      box.fill == .zero
    else { return false }
    let vertices = box.innerPolygon(in: plan)
    let whole = ConvexPolygon(vertices.map { SIMD2<Double>($0) }).uprightRectangle.intersection(box.pixelBounds)
    guard 2 * whole.area >= box.pixelBounds.area else { return false }
    let first = instances.count
    guard addTexels(of: box, in: whole, depth: depth) else { return false }
    addRun(from: first, program: .boxTexels, area: Float(whole.area), bounds: whole)
    if whole != box.pixelBounds { addEdges(of: box, around: whole, depth: depth) }
    return true
  }

  /// Whether the opaque interior of a box is the whole box, and shows only texels of its picture, one a pixel.
  func showsTexels(_ box: BoxOperation, _ texels: AffineTexels) -> Bool {
    guard storesColor,
      box.fill == .zero || plan.images[box.image.index].isOpaque && box.tint.w >= 1,
      let picture = picture(of: box), texels.square(of: box.pixelBounds, of: box, size: picture.levels[0].size) != nil
    else { return false }
    return box.innerPolygon(in: plan).isRectangle(covering: box.pixelBounds)
  }

  /// Adds the texels of a box in some pixels that it covers wholly.
  ///
  /// - Returns: `false` if a pixel is not one texel, and nothing was added.
  mutating func addTexels(of box: BoxOperation, in whole: PixelRect, depth: Float) -> Bool {
    guard let picture = picture(of: box), let place = picture.levels.first, let texels = AffineTexels(box),
      let square = texels.square(of: whole, of: box, size: place.size), !whole.isEmpty
    else { return false }
    var instance = instance(of: box, depth: depth)
    let shift = SIMD2(square.minX - whole.minX, square.minY - whole.minY)
    // A small picture is one tile; of a large one, each tile is a quadrilateral.
    let isSmall = AtlasPlace.isSmall(width: place.width, height: place.height)
    let side = Int32(isSmall ? AtlasLayout.tile : AtlasLayout.inside)
    for row in square.minY / side...(square.maxY - 1) / side {
      for column in square.minX / side...(square.maxX - 1) / side {
        let tile = PixelRect(minX: column * side, minY: row * side, maxX: (column + 1) * side, maxY: (row + 1) * side)
          .intersection(square)
        let low = SIMD2(Float(tile.minX - shift.x), Float(tile.minY - shift.y))
        let high = SIMD2(Float(tile.maxX - shift.x), Float(tile.maxY - shift.y))
        instance.corners01 = SIMD4(low.x, low.y, high.x, low.y)
        instance.corners23 = SIMD4(high.x, high.y, low.x, high.y)
        instances.append(instance)
      }
    }
    return true
  }
}
