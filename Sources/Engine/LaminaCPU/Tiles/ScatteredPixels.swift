// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A list of pixels of a tile, each at most once, so that eight pixels from any places are processed at a time.
struct ScatteredPixels {
  /// Indices among the tile's pixels, row by row; space for all of them and seven more.
  private let places: Row<UInt32>
  private(set) var count = 0

  /// The number of indices that the list needs space for.
  static var room: Int { Tile.maximumWidth * Tile.maximumHeight + 7 }

  init(in places: Row<UInt32>) { self.places = places }

  /// Adds pixels of one row, one for each bit.
  @inline(__always) mutating func add(_ pixels: UInt64, row: Int) {
    var pixels = pixels
    while pixels != 0 {
      places[count] = UInt32(truncatingIfNeeded: row &* Tile.maximumWidth &+ pixels.trailingZeroBitCount)
      count &+= 1
      pixels &= pixels &- 1
    }
  }

  /// The centres of eight pixels from an index in the list on, relative to the tile's corner; meaningless past the end.
  @inline(__always) func centres(from index: Int) -> (x: Lanes, y: Lanes) {
    let eight = places.vector(at: index, as: LaneBits.self)
    let shift = UInt32(truncatingIfNeeded: Tile.maximumWidth.trailingZeroBitCount)
    return (Lanes(small: eight & UInt32(Tile.maximumWidth - 1)) + 0.5, Lanes(small: (eight &>> shift) & 0xFFFF) + 0.5)
  }

  /// The index of a pixel of the list among the tile's pixels, row by row.
  @inline(__always) subscript(index: Int) -> Int {
    assert(index < count, "pixel \(index) of \(count)")
    return Int(places[index])
  }
}
