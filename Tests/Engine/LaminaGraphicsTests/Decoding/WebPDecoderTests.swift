// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct WebPDecoderTests {
  static func sample(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8(20 + 9 * x), UInt8(230 - 11 * y), 77, UInt8(255 - 10 * x)]
  }

  static func samplePixel(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let color = sample(x, y).map { Double($0) / 255 }
    return premultipliedBytes((color[0], color[1], color[2], color[3]))
  }

  @Test func losslessWithAlpha() throws {
    let decoded = try ImageDecoder().decode(WebPBuilder(width: 21, height: 17, pixel: Self.sample).file)
    #expect(decoded.format == .webp)
    #expect(decoded.diagnostics == [])
    #expect((decoded.image.width, decoded.image.height) == (21, 17))
    #expect(largestDifference(decoded.image, from: Self.samplePixel) == 0)
  }

  @Test func lossyWithAlpha() throws {
    let decoded = try ImageDecoder().decode(WebPBuilder(width: 20, height: 16, quality: 100, pixel: Self.sample).file)
    #expect(largestDifference(decoded.image, from: Self.samplePixel) <= 12)
    for x in 0..<20 { #expect(decoded.image.premultipliedPixel(x: x, y: 3).w == Self.sample(x, 3)[3]) }
  }

  @Test func lossyWithoutAlpha() throws {
    let file = WebPBuilder(width: 16, height: 16, quality: 100) { _, _ in [200, 100, 50, 255] }.file
    let decoded = try ImageDecoder().decode(file)
    #expect(decoded.image.isOpaque)
    #expect(largestDifference(decoded.image) { _, _ in [200, 100, 50, 255] } <= 4)
  }

  @Test(arguments: 1...8)
  func exifOrientation(_ orientation: Int) throws {
    var builder = WebPBuilder(width: 5, height: 3, pixel: Self.sample)
    builder.exif = OrientationSample.exif(orientation, littleEndian: false)
    let image = try ImageDecoder().decode(builder.file).image
    OrientationSample.check(image, orientation: orientation, stored: (5, 3), pixel: Self.samplePixel)
  }

  @Test func profile() throws {
    var builder = WebPBuilder(width: 4, height: 4) { _, _ in [200, 100, 50, 255] }
    builder.profile = TestProfile.displayP3
    let decoded = try ImageDecoder().decode(builder.file)
    #expect(decoded.convertedProfile == "Test P3")
    let expected = premultipliedBytes(sRGBFromDisplayP3(200 / 255, 100 / 255, 50 / 255))
    #expect(largestDifference(decoded.image) { _, _ in expected } <= 1)
  }

  @Test func ofAnAnimationTheFirstFrameIsDecoded() throws {
    var builder = WebPBuilder(width: 21, height: 17, pixel: Self.sample)
    builder.frameCount = 3
    let decoded = try ImageDecoder().decode(builder.file)
    #expect(decoded.diagnostics.map(\.message) == ["only the first of 3 frames is drawn"])
    #expect(largestDifference(decoded.image, from: Self.samplePixel) <= 1)
    builder.frameCount = 1
    #expect(try ImageDecoder().decode(builder.file).diagnostics == [])
  }
}
