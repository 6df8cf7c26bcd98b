// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CTurboJPEG
import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct JPEGDecoderTests {
  /// A picture without sharp edges, which JPEG keeps to a few levels.
  static func smooth(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8(20 + 9 * x), UInt8(230 - 11 * y), UInt8(60 + 4 * x + 4 * y)]
  }

  static func smoothPixel(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let color = smooth(x, y)
    return [color[0], color[1], color[2], 255]
  }

  @Test(arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_411, TJSAMP_440].map(\.rawValue), [false, true])
  func colors(subsampling: TJSAMP.RawValue, isProgressive: Bool) throws {
    let file = JPEGBuilder(
      width: 21, height: 17, subsampling: TJSAMP(rawValue: subsampling), isProgressive: isProgressive,
      components: Self.smooth
    ).file
    let decoded = try ImageDecoder().decode(file)
    #expect(decoded.format == .jpeg)
    #expect(decoded.diagnostics == [])
    #expect((decoded.image.width, decoded.image.height) == (21, 17))
    #expect(decoded.image.isOpaque)
    // Colour at half the resolution is off by some levels at the edges of the picture.
    #expect(largestDifference(decoded.image, from: Self.smoothPixel) <= (subsampling == TJSAMP_444.rawValue ? 3 : 24))
  }

  @Test func grey() throws {
    let file = JPEGBuilder(width: 9, height: 5, format: TJPF_GRAY, subsampling: TJSAMP_GRAY) { x, y in
      [UInt8(10 * x + 20 * y)]
    }.file
    let image = try ImageDecoder().decode(file).image
    let difference = largestDifference(image) { x, y in
      let grey = UInt8(10 * x + 20 * y)
      return [grey, grey, grey, 255]
    }
    #expect(difference <= 2)
  }

  @Test func inksWithoutProfile() throws {
    // Adobe's way: 255 is no ink.
    let file = JPEGBuilder(width: 16, height: 8, format: TJPF_CMYK) { _, _ in [255, 128, 0, 204] }.file
    let decoded = try ImageDecoder().decode(file)
    #expect(decoded.diagnostics.map(\.code) == ["cmyk-without-profile"])
    #expect(decoded.diagnostics[0].severity == .note)
    #expect(largestDifference(decoded.image) { _, _ in [204, 102, 0, 255] } <= 3)
  }

  @Test func inksWithProfile() throws {
    var builder = JPEGBuilder(width: 16, height: 8, format: TJPF_CMYK) { x, _ in
      x < 8 ? [255, 255, 255, 255] : [255, 255, 255, 0]
    }
    builder.segments = JPEGBuilder.profileSegments(TestProfile.inks, count: 1)
    let decoded = try ImageDecoder().decode(builder.file)
    #expect(decoded.diagnostics == [])
    #expect(decoded.convertedProfile == "Test inks")
    #expect(largestDifference(decoded.image) { x, _ in x < 8 ? [255, 255, 255, 255] : [0, 0, 0, 255] } <= 4)
  }

  @Test(arguments: 1...8, [false, true])
  func exifOrientation(_ orientation: Int, littleEndian: Bool) throws {
    var builder = JPEGBuilder(width: 19, height: 10, components: Self.smooth)
    let exif = OrientationSample.exif(orientation, littleEndian: littleEndian)
    builder.segments = [(0xE1, Array("Exif\0\0".utf8) + exif)]
    let image = try ImageDecoder().decode(builder.file).image
    OrientationSample.check(image, orientation: orientation, stored: (19, 10), tolerance: 3, pixel: Self.smoothPixel)
  }

  @Test(arguments: [0, 9, 65535])
  func orientationsThatDoNotExistAreIgnored(_ orientation: Int) throws {
    var builder = JPEGBuilder(width: 3, height: 2, components: Self.smooth)
    builder.segments = [(0xE1, Array("Exif\0\0".utf8) + OrientationSample.exif(orientation, littleEndian: true))]
    #expect(try ImageDecoder().decode(builder.file).image.width == 3)
  }

  @Test(arguments: [1, 3])
  func profilesInSegments(_ count: Int) throws {
    var builder = JPEGBuilder(width: 8, height: 8) { _, _ in [200, 100, 50] }
    builder.segments = JPEGBuilder.profileSegments(TestProfile.displayP3, count: count)
    let decoded = try ImageDecoder().decode(builder.file)
    #expect(decoded.convertedProfile == "Test P3")
    #expect(decoded.diagnostics == [])
    let expected = premultipliedBytes(sRGBFromDisplayP3(200 / 255, 100 / 255, 50 / 255))
    #expect(largestDifference(decoded.image) { _, _ in expected } <= 3)
  }

  @Test func aProfileWithAMissingPartIsNamed() throws {
    var builder = JPEGBuilder(width: 8, height: 8) { _, _ in [200, 100, 50] }
    builder.segments = JPEGBuilder.profileSegments(TestProfile.displayP3, count: 3)
    builder.segments.remove(at: 1)
    let decoded = try ImageDecoder().decode(builder.file)
    #expect(decoded.convertedProfile == nil)
    #expect(decoded.diagnostics.map(\.code) == ["color-profile"])
    #expect(largestDifference(decoded.image) { _, _ in [200, 100, 50, 255] } <= 3)
  }

  @Test func harmlessExtraBytesAreADiagnostic() throws {
    let file = JPEGBuilder(width: 8, height: 8, components: Self.smooth).file
    // Behind the first segment, which is JFIF's of 16 bytes.
    let extended = Array(file[..<20]) + [0x00, 0x01, 0x02] + Array(file[20...])
    let whole = try ImageDecoder().decode(extended)
    #expect(whole.diagnostics.map(\.code) == ["jpeg-warning"])
    #expect(largestDifference(whole.image, from: Self.smoothPixel) <= 3)
    // libturbojpeg reports the extra bytes only; that the end is missing has to be found all the same.
    #expect(throws: GraphicsError.malformedImage(.jpeg, reason: "the data ends too early")) {
      try ImageDecoder().decode(Array(extended.dropLast(30)))
    }
  }

  @Test("an error behind a harmless warning is an error, and no picture of memory that nobody wrote")
  func errorAfterWarning() throws {
    var file = JPEGBuilder(width: 9, height: 7) { _, _ in [200, 100, 50] }.file
    // The first component's table of codes is one that there is not: the length, the count and its number stand before
    // it.
    let scan = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    file[scan + 6] = 0xA8
    #expect(throws: GraphicsError.self) { try ImageDecoder().decode(file) }
    // Bytes between segments are harmless.
    file.insert(contentsOf: [0, 1, 2], at: 20)
    #expect(throws: GraphicsError.self) { try ImageDecoder().decode(file) }
  }
}
