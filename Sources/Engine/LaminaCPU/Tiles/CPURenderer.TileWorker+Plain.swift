// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Draws a tile that needs no blending: an empty tile, or a tile covered by one opaque box without a picture or with
  /// a picture that is copied texel for pixel.
  ///
  /// - Parameter laid: The pixel that already fills the tile in the target, if any.
  /// - Returns: Whether every pixel is opaque; `nil` if the tile is not of this kind, and nothing is drawn.
  func drawPlainly(
    _ tile: Tile, _ list: UnsafeBufferPointer<Int32>, isClosed: Bool, over laid: UInt32?
  ) -> Bool? {
    guard target.layout == .bytes else { return nil }
    if list.isEmpty {
      fill(tile, with: pass.clear, over: laid)
      return PixelTarget.bytes(pass.clear).w == 255
    }
    if list.count == 1, let isOpaque = copyPass(tile, operation(list[0])) { return isOpaque }
    guard isClosed, list.count == 1 else { return nil }
    return drawPlainly(tile, covered: operation(list[0]).pointee.box, over: laid)
  }

  /// Draws a tile, of any width, that one opaque box covers.
  ///
  /// - Parameter laid: The pixel that already fills the tile in the target, if any.
  /// - Returns: Whether every pixel is opaque; `nil` if the box is neither of one colour nor a copied picture.
  func drawPlainly(_ tile: Tile, covered box: UnsafePointer<PreparedBox>, over laid: UInt32?) -> Bool? {
    if box.pointee.hasPlainInner {
      fill(tile, with: box.pointee.innerColor, over: laid)
      return PixelTarget.bytes(box.pointee.innerColor).w == 255
    }
    guard let picture = copiedPicture(of: box), copy(picture, tile) else { return nil }
    return true
  }

  /// The picture that a box shows with one opaque texel for each pixel, if it does.
  func copiedPicture(of box: UnsafePointer<PreparedBox>) -> UnsafePointer<PreparedPicture>? {
    guard box.pointee.gradient == nil, !box.pointee.isTinted, let picture = box.pointee.picture,
      picture.pointee.kind == .copy, picture.pointee.isOpaque
    else { return nil }
    return picture
  }

  /// Copies the unchanged pixels of an earlier pass, if the tile shows nothing else.
  private func copyPass(_ tile: Tile, _ operation: UnsafePointer<PreparedOperation>) -> Bool? {
    guard let source = wholeSource(operation, tile), source.layout == .bytes else { return nil }
    var all = UInt32.max
    for row in 0..<tile.height {
      let out = target.row(UInt32.self, x: tile.x, y: tile.y + row)
      // A pass that continues another one draws into its pixels.
      out.copy(source.row(x: tile.x, y: tile.y + row).texels, bytes: 4 * tile.width)
      for column in 0..<tile.width { all &= out[column] }
    }
    return UInt32(littleEndian: all) >= 0xFF00_0000
  }

  /// - Parameter laid: The pixel that already fills the tile in the target, if any.
  func fill(_ tile: Tile, with color: PixelColor, over laid: UInt32?) {
    let pixel = PixelTarget.pixel(color)
    guard pixel != laid else { return }
    for row in 0..<tile.height {
      target.row(UInt32.self, x: tile.x, y: tile.y + row).fill(tile.width, with: pixel)
    }
  }

  /// Fails if a row reaches over the picture's limits; then some rows may have been written, which is harmless.
  private func copy(_ picture: UnsafePointer<PreparedPicture>, _ tile: Tile) -> Bool {
    for row in 0..<tile.height {
      guard
        let texels = picture.pointee.first.contiguousTexels(x: tile.x, y: tile.y + row, count: tile.width)
      else { return false }
      target.row(UInt32.self, x: tile.x, y: tile.y + row).copy(texels, bytes: 4 * tile.width)
    }
    return true
  }
}

// Rows of tiles that are of one colour or copies of pictures in most places. Processors write memory from one end to
// the other three times as fast as tile by tile, so plain tiles are written pixel row by pixel row.

/// A row of tiles of which most are plain.
struct PlainRow {
  /// The pixel that fills most of three quarters of the row's tiles, with which the row is filled first; `nil` if there
  /// is none.
  let laid: UInt32?
}

extension CPURenderer.TileWorker {
  /// The plain content of a row of tiles; `nil` where more than a quarter of its tiles are not plain.
  func plainRow(_ tiles: Range<Int>) -> PlainRow? {
    let pixel = plainPixel(of: tiles.lowerBound) ?? plainPixel(of: tiles.upperBound - 1)
    var (others, unlaid) = (0, 0)
    for tile in tiles {
      if let pixel, plainPixel(of: tile) == pixel { continue }
      unlaid += 1
      if !isPlainRunPart(tile) { others += 1 }
      if 4 * others > tiles.count { return nil }
    }
    return PlainRow(laid: 4 * unlaid > tiles.count ? nil : pixel)
  }

  /// The pixel of a tile of one colour, possibly with texts and lines on it; `nil` for other tiles.
  private func plainPixel(of index: Int) -> UInt32? {
    let list = bins.operations(of: index)
    let ground = findGround(of: bins.grid.tile(index), list, isClosed: bins.isClosed(index))
    guard ground.source == nil else { return nil }
    for place in (ground.place + 1)..<max(ground.place + 1, list.count) {
      let operation = self.operation(list[place])
      guard operation.pointee.kind == .box, mayBeBlank(operation.pointee.box) else { return nil }
    }
    return PixelTarget.pixel(ground.color)
  }

  /// Whether one opaque box covers a whole tile, with one colour or a picture texel for pixel.
  private func isPlainRunPart(_ tile: Int) -> Bool {
    let list = bins.operations(of: tile)
    guard list.count == 1, bins.isClosed(tile), operation(list[0]).pointee.kind == .box else { return false }
    let box = operation(list[0]).pointee.box
    return box.pointee.hasPlainInner || copiedPicture(of: box) != nil
  }

  /// Draws neighbouring tiles that one box covers, as one wide tile.
  ///
  /// - Parameters:
  ///   - tiles: The first tile, and the tiles that may be drawn with it.
  ///   - laid: The pixel that already fills all of them in the target, if any.
  /// - Returns: The number of drawn tiles, and whether they are opaque; `nil` where none was drawn, since fewer than
  ///   two can be drawn together, or the picture does not reach over all of them.
  func drawPlainRun(_ tiles: Range<Int>, over laid: UInt32?) -> (count: Int, isOpaque: Bool)? {
    guard isPlainRunPart(tiles.lowerBound) else { return nil }
    let list = bins.operations(of: tiles.lowerBound)
    var end = tiles.lowerBound + 1
    while end < tiles.upperBound, bins.isClosed(end), bins.operations(of: end).count == 1,
      bins.operations(of: end)[0] == list[0]
    {
      end += 1
    }
    let count = end - tiles.lowerBound
    guard count > 1 else { return nil }
    var wide = bins.grid.tile(tiles.lowerBound)
    let last = bins.grid.tile(end - 1)
    wide.width = last.x + last.width - wide.x
    return drawPlainly(wide, covered: operation(list[0]).pointee.box, over: laid).map { (count, $0) }
  }
}
