// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The part of Apple's CGImage interface that applies to a single pixel format, and access to single pixels.

public import Foundation
import LaminaGeometry

extension CGImage {
  /// The number of bits of one component: always 8.
  public var bitsPerComponent: Int { 8 }

  /// The number of bits of one pixel: always 32.
  public var bitsPerPixel: Int { 32 }

  /// The number of bytes in a row: always `4 * width`.
  public var bytesPerRow: Int { 4 * width }

  /// The space of the components: sRGB, whatever the picture was made from; `nil` for masks.
  public var colorSpace: CGColorSpace? { isMask ? nil : .known(.sRGB) }

  /// The position of the alpha: last and premultiplied, or unused where every pixel is opaque.
  public var alphaInfo: CGImageAlphaInfo { isOpaque ? .noneSkipLast : .premultipliedLast }

  /// The layout of the pixels of ``dataProvider``: ``alphaInfo``, in the order of components.
  public var bitmapInfo: CGBitmapInfo { CGBitmapInfo(rawValue: alphaInfo.rawValue) }

  /// The order of the bytes of ``dataProvider``: the order of the components.
  public var byteOrderInfo: CGImageByteOrderInfo { .orderDefault }

  /// The division of a pixel into components: each has a byte.
  public var pixelFormatInfo: CGImagePixelFormatInfo { .packed }

  /// The pixels: `4 * width * height` bytes, premultiplied red, green, blue and alpha of each, from the top left. Never
  /// `nil`; optional as in Apple's interface.
  ///
  /// - Complexity: O(`width * height`): the bytes are copied.
  public var dataProvider: CGDataProvider? { CGDataProvider(data: Data(premultipliedRGBA)) }

  /// Whether smoothing is requested for drawing the picture: always; ``CGContext/interpolationQuality`` decides.
  public var shouldInterpolate: Bool { true }

  /// The conversion of colours that sRGB cannot show: they were clamped.
  public var renderingIntent: CGColorRenderingIntent { .relativeColorimetric }

  /// The mapping of component values; `nil`: they stand for themselves.
  public var decode: UnsafePointer<CGFloat>? { nil }

  /// Returns this picture, which never changes. Never `nil`; optional as in Apple's interface.
  public func copy() -> CGImage? { self }

  /// Returns the picture with its components interpreted in another space, so that its colours change.
  ///
  /// - Parameter space: A space of red, green and blue.
  /// - Returns: `nil` for another space, and for masks.
  /// - Complexity: O(`width * height`).
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard !isMask, space.model == .rgb, let provider = dataProvider else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow, space: space,
      bitmapInfo: bitmapInfo, provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }

  /// Returns the part of the picture inside `rect`, as a picture of its own.
  ///
  /// - Parameter rect: The part, in pixels, y down from the top left. The rectangle is widened to whole pixels and cut
  ///   to the picture.
  /// - Returns: `nil` when nothing of the picture is inside, or `rect` is not finite.
  /// - Complexity: O(pixels of the result).
  public func cropping(to rect: CGRect) -> CGImage? {
    let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY]
    guard edges.allSatisfy(\.isFinite) else { return nil }
    let minX = Int(clamping: min(max(rect.minX.rounded(.down), 0), CGFloat(width)))
    let minY = Int(clamping: min(max(rect.minY.rounded(.down), 0), CGFloat(height)))
    let maxX = Int(clamping: min(max(rect.maxX.rounded(.up), 0), CGFloat(width)))
    let maxY = Int(clamping: min(max(rect.maxY.rounded(.up), 0), CGFloat(height)))
    guard minX < maxX, minY < maxY else { return nil }
    if minX == 0, minY == 0, maxX == width, maxY == height { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * (maxX - minX) * (maxY - minY))
    for y in minY..<maxY {
      bytes += premultipliedRGBA[(4 * (y * width + minX))..<(4 * (y * width + maxX))]
    }
    return CGImage(width: maxX - minX, height: maxY - minY, premultipliedRGBA: bytes)
  }

  /// Returns one pixel: red, green, blue (premultiplied) and alpha.
  ///
  /// - Parameters:
  ///   - x: The column, from 0 at the left.
  ///   - y: The row, from 0 at the top.
  /// - Precondition: The pixel is inside the picture.
  public func premultipliedPixel(x: Int, y: Int) -> SIMD4<UInt8> {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel (\(x), \(y)) is outside the \(self)")
    guard bytesPerPixel == 4 else { return SIMD4(repeating: alpha(x: x, y: y)) }
    let first = 4 * (y * width + x)
    return [bytes[first], bytes[first + 1], bytes[first + 2], bytes[first + 3]]
  }

  /// Returns a pixel with the alpha divided out, rounded, as in a PNG of this picture.
  ///
  /// - Parameters:
  ///   - x: The column, from 0 at the left.
  ///   - y: The row, from 0 at the top.
  /// - Returns: Straight red, green, blue and alpha; all 0 where the alpha is 0.
  /// - Precondition: The pixel is inside the picture.
  public func straightPixel(x: Int, y: Int) -> SIMD4<UInt8> {
    let pixel = premultipliedPixel(x: x, y: y)
    return [
      Premultiplication.straight(pixel.x, alpha: pixel.w), Premultiplication.straight(pixel.y, alpha: pixel.w),
      Premultiplication.straight(pixel.z, alpha: pixel.w), pixel.w,
    ]
  }
}
