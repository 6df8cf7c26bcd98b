// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

/// Colour spaces of profiles and of tables.
@Suite struct ColorSpaceProfileTests {
  private func space(_ bytes: [UInt8]) throws -> CGColorSpace { try #require(CGColorSpace(iccData: Data(bytes))) }

  private func near(_ color: CGColor?, _ expected: [CGFloat], within tolerance: CGFloat = 1.0 / 255) -> Bool {
    guard let found = color?.components, found.count == expected.count else { return false }
    return zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test("a profile says how many components it has, and gives itself back")
  func kinds() throws {
    let (wide, gray, inks) = (
      try space(TestProfile.displayP3), try space(TestProfile.linearGray), try space(TestProfile.inks)
    )
    #expect(wide.model == .rgb && wide.numberOfComponents == 3 && wide.supportsOutput && wide.name == nil)
    #expect(gray.model == .monochrome && gray.numberOfComponents == 1)
    #expect(inks.model == .cmyk && inks.numberOfComponents == 4)
    #expect(wide.copyICCData() == Data(TestProfile.displayP3) && inks.copyICCData() == Data(TestProfile.inks))
    #expect(wide == CGColorSpace(iccData: Data(TestProfile.displayP3)) && wide != gray && wide.description == "profile")
    #expect(Set([wide, gray, wide, inks]).count == 3)
  }

  @Test("what is no profile, damaged or of another kind is no space")
  func broken() {
    let whole = TestProfile.displayP3
    #expect(CGColorSpace(iccData: Data()) == nil && CGColorSpace(iccData: Data("no profile at all".utf8)) == nil)
    #expect(CGColorSpace(iccData: Data(count: 1 << 20)) == nil && CGColorSpace(iccData: Data(count: 17 << 20)) == nil)
    for length in stride(from: 0, to: whole.count - 1, by: max(1, whole.count / 40)) {
      _ = CGColorSpace(iccData: Data(whole.prefix(length)))
    }
    #expect(CGColorSpace(iccData: Data(whole.prefix(whole.count / 3))) == nil, "no curves")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<8 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
      guard let space = CGColorSpace(iccData: Data(bytes)) else { continue }
      let components = [CGFloat](repeating: 0.3, count: space.numberOfComponents + 1)
      #expect(CGColor(colorSpace: space, components: components)?.components?.allSatisfy(\.isFinite) == true)
    }
  }

  @Test("colours of a profile are those of the space that it describes")
  func colors() throws {
    let named = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let wide = try space(TestProfile.displayP3)
    for components in [[0.2, 0.4, 0.6, 0.5], [0.5, 0.5, 0.5, 1], [0, 0, 0, 0], [1, 1, 1, 1]] as [[CGFloat]] {
      // Inside of sRGB, as profiles are converted to what can be shown.
      let expected = try #require(
        CGColor(colorSpace: named, components: components)?.converted(
          to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil)?.components)
      #expect(near(CGColor(colorSpace: wide, components: components), expected), "\(components)")
    }
    // Light of a quarter is a component of .5371 in sRGB: 1.055 * .25^(1/2.4) - .055.
    let gray = CGColor(colorSpace: try space(TestProfile.linearGray), components: [0.25, 1])
    #expect(near(gray, [0.5371, 0.5371, 0.5371, 1], within: 0.01))
    let ink = CGColor(colorSpace: try space(TestProfile.inks), components: [0, 0, 0, 1, 1])
    #expect(near(ink, [0, 0, 0, 1], within: 0.02))
    #expect(CGColor(colorSpace: wide, components: [1, 1, 1]) == nil, "no alpha")
    #expect(near(CGColor(colorSpace: wide, components: [.nan, -7, 9e9, 2]), [0, 0, 1, 1], within: 0.3))
  }

