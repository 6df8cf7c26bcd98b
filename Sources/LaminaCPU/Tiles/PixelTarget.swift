// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

/// The memory that the pixels of a pass are written to, shared by the threads that draw its tiles.
///
/// Each tile writes pixels of its own, so nothing is synchronised.
struct PixelTarget: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let layout: PixelLayout
  let region: PixelRect

  /// Bytes from one row to the next.
  var stride: Int { region.width * layout.bytesPerPixel }

  /// The first byte of a pixel.
  @inline(__always) func address(x: Int, y: Int) -> UnsafeMutableRawPointer {
    base + ((y - Int(region.minY)) * stride + (x - Int(region.minX)) * layout.bytesPerPixel)
  }

  /// Stores a tile's colours where they are not rounded to bytes.
  func store(_ colors: UnsafeMutablePointer<PixelColor>, _ tile: Tile) {
    for row in 0..<tile.height {
      let line = colors + row * Tile.maximumWidth
      let out = address(x: tile.x, y: tile.y + row)
      switch layout {
      case .floats: memcpy(out, line, 16 * tile.width)
      case .bytes: _ = Self.quantize(line, count: tile.width, into: out)
      case .alpha:
        let alphas = out.assumingMemoryBound(to: Float.self)
        for column in 0..<tile.width { alphas[column] = line[column].w }
      }
    }
  }

  /// Rounds colours to bytes.
  ///
  /// - Returns: All pixels, as little-endian words, combined by `and`.
  @inline(__always) static func quantize(
    _ colors: UnsafePointer<PixelColor>, count: Int, into out: UnsafeMutableRawPointer
  ) -> UInt32 {
    var index = 0
    var all = SIMD4<UInt32>(repeating: .max)
    while index &+ 4 <= count {
      let bytes = quantize(colors[index], colors[index &+ 1], colors[index &+ 2], colors[index &+ 3])
      (out + 4 &* index).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
      all &= unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
      index &+= 4
    }
    var result = UInt32(littleEndian: (all.x & all.y) & (all.z & all.w))
    while index < count {
      let bytes = SIMD4<UInt8>(truncatingIfNeeded: roundedBits(colors[index]))
      (out + 4 &* index).storeBytes(of: bytes, as: SIMD4<UInt8>.self)
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

  /// The nearest whole number of 0...255 in the low byte of each word.
  @inline(__always) private static func roundedBits(_ color: PixelColor) -> SIMD4<UInt32> {
    // Colours are never below 0 and never not a number; sums may be a little above 255, or far above where a
    // colour exceeds its alpha.
    let most = PixelColor(repeating: 255)
    let isBelow = unsafeBitCast(color .< most, to: SIMD4<UInt32>.self)
    let bits = unsafeBitCast(color, to: SIMD4<UInt32>.self)
    let mostBits = unsafeBitCast(most, to: SIMD4<UInt32>.self)
    let clamped = unsafeBitCast(mostBits ^ ((bits ^ mostBits) & isBelow), to: PixelColor.self)
    return unsafeBitCast(clamped + Lanes.rounder, to: SIMD4<UInt32>.self)
  }
}
