// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Allocates runs of tiles, numbered through the layers of the atlas.
struct TileAllocator {
  /// The number of layers.
  private(set) var layers = 0
  /// The free ranges, in order, with neighbours joined.
  private var free: [Range<Int>] = []

  /// Takes the first run of `count` tiles that starts at a multiple of `alignment`.
  ///
  /// - Returns: The first tile, or `nil` if no run is long enough.
  mutating func allocate(_ count: Int, alignment: Int) -> Int? {
    for (index, range) in free.enumerated() {
      let start = (range.lowerBound + alignment - 1) / alignment * alignment
      guard start + count <= range.upperBound else { continue }
      let rest = [range.lowerBound..<start, (start + count)..<range.upperBound].filter { !$0.isEmpty }
      free.replaceSubrange(index...index, with: rest)
      return start
    }
    return nil
  }

  /// Frees a run.
  mutating func release(_ range: Range<Int>) {
    let index = free.firstIndex { $0.lowerBound >= range.upperBound } ?? free.endIndex
    free.insert(range, at: index)
    if index + 1 < free.count, free[index].upperBound == free[index + 1].lowerBound {
      free[index] = free[index].lowerBound..<free[index + 1].upperBound
      free.remove(at: index + 1)
    }
    if index > 0, free[index - 1].upperBound == free[index].lowerBound {
      free[index - 1] = free[index - 1].lowerBound..<free[index].upperBound
      free.remove(at: index)
    }
  }

  /// Adds empty layers at the end.
  mutating func addLayers(_ count: Int) {
    let first = layers * AtlasLayout.tilesInLayer
    layers += count
    release(first..<layers * AtlasLayout.tilesInLayer)
  }
}
