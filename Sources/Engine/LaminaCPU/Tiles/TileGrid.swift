// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// One tile of a pass: up to 64 columns by `Tile.maximumHeight` rows of pixels.
struct Tile {
  /// Columns of a whole tile: the bits of a word.
  static let maximumWidth = 64
  /// Rows of a whole tile: its colours take 32 KiB, which the first-level cache holds.
  static let maximumHeight = 32
  /// The size of a whole tile.
  static var grain: PixelSize { PixelSize(width: maximumWidth, height: maximumHeight) }

  /// The first column and row, target pixels.
  var x: Int
  var y: Int
  /// Columns, at most `Tile.maximumWidth` unless several tiles are drawn as one.
  var width: Int
  /// Rows, at most `Tile.maximumHeight`.
  var height: Int
}

/// The tiles of a pass, numbered row by row.
struct TileGrid {
  let region: PixelRect
  let columns: Int
  let rows: Int

  init(region: PixelRect) {
    self.region = region
    columns = (region.width + Tile.maximumWidth - 1) / Tile.maximumWidth
    rows = (region.height + Tile.maximumHeight - 1) / Tile.maximumHeight
  }

  var count: Int { columns * rows }

  @inline(__always) func tile(_ index: Int) -> Tile {
    tile(column: index % columns, row: index / columns)
  }

  @inline(__always) func tile(column: Int, row: Int) -> Tile {
    let x = Int(region.minX) + column * Tile.maximumWidth
    let y = Int(region.minY) + row * Tile.maximumHeight
    return Tile(
      x: x, y: y, width: min(Tile.maximumWidth, Int(region.maxX) - x),
      height: min(Tile.maximumHeight, Int(region.maxY) - y))
  }

  /// The first and the last column of tiles that hold pixels of `bounds`, which is inside the region and not empty.
  @inline(__always) func columns(of bounds: PixelRect) -> (first: Int, last: Int) {
    (
      (Int(bounds.minX) - Int(region.minX)) / Tile.maximumWidth,
      (Int(bounds.maxX) - 1 - Int(region.minX)) / Tile.maximumWidth
    )
  }

  /// The first and the last row of tiles that hold pixels of `bounds`, which is inside the region and not empty.
  @inline(__always) func rows(of bounds: PixelRect) -> (first: Int, last: Int) {
    (
      (Int(bounds.minY) - Int(region.minY)) / Tile.maximumHeight,
      (Int(bounds.maxY) - 1 - Int(region.minY)) / Tile.maximumHeight
    )
  }
}
