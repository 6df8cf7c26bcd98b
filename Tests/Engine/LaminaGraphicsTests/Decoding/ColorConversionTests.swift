// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct ColorConversionTests {
  /// A PNG of 9 x 9 x 9 colours with extra chunks.
  static func grid(depth: Int = 8, chunks: [(name: String, data: [UInt8])]) -> [UInt8] {
    let largest = 1 << depth - 1
    return PNGBuilder(width: 81, height: 9, colorType: .rgb, depth: depth, chunks: chunks) { x, y in
      [x % 9 * largest / 8, x / 9 * largest / 8, y * largest / 8]
    }.file
  }

  /// An iCCP chunk.
  static func profile(_ bytes: [UInt8]) -> (name: String, data: [UInt8]) {
    ("iCCP", Array("name\0\0".utf8) + PNGBuilder.zlib(bytes))
  }

  static func number(_ value: Double) -> [UInt8] { PNGBuilder.bigEndian(Int((value * 100_000).rounded())) }

  static func untouched(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let value = { (step: Int) in UInt8(step * 255 / 8) }
    return [value(x % 9), value(x / 9), value(y), 255]
  }

  /// The colours of the grid if its samples are of Display P3.
  static func fromDisplayP3(depth: Int = 8) -> (_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    let largest = 1 << depth - 1
    func value(_ step: Int) -> Double { Double(step * largest / 8) / Double(largest) }
    return { x, y in premultipliedBytes(sRGBFromDisplayP3(value(x % 9), value(x / 9), value(y))) }
  }

  struct Silent: Sendable, CustomTestStringConvertible {
    var name: String
    var chunk: [UInt8]
    var kind: String
    var testDescription: String { name }
  }

  static let silent = [
    Silent(name: "an sRGB profile by any name", chunk: profile(TestProfile.sRGB).data, kind: "iCCP"),
    Silent(name: "sRGB chunk", chunk: [0], kind: "sRGB"),
    Silent(name: "gamma of sRGB", chunk: number(0.45455), kind: "gAMA"),
    Silent(
      name: "chromaticities of sRGB", chunk: [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06].flatMap(number),
      kind: "cHRM"),
    Silent(name: "cICP of sRGB", chunk: [1, 13, 0, 1], kind: "cICP"),
  ]

  @Test("what is sRGB already is left alone", arguments: silent, [8, 16])
  func nothingChanges(_ silent: Silent, depth: Int) throws {
    let decoded = try ImageDecoder().decode(Self.grid(depth: depth, chunks: [(silent.kind, silent.chunk)]))
    #expect(decoded.convertedProfile == nil)
    #expect(decoded.diagnostics == [])
    // 16-bit samples are cut at another place before they are rounded.
    #expect(largestDifference(decoded.image, from: Self.untouched) <= (depth == 8 ? 0 : 1))
  }

  @Test(arguments: [8, 16])
  func profilesAreConverted(depth: Int) throws {
    let decoded = try ImageDecoder().decode(Self.grid(depth: depth, chunks: [Self.profile(TestProfile.displayP3)]))
    #expect(decoded.convertedProfile == "Test P3")
    #expect(decoded.diagnostics == [])
    #expect(largestDifference(decoded.image, from: Self.fromDisplayP3(depth: depth)) <= 1)
  }

  @Test func chromaticitiesAreConverted() throws {
    let chunk = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06].flatMap(Self.number)
    let decoded = try ImageDecoder().decode(Self.grid(chunks: [("cHRM", chunk)]))
    #expect(decoded.convertedProfile == "gamma and chromaticities of the file")
    #expect(largestDifference(decoded.image, from: Self.fromDisplayP3()) <= 1)
  }

  @Test func codePointsAreConvertedBeforeAnythingElse() throws {
    let decoded = try ImageDecoder().decode(Self.grid(chunks: [("cICP", [12, 13, 0, 1]), ("sRGB", [0])]))
    #expect(decoded.diagnostics == [])
    #expect(largestDifference(decoded.image, from: Self.fromDisplayP3()) <= 1)
  }

  @Test func codePointsThatAreNotSupportedAreNamed() throws {
    let decoded = try ImageDecoder().decode(Self.grid(chunks: [("cICP", [9, 16, 0, 1])]))
    #expect(decoded.diagnostics.map(\.message) == ["the colour space cICP 9 16 0 1 is not supported"])
    #expect(largestDifference(decoded.image, from: Self.untouched) == 0)
  }

  @Test func gammaIsConverted() throws {
    let decoded = try ImageDecoder().decode(Self.grid(chunks: [("gAMA", Self.number(1))]))
    // Linear light of 1/2 is 188 in sRGB.
    #expect(decoded.convertedProfile != nil)
    #expect(abs(Int(decoded.image.premultipliedPixel(x: 4, y: 4).x) - 188) <= 1)
    #expect(decoded.image.premultipliedPixel(x: 80, y: 8) == [255, 255, 255, 255])
  }

  @Test(arguments: [8, 16])
  func greyProfilesAreConvertedAndAlphaStays(depth: Int) throws {
    let largest = 1 << depth - 1
    let file = PNGBuilder(
      width: 3, height: 1, colorType: .grayAlpha, depth: depth, chunks: [Self.profile(TestProfile.linearGray)]
    ) { x, _ in [[0, largest / 2, largest][x], largest * 3 / 5] }.file
    let decoded = try ImageDecoder().decode(file)
    #expect(decoded.convertedProfile == "Linear grey")
    #expect((0..<3).map { decoded.image.premultipliedPixel(x: $0, y: 0).w } == [153, 153, 153])
    let greys = (0..<3).map { Int(decoded.image.straightPixel(x: $0, y: 0).x) }
    #expect(greys == [0, depth == 8 ? 187 : 188, 255])
  }

  @Test func damagedProfilesAreNamed() throws {
    let damaged = Array(TestProfile.displayP3.prefix(150))
    let decoded = try ImageDecoder().decode(Self.grid(chunks: [Self.profile(damaged)]))
    #expect(decoded.convertedProfile == nil)
    #expect(decoded.diagnostics.map(\.code) == ["color-profile"])
    #expect(decoded.diagnostics.map(\.severity) == [.warning])
    #expect(largestDifference(decoded.image, from: Self.untouched) == 0)
  }

  @Test func profilesForOtherKindsOfPictureAreNamed() throws {
    var builder = WebPBuilder(width: 1, height: 1) { _, _ in [200, 100, 50, 255] }
    builder.profile = TestProfile.inks
    let decoded = try ImageDecoder().decode(builder.file)
    #expect(
      decoded.diagnostics.map(\.message) == [
        "the colour profile 'Test inks' is for another kind of picture; the colours are taken as sRGB"
      ])
    #expect(decoded.image.premultipliedPixel(x: 0, y: 0) == [200, 100, 50, 255])
  }
}
