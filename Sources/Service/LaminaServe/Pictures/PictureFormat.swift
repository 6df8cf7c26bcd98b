// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Lamina
import LaminaGraphics

/// What a picture is handed over as.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, webp, jpeg, rgba

  /// The type that headers say.
  var mediaType: String {
    switch self {
    case .png: "image/png"
    case .webp: "image/webp"
    case .jpeg: "image/jpeg"
    case .rgba: "application/vnd.lamina.rgba"
    }
  }
}

/// How a picture is encoded.
struct PictureEncoding: Equatable, Sendable {
  /// As what.
  var format = PictureFormat.png
  /// How PNG is compressed, as by `lamina render --compression`.
  var compression = PNGEncoder.Compression.fast
  /// How much JPEG and WebP keep; `nil` for each one's own default.
  var quality: Double?

  /// The bytes of a file; of `rgba`, four bytes a pixel with straight alpha, without any header.
  func encode(_ image: CGImage) throws(GraphicsError) -> [UInt8] {
    switch format {
    case .png: try PNGEncoder(compression: compression).encode(image)
    case .webp: try WebPEncoder(quality: quality).encode(image)
    case .jpeg: try quality.map { JPEGEncoder(quality: $0) }.or(JPEGEncoder()).encode(image)
    case .rgba: image.straightRGBA()
    }
  }
}

extension Optional {
  /// The value, or another one.
  fileprivate func or(_ other: @autoclosure () -> Wrapped) -> Wrapped { self ?? other() }
}
#endif
