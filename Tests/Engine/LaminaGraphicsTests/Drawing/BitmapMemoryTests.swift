// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import Testing

/// The memory of a bitmap, as callers see it.
@Suite struct BitmapMemoryTests {
  private static let orange = CGColor(srgbRed: 1, green: 0.6, blue: 0.2, alpha: 0.5)

  private func context(
    _ data: UnsafeMutableRawPointer? = nil, _ info: CGImageAlphaInfo, _ order: CGBitmapInfo = [], width: Int = 3,
    height: Int = 2, bits: Int = 8, bytesPerRow: Int = 0, space: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
  ) -> CGContext? {
    CGContext(
      data: data, width: width, height: height, bitsPerComponent: bits, bytesPerRow: bytesPerRow, space: space,
      bitmapInfo: info.rawValue | order.rawValue)
  }

  @Test("every order of bytes holds the same picture") func orders() throws {
    // 50 % of orange, premultiplied: 128, 77, 26 (rounded once), 128.
    let forms: [(CGImageAlphaInfo, CGBitmapInfo, [UInt8])] = [
      (.premultipliedLast, [], [128, 77, 26, 128]), (.premultipliedFirst, [], [128, 128, 77, 26]),
      (.premultipliedFirst, .byteOrder32Little, [26, 77, 128, 128]),
      (.premultipliedLast, .byteOrder32Little, [128, 26, 77, 128]),
      (.noneSkipLast, .byteOrder32Big, [128, 77, 26, 255]), (.noneSkipFirst, .byteOrder32Little, [26, 77, 128, 255]),
      (.none, [], [128, 77, 26]),
    ]
    for (info, order, expected) in forms {
      let context = try #require(self.context(nil, info, order))
      context.setFillColor(Self.orange)
      context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
      let step = expected.count
      #expect(context.bytesPerRow == 3 * step && context.bitsPerPixel == 8 * step && context.alphaInfo == info)
      #expect(context.bitmapInfo.rawValue == info.rawValue | order.rawValue && context.bitsPerComponent == 8)
      let data = try #require(context.data)
      // The lower left is in the last row.
      let bytes = UnsafeRawBufferPointer(start: data, count: 6 * step)
      #expect(Array(bytes[(4 * step)..<(5 * step)]) == expected, "\(info) \(order)")
      let pixel = try #require(context.makeImage()).premultipliedPixel(x: 1, y: 1)
      #expect(pixel == (context.makeImage()?.alphaInfo == .noneSkipLast ? [128, 77, 26, 255] : [128, 77, 26, 128]))
    }
  }

