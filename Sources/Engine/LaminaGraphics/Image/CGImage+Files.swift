// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Pictures from the bytes of files, as Core Graphics makes them.

public import Foundation

extension CGImage {
  /// Makes a picture from the bytes of a PNG file, as 8 bits of sRGB.
  ///
  /// - Parameters:
  ///   - source: The bytes of the whole file.
  ///   - decode: For each of red, green, blue two numbers that stand for 0 and 1; `nil` for 0 and 1.
  ///   - shouldInterpolate: Ignored: the context that draws the picture decides.
  ///   - intent: Ignored; see ``CGColor/converted(to:intent:options:)``.
  /// - Returns: `nil` for bytes that are no PNG file, or are damaged.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(source, of: .png, decode: decode)
  }

  /// Makes a picture from the bytes of a JPEG file, as 8 bits of sRGB.
  ///
  /// - Parameters:
  ///   - source: The bytes of the whole file.
  ///   - decode: For each of red, green, blue two numbers that stand for 0 and 1; `nil` for 0 and 1.
  ///   - shouldInterpolate: Ignored: the context that draws the picture decides.
  ///   - intent: Ignored; see ``CGColor/converted(to:intent:options:)``.
  /// - Returns: `nil` for bytes that are no JPEG file, or are damaged.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(source, of: .jpeg, decode: decode)
  }

  private convenience init?(_ file: CGDataProvider, of format: ImageFormat, decode: UnsafePointer<CGFloat>?) {
    guard let bytes = file.data.map(Array.init), (try? ImageFormat.recognize(bytes)) == format,
      let image = try? ImageDecoder().decode(bytes).image
    else { return nil }
    guard let decode else {
      self.init(width: image.width, height: image.height, premultipliedRGBA: image.premultipliedRGBA)
      return
    }
    guard let pixels = CGDataProvider(data: Data(image.premultipliedRGBA)) else { return nil }
    self.init(
      width: image.width, height: image.height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * image.width,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: pixels, decode: decode, shouldInterpolate: true, intent: .defaultIntent)
  }
}
