// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaTestSupport
import Testing

@Suite struct CGImageProviderTests {
  private func image(
    _ bytes: [UInt8], width: Int, height: Int = 1, bits: Int = 8, bitsPerPixel: Int, bytesPerRow: Int? = nil,
    space: CGColorSpace = CGColorSpaceCreateDeviceRGB(), info: UInt32, decode: [CGFloat]? = nil
  ) -> CGImage? {
    guard let provider = CGDataProvider(data: Data(bytes)) else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: bits, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow ?? (width * bitsPerPixel + 7) / 8, space: space,
      bitmapInfo: CGBitmapInfo(rawValue: info),
      provider: provider, decode: decode, shouldInterpolate: false, intent: .defaultIntent)
  }

  @Test("a picture's bytes make the same picture again") func roundTrip() throws {
    for isOpaque in [false, true] {
      let noise = try #require(CGImage.noise(width: 19, height: 7, opaque: isOpaque))
      #expect(
        noise.alphaInfo == (isOpaque ? .noneSkipLast : .premultipliedLast)
          && noise.colorSpace?.name == CGColorSpace.sRGB)
      let (space, provider) = (try #require(noise.colorSpace), try #require(noise.dataProvider))
      let again = try #require(
        CGImage(
          width: 19, height: 7, bitsPerComponent: noise.bitsPerComponent, bitsPerPixel: noise.bitsPerPixel,
          bytesPerRow: noise.bytesPerRow, space: space, bitmapInfo: noise.bitmapInfo,
          provider: provider, decode: noise.decode, shouldInterpolate: noise.shouldInterpolate,
          intent: noise.renderingIntent))
      #expect(largestDifference(again) { noise.premultipliedPixel(x: $0, y: $1) } == 0)
      #expect(noise.copy() === noise && !noise.isMask)
    }
  }

  @Test("forms of pixels are read as they are written") func forms() throws {
    func pixel(_ image: CGImage?) throws -> SIMD4<UInt8> { try #require(image).premultipliedPixel(x: 0, y: 0) }
    let info = CGImageAlphaInfo.self
    #expect(
      try pixel(image([10, 20, 30, 40], width: 1, bitsPerPixel: 32, info: info.premultipliedLast.rawValue))
        == [10, 20, 30, 40])
    #expect(
      try pixel(image([200, 100, 50, 128], width: 1, bitsPerPixel: 32, info: info.last.rawValue)) == [100, 50, 25, 128])
    #expect(
      try pixel(image([128, 200, 100, 50], width: 1, bitsPerPixel: 32, info: info.first.rawValue)) == [
        100, 50, 25, 128,
      ])
    let little = CGBitmapInfo.byteOrder32Little.rawValue
    #expect(
      try pixel(image([1, 2, 3, 0], width: 1, bitsPerPixel: 32, info: info.noneSkipFirst.rawValue | little))
        == [3, 2, 1, 255])
    #expect(try pixel(image([9, 8, 7], width: 1, bitsPerPixel: 24, info: 0)) == [9, 8, 7, 255])
    let grey = CGColorSpaceCreateDeviceGray()
    #expect(try pixel(image([77], width: 1, bitsPerPixel: 8, space: grey, info: 0)) == [77, 77, 77, 255])
    #expect(
      try pixel(image([200, 128], width: 1, bitsPerPixel: 16, space: grey, info: info.last.rawValue))
        == [100, 100, 100, 128])
    #expect(
      try pixel(image([255, 0, 0, 0], width: 1, bitsPerPixel: 32, space: CGColorSpaceCreateDeviceCMYK(), info: 0))
        == [0, 255, 255, 255])
    // A colour above its alpha, which nobody can mean.
    #expect(
      try pixel(image([255, 255, 0, 10], width: 1, bitsPerPixel: 32, info: info.premultipliedLast.rawValue))
        == [10, 10, 0, 10])
    let words: [UInt8] = [0xFF, 0xFF, 0x80, 0x80, 0, 0]
    #expect(try pixel(image(words, width: 1, bits: 16, bitsPerPixel: 48, info: 0)) == [255, 128, 0, 255])
    let floats = [Float(1), 0.2, .nan, 0.5].flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }
    let float = CGBitmapInfo.floatComponents.rawValue | little | info.last.rawValue
    #expect(try pixel(image(floats, width: 1, bits: 32, bitsPerPixel: 128, info: float)) == [128, 26, 0, 128])
  }

  @Test("bits, and components that are turned round") func bits() throws {
    let grey = CGColorSpaceCreateDeviceGray()
    let picture = try #require(image([0b1010_0000], width: 4, bits: 1, bitsPerPixel: 1, space: grey, info: 0))
    #expect((0..<4).map { picture.premultipliedPixel(x: $0, y: 0).x } == [255, 0, 255, 0])
    let turned = try #require(
      image([0b1010_0000], width: 4, bits: 1, bitsPerPixel: 1, space: grey, info: 0, decode: [1, 0]))
    #expect((0..<4).map { turned.premultipliedPixel(x: $0, y: 0).x } == [0, 255, 0, 255])
    let four = try #require(image([0x0F, 0x50], width: 3, bits: 4, bitsPerPixel: 4, space: grey, info: 0))
    #expect((0..<3).map { four.premultipliedPixel(x: $0, y: 0).x } == [0, 255, 85])
  }

  @Test("wide colours are converted, and what sRGB cannot show is cut off") func wide() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let picture = try #require(image([255, 0, 0, 100, 150, 200], width: 2, bitsPerPixel: 24, space: space, info: 0))
    #expect(picture.premultipliedPixel(x: 0, y: 0) == [255, 0, 0, 255])
    let color = try #require(CGColor(colorSpace: space, components: [100 / 255, 150 / 255, 200 / 255, 1]))
    let pixel = picture.premultipliedPixel(x: 1, y: 0)
    for component in 0..<3 {
      #expect(abs(Double(pixel[component]) - 255 * Double(color.straight[component])) < 1.5)
    }
    #expect(pixel.x < 100 && pixel.z > 200)
    let retold = try #require(image([100, 150, 200], width: 1, bitsPerPixel: 24, info: 0)?.copy(colorSpace: space))
    #expect(retold.premultipliedPixel(x: 0, y: 0) == pixel)
    #expect(picture.copy(colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
  }

  @Test("pictures that are too large, too short or of no form are refused") func refused() {
    let some = [UInt8](repeating: 0, count: 64)
    #expect(image(some, width: 4, height: 4, bitsPerPixel: 32, info: 1) != nil)
    #expect(image(Array(some.dropLast()), width: 4, height: 4, bitsPerPixel: 32, info: 1) == nil)
    #expect(
      image(some, width: 0, bitsPerPixel: 32, info: 1) == nil
        && image(some, width: -4, bitsPerPixel: 32, bytesPerRow: 16, info: 1) == nil)
    #expect(image(some, width: 1 << 24, height: 1 << 24, bitsPerPixel: 32, bytesPerRow: 1 << 26, info: 1) == nil)
    #expect(image(some, width: 4, height: 4, bitsPerPixel: 32, bytesPerRow: 15, info: 1) == nil)
    #expect(image(some, width: 1, bits: 7, bitsPerPixel: 32, info: 1) == nil)
    #expect(image(some, width: 1, bitsPerPixel: 24, info: 1) == nil)
    #expect(image(some, width: 1, height: 2, bitsPerPixel: 32, bytesPerRow: .max, info: 1) == nil)
    #expect(
      CGDataProvider(filename: "/nowhere/at/all") == nil
        && CGDataProvider(url: URL(fileURLWithPath: "/dev/zero")) == nil)
  }

  @Test("memory that a provider was made of is released, once") func release() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 1)
    memory.copyMemory(from: [1, 2, 3, 4] as [UInt8], byteCount: 4)
    var released = 0
    let provider = try #require(
      CGDataProvider(dataInfo: nil, data: memory, size: 4) { _, data, size in
        #expect(data == UnsafeRawPointer(memory) && size == 4)
        released += 1
      })
    memory.deallocate()
    #expect(released == 1 && provider.data == Data([1, 2, 3, 4]))
    #expect(CGDataProvider(data: NSData(data: Data([5])))?.data == Data([5]))
  }

  @Test("masks paint where their samples are 0") func masks() throws {
    let provider = try #require(CGDataProvider(data: Data([0, 255, 128, 255])))
    let mask = try #require(
      CGImage(
        maskWidth: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2, provider: provider, decode: nil,
        shouldInterpolate: false))
    #expect(mask.isMask && mask.colorSpace == nil)
    let context = try #require(CGContext(width: 2, height: 2))
    context.interpolationQuality = .none
    context.translateBy(x: 0, y: 2)
    context.scaleBy(x: 1, y: -1)
    context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    context.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.draw(mask, in: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(!context.isPathEmpty)
    let drawn = try #require(context.makeImage())
    #expect(drawn.premultipliedPixel(x: 0, y: 0) == [255, 0, 0, 255] && drawn.premultipliedPixel(x: 1, y: 0).w == 0)
    #expect(drawn.premultipliedPixel(x: 0, y: 1).w == 127 && drawn.premultipliedPixel(x: 1, y: 1).w == 0)

    let green = try #require(CGImage(width: 2, height: 2) { _, _ in [0, 255, 0, 255] })
    let masked = try #require(green.masking(mask))
    #expect(masked.premultipliedPixel(x: 0, y: 0) == [0, 255, 0, 255] && masked.premultipliedPixel(x: 1, y: 0).w == 0)
    #expect(masked.premultipliedPixel(x: 0, y: 1) == [0, 127, 0, 127])
    #expect(mask.masking(mask) == nil)
    // A picture lets through as much as it is bright.
    let bright = try #require(CGImage(width: 1, height: 1) { _, _ in [51, 51, 51, 255] })
    #expect(green.masking(bright)?.premultipliedPixel(x: 1, y: 1) == [0, 51, 0, 51])
  }

  @Test("colours in a range become transparent") func maskingColors() throws {
    let picture = try #require(CGImage(width: 3, height: 1) { x, _ in [UInt8(100 * x), 10, 10, 255] })
    let masked = try #require(picture.copy(maskingColorComponents: [90, 110, 0, 20, 0, 20]))
    #expect((0..<3).map { masked.premultipliedPixel(x: $0, y: 0).w } == [255, 0, 255])
    #expect(picture.copy(maskingColorComponents: [1, 2]) == nil)
    #expect(masked.copy(maskingColorComponents: [0, 0, 0, 0, 0, 0]) == nil)
  }
}
