// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Encodes pictures as PNG, with an sRGB chunk and straight alpha. Opaque pictures are written without alpha.
///
///     try PNGEncoder().write(image, to: "frame.png")
///
/// The container is a signature and four chunks, written here; the pixels are compressed by libdeflate, which takes
/// half of zlib's time on noise and makes smaller files at the same speed on flat pages.
public struct PNGEncoder: Sendable {
  /// What a picture is compressed for.
  public enum Compression: String, Sendable, CaseIterable {
    /// Time: one fixed filter and a light search.
    case fast
    /// Size: the better of two ways to filter, and a thorough search; some twenty times slower.
    case small
  }

  /// What pictures are compressed for.
  ///
  /// - Default: ``Compression/fast``.
  public var compression: Compression

  /// How hard to search for repetitions, in place of ``compression-swift.property``.
  ///
  /// - Range: `0...9`, as PNG tools count: 0 stores the pixels as they are, 1 is fast, 9 takes longest and is what
  ///   ``Compression/small`` does. A value outside counts as the nearest.
  /// - Default: `nil`: ``compression-swift.property`` decides.
  public var level: Int?

  /// Makes an encoder with a level.
  ///
  /// - Parameter level: See ``level``.
  public init(level: Int) {
    compression = .fast
    self.level = level
  }

  /// Makes an encoder.
  ///
  /// - Parameter compression: See ``compression-swift.property``.
  public init(compression: Compression = .fast) {
    self.compression = compression
  }

  /// Encodes a picture with 8 bits a component.
  ///
  /// - Parameter image: The picture. A colour above its alpha is taken as equal to it.
  /// - Returns: The bytes of a PNG file.
  /// - Throws: ``GraphicsError/outOfMemory(bytes:)``.
  public func encode(_ image: CGImage) throws(GraphicsError) -> [UInt8] {
    try encode(StraightRows(image))
  }

  /// Encodes a picture with 16 bits a component.
  ///
  /// - Parameters:
  ///   - width: The number of pixels in a row, at least 1.
  ///   - height: The number of rows, at least 1.
  ///   - premultipliedRGBA: `4 * width * height` components: red, green, blue (premultiplied) and alpha of each pixel,
  ///     65535 meaning 1. A colour above its alpha is taken as equal to it.
  /// - Returns: The bytes of a PNG file.
  /// - Throws: ``GraphicsError/wrongPixelCount(width:height:expected:actual:)``, ``GraphicsError/outOfMemory(bytes:)``.
  public func encode(
    width: Int, height: Int, premultipliedRGBA: [UInt16]
  ) throws(GraphicsError) -> [UInt8] {
    try encode(StraightRows(width: width, height: height, premultipliedRGBA: premultipliedRGBA))
  }

  /// Encodes a picture and writes it as ``OutputFile`` does.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - path: Where to; `-` is the standard output.
  /// - Throws: ``GraphicsError/cannotWrite(path:step:code:written:total:)``, ``GraphicsError/outOfMemory(bytes:)``.
  public func write(_ image: CGImage, to path: String) throws(GraphicsError) {
    try OutputFile(path).write(encode(image))
  }

  private func encode(_ rows: StraightRows) throws(GraphicsError) -> [UInt8] {
    var file = PNGContainer(rows)
    file.append("IDAT", try compressed(rows))
    file.append("IEND", [])
    return file.bytes
  }

  private func compressed(_ rows: StraightRows) throws(GraphicsError) -> [UInt8] {
    // Levels measured on noise, flat pages and rendered pictures: 1 takes little more than half the time of 2, whose files are 2 to 8 percent
    // smaller; 9 is the knee of size.
    switch level.map({ min(max($0, 0), 9) }) ?? (compression == .fast ? 1 : 9) {
    case 0:
      return try ZlibCompressor(level: 0).compress(PNGFilter.filtered(rows, by: PNGFilter.none))
    case let level where level < 9:
      return try ZlibCompressor(level: Int32(level)).compress(PNGFilter.filtered(rows, by: .up))
    default:
      let compressor = try ZlibCompressor(level: 9)
      let plain = try compressor.compress(PNGFilter.filtered(rows, by: PNGFilter.none))
      let adaptive = try compressor.compress(PNGFilter.filteredAdaptively(rows))
      return plain.count <= adaptive.count ? plain : adaptive
    }
  }
}
