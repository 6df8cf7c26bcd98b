// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

/// The parts of a bitmap's form, and the names of files' types.
@Suite struct BitmapFormTests {
  @Test("a form is made of its parts, as the bits of Apple's headers") func parts() throws {
    #expect(CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little).rawValue == 0x2002)
    #expect(CGBitmapInfo(alpha: .premultipliedLast, component: .float, byteOrder: .order32Little).rawValue == 0x2101)
    #expect(CGBitmapInfo().rawValue == 0 && CGBitmapInfo(alpha: .noneSkipLast) == CGBitmapInfo(rawValue: 5))
    let all = CGBitmapInfo(alpha: .last, component: .float, byteOrder: .order16Big, pixelFormat: .RGB101010)
    #expect(all.rawValue == 0x33103 && all.alpha == .last && all.component == .float)
    #expect(all.byteOrder == .order16Big && all.pixelFormat == .RGB101010)
    #expect(CGBitmapInfo(rawValue: 0xF_FFFF).pixelFormat == .packed && CGBitmapInfo(rawValue: 0x1F).alpha == .none)
    var changed = all
    (changed.alpha, changed.component, changed.byteOrder, changed.pixelFormat) = (
      .first, .integer, .order32Big, .packed
    )
    #expect(changed.rawValue == 0x4004)
    let image = try #require(CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 0]))
    #expect(image.pixelFormatInfo == .packed && image.bitmapInfo == CGBitmapInfo(alpha: .premultipliedLast))
  }

  @Test("a context and a picture of such a form; none of pixels whose components share bytes") func forms() throws {
    let space = CGColorSpaceCreateDeviceRGB()
    func context(_ info: CGBitmapInfo, bits: Int = 8) -> CGContext? {
      CGContext(
        data: nil, width: 2, height: 2, bitsPerComponent: bits, bytesPerRow: 0, space: space, bitmapInfo: info.rawValue)
    }
    let made = try #require(context(CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little)))
    made.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    made.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    let bytes = try #require(made.data).assumingMemoryBound(to: UInt8.self)
    #expect([bytes[0], bytes[1], bytes[2], bytes[3]] == [0, 0, 255, 255])
    for format in [CGImagePixelFormatInfo.RGB555, .RGB565, .RGB101010, .RGBCIF10] {
      #expect(context(CGBitmapInfo(alpha: .noneSkipLast, pixelFormat: format)) == nil)
    }
    #expect(context(CGBitmapInfo(alpha: .premultipliedLast, component: .float), bits: 8) == nil)
    #expect(context(CGBitmapInfo(alpha: .premultipliedLast, component: .float), bits: 32) != nil)
  }
}
