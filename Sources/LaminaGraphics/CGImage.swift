/// An immutable picture: premultiplied RGBA, 8 bits a component, sRGB-encoded, rows from top to bottom.
///
/// Decoders convert whatever a file holds into this one form, so every renderer reads the same bytes.
public final class CGImage: Sendable {
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// `4 * width * height` bytes: red, green, blue (premultiplied) and alpha of each pixel, without padding.
  package let premultipliedRGBA: [UInt8]
  /// Whether every alpha is 255.
  package let isOpaque: Bool

  /// Makes a picture from premultiplied RGBA bytes, row by row from the top.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row, at least 1.
  ///   - height: The number of rows, at least 1.
  ///   - premultipliedRGBA: `4 * width * height` bytes.
  /// - Returns: `nil` when a side is below 1 or the number of bytes is wrong.
  public init?(width: Int, height: Int, premultipliedRGBA: [UInt8]) {
    guard width >= 1, height >= 1, width <= 1 << 24, height <= 1 << 24,
      premultipliedRGBA.count == 4 * width * height
    else { return nil }
    self.width = width
    self.height = height
    self.premultipliedRGBA = premultipliedRGBA
    isOpaque = premultipliedRGBA.withUnsafeBytes { bytes in
      for pixel in bytes.bindMemory(to: UInt32.self) where UInt32(littleEndian: pixel) < 0xFF00_0000 { return false }
      return true
    }
  }
}
