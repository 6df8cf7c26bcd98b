// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The tiles of a grid that have to be drawn.
final class TileSelection {
  private let isSelected: PlainBuffer<Bool>
  private let count: Int

  /// Selects the tiles that hold pixels of a region.
  init(_ region: PixelRegion, of grid: TileGrid) {
    count = grid.count
    isSelected = PlainBuffer(count: count)
    isSelected.start.initialize(repeating: false, count: max(1, count))
    for rectangle in region.rectangles {
      let part = rectangle.intersection(grid.region)
      guard !part.isEmpty else { continue }
      let (columns, rows) = (grid.columns(of: part), grid.rows(of: part))
      for row in rows.first...rows.last {
        for column in columns.first...columns.last { isSelected[row * grid.columns + column] = true }
      }
    }
  }

  /// Whether a tile is selected.
  @inline(__always) subscript(tile: Int) -> Bool {
    assert(0..<count ~= tile, "tile \(tile) of \(count)")
    return isSelected[tile]
  }
}