  @Test("a caller's memory shows each drawing at once, and keeps its padding") func callersMemory() throws {
    var pixels = [UInt8](repeating: 7, count: 2 * 20)
    try pixels.withUnsafeMutableBytes { bytes in
      let context = try #require(
        self.context(bytes.baseAddress, .premultipliedLast, width: 4, height: 2, bytesPerRow: 20))
      #expect(context.data == bytes.baseAddress && context.bytesPerRow == 20)
      context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 1, width: 2, height: 1))
      #expect(Array(bytes[0..<12]) == [0, 255, 0, 255, 0, 255, 0, 255, 7, 7, 7, 7])
      #expect(bytes[16..<20].allSatisfy { $0 == 7 } && bytes[20..<40].allSatisfy { $0 == 7 })
      // Pixels written by the caller are drawn over, and are in pictures.
      for index in 0..<4 { bytes[index] = [0, 0, 200, 200][index] }
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      context.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
      #expect(abs(Int(bytes[0]) - 128) <= 1 && abs(Int(bytes[2]) - 100) <= 1 && abs(Int(bytes[3]) - 228) <= 1)
      bytes[4] = 9
      #expect(try #require(context.makeImage()).premultipliedPixel(x: 1, y: 0) == [9, 255, 0, 255])
    }
  }

  @Test("what was drawn before the memory was asked for is in it") func late() throws {
    let context = try #require(CGContext(width: 2, height: 1))
    context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
    context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    let bytes = UnsafeRawBufferPointer(start: try #require(context.data), count: 8)
    #expect(Array(bytes) == [0, 0, 0, 0, 0, 0, 255, 255])
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(bytes[3] == 0)
    context.endTransparencyLayer()
    #expect(Array(bytes) == [0, 0, 255, 255, 0, 0, 255, 255])
    context.clear(CGRect(x: 0, y: 0, width: 2, height: 1))
    #expect(bytes.allSatisfy { $0 == 0 })
    context.flush()
    context.synchronize()
  }

  @Test("greys are the brightness of what is drawn, and alpha alone is alpha") func lesserForms() throws {
    let grey = try #require(context(nil, .none, space: CGColorSpaceCreateDeviceGray()))
    #expect(grey.bytesPerRow == 3 && grey.colorSpace?.model == .monochrome)
    grey.setFillColor(CGColor(deviceGray: 0.4, alpha: 1))
    grey.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
    grey.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
    grey.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
    let levels = UnsafeRawBufferPointer(start: try #require(grey.data), count: 6)
    #expect(Array(levels) == [102, 182, 0, 0, 0, 0])
    #expect(try #require(grey.makeImage()).premultipliedPixel(x: 1, y: 0) == [182, 182, 182, 255])

    let alpha = try #require(context(nil, .alphaOnly, space: nil))
    alpha.setFillColor(CGColor(gray: 1, alpha: 0.5))
    alpha.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
    #expect(UnsafeRawBufferPointer(start: try #require(alpha.data), count: 6).allSatisfy { $0 == 128 })
    #expect(alpha.colorSpace == nil && alpha.bytesPerRow == 3)
  }

  @Test("larger components hold the same levels") func larger() throws {
    let words = try #require(context(nil, .premultipliedLast, .byteOrder16Little, bits: 16))
    let floats = try #require(context(nil, .premultipliedLast, [.byteOrder32Little, .floatComponents], bits: 32))
    for context in [words, floats] {
      context.setFillColor(Self.orange)
      context.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
    }
    #expect((words.bytesPerRow, floats.bytesPerRow) == (24, 48))
    let word = try #require(words.data).load(fromByteOffset: 2, as: UInt16.self)
    let float = try #require(floats.data).load(fromByteOffset: 4, as: Float.self)
    #expect(word == 77 * 257 && float == Float(77) / 255)
  }

  @Test("forms that there are not, and sizes that cannot be") func refused() {
    #expect(context(nil, .premultipliedLast, bits: 5) == nil && context(nil, .premultipliedLast, bits: 1) == nil)
    #expect(context(nil, .premultipliedLast, bytesPerRow: 11) == nil)
    #expect(context(nil, .premultipliedLast, .byteOrder16Little) == nil)
    #expect(context(nil, .premultipliedLast, width: 0) == nil && context(nil, .premultipliedLast, height: -1) == nil)
    #expect(context(nil, .premultipliedLast, width: .max, height: .max) == nil)
    #expect(context(nil, .premultipliedLast, bytesPerRow: .max) == nil)
    #expect(context(nil, .premultipliedLast, space: CGColorSpace(patternBaseSpace: nil)) == nil)
    var byte: UInt8 = 0
    #expect(context(&byte, .premultipliedLast, width: 1, height: 1, bytesPerRow: 0) == nil)
    #expect(
      CGContext(
        data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 0, space: nil, bitmapInfo: 0x1F) == nil)
  }

  @Test("who gave the memory is told when it is not used any more, and not before") func release() throws {
    final class Log { var released: [UnsafeMutableRawPointer?] = [] }
    let log = Log()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 24)
    defer { memory.deallocate() }
    let info = Unmanaged.passUnretained(log).toOpaque()
    let callback: CGBitmapContextReleaseDataCallback = { info, data in
      guard let info else { return }
      Unmanaged<Log>.fromOpaque(info).takeUnretainedValue().released.append(data)
    }
    func make(_ data: UnsafeMutableRawPointer?, width: Int) -> CGContext? {
      CGContext(
        data: data, width: width, height: 2, bitsPerComponent: 8, bytesPerRow: 12, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue, releaseCallback: callback, releaseInfo: info)
    }
    var context = make(memory, width: 3)
    context?.setRenderingIntent(.perceptual)
    context?.setFillColor(Self.orange)
    context?.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
    #expect(context != nil && log.released.isEmpty)
    context = nil
    #expect(log.released == [memory] && memory.load(as: UInt8.self) == 128, "drawn before it is told")
    #expect(make(memory, width: 4) == nil && log.released.count == 1, "rows would overlap: there is no context")
    context = make(nil, width: 3)
    #expect(context != nil)
    context = nil
    #expect(log.released.count == 1, "the memory was the context's own")
  }
}
