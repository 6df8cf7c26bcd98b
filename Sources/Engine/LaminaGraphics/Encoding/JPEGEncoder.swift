// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CTurboJPEG
internal import LaminaGeometry

/// Encodes pictures as JPEG, baseline, in sRGB. Transparent pictures are first drawn over a colour.
///
///     try JPEGEncoder(quality: 0.8).encode(image)
public struct JPEGEncoder: Sendable {
  /// The quality of the encoded picture.
  ///
  /// - Range: `0...1`; other values count as the nearest, NaN as 0. From 0.9 on colours are kept at full size.
  /// - Default: 0.85.
  public var quality: Double
  /// The colour behind transparent pictures.
  ///
  /// - Default: white.
  public var background: CGColor

  /// Makes an encoder.
  public init(quality: Double = 0.85, background: CGColor = .white) {
    self.quality = quality
    self.background = background
  }

  /// Encodes a picture.
  ///
  /// - Returns: The bytes of a JPEG file.
  /// - Throws: ``GraphicsError/cannotEncode(_:reason:)`` for a side over 65,535, and when there is no memory.
  public func encode(_ image: CGImage) throws(GraphicsError) -> [UInt8] {
    guard image.width <= 65_535, image.height <= 65_535 else {
      throw .cannotEncode(.jpeg, reason: "a side of \(image.width) x \(image.height) pixels is over 65535")
    }
    guard let handle = tjInitCompress() else { throw failure(nil) }
    defer { tjDestroy(handle) }
    let level = quality > 0 ? Int32(clamping: (min(quality, 1) * 99).rounded()) + 1 : 1
    let subsampling = quality >= 0.9 ? TJSAMP_444 : TJSAMP_420
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(buffer) }
    let result = tjCompress2(
      handle, opaquePixels(of: image), Int32(image.width), Int32(4 * image.width), Int32(image.height),
      TJPF_RGBX.rawValue,
      &buffer, &size, Int32(subsampling.rawValue), level, TJFLAG_ACCURATEDCT)
    guard result == 0, let buffer else { throw failure(handle) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(clamping: size)))
  }

  /// The pixels drawn over the background.
  private func opaquePixels(of image: CGImage) -> [UInt8] {
    var pixels = image.premultipliedRGBA
    guard !image.isOpaque else { return pixels }
    let levels = (0..<3).map { UInt8(clamping: Double(min(max(background.straight[$0], 0), 1) * 255).rounded()) }
    for first in stride(from: 0, to: pixels.count, by: 4) where pixels[first + 3] < 255 {
      let rest = 255 - pixels[first + 3]
      for component in 0..<3 {
        pixels[first + component] &+= Premultiplication.premultiplied(levels[component], alpha: rest)
      }
    }
    return pixels
  }

  private func failure(_ handle: tjhandle?) -> GraphicsError {
    .cannotEncode(.jpeg, reason: String(cString: tjGetErrorStr2(handle)))
  }
}
