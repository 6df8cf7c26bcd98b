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
  mutating func addTexels(of box: inout LoweredBox, depth: Float) -> Bool {
    guard strategy == .depth, storesColor, box.picture != nil, box.box.pointee.fill == .zero else { return false }
    let bounds = box.bounds
    guard let texels = box.texels, !texels.hasLevels else { return false }
    let whole = box.uprightRectangle
    guard 2 * whole.area >= bounds.area else { return false }
    let first = lists.instances.count
    guard addTexels(of: &box, texels, in: whole, interior: nil, depth: depth) else { return false }
    addRun(from: first, program: .boxTexels, area: Float(whole.area), bounds: whole)
    if whole != bounds { addEdges(of: &box, around: whole, depth: depth) }
    return true
  }

  /// Whether an opaque interior that is a whole box shows only texels of its picture, one a pixel.
  @inline(__always) func showsTexels(_ box: inout LoweredBox, _ texels: AffineTexels) -> Bool {
    guard storesColor, !texels.hasLevels, let picture = box.picture,
      box.box.pointee.fill == .zero || picture.isOpaque && box.box.pointee.tint.w >= 1
    else { return false }
    return texels.square(of: box.bounds, of: box.box, size: picture.size) != nil
  }

  /// Adds the texels of a box in some pixels that it covers wholly.
  ///
  /// - Parameter interior: The kind of the opaque interior that they are; `nil` for texels that blend.
  /// - Returns: `false` if a pixel is not one texel, and nothing was added.
  mutating func addTexels(
    of box: inout LoweredBox, _ texels: AffineTexels, in whole: PixelRect, interior: InteriorKind?, depth: Float
  ) -> Bool {
    guard let picture = box.picture, let square = texels.square(of: whole, of: box.box, size: picture.size),
      !whole.isEmpty
    else { return false }
    var instance = instance(of: &box, depth: depth)
    let shift = SIMD2(square.minX - whole.minX, square.minY - whole.minY)
    // A small picture is one tile; of a large one, each tile is a quadrilateral.
    let side = Int32(picture.isInOnePiece ? AtlasLayout.tile : AtlasLayout.inside)
    for row in square.minY / side...(square.maxY - 1) / side {
      for column in square.minX / side...(square.maxX - 1) / side {
        let tile = PixelRect(minX: column * side, minY: row * side, maxX: (column + 1) * side, maxY: (row + 1) * side)
          .intersection(square)
        instance.cover(
          PixelRect(
            minX: tile.minX - shift.x, minY: tile.minY - shift.y, maxX: tile.maxX - shift.x,
            maxY: tile.maxY - shift.y))
        if let interior {
          lists.interiors[interior.rawValue].append(instance)
        } else {
          lists.instances.append(instance)
        }
      }
    }
    return true
  }
}
