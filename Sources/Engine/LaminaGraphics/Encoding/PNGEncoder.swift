// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaSystem

/// Encodes pictures as PNG, with an sRGB chunk and straight alpha. Opaque pictures are written without alpha.
///
///     try PNGEncoder().write(image, to: "frame.png")
///
/// The container is a signature and chunks, written here. The pixels are compressed by ISA-L for time, band by band,
/// and by libdeflate for anything else. ISA-L has separate code for several kinds of processors, so two kinds may make
/// different files of the same pixels.
public struct PNGEncoder: Sendable {
  /// The goals of compressing a picture.
  public enum Compression: String, Sendable, CaseIterable {
    /// For time: one fixed filter and a light search.
    case fast
    /// For size: the better of two ways to filter, and a thorough search; forty to a hundred times slower.
    case small
  }

  /// The goal of compressing pictures.
  ///
  /// - Default: ``Compression/fast``.
  public var compression: Compression

  /// How hard to search for repetitions, in place of ``compression-swift.property``.
  ///
  /// - Range: `0...9`, as PNG tools count: 0 stores the pixels as they are, 1 is fast, 9 takes longest and is the level
  ///   of ``Compression/small``. A value outside counts as the nearest.
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
  /// - Parameter image: The picture. A colour above its alpha counts as equal to its alpha.
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
  ///     65535 meaning 1. A colour above its alpha counts as equal to its alpha.
  /// - Returns: The bytes of a PNG file.
  /// - Throws: ``GraphicsError/wrongPixelCount(width:height:expected:actual:)``, ``GraphicsError/outOfMemory(bytes:)``.
  public func encode(
    width: Int, height: Int, premultipliedRGBA: [UInt16]
  ) throws(GraphicsError) -> [UInt8] {
    try encode(StraightRows(width: width, height: height, premultipliedRGBA: premultipliedRGBA))
  }

  /// Encodes a picture and writes it as `OutputFile` does.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - path: The file; `-` is the standard output.
  /// - Throws: ``GraphicsError/file(_:)``, ``GraphicsError/outOfMemory(bytes:)``.
  public func write(_ image: CGImage, to path: String) throws(GraphicsError) {
    try OutputFile(path).write(picture: encode(image))
  }

  /// The name of the way in which this kind of processor compresses for time: processors with the same name make the
  /// same bytes of the same pixels.
  package static let processorKind: String = {
    // The result for a picture with near and far repetitions shows how the library searches for them.
    let pixels = (0..<(160 * 160)).flatMap { index -> [UInt8] in
      let (x, y) = (index % 160, index / 160)
      return [UInt8((x * x + 7 * y) & 255), UInt8((x * y >> 3) & 255), UInt8((x ^ y) & 15), 255]
    }
    let file = CGImage(width: 160, height: 160, premultipliedRGBA: pixels).flatMap { try? PNGEncoder().encode($0) }
    return String(Checksum.crc32(of: (file ?? [])[...]), radix: 16)
  }()

  private func encode(_ rows: StraightRows) throws(GraphicsError) -> [UInt8] {
    if cutsBands(of: rows) {
      return PNGBand.file(of: rows, try PNGBand.all(of: rows, with: FastZlibCompressor()))
    }
    var file = PNGContainer(rows)
    file.append("IDAT", try compressed(rows))
    file.append("IEND", [])
    return file.bytes
  }

  /// The effort of the search, 0 to 9.
  private var effort: Int { level.map { min(max($0, 0), 9) } ?? (compression == .fast ? 1 : 9) }

  /// Whether the pixels of a picture are compressed band by band, by ISA-L.
  func cutsBands(of rows: StraightRows) -> Bool {
    effort == 1 && FastZlibCompressor.inputs.contains((rows.bytesPerRow + 1) * rows.height)
  }

  private func compressed(_ rows: StraightRows) throws(GraphicsError) -> [UInt8] {
    // Measured on noise, flat pages and rendered pictures: ISA-L takes two thirds to a fifth of the time of
    // libdeflate's level 1, for files that are up to 15 percent larger; above libdeflate's level 9 files hardly become
    // smaller.
    switch effort {
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
