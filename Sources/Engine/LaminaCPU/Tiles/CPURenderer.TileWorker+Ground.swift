// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The content of a tile where nothing is drawn: one colour, or the pixels of an earlier pass.
struct TileGround: BitwiseCopyable {
  /// Premultiplied, 0...255; used if there is no `source`.
  var color: PixelColor
  /// A pass that is copied pixel for pixel.
  var source: PixelSource?
  /// The index in the tile's list of the operation that makes the ground, or -1 for the pass's clear colour.
  var place = -1
  /// The columns of the tile.
  var inside: UInt64
}

extension CPURenderer.TileWorker {
  /// The ground of a tile: its first operation if that is one colour, or an unchanged earlier pass.
  func findGround(of tile: Tile, _ list: UnsafeBufferPointer<Int32>, isClosed: Bool) -> TileGround {
    let inside = PreparedPolygon.mask(from: 0, to: Int32(truncatingIfNeeded: tile.width))
    var ground = TileGround(color: pass.clear, inside: inside)
    guard !list.isEmpty else { return ground }
    let operation = self.operation(list[0])
    if isClosed, operation.pointee.kind == .box {
      let box = operation.pointee.box
      if box.pointee.hasPlainInner { (ground.color, ground.place) = (box.pointee.innerColor, 0) }
    } else if let source = wholeSource(operation, tile) {
      (ground.source, ground.place) = (source, 0)
    }
    return ground
  }

  /// The pass that an operation draws unchanged over the whole tile.
  func wholeSource(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) -> PixelSource? {
    guard operation.pointee.kind == .composite, pass.clear == .zero else { return nil }
    let composite = operation.pointee.composite
    guard composite.pointee.isSimple, composite.pointee.clip == nil, composite.pointee.opacity >= 1,
      composite.pointee.source.layout != .alpha,
      let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds), rows.count == tile.height,
      columns.nonzeroBitCount == tile.width
    else { return nil }
    return composite.pointee.source
  }

  /// Prepares pixels of a row to be drawn onto: pixels that show the ground get its colour.
  ///
  /// Four neighbours at a time, so that few runs are short when the row is stored.
  @inline(__always) func touch(_ pixels: UInt64, _ tile: Tile, row: Int) {
    let missing = Self.quadruples(pixels) & ground[0].inside & ~touched[row]
    if missing != 0 { lay(missing, tile, row: row) }
  }

  /// Prepares pixels that will certainly be replaced: only their neighbours get the ground's colour.
  @inline(__always) func touchReplaced(_ pixels: UInt64, _ tile: Tile, row: Int) {
    let missing = Self.quadruples(pixels) & ground[0].inside & ~touched[row]
    touched[row] |= pixels
    if missing & ~pixels != 0 { lay(missing & ~pixels, tile, row: row) }
  }

  /// All pixels of the groups of four that contain one of `pixels`.
  @inline(__always) private static func quadruples(_ pixels: UInt64) -> UInt64 {
    let pairs = pixels | (pixels &>> 1)
    return ((pairs | (pairs &>> 2)) & 0x1111_1111_1111_1111) &* 15
  }

  @inline(never) private func lay(_ pixels: UInt64, _ tile: Tile, row: Int) {
    touched[row] |= pixels
    let line = colorLine(row)
    var pixels = pixels
    while let span = Self.takeRun(&pixels) {
      guard let source = ground[0].source else {
        line.from(span.start).fill(span.count, with: ground[0].color)
        continue
      }
      let pixels = source.row(x: tile.x + span.start, y: tile.y + row)
      for index in 0..<span.count { line[span.start &+ index] = pixels[index] }
    }
  }

  /// Step 3: rounds the drawn pixels into the target, and writes the ground everywhere else.
  ///
  /// - Parameter laid: The pixel that already fills the tile in the target, if any.
  /// - Returns: Whether all pixels are opaque.
  func store(_ tile: Tile, over laid: UInt32?) -> Bool {
    let inside = ground[0].inside
    guard target.layout == .bytes else {
      for row in 0..<tile.height {
        touch(inside, tile, row: row)
        target.store(colorLine(row), count: tile.width, x: tile.x, y: tile.y + row)
      }
      return false
    }
    let plain = PixelTarget.pixel(ground[0].color)
    var all = UInt32.max
    for row in 0..<tile.height {
      let line = colorLine(row)
      let out = target.row(UInt32.self, x: tile.x, y: tile.y + row)
      var drawn = touched[row]
      if drawn != inside {
        if let source = ground[0].source {
          all &= copy(source, inside & ~drawn, tile, row: row, to: out)
        } else {
          if plain != laid { out.fill(tile.width, with: plain) }
          all &= UInt32(littleEndian: plain)
        }
      }
      while let span = Self.takeRun(&drawn) {
        all &= PixelTarget.quantize(line.from(span.start), count: span.count, into: out.from(span.start))
      }
    }
    return all >= 0xFF00_0000
  }

  /// Copies pixels of one row from an earlier pass.
  ///
  /// - Returns: All pixels, as little-endian words, combined by `and`.
  private func copy(
    _ source: PixelSource, _ pixels: UInt64, _ tile: Tile, row: Int, to out: Row<UInt32>
  ) -> UInt32 {
    var all = UInt32.max
    var pixels = pixels
    while let span = Self.takeRun(&pixels) {
      let (source, place) = (source.row(x: tile.x + span.start, y: tile.y + row), out.from(span.start))
      if source.layout == .floats {
        all &= PixelTarget.quantize(source, count: span.count, into: place)
        continue
      }
      // A pass that continues another one draws into its pixels.
      place.copy(source.texels, bytes: 4 * span.count)
      for index in 0..<span.count { all &= UInt32(littleEndian: place[index]) }
    }
    return all
  }
}
