// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Pictures of one byte a pixel: the coverage of paths and of text in one colour. They are white, and a tint gives them
// their colour; so they take a quarter of the memory, and of the time to read it.

import LaminaGeometry

extension CGImage {
  /// Makes a white picture from the coverage of each pixel.
  ///
  /// - Parameters:
  ///   - coverage: One byte a pixel, row by row from the top, without padding.
  ///   - isOpaque: Whether every pixel is covered wholly.
  /// - Precondition: Both sides are 1...2^24, and there are `width * height` bytes.
  package convenience init(width: Int, height: Int, coverage: [UInt8], isOpaque: Bool) {
    precondition(width >= 1 && height >= 1 && coverage.count == width * height)
    self.init(width: width, height: height, bytes: coverage, bytesPerPixel: 1, isOpaque: isOpaque)
  }

  /// The premultiplied RGBA bytes of a white picture with this coverage.
  package static func white(_ coverage: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4 * coverage.count) { out, count in
      coverage.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress, let target = UnsafeMutableRawPointer(out.baseAddress) else { return }
        var index = 0
        while index &+ 8 <= bytes.count {
          let eight = SIMD8<UInt32>(truncatingIfNeeded: (source + index).loadUnaligned(as: SIMD8<UInt8>.self))
          (target + 4 &* index).storeBytes(of: eight &* 0x0101_0101, as: SIMD8<UInt32>.self)
          index &+= 8
        }
        while index < bytes.count {
          (target + 4 &* index).storeBytes(of: UInt32(bytes[index]) &* 0x0101_0101, as: UInt32.self)
          index &+= 1
        }
      }
      count = 4 * coverage.count
    }
  }

  /// The alpha of a pixel.
  ///
  /// - Precondition: The pixel is in the picture.
  package func alpha(x: Int, y: Int) -> UInt8 {
    bytes[bytesPerPixel * (y * width + x) + bytesPerPixel - 1]
  }
}
