// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import Testing

@Suite struct CGImageTests {
  @Test func wrongSizesMakeNoPicture() {
    #expect(CGImage(width: 0, height: 1, premultipliedRGBA: []) == nil)
    #expect(CGImage(width: 1, height: -1, premultipliedRGBA: []) == nil)
    #expect(CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3]) == nil)
    #expect(CGImage(width: 1 << 25, height: 1) { _, _ in .zero } == nil)
  }

  @Test func pixels() throws {
    let image = try #require(CGImage(width: 3, height: 2) { x, y in [UInt8(x), UInt8(10 * y), 0, 255] })
    #expect(image.bytesPerRow == 12)
    #expect(image.bitsPerComponent == 8)
    #expect(image.bitsPerPixel == 32)
    #expect(image.premultipliedPixel(x: 2, y: 1) == [2, 10, 0, 255])
    #expect(image.isOpaque)
    #expect(try !#require(CGImage(width: 1, height: 1) { _, _ in [0, 0, 0, 254] }).isOpaque)
  }

  @Test func straightPixels() throws {
    let image = try #require(
      CGImage(width: 3, height: 1) { x, _ in [[0, 0, 0, 0], [1, 2, 3, 3], [64, 128, 0, 128]][x] })
    #expect(image.straightPixel(x: 0, y: 0) == [0, 0, 0, 0])
    #expect(image.straightPixel(x: 1, y: 0) == [85, 170, 255, 3])
    #expect(image.straightPixel(x: 2, y: 0) == [128, 255, 0, 128])
  }

  struct Crop: Sendable, CustomTestStringConvertible {
    var name: String
    var rect: CGRect
    var expected: PixelBox?
    var testDescription: String { name }
  }

  struct PixelBox: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  static let crops: [Crop] = [
    Crop(
      name: "inside", rect: CGRect(x: 1, y: 2, width: 3, height: 1), expected: PixelBox(x: 1, y: 2, width: 3, height: 1)
    ),
    Crop(
      name: "widened", rect: CGRect(x: 0.5, y: 0.9, width: 1, height: 1),
      expected: PixelBox(x: 0, y: 0, width: 2, height: 2)),
    Crop(
      name: "beyond the edges", rect: CGRect(x: -5, y: 3, width: 100, height: 100),
      expected: PixelBox(x: 0, y: 3, width: 5, height: 1)),
    Crop(name: "outside", rect: CGRect(x: 5, y: 0, width: 2, height: 2), expected: nil),
    Crop(name: "empty", rect: CGRect(x: 1, y: 1, width: 0, height: 2), expected: nil),
    Crop(name: "not finite", rect: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), expected: nil),
    Crop(name: "infinite", rect: .infinite, expected: PixelBox(x: 0, y: 0, width: 5, height: 4)),
  ]

  @Test("cropping(to:)", arguments: crops)
  func cropping(_ crop: Crop) throws {
    let image = try #require(CGImage(width: 5, height: 4) { x, y in [UInt8(x), UInt8(y), 0, 255] })
    let result = image.cropping(to: crop.rect)
    guard let expected = crop.expected else {
      #expect(result == nil)
      return
    }
    let cropped = try #require(result)
    #expect((cropped.width, cropped.height) == (expected.width, expected.height))
    #expect(cropped.premultipliedPixel(x: 0, y: 0) == image.premultipliedPixel(x: expected.x, y: expected.y))
    #expect(
      cropped.premultipliedPixel(x: cropped.width - 1, y: cropped.height - 1)
        == image.premultipliedPixel(x: expected.x + expected.width - 1, y: expected.y + expected.height - 1))
  }

  @Test("a picture is opaque where every pixel is, whatever their number", arguments: [1, 5, 16, 17, 63, 4_113, 8_200])
  func opacity(count: Int) throws {
    var bytes = [UInt8](repeating: 7, count: 4 * count)
    for pixel in 0..<count { bytes[4 * pixel + 3] = 255 }
    #expect(try #require(CGImage(width: count, height: 1, premultipliedRGBA: bytes)).isOpaque)
    for pixel in Set([0, count / 2, max(0, count - 17), count - 1]) {
      var seen = bytes
      seen[4 * pixel + 3] = 254
      #expect(try #require(CGImage(width: count, height: 1, premultipliedRGBA: seen)).isOpaque == false)
    }
  }

  @Test("a picture of coverage is white where it covers, and takes a byte a pixel", arguments: [1, 7, 8, 29])
  func coverage(width: Int) {
    let coverage = (0..<2 * width).map { UInt8(truncatingIfNeeded: 37 * $0) }
    let image = CGImage(width: width, height: 2, coverage: coverage, isOpaque: false)
    #expect(image.bytes == coverage)
    #expect(image.premultipliedRGBA == coverage.flatMap { [$0, $0, $0, $0] })
    #expect(image.alpha(x: width - 1, y: 1) == coverage[2 * width - 1])
    #expect(image.premultipliedPixel(x: 0, y: 1) == SIMD4(repeating: coverage[width]))
  }
}
