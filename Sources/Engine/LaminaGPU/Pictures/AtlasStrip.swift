// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// One row of tiles that holds small pictures on shelves.
///
/// A shelf is as high as its first picture, rounded up; later pictures are put where they waste the least space. A
/// strip is freed as a whole, when none of its pictures is alive.
final class AtlasStrip {
  /// The first tile of the strip.
  let firstTile: Int
  /// The pictures that were put into the strip, also those that were removed.
  private(set) var pictures: [ObjectIdentifier] = []
  /// The number of pictures that were not removed.
  private var alive = 0
  /// The last frame that drew one of the pictures.
  var lastFrame = 0
  private var shelves = Shelves()

  init(firstTile: Int) {
    self.firstTile = firstTile
  }

  var isEmpty: Bool { alive == 0 }

  var tiles: Range<Int> { firstTile..<firstTile + AtlasLayout.tilesInRow }

  /// Finds space for a small picture.
  func place(width: Int, height: Int) -> AtlasPlace? {
    guard let (x, y) = shelves.place(width: width, height: height) else { return nil }
    let origin = AtlasLayout.origin(ofTile: firstTile)
    return AtlasPlace(
      columns: 1, firstTile: origin.layer * AtlasLayout.tilesInLayer, offset: [x, origin.y + y], width: width,
      height: height)
  }

  func add(_ picture: ObjectIdentifier) {
    pictures.append(picture)
    alive += 1
  }

  /// Removes one of the pictures; its space stays used until the strip is freed.
  func remove() { alive -= 1 }
}

/// The shelves of a strip.
private struct Shelves {
  private var shelves: [(y: Int, height: Int, nextX: Int)] = []
  private var nextY = 0

  /// Takes space for a picture.
  mutating func place(width: Int, height: Int) -> (x: Int, y: Int)? {
    // A much higher shelf is left for higher pictures.
    var (best, least) = (-1, height + height / 4 + 5)
    for index in shelves.indices
    where shelves[index].height >= height && shelves[index].height < least
      && shelves[index].nextX + width <= AtlasLayout.side
    {
      (best, least) = (index, shelves[index].height)
    }
    if best < 0 {
      // Multiples of four, so that pictures of nearly the same size share shelves.
      let shelfHeight = min((height + 3) / 4 * 4, AtlasLayout.tile - nextY)
      guard shelfHeight >= height else { return nil }
      shelves.append((nextY, shelfHeight, 0))
      nextY += shelfHeight
      best = shelves.count - 1
    }
    defer { shelves[best].nextX += width }
    return (shelves[best].nextX, shelves[best].y)
  }
}
