// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaTestSupport
import Testing

/// BT.709 in double precision, as `FrameLayout` describes it.
enum YUVReference {
  /// The planes Y, U, V, then alpha, unrounded.
  static func planes(_ image: CGImage, hasAlpha: Bool) -> [[Double]] {
    let bytes = hasAlpha ? image.straightRGBA() : image.premultipliedRGBA
    let (width, height) = (image.width, image.height)
    func color(_ x: Int, _ y: Int) -> SIMD3<Double> {
      let pixel = 4 * (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1))
      return SIMD3(Double(bytes[pixel]), Double(bytes[pixel + 1]), Double(bytes[pixel + 2])) / 255
    }
    func luma(_ c: SIMD3<Double>) -> Double { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }
    var (y, u, v, a): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for row in 0..<height {
      for column in 0..<width {
        y.append(16 + 219 * luma(color(column, row)))
        a.append(Double(bytes[4 * (row * width + column) + 3]))
      }
    }
    for row in stride(from: 0, to: height, by: 2) {
      for column in stride(from: 0, to: width, by: 2) {
        var mean = SIMD3<Double>.zero
        for line in [row, row + 1] {
          mean += (color(column - 1, line) + 2 * color(column, line) + color(column + 1, line)) / 8
        }
        u.append(128 + 224 * (mean.z - luma(mean)) / 1.8556)
        v.append(128 + 224 * (mean.x - luma(mean)) / 1.5748)
      }
    }
    return hasAlpha ? [y, u, v, a] : [y, u, v]
  }

  /// The largest difference of any sample from the reference, rounded.
  static func largestDifference(_ bytes: [UInt8], from planes: [[Double]]) -> Int {
    let expected = planes.joined().map { Int(clamping: $0.rounded()) }
    guard bytes.count == expected.count else { return .max }
    return zip(bytes, expected).map { abs(Int($0) - $1) }.max() ?? 0
  }

  /// A picture of noise, translucent here and there.
  static func noise(_ width: Int, _ height: Int, isOpaque: Bool) -> CGImage {
    var state: UInt64 = UInt64(width * 1000 + height)
    return CGImage(width: width, height: height) { _, _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let word = UInt32(truncatingIfNeeded: state >> 32)
      let alpha = isOpaque || word & 1 == 0 ? 255 : UInt8(truncatingIfNeeded: word >> 1)
      func part(_ shift: UInt32) -> UInt8 { UInt8(UInt32(alpha) * (word >> shift & 0xFF) / 255) }
      return [part(8), part(16), part(24), alpha]
    }!
  }
}

@Suite struct YUVTests {
  @Test(
    "planes are within a level of BT.709 in double precision, at any size",
    arguments: [(1, 1), (2, 2), (3, 1), (1, 3), (7, 5), (8, 8), (9, 9), (16, 2), (17, 31), (64, 48), (255, 3)])
  func sizes(_ width: Int, _ height: Int) {
    for isOpaque in [true, false] {
      let image = YUVReference.noise(width, height, isOpaque: isOpaque)
      for (layout, hasAlpha) in [(FrameLayout.yuv420, false), (.yuva420, true)] {
        let bytes = layout.bytes(of: image)
        #expect(bytes.count == layout.byteCount(of: PixelSize(width: width, height: height)))
        let difference = YUVReference.largestDifference(bytes, from: YUVReference.planes(image, hasAlpha: hasAlpha))
        #expect(difference <= 1, "\(layout) of \(width) x \(height), opaque \(isOpaque)")
      }
    }
  }

  @Test("every plain colour is within a level")
  func colors() {
    var pixels: [UInt8] = []
    for red in stride(from: 0, through: 255, by: 5) {
      for green in stride(from: 0, through: 255, by: 5) {
        for blue in stride(from: 0, through: 255, by: 5) {
          // Twice in each direction, so that chroma is that of one colour.
          pixels += [UInt8(red), UInt8(green), UInt8(blue), 255, UInt8(red), UInt8(green), UInt8(blue), 255]
        }
      }
    }
    let width = pixels.count / 4
    let image = CGImage(width: width, height: 2, premultipliedRGBA: pixels + pixels)!
    let bytes = FrameLayout.yuv420.bytes(of: image)
    #expect(YUVReference.largestDifference(bytes, from: YUVReference.planes(image, hasAlpha: false)) <= 1)
  }