  @Test("the profile of a space that is known makes that space again")
  func copies() throws {
    // Little CMS adapts white by itself, so it checks our own adaptation where white is not sRGB's.
    let names = [
      CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.adobeRGB1998, CGColorSpace.linearSRGB,
      CGColorSpace.rommrgb,
      CGColorSpace.acescgLinear, CGColorSpace.dcip3, CGColorSpace.itur_2020_sRGBGamma,
    ]
    for name in names {
      let known = try #require(CGColorSpace(name: name))
      let data = try #require(known.copyICCData())
      let again = try #require(CGColorSpace(iccData: data))
      let components: [CGFloat] = [0.4, 0.5, 0.45, 1]
      let expected = try #require(
        CGColor(colorSpace: known, components: components)?.converted(
          to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil)?.components)
      #expect(near(CGColor(colorSpace: again, components: components), expected), "\(name)")
    }
    #expect(CGColorSpaceCreateDeviceGray().copyICCData() == nil && CGColorSpaceCreateDeviceCMYK().copyICCData() == nil)
    #expect(CGColorSpace(patternBaseSpace: nil)?.copyICCData() == nil)
  }

  @Test("a table's colours are looked up by whole places, those behind its end are the last one")
  func tables() throws {
    let base = CGColorSpaceCreateDeviceRGB()
    let table: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 51, 255]
    let space = try #require(CGColorSpace(indexedBaseSpace: base, last: 2, colorTable: table))
    #expect(space.model == .indexed && space.numberOfComponents == 1 && space.baseColorSpace == base)
    #expect(space.colorTable == table && !space.supportsOutput && base.colorTable == nil && space.copyICCData() == nil)
    #expect(near(CGColor(colorSpace: space, components: [2, 0.5]), [0, 0.2, 1, 0.5]))
    #expect(near(CGColor(colorSpace: space, components: [1e300, 1]), [0, 0.2, 1, 1]))
    #expect(near(CGColor(colorSpace: space, components: [-4, 1]), [1, 0, 0, 1]))
    #expect(near(CGColor(colorSpace: space, components: [.nan, 1]), [1, 0, 0, 1]))
    #expect(CGColorSpace(indexedBaseSpace: base, last: -1, colorTable: table) == nil)
    #expect(CGColorSpace(indexedBaseSpace: base, last: 256, colorTable: table) == nil)
    #expect(CGColorSpace(indexedBaseSpace: space, last: 0, colorTable: table) == nil, "no table of a table")
    #expect(CGColor.black.converted(to: space, intent: .defaultIntent, options: nil) == nil)
    let patterns = try #require(CGColorSpace(patternBaseSpace: nil))
    #expect(CGColorSpace(indexedBaseSpace: patterns, last: 0, colorTable: table) == nil)
  }

  private func image(
    _ bytes: [UInt8], width: Int, height: Int, bits: Int, _ space: CGColorSpace, decode: [CGFloat]? = nil
  ) -> CGImage? {
    guard let provider = CGDataProvider(data: Data(bytes)) else { return nil }
    let perPixel = bits * space.numberOfComponents
    func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
      CGImage(
        width: width, height: height, bitsPerComponent: bits, bitsPerPixel: perPixel,
        bytesPerRow: (width * perPixel + 7) / 8, space: space,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue), provider: provider, decode: decode,
        shouldInterpolate: false, intent: .defaultIntent)
    }
    return decode.map { ranges in ranges.withUnsafeBufferPointer { make($0.baseAddress) } } ?? make(nil)
  }

  @Test("pictures of places have the colours of the table, at every number of bits")
  func tablePictures() throws {
    let table: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 51, 255]
    let space = try #require(
      CGColorSpace(indexedBaseSpace: CGColorSpaceCreateDeviceRGB(), last: 2, colorTable: table))
    func pixels(_ image: CGImage?) -> [[UInt8]] {
      guard let bytes = image?.premultipliedRGBA else { return [] }
      return stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<($0 + 4)]) }
    }
    let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 255, 0, 255], [0, 51, 255, 255])
    #expect(pixels(image([0, 1, 2, 200], width: 2, height: 2, bits: 8, space)) == [red, green, blue, blue])
    #expect(pixels(image([0b0001_1011], width: 4, height: 1, bits: 2, space)) == [red, green, blue, blue])
    #expect(pixels(image([0x12, 0x00], width: 2, height: 2, bits: 4, space)) == [green, blue, red, red])
    #expect(pixels(image([0b0100_0000], width: 2, height: 1, bits: 1, space)) == [red, green])
    #expect(pixels(image([0, 255], width: 2, height: 1, bits: 8, space, decode: [2, 0])) == [blue, red])
    let shades = CGColorSpaceCreateDeviceGray()
    let gray = try #require(CGColorSpace(indexedBaseSpace: shades, last: 1, colorTable: [9, 200]))
    #expect(pixels(image([0, 1], width: 2, height: 1, bits: 8, gray)) == [[9, 9, 9, 255], [200, 200, 200, 255]])
    #expect(image([0], width: 2, height: 2, bits: 8, space) == nil, "too few bytes")
  }

  @Test("pictures of a profile are converted as colours are")
  func profilePictures() throws {
    let wide = try space(TestProfile.displayP3)
    let picture = try #require(image([51, 102, 153], width: 1, height: 1, bits: 8, wide)).premultipliedRGBA
    let color = try #require(CGColor(colorSpace: wide, components: [0.2, 0.4, 0.6, 1])?.components)
    #expect(zip(picture, color).allSatisfy { abs(CGFloat($0) - $1 * 255) <= 1.5 }, "\(picture) \(color)")
    let gray = try space(TestProfile.linearGray)
    let shade = try #require(image([64], width: 1, height: 1, bits: 8, gray)).premultipliedRGBA
    #expect(abs(Int(shade[0]) - 137) <= 3 && shade[0] == shade[1] && shade[1] == shade[2] && shade[3] == 255)
    let inks = try space(TestProfile.inks)
    let ink = try #require(image([0, 0, 0, 255], width: 1, height: 1, bits: 8, inks))
    #expect(ink.premultipliedRGBA[0] < 6 && ink.premultipliedRGBA[3] == 255)
  }
}
