// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A decoded picture and the diagnostics of its decoding.
public struct DecodedImage: Sendable {
  /// The picture: premultiplied, sRGB, upright.
  public var image: CGImage
  /// The format it was stored in.
  public var format: ImageFormat
  /// The name of the colour profile it was converted from; `nil` when its values were sRGB already.
  public var convertedProfile: String?
  /// Features of the picture that are not supported, and damage that does not affect its pixels.
  public var diagnostics: [Diagnostic]
}

/// A picture as its codec leaves it: straight, in its own colours, not yet turned upright.
struct StoredPicture {
  /// The pixels, row by row from the top.
  enum Pixels {
    /// Straight RGBA, 8 bits a component.
    case rgba8([UInt8])
    /// Straight RGBA, 16 bits a component.
    case rgba16([UInt16])
    /// Inks, 8 bits each. `inverted` means that 255 is no ink.
    case cmyk8([UInt8], inverted: Bool)
  }

  var width: Int
  var height: Int
  var pixels: Pixels
  /// Whether the file holds grey samples; here they are expanded to three equal components.
  var isGray = false
  var colors = ColorDescription.sRGB
  var orientation = ImageOrientation.upright
  var diagnostics: [Diagnostic] = []
}
