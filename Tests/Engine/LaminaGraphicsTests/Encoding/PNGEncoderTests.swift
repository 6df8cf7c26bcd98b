// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CISAL
import CPNG
import Foundation
import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct PNGEncoderTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var image: CGImage?
    var testDescription: String { name }
  }

  static let samples = [
    Sample(name: "noise", image: .noise(width: 61, height: 47)),
    Sample(name: "opaque noise", image: .noise(width: 64, height: 40, opaque: true)),
    Sample(name: "one pixel", image: .noise(width: 1, height: 1)),
    Sample(name: "one column", image: .noise(width: 1, height: 50)),
    Sample(
      name: "every colour under every alpha",
      image: CGImage(width: 256, height: 256) { x, y in
        [UInt8(min(x, y)), UInt8(max(0, y - x)), UInt8(y / 2), UInt8(y)]
      }),
    Sample(
      name: "gradients",
      image: CGImage(width: 200, height: 100) { x, y in [UInt8(x), UInt8(y), UInt8((x + y) / 2), 255] }),
  ]

  @Test("decoding gives the same bytes", arguments: samples, PNGEncoder.Compression.allCases)
  func roundTrip(_ sample: Sample, _ compression: PNGEncoder.Compression) throws {
    let image = try #require(sample.image)
    let decoded = try ImageDecoder().decode(PNGEncoder(compression: compression).encode(image))
    #expect(decoded.diagnostics == [])
    #expect(decoded.image.width == image.width)
    #expect(decoded.image.premultipliedRGBA == image.premultipliedRGBA)
  }

  @Test(
    "noise, which cannot be made shorter, is hardly longer in a file",
    arguments: [1, 2, 21_844, 21_845, 43_690, 43_691, 70_000])
  func incompressible(width: Int) throws {
    // Blocks of 65,535 bytes are stored as they are: a row of 21,845 opaque pixels and its filter's number are one byte
    // more.
    let image = try #require(CGImage.noise(width: width, height: 1, opaque: true))
    let file = try PNGEncoder().encode(image)
    let most = 3 * width + width / 300 + 120
    #expect(file.count < most)
    #expect(try ImageDecoder().decode(file).image.premultipliedRGBA == image.premultipliedRGBA)
  }

  @Test("every level holds the same pixels, and one of a flat picture is short")
  func levels() throws {
    let noise = try #require(CGImage.noise(width: 61, height: 47))
    let flat = try #require(CGImage(width: 500, height: 400) { _, _ in [20, 40, 60, 255] })
    for level in -1...10 {
      let encoder = PNGEncoder(level: level)
      #expect(try ImageDecoder().decode(encoder.encode(noise)).image.premultipliedRGBA == noise.premultipliedRGBA)
      let file = try encoder.encode(flat)
      #expect(try ImageDecoder().decode(file).image.premultipliedRGBA == flat.premultipliedRGBA)
      #expect(level > 0 ? file.count < 6000 : file.count > 600_000, "level \(level): \(file.count) bytes")
    }
  }

  @Test("what was in memory before does not show in a file")
  func memory() throws {
    let image = try #require(
      CGImage(width: 300, height: 300) { x, y in [UInt8((x * y) >> 9 & 255), UInt8(x / 2 & 255), UInt8(y / 2), 255] })
    var files: Set<[UInt8]> = []
    for pattern in [0, 1, 5, 9, 14, 255] as [UInt8] {
      // The allocator gives the same memory again, as the compressor's own.
      var blocks: [UnsafeMutableRawPointer] = []
      for size in [82_000, 82_384, 90_000, 331_776, 340_000] {
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        for offset in stride(from: 0, to: size - 4, by: 4) {
          block.storeBytes(of: UInt32(pattern), toByteOffset: offset, as: UInt32.self)
        }
        blocks.append(block)
      }
      for block in blocks { block.deallocate() }
      for _ in 0..<3 { files.insert(try PNGEncoder().encode(image)) }
    }
    #expect(files.count == 1)
  }

  @Test("where in memory the compressor's state lies does not show in what it writes")
  func addresses() {
    // Short input has a small table of hashes. There, levels 1 and 2 of version 2.30 write another stream at one of
    // some hundred addresses.
    var input = Array(String(repeating: "layers of layers of a layer tree, and a tree of layers; ", count: 4).utf8)
    var frequencies = isal_huff_histogram()
    var codes = isal_hufftables()
    isal_update_histogram(&input, Int32(input.count), &frequencies)
    #expect(isal_create_hufftables(&codes, &frequencies) == 0)
    var outputs: Set<[UInt8]> = []
    let size = MemoryLayout<isal_zstream>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: (64 << 20) + size, alignment: 1 << 16)
    defer { memory.deallocate() }
    for address in stride(from: 0, to: 64 << 20, by: 64 << 10) {
      memset(memory + address, 0, size)
      let state = (memory + address).bindMemory(to: isal_zstream.self, capacity: 1)
      isal_deflate_stateless_init(state)
      state.pointee.gzip_flag = UInt16(IGZIP_ZLIB)
      state.pointee.end_of_stream = 1
      let output = [UInt8](unsafeUninitializedCapacity: input.count) { buffer, count in
        input.withUnsafeMutableBufferPointer { bytes in
          withUnsafeMutablePointer(to: &codes) { codes in
            state.pointee.hufftables = codes
            state.pointee.next_in = bytes.baseAddress
            state.pointee.avail_in = UInt32(bytes.count)
            state.pointee.next_out = buffer.baseAddress
            state.pointee.avail_out = UInt32(buffer.count)
            #expect(isal_deflate_stateless(state) == COMP_OK)
            count = buffer.count - Int(state.pointee.avail_out)
          }
        }
      }
      outputs.insert(output)
    }
    #expect(outputs.count == 1)
    #expect(outputs.allSatisfy { $0.count < input.count / 2 })
  }

  @Test func theFileSaysWhatItIs() throws {
    let opaque = try PNGEncoder().encode(#require(.noise(width: 300, height: 200, opaque: true)))
    let translucent = try PNGEncoder().encode(#require(.noise(width: 300, height: 200)))
    for (file, colorType) in [(opaque, 2), (translucent, 6)] as [([UInt8], UInt8)] {
      #expect(Array(file[16..<29]) == [0, 0, 1, 44, 0, 0, 0, 200, 8, colorType, 0, 0, 0])
      #expect(String(decoding: file[37..<41], as: UTF8.self) == "sRGB")
      #expect(Array(file.suffix(12)) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }
  }

  @Test func alphaIsDividedOutAndRounded() throws {
    let image = try #require(CGImage(width: 1, height: 1) { _, _ in [1, 2, 3, 7] })
    let straight = try Self.words(of: PNGEncoder().encode(image))
    // 255 / 7 is 36.43, 510 / 7 is 72.86, 765 / 7 is 109.29.
    #expect(straight == [36, 73, 109, 7])
  }

  @Test func aColorAboveItsAlphaIsCut() throws {
    let image = try #require(CGImage(width: 2, height: 1) { x, _ in x == 0 ? [9, 9, 9, 0] : [200, 100, 50, 100] })
    #expect(try Self.words(of: PNGEncoder().encode(image)) == [0, 0, 0, 0, 255, 255, 128, 100])
  }

  @Test func smallIsSmallerThanFast() throws {
    let image = try #require(
      CGImage(width: 300, height: 300) { x, y in [UInt8((x * y) >> 9 & 255), UInt8(x / 2 & 255), UInt8(y / 2), 255] })
    let small = try PNGEncoder(compression: .small).encode(image)
    #expect(try small.count < PNGEncoder(compression: .fast).encode(image).count)
  }

  @Test(arguments: [false, true], PNGEncoder.Compression.allCases)
  func sixteenBits(isOpaque: Bool, compression: PNGEncoder.Compression) throws {
    var random = FixedRandom(3)
    var premultiplied: [UInt16] = []
    var expected: [UInt16] = []
    for _ in 0..<(23 * 11) {
      let alpha = isOpaque ? 65535 : UInt16.random(in: 1...65535, using: &random)
      for _ in 0..<3 {
        let color = UInt16.random(in: 0...alpha, using: &random)
        premultiplied.append(color)
        expected.append(UInt16((Double(color) * 65535 / Double(alpha)).rounded()))
      }
      premultiplied.append(alpha)
      expected.append(alpha)
    }
    let file = try PNGEncoder(compression: compression).encode(width: 23, height: 11, premultipliedRGBA: premultiplied)
    #expect(file[24] == 16)
    #expect(file[25] == (isOpaque ? 2 : 6))
    #expect(try Self.words(of: file) == expected)
  }

  @Test func theWrongNumberOfComponentsIsRefused() {
    #expect(throws: GraphicsError.wrongPixelCount(width: 2, height: 2, expected: 16, actual: 15)) {
      try PNGEncoder().encode(width: 2, height: 2, premultipliedRGBA: Array(repeating: 0, count: 15))
    }
    #expect(throws: GraphicsError.self) { try PNGEncoder().encode(width: 0, height: 2, premultipliedRGBA: []) }
    #expect(throws: GraphicsError.self) { try PNGEncoder().encode(width: .max, height: .max, premultipliedRGBA: []) }
  }

  /// The straight RGBA components of a file, as libpng reads them.
  private static func words(of file: [UInt8]) throws -> [UInt16] {
    try file.withUnsafeBufferPointer { bytes in
      var reader = lamina_png_reader()
      reader.bytes = bytes.baseAddress
      reader.count = bytes.count
      defer { lamina_png_reader_close(&reader) }
      try #require(lamina_png_reader_open(&reader) != 0)
      let count = 4 * Int(png_get_image_width(reader.png, reader.info) * png_get_image_height(reader.png, reader.info))
      if png_get_bit_depth(reader.png, reader.info) == 16 {
        var words = [UInt16](repeating: 0, count: count)
        let row = 8 * Int(png_get_image_width(reader.png, reader.info))
        try #require(lamina_png_reader_read(&reader, &words, row) != 0)
        return words
      }
      var components = [UInt8](repeating: 0, count: count)
      let row = 4 * Int(png_get_image_width(reader.png, reader.info))
      try #require(lamina_png_reader_read(&reader, &components, row) != 0)
      return components.map(UInt16.init)
    }
  }
}
