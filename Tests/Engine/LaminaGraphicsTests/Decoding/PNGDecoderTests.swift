// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct PNGDecoderTests {
  /// A kind of PNG.
  struct Kind: Sendable, CustomTestStringConvertible {
    var colorType: PNGBuilder.ColorType
    var depth: Int
    var isInterlaced: Bool
    var hasTransparency: Bool
    var testDescription: String {
      "\(colorType) \(depth)\(isInterlaced ? " interlaced" : "")\(hasTransparency ? " tRNS" : "")"
    }
  }

  static let kinds = PNGBuilder.ColorType.allCases.flatMap { type in
    type.depths.flatMap { depth in
      [false, true].flatMap { interlaced in
        [false, true].compactMap { transparency in
          transparency && (type == .grayAlpha || type == .rgba)
            ? nil : Kind(colorType: type, depth: depth, isInterlaced: interlaced, hasTransparency: transparency)
        }
      }
    }
  }

  /// Pseudo-random samples that are the same at every run; every seventh pixel is the transparent colour.
  static func samples(_ kind: Kind, _ x: Int, _ y: Int) -> [Int] {
    let largest = 1 << kind.depth - 1
    if (x + 3 * y).isMultiple(of: 7) { return Array(repeating: largest / 2, count: kind.colorType.channels) }
    return (0..<kind.colorType.channels).map {
      ((x * 7919 + y * 104729 + $0 * 1299709 + x * y * 31) ^ x << 9) & largest
    }
  }

  static func palette(_ index: Int) -> (color: [Int], alpha: Int) {
    ([index * 37 & 255, index * 91 & 255, 255 - index & 255], index * 53 & 255)
  }

  @Test("every kind of PNG", arguments: kinds)
  func decode(_ kind: Kind) throws {
    let largest = 1 << kind.depth - 1
    let key = largest / 2
    var builder = PNGBuilder(
      width: 19, height: 13, colorType: kind.colorType, depth: kind.depth, isInterlaced: kind.isInterlaced
    ) { Self.samples(kind, $0, $1) }
    let paletteSize = min(256, 1 << kind.depth)
    if kind.colorType == .palette {
      builder.chunks.append(("PLTE", (0..<paletteSize).flatMap { Self.palette($0).color.map(UInt8.init) }))
    }
    if kind.hasTransparency {
      let data: [UInt8] =
        switch kind.colorType {
        case .palette: (0..<paletteSize).map { UInt8(Self.palette($0).alpha) }
        case .gray: PNGBuilder.bigEndian(key, bytes: 2)
        default:
          PNGBuilder.bigEndian(key, bytes: 2) + PNGBuilder.bigEndian(key, bytes: 2)
            + PNGBuilder.bigEndian(key, bytes: 2)
        }
      builder.chunks.append(("tRNS", data))
    }
    let decoded = try ImageDecoder().decode(builder.file)
    #expect(decoded.format == .png)
    #expect(decoded.convertedProfile == nil)
    #expect(decoded.diagnostics == [])
    #expect((decoded.image.width, decoded.image.height) == (19, 13))
    let difference = largestDifference(decoded.image) { x, y in
      let samples = Self.samples(kind, x, y)
      if kind.colorType == .palette {
        let entry = Self.palette(samples[0])
        let color = entry.color.map { Double($0) / 255 }
        return premultipliedBytes((color[0], color[1], color[2], kind.hasTransparency ? Double(entry.alpha) / 255 : 1))
      }
      let values = samples.map { Double($0) / Double(largest) }
      let isKey = kind.hasTransparency && samples.allSatisfy { $0 == key }
      return switch kind.colorType {
      case .gray: premultipliedBytes((values[0], values[0], values[0], isKey ? 0 : 1))
      case .grayAlpha: premultipliedBytes((values[0], values[0], values[0], values[1]))
      case .rgb: premultipliedBytes((values[0], values[1], values[2], isKey ? 0 : 1))
      default: premultipliedBytes((values[0], values[1], values[2], values[3]))
      }
    }
    #expect(difference == 0)
  }

  @Test func every8BitColorAndAlphaIsPremultipliedExactly() throws {
    let file = PNGBuilder(width: 256, height: 256, colorType: .rgba, depth: 8) { x, y in [x, 255 - x, x / 2, y] }.file
    let image = try ImageDecoder().decode(file).image
    let difference = largestDifference(image) { x, y in
      premultipliedBytes((Double(x) / 255, Double(255 - x) / 255, Double(x / 2) / 255, Double(y) / 255))
    }
    #expect(difference == 0)
  }

  @Test func sixteenBitsAreRoundedNotCut() throws {
    // 383 / 257 is 1.49, 386 / 257 is 1.502.
    let file = PNGBuilder(width: 2, height: 1, colorType: .gray, depth: 16) { x, _ in [x == 0 ? 383 : 386] }.file
    let image = try ImageDecoder().decode(file).image
    #expect(image.premultipliedPixel(x: 0, y: 0).x == 1)
    #expect(image.premultipliedPixel(x: 1, y: 0).x == 2)
  }

  @Test(arguments: 1...8)
  func exifOrientation(_ orientation: Int) throws {
    let file = PNGBuilder(
      width: 3, height: 2, colorType: .rgb, depth: 8,
      chunks: [("eXIf", OrientationSample.exif(orientation, littleEndian: orientation.isMultiple(of: 2)))]
    ) { x, y in [40 * x, 100 * y, 7] }.file
    let image = try ImageDecoder().decode(file).image
    OrientationSample.check(image, orientation: orientation, stored: (3, 2)) { x, y in
      [UInt8(40 * x), UInt8(100 * y), 7, 255]
    }
  }

  @Test func anAnimationIsNamed() throws {
    let file = PNGBuilder(
      width: 2, height: 2, colorType: .gray, depth: 8,
      chunks: [("acTL", PNGBuilder.bigEndian(5) + PNGBuilder.bigEndian(0))]
    ) { _, _ in [9] }.file
    let decoded = try ImageDecoder().decode(file)
    #expect(decoded.diagnostics.map(\.code) == ["animated-image"])
    #expect(decoded.diagnostics[0].message == "only the first of 5 frames is drawn")
  }

  @Test func filesRewrittenForIOSAreRefusedByName() {
    let file = PNGBuilder(width: 1, height: 1, colorType: .gray, depth: 8) { _, _ in [9] }.file
    let rewritten = Array(file[..<8]) + PNGBuilder.chunk("CgBI", [0x50, 0, 0x20, 6]) + Array(file[8...])
    #expect(throws: GraphicsError.unsupportedFormat("PNG rewritten for iOS (CgBI)")) {
      try ImageDecoder().decode(rewritten)
    }
  }
}
