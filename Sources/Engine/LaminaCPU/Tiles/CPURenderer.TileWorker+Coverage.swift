// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Boxes that show texels of one byte, one a pixel: paths and texts of one colour on the pixel grid of the target.

import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Blends contiguous texels, except empty ones.
  func blendCoverage(
    _ ink: TexelInk, _ texels: Texels, start: Int, count: Int, tile: Tile, row: Int
  ) {
    var shown = Self.shownCoverage(texels, count: count) &<< UInt64(truncatingIfNeeded: start)
    guard shown != 0 else { return }
    touch(shown, tile, row: row)
    let line = colorLine(row)
    while let span = Self.takeRun(&shown) {
      for column in span.start..<(span.start &+ span.count) {
        blend(ink.color(texels.coverage(at: column &- start)), onto: line, column)
      }
    }
  }

  /// One bit for each of up to 64 texels; 0 where four neighbours, or one of the last, are empty.
  @inline(__always) private static func shownCoverage(_ texels: Texels, count: Int) -> UInt64 {
    var shown: UInt64 = 0
    var index = 0
    while index &+ 8 <= count {
      let eight = texels.load(index, as: UInt64.self)
      if eight != 0 {
        let low: UInt64 = UInt32(truncatingIfNeeded: eight) == 0 ? 0 : 0x0F
        let high: UInt64 = eight >> 32 == 0 ? 0 : 0xF0
        shown |= (low | high) &<< UInt64(truncatingIfNeeded: index)
      }
      index &+= 8
    }
    while index < count {
      let one = texels.load(index, as: UInt8.self)
      shown |= (one == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: index)
      index &+= 1
    }
    return shown
  }

  /// Writes a box's texels on the ground's colour into the target, by a table of the pixels of all 256 coverages on
  /// that colour.
  ///
  /// - Returns: All pixels, as little-endian words, combined by `and`.
  func putCoverage(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) -> UInt32 {
    let box = operation.pointee.box
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds), let picture = box.pointee.picture
    else { return .max }
    let (x, count) = (tile.x + columns.trailingZeroBitCount, columns.nonzeroBitCount)
    let table = inks.table(of: TexelInk(box), on: ground[0].color)
    var all = UInt32.max
    var both = SIMD4<UInt32>(repeating: .max)
    for row in rows {
      guard let texels = picture.pointee.first.contiguousTexels(x: x, y: tile.y + row, count: count) else { continue }
      let out = target.row(UInt32.self, x: x, y: tile.y + row)
      var index = 0
      // Eight at a time, empty or not: testing four or two costs more than writing them.
      while index &+ 8 <= count {
        let eight = texels.load(index, as: UInt64.self)
        if eight != 0 {
          let (low, high) = (UInt32(truncatingIfNeeded: eight), UInt32(truncatingIfNeeded: eight &>> 32))
          let first = Self.look(up: low, in: table)
          let second = Self.look(up: high, in: table)
          out.store(first, at: index)
          out.store(second, at: index &+ 4)
          both &= first & second
        }
        index &+= 8
      }
      while index < count {
        let pixel = table[Int(texels.load(index, as: UInt8.self))]
        out[index] = pixel
        all &= pixel
        index &+= 1
      }
    }
    return UInt32(littleEndian: (both.x & both.y) & (both.z & both.w) & all)
  }

  /// The pixels of four texels, the first in the lowest byte.
  @inline(__always) private static func look(up four: UInt32, in table: Row<UInt32>) -> SIMD4<UInt32> {
    SIMD4(
      table[Int(truncatingIfNeeded: four & 0xFF)], table[Int(truncatingIfNeeded: four &>> 8 & 0xFF)],
      table[Int(truncatingIfNeeded: four &>> 16 & 0xFF)], table[Int(truncatingIfNeeded: four &>> 24)])
  }
}

/// Tables of the 256 pixels of coverage in one colour on another, for the last few pairs of colours that a thread has
/// met.
final class InkTables {
  private struct Key: Equatable {
    var ink: TexelInk
    var back: PixelColor
  }

  private static let count = 4
  private let pixels = PlainBuffer<UInt32>(count: 256 * count)
  private var keys: [Key] = []
  private var next = 0

  /// The table of an ink on a colour; valid until the next call.
  func table(of ink: TexelInk, on back: PixelColor) -> Row<UInt32> {
    let key = Key(ink: ink, back: back)
    if let known = keys.firstIndex(of: key) { return pixels.row.from(256 * known) }
    if keys.count < Self.count {
      next = keys.count
      keys.append(key)
    } else {
      next = (next + 1) % Self.count
      keys[next] = key
    }
    let table = pixels.row.from(256 * next)
    for level in stride(from: 0, to: 256, by: 4) {
      // The same steps as with colours kept between operations, so that the pixels are the same.
      @inline(__always) func over(_ level: Int) -> PixelColor {
        let color = ink.color(PixelColor(repeating: Float(level)))
        return color + back * (1 - color.w * CPURenderer.TileWorker.unit)
      }
      let four = PixelTarget.quantize(over(level), over(level + 1), over(level + 2), over(level + 3))
      table.store(four, at: level)
    }
    return table
  }
}
