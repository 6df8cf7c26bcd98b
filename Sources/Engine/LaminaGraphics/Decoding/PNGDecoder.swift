// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Decodes PNG: every colour type and depth, interlaced or not.
struct PNGDecoder {
  let maximumPixels: Int

  /// Decodes a file.
  func decode(_ bytes: [UInt8]) throws(GraphicsError) -> StoredPicture {
    let chunks = PNGChunks(bytes)
    guard !chunks.isRewrittenForIOS else { throw .unsupportedFormat("PNG rewritten for iOS (CgBI)") }
    var picture = try bytes.withUnsafeBufferPointer { buffer throws(GraphicsError) in
      try read(PNGReader(buffer))
    }
    if let exif = chunks.exif { picture.orientation = ImageOrientation(exif: exif) ?? .upright }
    if let frames = chunks.frameCount, frames > 1 {
      picture.diagnostics.append(.firstFrameOnly(of: frames))
    }
    if let points = chunks.codePoints { apply(codePoints: points, to: &picture) }
    return picture
  }

  /// Reads the chunks before the pixels, and checks that all chunks are there.
  func header(of bytes: [UInt8]) throws(GraphicsError) -> ImageHeader {
    let chunks = PNGChunks(bytes)
    guard !chunks.isRewrittenForIOS else { throw .unsupportedFormat("PNG rewritten for iOS (CgBI)") }
    let (width, height, isOpaque) = try bytes.withUnsafeBufferPointer { buffer throws(GraphicsError) in
      let reader = try PNGReader(buffer)
      return (reader.width, reader.height, reader.isOpaque)
    }
    try checkPixelSize(width: width, height: height, maximumPixels: maximumPixels, format: .png)
    guard chunks.hasEnd else { throw .malformedImage(.png, reason: "the data ends too early") }
    return ImageHeader(width: width, height: height, isOpaque: isOpaque, exif: chunks.exif)
  }

  private func read(_ reader: consuming PNGReader) throws(GraphicsError) -> StoredPicture {
    let (width, height) = (reader.width, reader.height)
    try checkPixelSize(width: width, height: height, maximumPixels: maximumPixels, format: .png)
    let (isGray, colors) = (reader.isGray, reader.colors)
    let pixels: StoredPicture.Pixels =
      if reader.bitDepth == 16 {
        .rgba16(try components(of: reader, count: 4 * width * height))
      } else {
        .rgba8(try components(of: reader, count: 4 * width * height))
      }
    return StoredPicture(
      width: width, height: height, pixels: pixels, isGray: isGray, colors: colors,
      diagnostics: reader.warnings.compactMap(diagnostic))
  }

  private func components<Component>(
    of reader: borrowing PNGReader, count: Int
  ) throws(GraphicsError) -> [Component] {
    var isComplete = false
    let components = [Component](unsafeUninitializedCapacity: count) { buffer, initialized in
      isComplete = reader.read(into: buffer)
      initialized = isComplete ? count : 0
    }
    guard isComplete else { throw reader.failure }
    return components
  }

  /// The diagnostic for a warning of libpng. Damage at the end of the pixels may be visible; the other warnings concern
  /// other chunks.
  private func diagnostic(for warning: String) -> Diagnostic? {
    // Hewlett-Packard's sRGB profile of 1998 is in many files, and it does mean sRGB.
    if warning.contains("known incorrect sRGB profile") { return nil }
    if warning.hasPrefix("iCCP") {
      return Diagnostic(code: "color-profile", message: "the colour profile is not used: \(warning)")
    }
    let touchesPixels = warning.hasPrefix("IDAT") || warning.hasPrefix("PLTE") || warning.hasPrefix("tRNS")
    return Diagnostic(touchesPixels ? .warning : .note, code: "png-warning", message: "PNG: \(warning)")
  }

  /// Takes the colour space from cICP, which precedes every other chunk about colour.
  private func apply(codePoints: [UInt8], to picture: inout StoredPicture) {
    // ITU-T H.273: primaries 1 BT.709, 9 BT.2020, 12 Display P3; transfer 13 sRGB, 8 linear; matrix 0 RGB; full range.
    let primaries: ColorPrimaries? =
      switch codePoints[0] {
      case 1: .sRGB
      case 9: .bt2020
      case 12: .displayP3
      default: nil
      }
    let transfer: ColorTransfer? =
      switch codePoints[1] {
      case 8: .power(1)
      case 13: .sRGB
      default: nil
      }
    guard let primaries, let transfer, codePoints[2] == 0, codePoints[3] == 1 else {
      let numbers = codePoints.map(String.init).joined(separator: " ")
      picture.diagnostics.append(
        Diagnostic(code: "color-profile", message: "the colour space cICP \(numbers) is not supported"))
      return
    }
    picture.colors = .primaries(primaries, transfer: transfer)
  }
}

extension Diagnostic {
  /// Reports that an animated picture was decoded as a still picture.
  static func firstFrameOnly(of frameCount: Int) -> Diagnostic {
    Diagnostic(code: "animated-image", message: "only the first of \(frameCount) frames is drawn")
  }
}
