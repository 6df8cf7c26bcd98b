// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Sorts draws of several kinds so that those of one kind follow one another, without a change to the order of
/// overlapping draws.
///
/// The pass is divided into cells, and every draw gets a level: no lower than the level of any earlier draw in the same
/// cells, and one of the same kind. Levels are drawn one after the other, and within a level in the order of the plan.
/// The later of two draws in one cell is thus drawn later.
struct DrawLevels<Kind: Equatable> {
  /// The number of levels above the lowest possible one that are searched; beyond them, a new level is added.
  private static var search: Int { 32 }

  private let region: PixelRect
  /// Pixels of a cell's side.
  private let cellSide: Int32
  private let columns: Int
  /// For each cell, the highest level of the draws in it.
  private var levels: [Int32]
  /// For each level, the kind of its draws.
  private(set) var kinds: [Kind] = []

  /// - Parameter cellSide: Pixels: about half the side of what is drawn; smaller cells take longer.
  init(in region: PixelRect, cellSide: Int32) {
    (self.region, self.cellSide) = (region, cellSide)
    columns = (region.width + Int(cellSide) - 1) / Int(cellSide)
    let rows = (region.height + Int(cellSide) - 1) / Int(cellSide)
    levels = Array(repeating: 0, count: columns * rows)
  }

  /// The level of the next draw.
  ///
  /// - Parameter bounds: The pixels that it may touch.
  mutating func place(_ bounds: PixelRect, _ kind: Kind) -> Int {
    let bounds = bounds.intersection(region)
    guard !bounds.isEmpty else { return level(from: 0, kind) }
    let (left, right) = (
      Int((bounds.minX - region.minX) / cellSide), Int((bounds.maxX - 1 - region.minX) / cellSide)
    )
    let (top, bottom) = (
      Int((bounds.minY - region.minY) / cellSide), Int((bounds.maxY - 1 - region.minY) / cellSide)
    )
    var lowest: Int32 = 0
    for row in top...bottom {
      for cell in row * columns + left...row * columns + right { lowest = max(lowest, levels[cell]) }
    }
    let level = level(from: Int(lowest), kind)
    for row in top...bottom {
      for cell in row * columns + left...row * columns + right { levels[cell] = Int32(level) }
    }
    return level
  }

  /// The level of the next draw.
  ///
  /// - Parameter lowest: The lowest possible level: the highest one of the draws that it overlaps.
  mutating func level(from lowest: Int, _ kind: Kind) -> Int {
    for level in lowest..<min(kinds.count, lowest + Self.search) where kinds[level] == kind { return level }
    kinds.append(kind)
    return kinds.count - 1
  }
}

extension InstanceList {
  /// Sorts instances at the end of the list.
  ///
  /// - Parameters:
  ///   - runs: Ranges of the instances, one behind the other.
  ///   - places: For each range, its level; the order within a level is kept.
  /// - Returns: For each level, the range of its instances.
  func sort(_ runs: [Range<Int>], by places: [Int], levels: Int) -> [Range<Int>] {
    guard let start = runs.first?.lowerBound else { return [] }
    // Sorting by counting keeps the order within a level.
    var ends = Array(repeating: 0, count: levels + 1)
    for (run, place) in zip(runs, places) { ends[place + 1] += run.count }
    for level in 0..<levels { ends[level + 1] += ends[level] }
    let result = (0..<levels).map { start + ends[$0]..<start + ends[$0 + 1] }
    withInstances(from: start) { sorted in
      let unsorted = Array(sorted)
      for (run, place) in zip(runs, places) {
        for index in run {
          sorted[ends[place]] = unsorted[index - start]
          ends[place] += 1
        }
      }
    }
    return result
  }
}
