// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaSystem

/// A format that pictures are written in: the one table of names, extensions and media types, for the command line and
/// the service.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png, webp, jpeg, rgba

  /// The media type in headers.
  package var mediaType: String {
    switch self {
    case .png: "image/png"
    case .webp: "image/webp"
    case .jpeg: "image/jpeg"
    case .rgba: "application/vnd.lamina.rgba"
    }
  }

  /// The extensions of files of this format, in lower case and without a dot; new files get the first.
  package var fileExtensions: [String] {
    switch self {
    case .png: ["png"]
    case .webp: ["webp"]
    case .jpeg: ["jpg", "jpeg"]
    case .rgba: ["rgba"]
    }
  }

  /// Whether the format can be lossy, with a quality.
  package var takesQuality: Bool { self == .webp || self == .jpeg }

  /// Whether pixels keep their alpha. Otherwise a picture is drawn over white.
  package var keepsAlpha: Bool { self != .jpeg }

  /// The format of files with an extension, in any case; `nil` for an unknown extension.
  package init?(fileExtension: String) {
    let wanted = fileExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(wanted) }) else { return nil }
    self = format
  }

  /// All names, as a list for messages.
  package static var nameList: String {
    let all = allCases.map(\.rawValue)
    return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
  }

  /// All extensions with their dots, as a list for messages.
  package static var extensionList: String {
    let all = allCases.flatMap(\.fileExtensions).map { "." + $0 }
    return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
  }
}

/// The format and settings of encoding a picture.
package struct PictureEncoding: Equatable, Sendable {
  /// The file format.
  package var format: PictureFormat
  /// The compression of PNG, as set by `lamina render --compression`.
  package var compression: PNGEncoder.Compression
  /// The quality of JPEG and WebP, 0...1; `nil` for the default of each format: WebP is then lossless.
  package var quality: Double?

  /// Makes an encoding.
  package init(
    format: PictureFormat = .png, compression: PNGEncoder.Compression = .fast, quality: Double? = nil
  ) {
    (self.format, self.compression, self.quality) = (format, compression, quality)
  }

  /// Returns the bytes of a file; for `rgba`, four bytes a pixel with straight alpha, without any header.
  package func encode(_ image: CGImage) throws(GraphicsError) -> [UInt8] {
    switch format {
    case .png: return try PNGEncoder(compression: compression).encode(image)
    case .webp: return try WebPEncoder(quality: quality).encode(image)
    case .jpeg:
      var encoder = JPEGEncoder()
      if let quality { encoder.quality = quality }
      return try encoder.encode(image)
    case .rgba: return image.straightRGBA()
    }
  }

  /// Encodes a picture and writes it as `OutputFile` does; `-` is the standard output.
  package func write(_ image: CGImage, to path: String) throws(GraphicsError) {
    try OutputFile(path).write(picture: encode(image))
  }
}
