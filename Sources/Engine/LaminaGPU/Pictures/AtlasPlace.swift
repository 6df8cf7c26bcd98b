// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
/// The layout of the array texture that holds all pictures. The same numbers are in `Shaders/lib/atlas_tiles.glsl`.
enum AtlasLayout {
  /// Texels of a layer's side; OpenGL ES 3.1 promises no more.
  static let side = 2048
  /// Texels of a tile's side, a border of one on each side included.
  static let tile = 256
  /// Texels of a tile's side without its border, so the largest side of a small picture.
  static let inside = tile - 2
  static let tilesInRow = side / tile
  static let tilesInLayer = tilesInRow * tilesInRow
  static let bytesInLayer = 4 * side * side

  /// The position of a tile's first texel in its layer.
  static func origin(ofTile tile: Int) -> (x: Int, y: Int, layer: Int) {
    let cell = tile % tilesInLayer
    return (cell % tilesInRow * Self.tile, cell / tilesInRow * Self.tile, tile / tilesInLayer)
  }

  /// The number of tiles that a side of `texels` fills.
  static func tiles(across texels: Int) -> Int {
    (texels + inside - 1) / inside
  }
}

/// The place of a picture, or of one level of it, in the atlas.
///
/// A large picture fills tiles with consecutive numbers from its first tile, over the layers. A small one lies anywhere
/// in a layer and counts as that layer's first tile, moved by `offset`.
struct AtlasPlace: Equatable {
  /// Tiles in a row of the picture.
  var columns: Int
  /// The number of the picture's first tile, over all layers.
  var firstTile: Int
  /// Texels from the first tile's corner to the picture's: 1 in both for tiles, whose border comes first.
  var offset: SIMD2<Int>
  /// Texels of the picture or level.
  var width: Int
  /// Texels of the picture or level.
  var height: Int

  var size: PixelSize { PixelSize(width: width, height: height) }

  /// The place in the form that shaders read; see `Shaders/lib/atlas_tiles.glsl`.
  var shaderValue: SIMD4<Float> {
    SIMD4(Float(columns), Float(firstTile), Float(offset.x), Float(offset.y))
  }

  /// The value that shaders read for no picture.
  static let none = SIMD4<Float>(1, -1, 0, 0)

  /// Whether a picture of this size lies in one piece.
  static func isSmall(width: Int, height: Int) -> Bool {
    max(width, height) <= AtlasLayout.inside
  }

  /// The number of parts in which the picture lies.
  var partCount: Int { Self.isSmall(width: width, height: height) ? 1 : columns * AtlasLayout.tiles(across: height) }

  /// Calls `body` for the parts of the picture: itself where it is small, otherwise each tile with the texels around it
  /// that lie in the picture.
  @inline(__always) func forEachPart(_ body: (AtlasPart) -> Void) {
    guard !Self.isSmall(width: width, height: height) else {
      let layer = firstTile / AtlasLayout.tilesInLayer
      return body(AtlasPart(start: 0, x: offset.x, y: offset.y, layer: layer, width: width, height: height))
    }
    for row in 0..<AtlasLayout.tiles(across: height) {
      for column in 0..<columns {
        let origin = AtlasLayout.origin(ofTile: firstTile + row * columns + column)
        let (left, top) = (column * AtlasLayout.inside - 1, row * AtlasLayout.inside - 1)
        let across = max(left, 0)..<min(left + AtlasLayout.tile, width)
        let down = max(top, 0)..<min(top + AtlasLayout.tile, height)
        body(
          AtlasPart(
            start: down.lowerBound * width + across.lowerBound, x: origin.x + across.lowerBound - left,
            y: origin.y + down.lowerBound - top, layer: origin.layer, width: across.count, height: down.count))
      }
    }
  }
}

/// A rectangle of a level's texels, and its place in a layer of the atlas.
struct AtlasPart {
  /// The first texel, counted from the level's.
  var start: Int
  var x: Int
  var y: Int
  var layer: Int
  var width: Int
  var height: Int

  /// The texels of the layer.
  var texels: PixelRect {
    PixelRect(
      minX: Int32(clamping: x), minY: Int32(clamping: y), maxX: Int32(clamping: x + width),
      maxY: Int32(clamping: y + height))
  }
}
