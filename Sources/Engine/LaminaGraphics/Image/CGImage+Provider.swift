// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Pictures from bytes in any layout of bitmaps.

public import Foundation
internal import LaminaGeometry

extension CGImage {
  /// Makes a picture from the pixels of a provider, converted to premultiplied sRGB of 8 bits.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row, 1...2^24.
  ///   - height: The number of rows, 1...2^24, and 2^28 pixels at most.
  ///   - bitsPerComponent: 1, 2, 4, 8, 16, or 32 for floating-point numbers. Fewer than 8 only without alpha.
  ///   - bitsPerPixel: The bits from one pixel to the next.
  ///   - bytesPerRow: The bytes from one row to the next.
  ///   - space: The space of the components.
  ///   - bitmapInfo: The position of alpha, the number type of components, and the order of bytes.
  ///   - provider: The bytes, from the top row. The last row needs no padding.
  ///   - decode: For each component of the space two numbers that stand for the least and the greatest value; `nil` for
  ///     0 and 1.
  ///   - shouldInterpolate: Ignored: the context that draws the picture decides.
  ///   - intent: Ignored; see ``CGColor/converted(to:intent:options:)``.
  /// - Returns: `nil` when a size is out of range, the pixel format is not supported, rows overlap, the provider has
  ///   too few bytes, or the space is a space of patterns. Pixels of a table of colours have no alpha, and indexes
  ///   beyond its end are its last colour.
  /// - Complexity: O(`width * height`).
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let isTable = space.model == .indexed
    guard
      let layout = SampleLayout(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, model: isTable ? .monochrome : space.model,
        bitmapInfo: bitmapInfo),
      let source = SourceRows(provider, width: width, height: height, bytesPerRow: bytesPerRow, layout: layout)
    else { return nil }
    let ranges = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * layout.colors.count)) }
    if isTable {
      guard layout.isOpaque, layout.bits <= 16, let colors = space.tableColors else { return nil }
      self.init(width: width, height: height, premultipliedRGBA: source.looked(upIn: colors, decode: ranges))
      return
    }
    let colors = space.pixelDescription
    if colors.isSRGB, let bytes = source.premultipliedRGBA(decode: ranges) {
      self.init(width: width, height: height, premultipliedRGBA: bytes)
      return
    }
    var picture = StoredPicture(
      width: width, height: height, pixels: source.straight(decode: ranges), isGray: space.model == .monochrome,
      colors: colors)
    _ = ColorConversion.convertToSRGB(&picture)
    self.init(width: width, height: height, premultipliedRGBA: picture.takePremultipliedRGBA())
  }

  /// Makes a mask: drawn, it paints the fill colour; ``masking(_:)`` and ``CGContext/clip(to:mask:)`` let through the
  /// parts that it paints.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row, 1...2^24.
  ///   - height: The number of rows, 1...2^24, and 2^28 pixels at most.
  ///   - bitsPerComponent: 1, 2, 4, 8, 16, or 32 for floating-point numbers.
  ///   - bitsPerPixel: The bits from one pixel to the next.
  ///   - bytesPerRow: The bytes from one row to the next.
  ///   - provider: The samples, one for each pixel, from the top row: 0 paints, the greatest value does not.
  ///   - decode: Two numbers that stand for the least and the greatest value; `nil` for 0 and 1.
  ///   - shouldInterpolate: Ignored: the context that draws the picture decides.
  /// - Returns: `nil` as for pictures.
  public convenience init?(
    maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
  ) {
    let info: CGBitmapInfo = bitsPerComponent == 32 ? .floatComponents : []
    guard
      let layout = SampleLayout(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, model: .monochrome, bitmapInfo: info),
      let source = SourceRows(provider, width: width, height: height, bytesPerRow: bytesPerRow, layout: layout)
    else { return nil }
    let ranges = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2)) }
    let coverage = source.samples(decode: ranges).map { 255 - $0 }
    self.init(
      width: width, height: height, bytes: coverage, bytesPerPixel: 1, isOpaque: coverage.allSatisfy { $0 == 255 },
      isMask: true)
  }
}
