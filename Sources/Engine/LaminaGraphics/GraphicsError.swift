// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaSystem

/// The errors of reading and writing pictures.
///
/// Every case names the step that failed and holds the values that a reader needs to act on it.
public enum GraphicsError: Error, Equatable, Sendable {
  /// A picture's file could not be read or written.
  case file(FileError)
  /// A file is larger than the decoder's limit. Both numbers are in bytes.
  case fileTooLarge(path: String, bytes: Int, limit: Int)
  /// The data is no picture. `beginning` shows its first bytes in hexadecimal.
  case unknownFormat(beginning: String)
  /// The data is a picture of a format that is not decoded, such as `GIF`.
  case unsupportedFormat(String)
  /// The picture is cut off or damaged, so nothing of it is returned. `reason` is the codec's text.
  case malformedImage(ImageFormat, reason: String)
  /// The picture's header claims more pixels than the limit; nothing was allocated for them.
  case imageTooLarge(width: Int, height: Int, limit: Int)
  /// A bitmap to draw into has no pixels, or too many for a context. The sizes are in pixels.
  case bitmapTooLarge(width: Int, height: Int)
  /// Pixels to encode do not fill the picture. The sizes are in pixels, the counts in components.
  case wrongPixelCount(width: Int, height: Int, expected: Int, actual: Int)
  /// A picture could not be encoded. `reason` is the codec's text, or names the property that the format cannot hold.
  case cannotEncode(ImageFormat, reason: String)
  /// A picture could not be read or written for lack of memory. `bytes` is the size of the picture, encoded or decoded.
  case outOfMemory(bytes: Int)
}

extension GraphicsError: CustomStringConvertible {
  /// A message of one line, with the names and numbers.
  public var description: String {
    switch self {
    case .file(let error):
      "\(error)"
    case .fileTooLarge(let path, let bytes, let limit):
      "'\(path)' has \(bytes) bytes, over the limit of \(limit)"
    case .unknownFormat(let beginning):
      beginning.isEmpty ? "the picture's file is empty" : "not a picture of a known format (begins with \(beginning))"
    case .unsupportedFormat(let name):
      "pictures of the format \(name) are not supported (PNG, JPEG and WebP are)"
    case .malformedImage(let format, let reason):
      "damaged \(format) picture: \(reason)"
    case .imageTooLarge(let width, let height, let limit):
      "picture of \(width) x \(height) pixels is over the limit of \(limit) pixels"
    case .bitmapTooLarge(let width, let height):
      "a bitmap of \(width) x \(height) pixels cannot be drawn into: "
        + "sides are 1 to \(CairoSurface.maximumSide), pixels at most \(CGContext.maximumPixels)"
    case .wrongPixelCount(let width, let height, let expected, let actual):
      "a picture of \(width) x \(height) pixels takes \(expected) components, not \(actual)"
    case .cannotEncode(let format, let reason):
      "a picture cannot be encoded as \(format): \(reason)"
    case .outOfMemory(let bytes):
      bytes > 0 ? "not enough memory for a picture of \(bytes) bytes" : "not enough memory to draw with"
    }
  }
}

extension GraphicsError {
  /// This error, or ``outOfMemory(bytes:)`` where the codec's text says that memory is missing.
  ///
  /// - Parameter bytes: The length of the file.
  func orShortage(ofMemoryFor bytes: Int) -> GraphicsError {
    guard case .malformedImage(_, let reason) = self else { return self }
    let words = reason.lowercased()
    // The texts of libpng and libwebp, of libjpeg, and of libjpeg-turbo.
    let isShortage = ["out of memory", "insufficient memory", "memory allocation"].contains { words.contains($0) }
    return isShortage ? .outOfMemory(bytes: bytes) : self
  }
}

extension OutputFile {
  /// Writes an encoded picture.
  ///
  /// - Throws: ``GraphicsError/file(_:)``.
  package func write(picture bytes: [UInt8]) throws(GraphicsError) {
    do throws(FileError) { try write(bytes) } catch { throw .file(error) }
  }
}
