// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CPNG
internal import LaminaGeometry

/// The sole owner of a libpng reader over bytes that outlive it.
struct PNGReader: ~Copyable {
  /// The reader, at a fixed address, since libpng keeps pointers to it.
  private let reader: UnsafeMutablePointer<lamina_png_reader>

  /// Reads the header and all chunks before the pixels.
  ///
  /// - Throws: ``GraphicsError/malformedImage(_:reason:)`` with libpng's text.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(GraphicsError) {
    reader = .allocate(capacity: 1)
    reader.initialize(to: lamina_png_reader())
    reader.pointee.bytes = bytes.baseAddress
    reader.pointee.count = bytes.count
    guard lamina_png_reader_open(reader) != 0 else { throw failure }
  }

  deinit {
    lamina_png_reader_close(reader)
    reader.deallocate()
  }

  /// The number of pixels in a row, as the header claims.
  var width: Int { Int(png_get_image_width(reader.pointee.png, reader.pointee.info)) }
  /// The number of rows, as the header claims.
  var height: Int { Int(png_get_image_height(reader.pointee.png, reader.pointee.info)) }
  /// The number of bits of a component: 1, 2, 4, 8 or 16.
  var bitDepth: Int { Int(png_get_bit_depth(reader.pointee.png, reader.pointee.info)) }
  /// Whether the pixels are grey.
  var isGray: Bool {
    Int32(png_get_color_type(reader.pointee.png, reader.pointee.info)) & PNG_COLOR_MASK_COLOR == 0
  }

  /// Whether there is neither an alpha channel nor a transparent colour.
  var isOpaque: Bool {
    let (png, info) = (reader.pointee.png, reader.pointee.info)
    return Int32(png_get_color_type(png, info)) & PNG_COLOR_MASK_ALPHA == 0
      && png_get_valid(png, info, PNG_INFO_tRNS) == 0
  }

  /// The warnings of libpng so far.
  var warnings: [String] {
    withUnsafeBytes(of: reader.pointee.warnings) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// The meaning of the components by sRGB, iCCP, gAMA and cHRM, in this order of precedence.
  var colors: ColorDescription {
    let (png, info) = (reader.pointee.png, reader.pointee.info)
    if png_get_valid(png, info, PNG_INFO_sRGB) != 0 { return .sRGB }
    if let profile { return .profile(profile) }
    var transfer = ColorTransfer.sRGB
    var primaries = ColorPrimaries.sRGB
    var gamma = 0.0
    // A file with gAMA 1/2.2 means sRGB; 5 % is libpng's own threshold of a visible difference.
    if png_get_gAMA(png, info, &gamma) != 0, gamma > 0, abs(gamma * 2.2 - 1) > 0.05 { transfer = .power(1 / gamma) }
    var xy = [Double](repeating: 0, count: 8)
    let isKnown = xy.withUnsafeMutableBufferPointer { buffer in
      guard let to = buffer.baseAddress else { return false }
      return png_get_cHRM(png, info, to, to + 1, to + 2, to + 3, to + 4, to + 5, to + 6, to + 7) != 0
    }
    if isKnown {
      primaries = ColorPrimaries(
        white: [xy[0], xy[1]], red: [xy[2], xy[3]], green: [xy[4], xy[5]], blue: [xy[6], xy[7]])
    }
    return .primaries(primaries, transfer: transfer)
  }

  private var profile: [UInt8]? {
    var name: png_charp?
    var compression: Int32 = 0
    var bytes: png_bytep?
    var count: png_uint_32 = 0
    guard png_get_iCCP(reader.pointee.png, reader.pointee.info, &name, &compression, &bytes, &count) != 0, let bytes
    else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// Reads the pixels as straight RGBA and the chunks after them.
  ///
  /// - Parameter components: Room for all pixels, 8 bits a component, or 16 when ``bitDepth`` is 16.
  /// - Returns: Whether reading succeeded; otherwise ``failure`` has the reason.
  func read<Component>(into components: UnsafeMutableBufferPointer<Component>) -> Bool {
    lamina_png_reader_read(reader, components.baseAddress, 4 * MemoryLayout<Component>.stride * width) != 0
  }

  /// The error that made a function fail.
  var failure: GraphicsError {
    let text = withUnsafeBytes(of: reader.pointee.error) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return .malformedImage(.png, reason: text)
  }
}
