// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import Testing

/// Facts about a picture before it is decoded.
@Suite struct ImageHeaderTests {
  /// A file of each format, turned by an orientation of Exif.
  private static func files(orientation: Int) -> [[UInt8]] {
    let exif = OrientationSample.exif(orientation, littleEndian: false)
    var jpeg = JPEGBuilder(width: 19, height: 10) { _, _ in [200, 100, 50] }
    jpeg.segments = [(0xE1, Array("Exif\0\0".utf8) + exif)]
    var webp = WebPBuilder(width: 5, height: 3) { _, _ in [200, 100, 50, 255] }
    webp.exif = exif
    return [
      PNGBuilder(width: 3, height: 2, colorType: .rgb, depth: 8, chunks: [("eXIf", exif)]) { _, _ in [1, 2, 3] }.file,
      PNGBuilder(width: 3, height: 2, colorType: .rgba, depth: 16, chunks: [("eXIf", exif)]) { _, _ in [1, 2, 3, 9] }
        .file, jpeg.file, webp.file,
    ]
  }

  @Test("a header has the size of the decoded picture, upright", arguments: 1...8)
  func sizes(_ orientation: Int) throws {
    for file in Self.files(orientation: orientation) {
      let (header, image) = (try ImageDecoder().header(of: file), try ImageDecoder().decode(file).image)
      #expect(header.width == image.width && header.height == image.height)
      #expect(!header.isOpaque || image.isOpaque)
      #expect(header.decodedBytes == image.premultipliedRGBA.count)
    }
  }

  @Test("formats without alpha are opaque, also where no pixel was looked at")
  func opacity() throws {
    func isOpaque(_ type: PNGBuilder.ColorType, _ chunks: [(name: String, data: [UInt8])] = []) throws -> Bool {
      let file = PNGBuilder(width: 2, height: 2, colorType: type, depth: 8, chunks: chunks) { _, _ in [9, 9, 9, 255] }
        .file
      return try ImageDecoder().header(of: file).isOpaque
    }
    #expect(try isOpaque(.rgb) && !isOpaque(.rgba) && !isOpaque(.rgb, [("tRNS", [0, 1, 0, 2, 0, 3])]))
    #expect(try isOpaque(.gray) && !isOpaque(.grayAlpha))
  }

  @Test("a lossless WebP file whose header denies the alpha that its pixels have is not opaque")
  func deniedAlpha() throws {
    let file: [UInt8] = [
      0x52, 0x49, 0x46, 0x46, 0x1e, 0, 0, 0, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x4c, 0x11, 0, 0, 0, 0x2f, 0x28,
      0x80,
      0x41, 0, 0x07, 0x50, 0xe4, 0x2a, 0x54, 0xab, 0xfe, 0x81, 0x88, 0xe8, 0x7f, 0, 0,
    ]
    let (header, image) = (try ImageDecoder().header(of: file), try ImageDecoder().decode(file).image)
    #expect(!image.isOpaque, "the file shows nothing")
    #expect(!header.isOpaque)
  }

  @Test("files that are cut off are found out about without decoding them")
  func cutOff() throws {
    for file in Self.files(orientation: 1) where !file.starts(with: [0xFF, 0xD8]) {
      for count in [8, 20, file.count / 2, file.count - 9] {
        #expect(throws: GraphicsError.self, "\(count) of \(file.count)") {
          try ImageDecoder().header(of: Array(file.prefix(count)))
        }
      }
    }
    #expect(throws: GraphicsError.self) { try ImageDecoder().header(of: [0xFF, 0xD8, 0xFF]) }
    #expect(throws: GraphicsError.self) { try ImageDecoder().header(of: []) }
  }

  @Test("a size over the limit is refused with both numbers")
  func limit() throws {
    for file in Self.files(orientation: 6) {
      let header = try ImageDecoder().header(of: file)
      let pixels = header.width * header.height
      #expect(throws: Never.self) { try ImageDecoder(maximumPixels: pixels).header(of: file) }
      let error = #expect(throws: GraphicsError.self) { try ImageDecoder(maximumPixels: pixels - 1).header(of: file) }
      guard case .imageTooLarge(let width, let height, let limit)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(width * height == pixels && limit == pixels - 1)
    }
  }
}
