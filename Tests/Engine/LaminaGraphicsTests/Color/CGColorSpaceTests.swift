// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import Testing

@Suite struct CGColorSpaceTests {
  static let names = [
    CGColorSpace.sRGB, CGColorSpace.extendedSRGB, CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB,
    CGColorSpace.displayP3, CGColorSpace.extendedDisplayP3, CGColorSpace.linearDisplayP3,
    CGColorSpace.extendedLinearDisplayP3, CGColorSpace.adobeRGB1998, CGColorSpace.itur_709, CGColorSpace.itur_2020,
    CGColorSpace.extendedITUR_2020, CGColorSpace.linearITUR_2020, CGColorSpace.extendedLinearITUR_2020,
    CGColorSpace.itur_2020_sRGBGamma, CGColorSpace.rommrgb, CGColorSpace.acescgLinear, CGColorSpace.dcip3,
    CGColorSpace.genericRGBLinear, "kCGColorSpaceGenericRGB",
  ]
  static let greys = [
    CGColorSpace.genericGrayGamma2_2, CGColorSpace.extendedGray, CGColorSpace.linearGray,
    CGColorSpace.extendedLinearGray, "kCGColorSpaceGenericGray",
  ]

  private func space(_ name: String) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }

  @Test("spaces say what they are") func descriptions() throws {
    for name in Self.names {
      let space = try space(name)
      #expect((space.name, space.model, space.numberOfComponents) == (name, .rgb, 3))
    }
    for name in Self.greys {
      let space = try space(name)
      #expect((space.name, space.model, space.numberOfComponents) == (name, .monochrome, 1))
    }
    #expect(
      try space(CGColorSpace.genericCMYK).model == .cmyk && space(CGColorSpace.genericCMYK).numberOfComponents == 4)
    #expect(CGColorSpaceCreateDeviceRGB().name == "kCGColorSpaceDeviceRGB")
    #expect(
      CGColorSpaceCreateDeviceGray().numberOfComponents == 1 && CGColorSpaceCreateDeviceCMYK().numberOfComponents == 4)
    #expect(CGColorSpace(name: "kCGColorSpaceOfNobody") == nil && CGColorSpace(name: "") == nil)
    #expect(try space(CGColorSpace.displayP3) == space(CGColorSpace.displayP3))
    #expect(try space(CGColorSpace.displayP3) != space(CGColorSpace.sRGB))
    #expect(try space(CGColorSpace.displayP3).isWideGamutRGB && !space(CGColorSpace.sRGB).isWideGamutRGB)
  }

  @Test("the space of patterns has a base, but not one of patterns") func patterns() throws {
    let plain = try #require(CGColorSpace(patternBaseSpace: nil))
    #expect(plain.model == .pattern && plain.numberOfComponents == 0 && plain.name == nil && !plain.supportsOutput)
    let tinted = try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
    #expect(tinted.baseColorSpace?.model == .rgb && tinted.numberOfComponents == 3 && tinted != plain)
    #expect(CGColorSpace(patternBaseSpace: plain) == nil)
    #expect(CGColor(colorSpace: plain, components: [1, 1, 1, 1]) == nil)
  }

  @Test("Display P3's red is the extended sRGB that CSS Color 4 gives it") func displayP3() throws {
    let red = try #require(CGColor(colorSpace: space(CGColorSpace.displayP3), components: [1, 0, 0, 1]))
    let wide = try #require(red.converted(to: space(CGColorSpace.extendedSRGB), intent: .defaultIntent, options: nil))
    let components = try #require(wide.components)
    for (component, expected) in zip(components, [1.0930, -0.2267, -0.1501, 1]) {
      #expect(abs(component - expected) < 2e-4)
    }
    #expect(red.colorSpace?.name == CGColorSpace.displayP3)
    let narrow = try #require(red.converted(to: space(CGColorSpace.sRGB), intent: .perceptual, options: nil))
    #expect(narrow.components == [1, 0, 0, 1])
  }

  @Test(
    "ROMM RGB and ACEScg are the linear sRGB that CSS Color 4 and the Academy give them, white adapted as by Bradford")
  func adapted() throws {
    func linear(_ name: String, _ components: [CGFloat]) throws -> [CGFloat] {
      let color = try #require(CGColor(colorSpace: space(name), components: components + [1]))
      let light = color.converted(to: try space(CGColorSpace.extendedLinearSRGB), intent: .defaultIntent, options: nil)
      return Array(try #require(light?.components).prefix(3))
    }
    // Columns of the published matrices: prophoto-rgb to XYZ D50, D50 to D65 by Bradford, XYZ to linear sRGB; AP1 to
    // sRGB as the Academy's reference implementation prints it.
    let expected: [(String, [CGFloat], [CGFloat])] = [
      (CGColorSpace.rommrgb, [1, 0, 0], [2.0343, -0.2288, -0.0086]),
      (CGColorSpace.rommrgb, [0, 1, 0], [-0.7274, 1.2317, -0.1533]),
      (CGColorSpace.rommrgb, [0, 0, 1], [-0.3068, -0.0029, 1.1619]),
      (CGColorSpace.acescgLinear, [1, 0, 0], [1.70505, -0.13026, -0.02400]),
      (CGColorSpace.acescgLinear, [0, 1, 0], [-0.62179, 1.14080, -0.12897]),
      (CGColorSpace.acescgLinear, [0, 0, 1], [-0.08326, -0.01055, 1.15297]),
    ]
    for (name, components, light) in expected {
      let found = try linear(name, components)
      for (one, other) in zip(found, light) { #expect(abs(one - other) < 1e-3, "\(name) \(components): \(found)") }
    }
    // ISO 22028-2: 16 times the light up to 1/512, then its root of 1.8; greys stay greys.
    for (component, light) in [(0.015625, 0.015625 / 16), (0.5, pow(0.5, 1.8))] {
      let found = try linear(CGColorSpace.rommrgb, [component, component, component])
      for value in found { #expect(abs(value - light) < 1e-5, "\(component): \(found)") }
    }
    let grey = try linear(CGColorSpace.dcip3, [0.5, 0.5, 0.5])
    for value in grey { #expect(abs(value - pow(0.5, 2.6)) < 1e-5) }
    #expect(try space(CGColorSpace.rommrgb).isWideGamutRGB && !space(CGColorSpace.rommrgb).usesExtendedRange)
    #expect(try space(CGColorSpace.extendedDisplayP3).usesExtendedRange && !space(CGColorSpace.sRGB).usesExtendedRange)
    #expect(
      try space(CGColorSpace.extendedGray).usesExtendedRange
        && CGColorSpace(patternBaseSpace: nil)?.usesExtendedRange == false)
  }

  @Test("light is the curve of IEC 61966-2-1") func linear() throws {
    let half = try #require(CGColor(colorSpace: space(CGColorSpace.linearSRGB), components: [0.5, 0.002, 1, 0.25]))
    let stored = try #require(
      half.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil)?.components)
    #expect(abs(stored[0] - (1.055 * pow(0.5, 1 / 2.4) - 0.055)) < 1e-6 && abs(stored[1] - 0.002 * 12.92) < 1e-6)
    #expect(stored[2] == 1 && stored[3] == 0.25)
    let grey = try #require(CGColor(colorSpace: space(CGColorSpace.linearGray), components: [0.5, 1]))
    #expect(abs(grey.straight.x - Float(stored[0])) < 1e-6)
  }

  @Test("components come back, whatever the space", arguments: names + greys)
  func roundTrip(_ name: String) throws {
    let space = try space(name)
    for step in 0...20 {
      let value = CGFloat(step) / 20
      let given = Array([value, 1 - value, 0.3].prefix(space.numberOfComponents)) + [0.5]
      let color = try #require(CGColor(colorSpace: space, components: given))
      #expect(color.colorSpace == space && color.numberOfComponents == given.count)
      let back = try #require(color.components)
      #expect(back.count == given.count)
      // A power has no slope at 0: the last digit of what is stored is a quarter of a thousandth there.
      let powers = [CGColorSpace.adobeRGB1998: 4e-4, CGColorSpace.dcip3: 4e-3]
      let tolerance = powers[name] ?? (name == CGColorSpace.rommrgb ? 2e-5 : 2e-6)
      for (first, second) in zip(given, back) { #expect(abs(first - second) < tolerance) }
    }
  }

  @Test("white is white and black is black in every space", arguments: names + greys)
  func ends(_ name: String) throws {
    let space = try space(name)
    for value in [CGFloat(0), 1] {
      let given = Array(repeating: value, count: space.numberOfComponents) + [1]
      let color = try #require(CGColor(colorSpace: space, components: given))
      #expect(
        (color.straight - SIMD4<Float>(Float(value), Float(value), Float(value), 1)).indices.allSatisfy {
          abs(color.straight[$0] - ($0 == 3 ? 1 : Float(value))) < 1e-6
        })
    }
  }

  @Test("a colour becomes the grey of its luminance") func luminance() throws {
    let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    let grey = try #require(green.converted(to: CGColorSpaceCreateDeviceGray(), intent: .defaultIntent, options: nil))
    let expected = 1.055 * pow(0.7152, 1 / 2.4) - 0.055
    #expect(grey.numberOfComponents == 2 && abs((grey.components?[0] ?? 0) - expected) < 1e-3)
    #expect(green.converted(to: CGColorSpaceCreateDeviceCMYK(), intent: .defaultIntent, options: nil) == nil)
  }

  @Test("too few components, and ones that are no numbers") func badComponents() throws {
    let rgb = CGColorSpaceCreateDeviceRGB()
    #expect(CGColor(colorSpace: rgb, components: [1, 1, 1]) == nil && CGColor(colorSpace: rgb, components: []) == nil)
    let color = try #require(CGColor(colorSpace: rgb, components: [.nan, .infinity, 0.5, 7]))
    #expect(color.components == [0, 0, 0.5, 1])
    let wild = try #require(CGColor(colorSpace: space(CGColorSpace.itur_2020), components: [1e300, -1e300, 0, 1]))
    #expect(wild.components?.allSatisfy(\.isFinite) == true)
    let inks = try #require(CGColor(colorSpace: CGColorSpaceCreateDeviceCMYK(), components: [1, 0.5, 0, 0.5, 1]))
    #expect(inks.components == [0, 0.25, 0.5, 1])
  }

  @Test("colours are the same where all of them is") func identity() {
    let (first, second) = (CGColor(gray: 1, alpha: 1), CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    #expect(first == second && first !== second && first === CGColor.white)
    #expect(
      first.copy() === first && first.copy(alpha: 0.5) !== first && first.copy(alpha: 0.5)?.numberOfComponents == 2)
    let nothing: CGColor? = nil
    #expect(nothing === nil && nothing !== first)
  }

  @Test("an optional colour is as large as it was when colours had no space") func size() {
    #expect(MemoryLayout<CGColor?>.size == 17 && MemoryLayout<CGColor?>.stride == 32)
  }
}
