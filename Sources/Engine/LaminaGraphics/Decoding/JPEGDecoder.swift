// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CTurboJPEG
internal import LaminaGeometry

/// Decodes JPEG through libturbojpeg: baseline and progressive, colour, grey, and inks.
struct JPEGDecoder {
  let maximumPixels: Int

  /// Decodes a file.
  func decode(_ bytes: [UInt8]) throws(GraphicsError) -> StoredPicture {
    let markers = JPEGMarkers(bytes)
    let decompressor = try JPEGDecompressor()
    let header = try decompressor.readHeader(of: bytes)
    try checkPixelSize(width: header.width, height: header.height, maximumPixels: maximumPixels, format: .jpeg)
    let (components, warning) = try decompressor.readPixels(of: bytes, header)
    var picture = StoredPicture(
      width: header.width, height: header.height,
      pixels: header.hasInks ? .cmyk8(components, inverted: markers.hasAdobeSegment) : .rgba8(components),
      isGray: header.isGray)
    if let warning {
      // libturbojpeg keeps its first warning only, so a harmless one may hide that the data ends too early.
      guard markers.hasEnd else { throw .malformedImage(.jpeg, reason: "the data ends too early") }
      picture.diagnostics.append(Diagnostic(code: "jpeg-warning", message: "JPEG: \(warning)"))
    }
    if let profile = markers.profile { picture.colors = .profile(profile) }
    if markers.profileIsIncomplete {
      picture.diagnostics.append(
        Diagnostic(code: "color-profile", message: "parts of the colour profile are missing; it is not used"))
    }
    if let exif = markers.exif { picture.orientation = ImageOrientation(exif: exif) ?? .upright }
    return picture
  }

  /// Reads the segments before the pixels. The end marker is checked only when the pixels are decoded.
  func header(of bytes: [UInt8]) throws(GraphicsError) -> ImageHeader {
    let header = try JPEGDecompressor().readHeader(of: bytes)
    try checkPixelSize(width: header.width, height: header.height, maximumPixels: maximumPixels, format: .jpeg)
    return ImageHeader(width: header.width, height: header.height, isOpaque: true, exif: JPEGMarkers(bytes).exif)
  }
}

/// The sole owner of a libturbojpeg decompressor.
private struct JPEGDecompressor: ~Copyable {
  /// The values of a header.
  struct Header {
    var width: Int
    var height: Int
    var isGray: Bool
    var hasInks: Bool
  }

  private let handle: tjhandle

  init() throws(GraphicsError) {
    guard let handle = tjInitDecompress() else {
      throw .malformedImage(.jpeg, reason: String(cString: tjGetErrorStr2(nil)))
    }
    self.handle = handle
  }

  deinit {
    tjDestroy(handle)
  }

  func readHeader(of bytes: [UInt8]) throws(GraphicsError) -> Header {
    var (width, height, subsampling, space) = (Int32(0), Int32(0), Int32(-1), Int32(-1))
    let result = tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &space)
    // With sampling factors without a name, and with warnings, the call fails although the header was read and the
    // pixels can be decoded.
    guard result == 0 || (width > 0 && height > 0 && space >= 0) else { throw failure }
    return Header(
      width: Int(width), height: Int(height), isGray: space == TJCS_GRAY.rawValue,
      hasInks: space == TJCS_CMYK.rawValue || space == TJCS_YCCK.rawValue)
  }

  /// Reads the pixels: RGBA, or inks as stored.
  ///
  /// - Returns: The components, and libturbojpeg's warning, when it concerns no pixel.
  func readPixels(of bytes: [UInt8], _ header: Header) throws(GraphicsError) -> ([UInt8], warning: String?) {
    let count = 4 * header.width * header.height
    let format = header.hasInks ? TJPF_CMYK : TJPF_RGBA
    var result: Int32 = 0
    let components = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      result = tjDecompress2(
        handle, bytes, UInt(bytes.count), buffer.baseAddress, Int32(header.width), Int32(4 * header.width),
        Int32(header.height), Int32(format.rawValue), TJFLAG_LIMITSCANS)
      initialized = count
    }
    if result == 0 { return (components, nil) }
    let text = String(cString: tjGetErrorStr2(handle))
    guard leavesPixelsWhole(text) else {
      throw .malformedImage(.jpeg, reason: text)
    }
    return (components, text)
  }

  /// Whether a message of libjpeg is a warning after which every pixel is there and right. Its texts are constant and
  /// not translated.
  ///
  /// The code of the error is not enough: an error that ends decoding has the code of a warning where a warning came
  /// before it.
  private func leavesPixelsWhole(_ message: String) -> Bool {
    message.hasPrefix("Corrupt JPEG data: ") && message.contains(" extraneous bytes before marker ")
      || [
        "Corrupt JPEG data: bad ICC marker", "Unknown Adobe color transform code",
        "Warning: unknown JFIF revision number", "Invalid SOS parameters for sequential JPEG",
      ].contains(where: message.hasPrefix)
  }

  private var failure: GraphicsError {
    .malformedImage(.jpeg, reason: String(cString: tjGetErrorStr2(handle)))
  }
}
