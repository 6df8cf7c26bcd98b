// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry
package import LaminaGraphics

/// The layout of a frame's pixels in a stream.
///
/// YUV is BT.709 in limited range: luma 16...235, chroma 16...240, alpha 0...255. Chroma has half the columns and half
/// the rows, rounded up. A chroma sample is located at the left of its two columns and between its two rows, as in
/// MPEG-2 and H.264: it is the mean of both rows, with weights of 1, 2 and 1 for the columns to the left, at and to the
/// right of it. Colour without alpha is premultiplied, as over black; colour with alpha is straight.
package enum FrameLayout: String, Sendable, Hashable, Codable {
  /// Red, green, blue, alpha of each pixel, with straight alpha.
  case rgba
  /// The planes Y, U and V.
  case yuv420
  /// The planes Y, U, V and alpha.
  case yuva420

  /// The bytes of a frame.
  package func byteCount(of size: PixelSize) -> Int {
    let chroma = 2 * ((size.width + 1) / 2) * ((size.height + 1) / 2)
    return switch self {
    case .rgba: 4 * size.area
    case .yuv420: size.area + chroma
    case .yuva420: 2 * size.area + chroma
    }
  }

  /// Converts a picture to this layout; an opaque picture in RGBA has its own memory.
  package func pixels(of image: CGImage) -> PixelBytes {
    self == .rgba && image.isOpaque ? PixelBytes(of: image) : PixelBytes(bytes(of: image))
  }

  /// Converts a picture to this layout.
  package func bytes(of image: CGImage) -> [UInt8] {
    switch self {
    case .rgba: image.straightRGBA()
    case .yuv420: YUVPlanes.bytes(of: image, hasAlpha: false)
    case .yuva420: YUVPlanes.bytes(of: image, hasAlpha: true)
    }
  }
}
