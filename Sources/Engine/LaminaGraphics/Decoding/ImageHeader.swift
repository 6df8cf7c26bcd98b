// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The properties of a picture that its file declares before the pixels, known without decoding.
package struct ImageHeader: Hashable, Sendable {
  /// The number of pixels in a row, upright.
  package var width: Int
  /// The number of rows, upright.
  package var height: Int
  /// Whether the format has no alpha, so that every pixel is opaque. A picture with alpha may be opaque, too.
  package var isOpaque: Bool

  /// The memory that the decoded picture takes, bytes.
  package var decodedBytes: Int { 4 * width * height }
}

extension ImageDecoder {
  /// Reads the header of a picture, and checks that its file is complete, as far as this is known without decoding it.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: As ``decode(_:)``, except for damage that only decoding finds.
  package func header(of bytes: [UInt8]) throws(GraphicsError) -> ImageHeader {
    let format = try ImageFormat.recognize(bytes)
    do throws(GraphicsError) {
      switch format {
      case .png: return try PNGDecoder(maximumPixels: maximumPixels).header(of: bytes)
      case .jpeg: return try JPEGDecoder(maximumPixels: maximumPixels).header(of: bytes)
      case .webp: return try WebPDecoder(maximumPixels: maximumPixels).header(of: bytes)
      }
    } catch {
      throw error.orShortage(ofMemoryFor: bytes.count)
    }
  }
}

extension ImageHeader {
  /// Turns a stored size upright.
  init(width: Int, height: Int, isOpaque: Bool, exif: ArraySlice<UInt8>?) {
    let orientation = exif.flatMap { ImageOrientation(exif: $0) } ?? .upright
    (self.width, self.height) = orientation.swapsSides ? (height, width) : (width, height)
    self.isOpaque = isOpaque
  }
}
