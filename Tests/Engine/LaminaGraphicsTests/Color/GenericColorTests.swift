// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import Testing

/// Colours of Generic RGB and Generic Gray, which Apple's plainest initialisers make.
@Suite struct GenericColorTests {
  /// Fills a pixel of a context in device RGB, and says its red, green and blue.
  private func drawn(_ color: CGColor) throws -> [UInt8] {
    let context = try #require(
      CGContext(
        data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(color)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    return Array(try #require(context.makeImage()?.dataProvider?.data).prefix(3))
  }

  @Test(
    "red, green and blue are of Generic RGB",
    arguments: [
      ([0.624, 0.424, 0.4], [176, 128, 121]), ([0.149, 0.137, 0.208], [51, 48, 69]),
      ([0.314, 0.235, 0.322], [99, 78, 101]), ([0, 0, 0], [0, 0, 0]), ([1, 1, 1], [255, 255, 255]),
    ] as [([CGFloat], [UInt8])])
  func genericRGB(_ given: [CGFloat], _ expected: [UInt8]) throws {
    let color = CGColor(red: given[0], green: given[1], blue: given[2], alpha: 1)
    #expect(try drawn(color) == expected)
    #expect(color.components == given + [1] && color.colorSpace?.name == "kCGColorSpaceGenericRGB")
    // By components of the space, and as a colour of sRGB, it is the same colour.
    let space = try #require(color.colorSpace)
    #expect(CGColor(colorSpace: space, components: given + [1]) === color)
    let other = color.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil)
    #expect(try drawn(#require(other)) == expected)
  }

  @Test("greys are of Generic Gray, or of a gamma of 2.2")
  func genericGray() throws {
    #expect(try drawn(CGColor(gray: 0.9, alpha: 1)) == [235, 235, 235])
    #expect(try drawn(CGColor(genericGrayGamma2_2Gray: 0.9, alpha: 1)) == [230, 230, 230])
    #expect(CGColor(gray: 0.9, alpha: 0.5).components == [0.9, 0.5])
    #expect(CGColor(gray: 0.9, alpha: 1).colorSpace?.name == "kCGColorSpaceGenericGray")
    // A grey of either kind is as light as equal components of Generic RGB.
    for step in 0...20 {
      let value = CGFloat(step) / 20
      let (gray, color) = (CGColor(gray: value, alpha: 1), CGColor(red: value, green: value, blue: value, alpha: 1))
      #expect(gray == color && gray !== color)
      let light = pow(Double(value), 1.8)
      let encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      #expect(abs(Double(gray.straight.x) - encoded) < 1e-6)
    }
  }

  @Test("what means sRGB stays: named components, the device's, and components of its space")
  func sRGB() throws {
    #expect(try drawn(CGColor(srgbRed: 0.624, green: 0.424, blue: 0.4, alpha: 1)) == [159, 108, 102])
    let device = CGColorSpaceCreateDeviceRGB()
    #expect(
      try drawn(#require(CGColor(colorSpace: device, components: [0.624, 0.424, 0.4, 1]))) == [159, 108, 102])
    let context = try #require(CGContext(width: 2, height: 1))
    context.setFillColor(red: 0.624, green: 0.424, blue: 0.4, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.setFillColor(gray: 0.4, alpha: 1)
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    let bytes = try #require(context.makeImage()).premultipliedRGBA
    #expect(bytes == [159, 108, 102, 255, 102, 102, 102, 255])
  }

  @Test("components come back as they were given, though colours are kept in sRGB")
  func components() {
    for (red, green, blue) in [(0, 1, 0), (1, 0, 0), (0, 0, 1), (0.1, 0.9, 0.001), (17.0 / 255, 200.0 / 255, 1)]
      as [(CGFloat, CGFloat, CGFloat)]
    {
      #expect(CGColor(red: red, green: green, blue: blue, alpha: 1).components == [red, green, blue, 1])
    }
  }

  @Test("components out of range are kept, and ones that are no numbers are 0")
  func badInput() {
    let wide = CGColor(red: 1.5, green: -0.25, blue: 0.5, alpha: 0.75)
    #expect(wide.components == [1.5, -0.25, 0.5, 0.75])
    #expect(CGColor(gray: 2, alpha: 3).components == [2, 1] && CGColor(gray: -1, alpha: -1).components == [-1, 0])
    for value in [CGFloat.nan, .infinity, -.infinity, 1e300, -1e300] {
      let color = CGColor(red: value, green: 1, blue: value, alpha: value)
      #expect(color.straight.x.isFinite && color.straight.y.isFinite && color.straight.w >= 0 && color.straight.w <= 1)
      #expect(color == CGColor(red: 0, green: 1, blue: 0, alpha: value))
      #expect(CGColor(gray: value, alpha: 1) == CGColor(gray: 0, alpha: 1))
    }
    // As large as a component may be, it is still a number.
    let most = CGFloat(Float.greatestFiniteMagnitude)
    #expect(CGColor(red: most, green: most, blue: -most, alpha: 1).components?.allSatisfy(\.isFinite) == true)
  }
}
