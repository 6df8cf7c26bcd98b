// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Draws a tile that needs no blending: nothing on it, or one opaque box without a picture, or with one that is
  /// copied texel for pixel, covering all of it.
  ///
  /// - Parameter laid: The pixel that all of it in the target is already, if one.
  /// - Returns: Whether every pixel is opaque; `nil` where the tile is not of that kind, and nothing is drawn.
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
  /// - Parameter laid: The pixel that all of it in the target is already, if one.
  /// - Returns: Whether every pixel is opaque; `nil` where it is not of one colour or a copied picture.
  func drawPlainly(_ tile: Tile, covered box: UnsafePointer<PreparedBox>, over laid: UInt32?) -> Bool? {
    if box.pointee.hasPlainInner {
      fill(tile, with: box.pointee.innerColor, over: laid)
      return PixelTarget.bytes(box.pointee.innerColor).w == 255
    }
    guard let picture = copiedPicture(of: box), copy(picture, tile) else { return nil }
    return true
  }

  /// The picture whose texels a box is, one a pixel and opaque, if it is.
  func copiedPicture(of box: UnsafePointer<PreparedBox>) -> UnsafePointer<PreparedPicture>? {
    guard box.pointee.gradient == nil, !box.pointee.isTinted, let picture = box.pointee.picture,
      picture.pointee.kind == .copy, picture.pointee.isOpaque
    else { return nil }
    return picture
  }

  /// Takes the pixels of an earlier pass as they are, where that is all there is to draw.
  private func copyPass(_ tile: Tile, _ operation: UnsafePointer<PreparedOperation>) -> Bool? {
    guard let source = wholeSource(operation, tile), source.layout == .bytes else { return nil }
    var all = UInt32.max
    for row in 0..<tile.height {
      let out = target.row(UInt32.self, x: tile.x, y: tile.y + row)
      // A pass that goes on from another one draws into its pixels.
      out.copy(source.row(x: tile.x, y: tile.y + row).texels, bytes: 4 * tile.width)
      for column in 0..<tile.width { all &= out[column] }
    }
    return UInt32(littleEndian: all) >= 0xFF00_0000
  }

  /// - Parameter laid: The pixel that all of it in the target is already, if one.
  func fill(_ tile: Tile, with color: PixelColor, over laid: UInt32?) {
    let pixel = PixelTarget.pixel(color)
    guard pixel != laid else { return }
    for row in 0..<tile.height {
      target.row(UInt32.self, x: tile.x, y: tile.y + row).fill(tile.width, with: pixel)
    }
  }

  /// Fails where a row reaches over the picture's limits; then some rows may have been written, but no harm is done.
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
