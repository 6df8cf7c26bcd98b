// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// One row of tiles that holds small pictures on shelves.
///
/// A shelf is as high as its first picture, rounded up; later pictures are put where they waste the least space. A
/// strip is freed as a whole, when none of its pictures is alive.
final class AtlasStrip {
  private struct Contents {
    var pictures: [ObjectIdentifier] = []
    var alive = 0
    var lastFrame = 0
    var shelves = Shelves()
  }

  /// The first tile of the strip.
  let firstTile: Int
  /// Memory of its own: checks of access to variables of a class would take longer than finding a place.
  private let contents: UnsafeMutablePointer<Contents>

  init(firstTile: Int) {
    self.firstTile = firstTile
    contents = .allocate(capacity: 1)
    contents.initialize(to: Contents())
  }

  deinit {
    contents.deinitialize(count: 1)
    contents.deallocate()
  }

  /// The pictures that were put into the strip, also those that were removed.
  var pictures: [ObjectIdentifier] { contents.pointee.pictures }

  /// Whether all pictures were removed.
  var isEmpty: Bool { contents.pointee.alive == 0 }

  /// The last frame that drew one of the pictures.
  var lastFrame: Int {
    get { contents.pointee.lastFrame }
    set { contents.pointee.lastFrame = newValue }
  }

  var tiles: Range<Int> { firstTile..<firstTile + AtlasLayout.tilesInRow }

  /// Finds space for a small picture.
  func place(width: Int, height: Int) -> AtlasPlace? {
    guard let (x, y) = contents.pointee.shelves.place(width: width, height: height) else { return nil }
    let origin = AtlasLayout.origin(ofTile: firstTile)
    return AtlasPlace(
      columns: 1, firstTile: origin.layer * AtlasLayout.tilesInLayer, offset: [x, origin.y + y], width: width,
      height: height)
  }

  func add(_ picture: ObjectIdentifier) {
    contents.pointee.pictures.append(picture)
    contents.pointee.alive += 1
  }

  /// Removes one of the pictures; its space stays used until the strip is freed.
  func remove() { contents.pointee.alive -= 1 }
}

/// The space that the levels of a picture have in the atlas.
struct AtlasSpace {
  /// What only large pictures and ones of several levels have, so that the space of others is copied in a few
  /// instructions.
  private final class Rest {
    var places: [AtlasPlace] = []
    var strips: [AtlasStrip] = []
    var runs: [Range<Int>] = []
  }

  private var firstPlace: AtlasPlace?
  /// The strip of the first small level.
  private var strip: AtlasStrip?
  private var rest: Rest?

  /// The tiles of large levels.
  var runs: [Range<Int>] { rest?.runs ?? [] }

  private mutating func more() -> Rest {
    let more = rest ?? Rest()
    rest = more
    return more
  }

  /// Adds the place of the next level: level 0, then the smaller levels, if they were requested.
  mutating func add(_ place: AtlasPlace) {
    if firstPlace == nil { firstPlace = place } else { more().places.append(place) }
  }

  mutating func add(_ tiles: Range<Int>) { more().runs.append(tiles) }

  mutating func add(_ strip: AtlasStrip, for key: ObjectIdentifier) {
    guard !lies(in: strip) else { return }
    strip.add(key)
    if self.strip == nil { self.strip = strip } else { more().strips.append(strip) }
  }

  func lies(in strip: AtlasStrip) -> Bool {
    strip === self.strip || rest?.strips.contains { $0 === strip } ?? false
  }

  func forEachStrip(_ body: (AtlasStrip) -> Void) {
    if let strip { body(strip) }
    for strip in rest?.strips ?? [] { body(strip) }
  }

  /// Appends the places of the levels to others.
  func append(to places: inout [AtlasPlace]) {
    if let firstPlace { places.append(firstPlace) }
    if let rest { places += rest.places }
  }
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