  @Test("black, white and the primaries have their levels")
  func levels() {
    let cases: [([UInt8], [UInt8])] = [
      ([0, 0, 0, 255], [16, 128, 128]), ([255, 255, 255, 255], [235, 128, 128]), ([255, 0, 0, 255], [63, 102, 240]),
      ([0, 255, 0, 255], [173, 42, 26]), ([0, 0, 255, 255], [32, 240, 118]),
    ]
    for (color, expected) in cases {
      let image = CGImage(width: 2, height: 2, premultipliedRGBA: color + color + color + color)!
      let bytes = FrameLayout.yuv420.bytes(of: image)
      #expect(zip([bytes[0], bytes[4], bytes[5]], expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(bytes)")
    }
  }
}

/// Planes that are kept from picture to picture.
@Suite struct KeptPlanesTests {
  static let sizes = [(1, 1), (2, 3), (7, 5), (16, 9), (33, 31), (8, 64)].map { PixelSize(width: $0.0, height: $0.1) }

  /// Some pixels of a picture with other colours.
  ///
  /// - Returns: Which they are.
  private static func change(
    _ pixels: inout [UInt8], of size: PixelSize, isOpaque: Bool, _ random: inout RandomTree
  ) -> PixelRect {
    let (x, y) = (Int(random.next() % UInt64(size.width)), Int(random.next() % UInt64(size.height)))
    let (maxX, maxY) = (
      min(x + 1 + Int(random.next() % 5), size.width), min(y + 1 + Int(random.next() % 3), size.height)
    )
    for row in y..<maxY {
      for column in x..<maxX {
        let alpha = isOpaque ? 255 : random.next() % 256
        let place = 4 * (row * size.width + column)
        for component in 0..<3 { pixels[place + component] = UInt8(random.next() % (alpha + 1)) }
        pixels[place + 3] = UInt8(alpha)
      }
    }
    return PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(maxX), maxY: Int32(maxY))
  }

  @Test(
    "planes that are made anew where pictures differ are those made from nothing, as pictures cease to be opaque and become so again",
    arguments: sizes, [false, true])
  func changes(_ size: PixelSize, hasAlpha: Bool) throws {
    let layout: FrameLayout = hasAlpha ? .yuva420 : .yuv420
    var kept = KeptPlanes(hasAlpha: hasAlpha)
    var random = RandomTree(changes: size.area)
    var pixels = YUVReference.noise(size.width, size.height, isOpaque: true).premultipliedRGBA
    var opaque: Set<Bool> = []
    for step in 0..<60 {
      var damage = PixelRegion()
      if step > 0 {
        for _ in 0...(step % 3) {
          damage.add(Self.change(&pixels, of: size, isOpaque: !(20..<40).contains(step), &random))
        }
      }
      // At the end all of it is opaque.
      if step == 45 {
        for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 255 }
        damage = PixelRegion(PixelRect(size: size))
      }
      let image = try #require(CGImage(width: size.width, height: size.height, premultipliedRGBA: pixels))
      opaque.insert(image.isOpaque)
      let planes = kept.bytes(of: image, damage: step > 0 ? damage : nil).bytes
      #expect(planes == layout.bytes(of: image), "picture \(step)")
    }
    #expect(opaque == [true, false])
  }

  @Test("what is not damaged is not looked at, and other sizes are made from nothing", arguments: [false, true])
  func undamaged(hasAlpha: Bool) {
    let layout: FrameLayout = hasAlpha ? .yuva420 : .yuv420
    let (first, second) = (YUVReference.noise(9, 8, isOpaque: true), YUVReference.noise(7, 8, isOpaque: false))
    // As large as the first.
    let other = YUVReference.noise(9, 8, isOpaque: false)
    var kept = KeptPlanes(hasAlpha: hasAlpha)
    let (old, new) = (layout.bytes(of: first), layout.bytes(of: other))
    for image in [first, other] {
      let planes = kept.bytes(of: image, damage: PixelRegion()).bytes
      #expect(planes == old)
    }
    // Rows 2 and 3 are one row of chroma.
    let planes = kept.bytes(of: other, damage: PixelRegion(PixelRect(minX: 4, minY: 3, maxX: 5, maxY: 4))).bytes
    #expect(Array(planes[..<72]) == Array(old[..<18] + new[18..<36] + old[36..<72]))
    #expect(old[18..<36] != new[18..<36])
    let smaller = kept.bytes(of: second, damage: PixelRegion()).bytes
    #expect(smaller == layout.bytes(of: second))
  }
}
