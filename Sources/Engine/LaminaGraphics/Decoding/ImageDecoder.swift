// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Decodes PNG, JPEG and WebP into premultiplied sRGB pictures.
///
/// The format is recognised by content. Colour profiles are converted to sRGB, Exif orientations are applied, 16-bit
/// components are rounded. A picture that is cut off or damaged is an error, never half a picture.
///
///     let decoded = try ImageDecoder().decode(contentsOf: "sky.jpg")
///     layer.contents = decoded.image
public struct ImageDecoder: Sendable {
  /// The most pixels a picture may claim to have.
  ///
  /// - Default: 2^28, which take 1 GiB.
  public var maximumPixels: Int
  /// The most bytes a file may have.
  ///
  /// - Default: 2^30.
  public var maximumFileBytes: Int

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - maximumPixels: See ``maximumPixels``.
  ///   - maximumFileBytes: See ``maximumFileBytes``.
  public init(maximumPixels: Int = 1 << 28, maximumFileBytes: Int = 1 << 30) {
    self.maximumPixels = maximumPixels
    self.maximumFileBytes = maximumFileBytes
  }

  /// Decodes a file.
  ///
  /// - Parameter path: A regular file. Devices and FIFOs, which may never end, are refused.
  /// - Returns: The picture and the diagnostics of its decoding.
  /// - Throws: ``GraphicsError/file(_:)`` or ``GraphicsError/fileTooLarge(path:bytes:limit:)`` when the
  ///   file cannot be read, otherwise as ``decode(_:)``.
  public func decode(contentsOf path: String) throws(GraphicsError) -> DecodedImage {
    try decode(InputFile(path).read(limit: maximumFileBytes))
  }

  /// Decodes a file that the caller opens, without waiting.
  ///
  /// - Parameter open: Returns a descriptor, or the system's error below 0.
  package func decode(
    contentsOf path: String, opening open: (String) -> Int32
  ) throws(GraphicsError) -> DecodedImage {
    try decode(InputFile(path).read(limit: maximumFileBytes, opening: open))
  }

  /// Decodes the bytes of a file.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: The picture and the diagnostics of its decoding.
  /// - Throws: ``GraphicsError/unknownFormat(beginning:)``, ``GraphicsError/unsupportedFormat(_:)``,
  ///   ``GraphicsError/imageTooLarge(width:height:limit:)`` before anything is allocated for the pixels, or
  ///   ``GraphicsError/malformedImage(_:reason:)``; ``GraphicsError/outOfMemory(bytes:)`` where there is not enough
  ///   memory.
  public func decode(_ bytes: [UInt8]) throws(GraphicsError) -> DecodedImage {
    try decode(bytes, serial: CGImage.nextSerial)
  }

  /// Decodes a picture that already has a number.
  func decode(_ bytes: [UInt8], serial: Int) throws(GraphicsError) -> DecodedImage {
    let format = try ImageFormat.recognize(bytes)
    do throws(GraphicsError) {
      let stored =
        switch format {
        case .png: try PNGDecoder(maximumPixels: maximumPixels).decode(bytes)
        case .jpeg: try JPEGDecoder(maximumPixels: maximumPixels).decode(bytes)
        case .webp: try WebPDecoder(maximumPixels: maximumPixels).decode(bytes)
        }
      return try finish(stored, format: format, serial: serial)
    } catch {
      throw error.orShortage(ofMemoryFor: bytes.count)
    }
  }

  /// Converts a stored picture to premultiplied sRGB, upright.
  private func finish(
    _ stored: StoredPicture, format: ImageFormat, serial: Int
  ) throws(GraphicsError) -> DecodedImage {
    var stored = stored
    let convertedProfile = ColorConversion.convertToSRGB(&stored)
    var bytes = stored.takePremultipliedRGBA()
    bytes = stored.orientation.upright(bytes, width: stored.width, height: stored.height)
    let (width, height) =
      stored.orientation.swapsSides ? (stored.height, stored.width) : (stored.width, stored.height)
    guard width <= 1 << 24, height <= 1 << 24, bytes.count == 4 * width * height else {
      throw .imageTooLarge(width: width, height: height, limit: maximumPixels)
    }
    let image = CGImage(
      width: width, height: height, bytes: bytes, bytesPerPixel: 4, isOpaque: bytes.withUnsafeBytes(CGImage.isOpaque),
      serial: serial)
    return DecodedImage(
      image: image, format: format, convertedProfile: convertedProfile, diagnostics: stored.diagnostics)
  }
}

/// Checks the size a header claims, before anything is allocated for it.
func checkPixelSize(
  width: Int, height: Int, maximumPixels: Int, format: ImageFormat
) throws(GraphicsError) {
  guard width >= 1, height >= 1 else {
    throw .malformedImage(format, reason: "its size is \(width) x \(height) pixels")
  }
  let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
  guard !overflow, pixels <= maximumPixels, width <= 1 << 24, height <= 1 << 24 else {
    throw .imageTooLarge(width: width, height: height, limit: maximumPixels)
  }
}
