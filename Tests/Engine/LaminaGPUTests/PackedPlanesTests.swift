// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import Testing

/// Which pixels of packed planes belong to which pixels of a picture.
@Suite struct PackedPlanesTests {
  static let sizes = [(1, 1), (2, 2), (3, 1), (1, 3), (4, 4), (7, 5), (8, 6), (9, 7), (16, 3), (17, 10)]
    .map { PixelSize(width: $0.0, height: $0.1) }
  static let largerSizes = [(61, 45), (64, 48), (200, 3), (3, 90)].map { PixelSize(width: $0.0, height: $0.1) }

  private typealias Texel = SIMD2<Int>

  /// For each pixel of a picture, row by row, the pixels of the target that hold a sample which reads it: found sample
  /// by sample.
  private static func readers(_ width: Int, _ height: Int, hasAlpha: Bool) -> [Set<Texel>] {
    var readers = [Set<Texel>](repeating: [], count: width * height)
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    // Four samples lie in a pixel of the target, and those of V behind those of U.
    let firstOfV = (columns + 3) / 4
    for y in 0..<height {
      for x in 0..<width {
        readers[y * width + x].insert(Texel(x / 4, y))
        if hasAlpha { readers[y * width + x].insert(Texel(x / 4, height + rows + y)) }
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        for x in (2 * column - 1)...(2 * column + 1) {
          for y in (2 * row)...(2 * row + 1) {
            let pixel = min(y, height - 1) * width + min(max(x, 0), width - 1)
            readers[pixel].insert(Texel(column / 4, height + row))
            readers[pixel].insert(Texel(firstOfV + column / 4, height + row))
          }
        }
      }
    }
    return readers
  }

  private static func texels(_ parts: [PixelRect]) -> Set<Texel> {
    var texels: Set<Texel> = []
    for part in parts {
      for y in Int(part.minY)..<Int(part.maxY) {
        for x in Int(part.minX)..<Int(part.maxX) { texels.insert(Texel(x, y)) }
      }
    }
    return texels
  }

  private static func rectangle(_ x: Int, _ y: Int, _ maxX: Int, _ maxY: Int) -> PixelRect {
    PixelRect(minX: Int32(x), minY: Int32(y), maxX: Int32(maxX), maxY: Int32(maxY))
  }

  @Test(
    "the parts of a rectangle hold the samples that read it and no other, each once", arguments: sizes, [false, true])
  func rectangles(_ size: PixelSize, hasAlpha: Bool) {
    let (width, height) = (size.width, size.height)
    let planes = PackedPlanes(size: size, hasAlpha: hasAlpha)
    let target = PixelRect(size: planes.targetSize)
    let readers = Self.readers(width, height, hasAlpha: hasAlpha)
    for top in 0..<height {
      for left in 0..<width {
        // Every pixel by itself, and every rectangle of small pictures.
        let isSmall = size.area <= 64
        for bottom in (top + 1)...(isSmall ? height : top + 1) {
          for right in (left + 1)...(isSmall ? width : left + 1) {
            var expected: Set<Texel> = []
            for y in top..<bottom { for x in left..<right { expected.formUnion(readers[y * width + x]) } }
            let parts = planes.parts(touchedBy: Self.rectangle(left, top, right, bottom))
            #expect(Self.texels(parts) == expected, "\(left), \(top) to \(right), \(bottom)")
            #expect(parts.reduce(0) { $0 + $1.area } == expected.count && parts.allSatisfy { target.contains($0) })
          }
        }
      }
    }
  }

  @Test("what lies outside of the picture is in no part")
  func outside() {
    let planes = PackedPlanes(size: PixelSize(width: 9, height: 7), hasAlpha: true)
    for outside in [(-3, 0, 0, 7), (9, 0, 12, 7), (0, 7, 9, 8), (0, -2, 9, 0), (4, 4, 4, 6)] {
      #expect(planes.parts(touchedBy: Self.rectangle(outside.0, outside.1, outside.2, outside.3)).isEmpty)
    }
    #expect(
      planes.parts(touchedBy: Self.rectangle(-5, -5, 2, 1)) == planes.parts(touchedBy: Self.rectangle(0, 0, 2, 1)))
    #expect(planes.parts(touchedBy: PixelRegion()).isEmpty)
  }

  @Test("the parts of little are little", arguments: [false, true])
  func little(hasAlpha: Bool) {
    let planes = PackedPlanes(size: PixelSize(width: 1921, height: 1081), hasAlpha: hasAlpha)
    var region = PixelRegion(Self.rectangle(700, 500, 710, 510))
    region.add(Self.rectangle(1900, 1000, 1921, 1081))
    let parts = planes.parts(touchedBy: region)
    // Of each plane a few columns more than the pixels take.
    #expect(parts.rectangles.count == (hasAlpha ? 8 : 6))
    #expect(parts.area < (hasAlpha ? 2 : 1) * (4 * 10 + 7 * 81) + 2 * (3 * 6 + 5 * 42))
    for rectangle in region.rectangles {
      for part in planes.parts(touchedBy: rectangle) { #expect(parts.holds(part)) }
    }
  }

  @Test("planes into which parts of a target are put are those of all of it", arguments: largerSizes, [false, true])
  func updates(_ size: PixelSize, hasAlpha: Bool) {
    let planes = PackedPlanes(size: size, hasAlpha: hasAlpha)
    let (width, height) = (planes.targetSize.width, planes.targetSize.height)
    var dice = Dice(UInt64(size.width))
    for _ in 0..<20 {
      let old = (0..<(4 * width * height)).map { _ in UInt8(dice.pick(256)) }
      var region = PixelRegion()
      for _ in 0...dice.pick(3) {
        let (x, y) = (dice.pick(size.width), dice.pick(size.height))
        region.add(Self.rectangle(x, y, x + 1 + dice.pick(size.width - x), y + 1 + dice.pick(size.height - y)))
      }
      let parts = planes.parts(touchedBy: region)
      var (new, read) = (old, [UInt8]())
      for part in parts.rectangles {
        for y in Int(part.minY)..<Int(part.maxY) {
          for place in (4 * (y * width + Int(part.minX)))..<(4 * (y * width + Int(part.maxX))) {
            // Samples that lie in two parts are equal in both.
            if new[place] == old[place] { new[place] = old[place] &+ UInt8(1 + dice.pick(255)) }
            read.append(new[place])
          }
        }
      }
      let before = old.withUnsafeBytes { planes.planes(from: $0) }
      let updated = read.withUnsafeBytes { planes.planes(over: before, in: parts, from: $0).bytes }
      let expected = new.withUnsafeBytes { planes.planes(from: $0).bytes }
      #expect(updated == expected && updated.count == planes.byteCount, "\(parts.rectangles)")
    }
  }
}
