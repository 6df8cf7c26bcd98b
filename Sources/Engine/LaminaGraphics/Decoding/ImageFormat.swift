// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The formats that are decoded.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png = "PNG"
  /// JPEG, baseline or progressive.
  case jpeg = "JPEG"
  /// WebP, lossy or lossless.
  case webp = "WebP"
}

extension ImageFormat: CustomStringConvertible {
  /// The format's usual name.
  public var description: String { rawValue }
}

extension ImageFormat {
  /// Recognises a format by the first bytes of a file, never by its name.
  ///
  /// - Throws: ``GraphicsError/unsupportedFormat(_:)`` for a known format that is not decoded,
  ///   ``GraphicsError/unknownFormat(beginning:)`` for anything else.
  package static func recognize(_ bytes: [UInt8]) throws(GraphicsError) -> ImageFormat {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return .webp }
    if let name = otherFormat(bytes) { throw .unsupportedFormat(name) }
    let digits = bytes.prefix(8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    throw .unknownFormat(beginning: digits.joined(separator: " "))
  }

  /// The name of a format that is recognised only to report that it is not supported.
  private static func otherFormat(_ bytes: [UInt8]) -> String? {
    let signatures: [(signature: [UInt8], name: String)] = [
      (Array("GIF8".utf8), "GIF"), (Array("BM".utf8), "BMP"), (Array("%PDF".utf8), "PDF"),
      ([0x49, 0x49, 0x2A, 0x00], "TIFF"), ([0x4D, 0x4D, 0x00, 0x2A], "TIFF"), ([0x00, 0x00, 0x01, 0x00], "ICO"),
      ([0xFF, 0x0A], "JPEG XL"), ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "JPEG XL"),
      ([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], "JPEG 2000"), (Array("8BPS".utf8), "Photoshop"),
      ([0xAB, 0x4B, 0x54, 0x58], "KTX"), ([0x13, 0xAB, 0xA1, 0x5C], "ASTC"), ([0x76, 0x2F, 0x31, 0x01], "OpenEXR"),
    ]
    if let known = signatures.first(where: { bytes.starts(with: $0.signature) }) { return known.name }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      let brand = String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
      if brand.hasPrefix("avi") { return "AVIF" }
      if ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"].contains(brand) { return "HEIC" }
      return "video (\(brand.filter { $0.isLetter || $0.isNumber }))"
    }
    // An SVG may begin with a byte order mark, a declaration and comments; a kilobyte holds them in all real files.
    let text = String(decoding: bytes.prefix(1024), as: UTF8.self)
    if text.contains("<svg") { return "SVG" }
    return nil
  }
}
