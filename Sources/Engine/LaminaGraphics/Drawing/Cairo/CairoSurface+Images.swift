// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Conversions between Cairo's pixels, which are 32-bit words with blue lowest, and the pixels of CGImage, with red in
// the first byte. Swift runs on little-endian machines only, so both are words that differ in the order of two
// components.

internal import LaminaGeometry

extension CairoSurface {
  /// Makes a surface with the pixels of a picture, its top left pixel at the origin.
  ///
  /// A picture with a side over ``maximumSide`` gives its largest mip level that fits.
  ///
  /// - Returns: `nil` when there is no memory.
  init?(_ image: CGImage) {
    var image = image
    if max(image.width, image.height) > Self.maximumSide {
      guard let fitting = image.mipLevels().first(where: { max($0.width, $0.height) <= Self.maximumSide }) else {
        return nil
      }
      image = fitting
    }
    let size = PixelSize(width: image.width, height: image.height)
    self.init(.color, region: PixelRect(size: size))
    withBytes { bytes, bytesPerRow in
      image.premultipliedRGBA.withUnsafeBytes { source in
        for row in 0..<size.height {
          Self.swapRedAndBlue(
            from: UnsafeRawBufferPointer(rebasing: source[(4 * size.width * row)...].prefix(4 * size.width)),
            to: UnsafeMutableRawBufferPointer(rebasing: bytes[(bytesPerRow * row)...].prefix(4 * size.width)),
            opaque: false)
        }
      }
    }
  }

  /// The pixels as a picture. Only for surfaces of colour.
  ///
  /// - Returns: `nil` for a surface of alpha.
  func makeImage() -> CGImage? {
    guard format != .alpha else { return nil }
    let (width, height) = (region.width, region.height)
    let pixels = withBytes { bytes, bytesPerRow in
      [UInt8](unsafeUninitializedCapacity: 4 * width * height) { result, count in
        let target = UnsafeMutableRawBufferPointer(result)
        for row in 0..<height {
          Self.swapRedAndBlue(
            from: UnsafeRawBufferPointer(rebasing: bytes[(bytesPerRow * row)...].prefix(4 * width)),
            to: UnsafeMutableRawBufferPointer(rebasing: target[(4 * width * row)...].prefix(4 * width)),
            opaque: format == .opaqueColor)
        }
        count = 4 * width * height
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// Exchanges the red and blue components of a row. The operation is its own inverse.
  ///
  /// - Parameter opaque: Whether every alpha becomes 255.
  private static func swapRedAndBlue(
    from source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer, opaque: Bool
  ) {
    let alpha: UInt32 = opaque ? 0xFF00_0000 : 0
    guard let from = source.baseAddress, let to = target.baseAddress else { return }
    precondition(target.count == source.count && source.count % 4 == 0)
    var offset = 0
    // Converts eight pixels at a time.
    while offset &+ 32 <= source.count {
      let words = (from + offset).loadUnaligned(as: SIMD8<UInt32>.self)
      let swapped = (words & 0xFF00_FF00) | ((words & 0xFF) &<< 16) | ((words &>> 16) & 0xFF) | alpha
      (to + offset).storeBytes(of: swapped, as: SIMD8<UInt32>.self)
      offset &+= 32
    }
    while offset < source.count {
      // As little-endian words from the highest byte, a `CGImage` has alpha, blue, green, red, and Cairo has alpha,
      // red, green, blue.
      let word = (from + offset).loadUnaligned(as: UInt32.self)
      let swapped = (word & 0xFF00_FF00) | (word & 0xFF) << 16 | (word >> 16) & 0xFF | alpha
      (to + offset).storeBytes(of: swapped, as: UInt32.self)
      offset &+= 4
    }
  }
}
