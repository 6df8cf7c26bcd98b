// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A list of pixels of a tile, each at most once, to do something with eight of them at a time wherever they lie.
struct ScatteredPixels {
  /// Places among the tile's pixels, row by row; room for all of them and seven more.
  private let places: Row<UInt32>
  private(set) var count = 0

  /// How many places it needs room for.
  static var room: Int { Tile.maximumWidth * Tile.maximumHeight + 7 }

  init(in places: Row<UInt32>) { self.places = places }

  /// Adds pixels of one row, a bit each.
  @inline(__always) mutating func add(_ pixels: UInt64, row: Int) {
    var pixels = pixels
    while pixels != 0 {
      places[count] = UInt32(truncatingIfNeeded: row &* Tile.maximumWidth &+ pixels.trailingZeroBitCount)
      count &+= 1
      pixels &= pixels &- 1
    }
  }

  /// The centres of eight pixels from one of the list on, from the tile's corner; past the end they mean nothing.
  @inline(__always) func centres(from index: Int) -> (x: Lanes, y: Lanes) {
    let eight = places.vector(at: index, as: LaneBits.self)
    let shift = UInt32(truncatingIfNeeded: Tile.maximumWidth.trailingZeroBitCount)
    return (Lanes(small: eight & UInt32(Tile.maximumWidth - 1)) + 0.5, Lanes(small: (eight &>> shift) & 0xFFFF) + 0.5)
  }

  /// Where a pixel of the list lies among the tile's, row by row.
  @inline(__always) subscript(index: Int) -> Int {
    assert(index < count, "pixel \(index) of \(count)")
    return Int(places[index])
  }
}
