// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CWebP
internal import LaminaGeometry

/// Encodes pictures as WebP, with alpha.
///
///     try WebPEncoder(quality: 0.8).encode(image)
public struct WebPEncoder: Sendable {
  /// The quality of the encoded picture; `nil` for lossless encoding.
  ///
  /// - Range: `0...1`; other values count as the nearest, NaN as 0.
  /// - Default: `nil`.
  public var quality: Double?

  /// Makes an encoder.
  public init(quality: Double? = nil) {
    self.quality = quality
  }

  /// Encodes a picture.
  ///
  /// - Returns: The bytes of a WebP file.
  /// - Throws: ``GraphicsError/cannotEncode(_:reason:)`` for a side over 16,383, and when there is no memory.
  public func encode(_ image: CGImage) throws(GraphicsError) -> [UInt8] {
    let limit = Int(WEBP_MAX_DIMENSION)
    guard image.width <= limit, image.height <= limit else {
      throw .cannotEncode(.webp, reason: "a side of \(image.width) x \(image.height) pixels is over \(limit)")
    }
    let pixels = image.straightRGBA()
    let (width, height, stride) = (Int32(image.width), Int32(image.height), Int32(4 * image.width))
    var output: UnsafeMutablePointer<UInt8>?
    defer { WebPFree(output) }
    let size =
      if let quality {
        WebPEncodeRGBA(pixels, width, height, stride, Float(quality > 0 ? min(quality, 1) * 100 : 0), &output)
      } else {
        WebPEncodeLosslessRGBA(pixels, width, height, stride, &output)
      }
    guard size > 0, let output else { throw .cannotEncode(.webp, reason: "there is not enough memory") }
    return Array(UnsafeBufferPointer(start: output, count: Int(clamping: size)))
  }
}
