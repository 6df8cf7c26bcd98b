// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Conversion between straight and premultiplied components, exact: the nearest integer, halves up.

import LaminaGeometry

/// The arithmetic between straight and premultiplied components.
enum Premultiplication {
  /// Returns `color * alpha / 255`, rounded.
  @inline(__always) static func premultiplied(_ color: UInt8, alpha: UInt8) -> UInt8 {
    let product = UInt32(color) * UInt32(alpha) + 128
    return UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
  }

  /// Returns `color * 255 / alpha`, rounded; 0 where alpha is 0, and 255 for a colour above its alpha.
  @inline(__always) static func straight(_ color: UInt8, alpha: UInt8) -> UInt8 {
    guard color < alpha else { return alpha == 0 ? 0 : 255 }
    return UInt8(truncatingIfNeeded: (UInt32(color) * 255 + UInt32(alpha) / 2) / UInt32(alpha))
  }

  /// Returns `color * 65535 / alpha`, rounded; 0 where alpha is 0, and 65535 for a colour above its alpha.
  @inline(__always) static func straight(_ color: UInt16, alpha: UInt16) -> UInt16 {
    guard color < alpha else { return alpha == 0 ? 0 : 65535 }
    return UInt16(truncatingIfNeeded: (UInt32(color) * 65535 + UInt32(alpha) / 2) / UInt32(alpha))
  }

  /// Premultiplies straight RGBA in place.
  static func premultiply(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBytes { bytes in
      for pixel in bytes.bindMemory(to: UInt32.self).indices {
        let offset = 4 * pixel
        let alpha = bytes[offset + 3]
        guard alpha < 255 else { continue }
        for component in offset..<(offset + 3) {
          bytes[component] = premultiplied(bytes[component], alpha: alpha)
        }
      }
    }
  }

  /// Premultiplies straight RGBA of 16 bits and rounds it to 8, once.
  static func premultipliedBytes(of pixels: [UInt16]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: pixels.count) { bytes, count in
      for alphaIndex in stride(from: 3, to: pixels.count, by: 4) {
        let alpha = UInt64(pixels[alphaIndex])
        for index in (alphaIndex - 3)..<alphaIndex {
          // color / 65535 * alpha / 65535 * 255
          let product = UInt64(pixels[index]) * alpha * 255
          bytes[index] = UInt8(truncatingIfNeeded: (product + 2_147_418_112) / 4_294_836_225)
        }
        bytes[alphaIndex] = UInt8(truncatingIfNeeded: (alpha * 255 + 32767) / 65535)
      }
      count = pixels.count
    }
  }
}

extension CGImage {
  /// The pixels with straight colours: red, green, blue and alpha of each, from the top left.
  ///
  /// Opaque pictures return their bytes unchanged.
  package func straightRGBA() -> [UInt8] { isOpaque ? premultipliedRGBA : straightRGBA(rows: 0..<height) }

  /// The pixels of some rows with straight colours.
  package func straightRGBA(rows: Range<Int>) -> [UInt8] {
    withPremultipliedRGBA { pixels in
      let source = UnsafeRawBufferPointer(
        rebasing: pixels[(4 * width * rows.lowerBound)..<(4 * width * rows.upperBound)])
      return PixelMemory.array(count: source.count) { bytes in
        for pixel in stride(from: 0, to: source.count, by: 4) {
          let alpha = source[pixel + 3]
          for component in pixel..<(pixel + 3) {
            bytes[component] =
              alpha == 255 ? source[component] : Premultiplication.straight(source[component], alpha: alpha)
          }
          bytes[pixel + 3] = alpha
        }
      }
    }
  }
}
