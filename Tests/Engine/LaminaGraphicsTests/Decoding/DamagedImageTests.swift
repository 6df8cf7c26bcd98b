// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CTurboJPEG
import LaminaGraphics
import Testing

/// Pictures that are cut off, damaged, or claim what they do not hold.
@Suite struct DamagedImageTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var format: ImageFormat
    var file: [UInt8]
    var testDescription: String { name }
  }

  static let samples: [Sample] = {
    func png(_ depth: Int, _ isInterlaced: Bool) -> [UInt8] {
      PNGBuilder(width: 9, height: 7, colorType: .rgba, depth: depth, isInterlaced: isInterlaced) { x, y in
        (0..<4).map { (x * 7919 + y * 104729 + $0 * 977) & (1 << depth - 1) }
      }.file
    }
    func jpeg(_ isProgressive: Bool) -> [UInt8] {
      JPEGBuilder(
        width: 20, height: 20, isProgressive: isProgressive,
        segments: [(0xE1, Array("Exif\0\0".utf8) + OrientationSample.exif(6, littleEndian: true))]
      ) { x, y in [UInt8(x * 12), UInt8(y * 12), UInt8(x * y & 255)] }.file
    }
    func webp(_ quality: Float?, frames: Int) -> [UInt8] {
      var builder = WebPBuilder(width: 20, height: 20, quality: quality) { x, y in
        [UInt8(x * 12), UInt8(y * 12), UInt8(x * y & 255), UInt8(255 - x)]
      }
      builder.exif = frames == 0 ? nil : OrientationSample.exif(3, littleEndian: false)
      builder.frameCount = frames
      return builder.file
    }
    return [
      Sample(name: "PNG", format: .png, file: png(8, false)),
      Sample(name: "PNG 16 interlaced", format: .png, file: png(16, true)),
      Sample(name: "JPEG", format: .jpeg, file: jpeg(false)),
      Sample(name: "JPEG progressive", format: .jpeg, file: jpeg(true)),
      Sample(name: "WebP lossless", format: .webp, file: webp(nil, frames: 0)),
      Sample(name: "WebP lossy", format: .webp, file: webp(80, frames: 0)),
      Sample(name: "WebP animated", format: .webp, file: webp(nil, frames: 2)),
    ]
  }()

  @Test("a file cut off anywhere is an error", arguments: samples)
  func truncated(_ sample: Sample) throws {
    _ = try ImageDecoder().decode(sample.file)
    for count in 0..<sample.file.count {
      let error = graphicsError { () throws(GraphicsError) in
        _ = try ImageDecoder().decode(Array(sample.file.prefix(count)))
      }
      switch error {
      case .unknownFormat where count < 12: break
      case .malformedImage(sample.format, let reason): #expect(!reason.isEmpty)
      default: Issue.record("\(count) of \(sample.file.count) bytes: \(String(describing: error))")
      }
    }
  }

  @Test("a file with a wrong byte anywhere ends well", arguments: samples)
  func damaged(_ sample: Sample) {
    for index in sample.file.indices {
      for flipped in [0x01, 0x80, 0xFF] as [UInt8] {
        var file = sample.file
        file[index] ^= flipped
        // A picture or an error; either is right. A small limit keeps wrong sizes cheap.
        _ = graphicsError { () throws(GraphicsError) in
          _ = try ImageDecoder(maximumPixels: 1 << 16).decode(file)
        }
      }
    }
  }

  @Test func everyWrongByteInThePixelsOfAPNGIsNoticed() throws {
    let file = Self.samples[0].file
    let start = 8 + 25 + 8  // signature, IHDR, and the name of IDAT
    for index in start..<(file.count - 12) {
      var damaged = file
      damaged[index] ^= 0x10
      #expect(throws: GraphicsError.self) { try ImageDecoder().decode(damaged) }
    }
  }

  static let hugePNG =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    + PNGBuilder.chunk("IHDR", PNGBuilder.bigEndian(100_000) + PNGBuilder.bigEndian(100_000) + [8, 6, 0, 0, 0])
    + PNGBuilder.chunk("IDAT", PNGBuilder.zlib([0])) + PNGBuilder.chunk("IEND", [])

  @Test func aPNGThatClaimsToBeHugeIsRefusedWithItsSize() {
    let error = graphicsError { () throws(GraphicsError) in _ = try ImageDecoder().decode(Self.hugePNG) }
    #expect(error == .imageTooLarge(width: 100_000, height: 100_000, limit: 1 << 28))
    #expect(error?.description == "picture of 100000 x 100000 pixels is over the limit of 268435456 pixels")
  }

  @Test func aJPEGThatClaimsToBeHugeIsRefusedWithItsSize() throws {
    var file = JPEGBuilder(width: 8, height: 8) { _, _ in [1, 2, 3] }.file
    let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    file.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFD, 0xE8, 0xFD, 0xE8])
    #expect(throws: GraphicsError.imageTooLarge(width: 65000, height: 65000, limit: 1 << 28)) {
      try ImageDecoder().decode(file)
    }
  }

  @Test func theLimitIsTheCallers() throws {
    let file = PNGBuilder(width: 10, height: 10, colorType: .gray, depth: 8) { _, _ in [0] }.file
    #expect(try ImageDecoder(maximumPixels: 100).decode(file).image.width == 10)
    #expect(throws: GraphicsError.imageTooLarge(width: 10, height: 10, limit: 99)) {
      try ImageDecoder(maximumPixels: 99).decode(file)
    }
    let webp = WebPBuilder(width: 10, height: 10) { _, _ in [0, 0, 0, 255] }.file
    #expect(throws: GraphicsError.imageTooLarge(width: 10, height: 10, limit: 99)) {
      try ImageDecoder(maximumPixels: 99).decode(webp)
    }
  }
}
