// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The memory that the pixels of a pass are written to, shared by the threads that draw its tiles.
///
/// Each tile writes only its own pixels, so no synchronisation is needed.
struct PixelTarget: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let layout: PixelLayout
  let region: PixelRect

  /// Pixels of one row, from a pixel inside the region on.
  ///
  /// - Parameters:
  ///   - type: The pixel type of the layout: four bytes, a colour, or a float.
  ///   - rows: The number of rows, which are contiguous in memory.
  @inline(__always) func row<Element>(_ type: Element.Type, x: Int, y: Int, rows: Int = 1) -> Row<Element> {
    assert(
      region.contains(column: x, row: y) && y + rows <= region.maxY, "pixel (\(x), \(y)) lies outside of \(region)")
    let (column, bytes) = (x - Int(region.minX), layout.bytesPerPixel)
    let start = base + ((y - Int(region.minY)) * region.width + column) * bytes
    return Row(
      start: start.assumingMemoryBound(to: Element.self),
      count: (rows * region.width - column) * bytes / MemoryLayout<Element>.stride)
  }

  /// Fills whole rows with one pixel.
  func fill(rows: Range<Int>, with pixel: UInt32) {
    guard !rows.isEmpty else { return }
    row(UInt32.self, x: Int(region.minX), y: rows.lowerBound, rows: rows.count).fill(
      rows.count * region.width, with: pixel)
  }

  /// Stores a row of colours.
  func store(_ colors: Row<PixelColor>, count: Int, x: Int, y: Int) {
    switch layout {
    case .floats: row(PixelColor.self, x: x, y: y).copy(colors.texels, bytes: 16 * count)
    case .bytes: _ = Self.quantize(colors, count: count, into: row(UInt32.self, x: x, y: y))
    case .alpha:
      let alphas = row(Float.self, x: x, y: y)
      for column in 0..<count { alphas[column] = colors[column].w }
    }
  }

  /// Rounds colours to bytes.
  ///
  /// - Returns: All pixels, as little-endian words, combined by `and`.
  @inline(__always) static func quantize(
    _ colors: some ColorRow, count: Int, into out: Row<UInt32>
  ) -> UInt32 {
    var index = 0
    var all = SIMD4<UInt32>(repeating: .max)
    while index &+ 4 <= count {
      let bytes = quantize(colors[index], colors[index &+ 1], colors[index &+ 2], colors[index &+ 3])
      out.store(bytes, at: index)
      all &= unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
      index &+= 4
    }
    var result = UInt32(littleEndian: (all.x & all.y) & (all.z & all.w))
    while index < count {
      let bytes = SIMD4<UInt8>(truncatingIfNeeded: roundedBits(colors[index]))
      out.store(bytes, at: index)
      result &= UInt32(littleEndian: unsafeBitCast(bytes, to: UInt32.self))
      index &+= 1
    }
    return result
  }

  /// Rounds four colours to bytes.
  @inline(__always) static func quantize(
    _ a: PixelColor, _ b: PixelColor, _ c: PixelColor, _ d: PixelColor
  ) -> SIMD16<UInt8> {
    let first = SIMD8(lowHalf: roundedBits(a), highHalf: roundedBits(b))
    let second = SIMD8(lowHalf: roundedBits(c), highHalf: roundedBits(d))
    return SIMD16<UInt8>(truncatingIfNeeded: SIMD16(lowHalf: first, highHalf: second))
  }

  /// The colour as bytes.
  static func bytes(_ color: PixelColor) -> SIMD4<UInt8> { SIMD4<UInt8>(truncatingIfNeeded: roundedBits(color)) }

  /// The colour as a word of memory.
  static func pixel(_ color: PixelColor) -> UInt32 { unsafeBitCast(bytes(color), to: UInt32.self) }

  /// The nearest whole number of 0...255 in the low byte of each word.
  @inline(__always) private static func roundedBits(_ color: PixelColor) -> SIMD4<UInt32> {
    // Colours are never below 0 and always numbers; sums may be a little above 255, or far above if a colour exceeds
    // its alpha.
    let most = PixelColor(repeating: 255)
    let isBelow = unsafeBitCast(color .< most, to: SIMD4<UInt32>.self)
    let bits = unsafeBitCast(color, to: SIMD4<UInt32>.self)
    let mostBits = unsafeBitCast(most, to: SIMD4<UInt32>.self)
    let clamped = unsafeBitCast(mostBits ^ ((bits ^ mostBits) & isBelow), to: PixelColor.self)
    return unsafeBitCast(clamped + Lanes.rounder, to: SIMD4<UInt32>.self)
  }
}

/// Adjacent colours.
protocol ColorRow {
  subscript(index: Int) -> PixelColor { get }
}

extension SourceRow: ColorRow {}
extension Row: ColorRow where Element == PixelColor {}
