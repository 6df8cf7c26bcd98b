// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Boxes that show only texels, one a pixel, many of them empty: paths and texts on the pixel grid of the target.

import CLanes
import LaminaGeometry

extension CPURenderer.TileWorker {
  /// Whether a box shows only texels, one a pixel, some of which may be empty: paths and texts cover little of their
  /// pictures.
  @inline(__always) func mayBeBlank(_ box: UnsafePointer<PreparedBox>) -> Bool {
    guard let picture = box.pointee.picture, box.pointee.gradient == nil, box.pointee.fill == .zero else {
      return false
    }
    return picture.pointee.kind == .coverage || (picture.pointee.kind == .copy && !picture.pointee.isOpaque)
  }

  /// Draws texels one to one, except empty ones.
  ///
  /// - Returns: Whether the texels are contiguous; if not, nothing is drawn.
  @inline(__always) func drawTexels(
    _ box: UnsafePointer<PreparedBox>, start: Int, count: Int, tile: Tile, row: Int
  ) -> Bool {
    guard let picture = box.pointee.picture,
      let texels = picture.pointee.first.contiguousTexels(x: tile.x + start, y: tile.y + row, count: count)
    else { return false }
    if picture.pointee.kind == .coverage {
      blendCoverage(TexelInk(box), texels, start: start, count: count, tile: tile, row: row)
      return true
    }
    var shown = Self.shownTexels(texels, count: count) &<< UInt64(truncatingIfNeeded: start)
    guard shown != 0 else { return true }
    touch(shown, tile, row: row)
    let line = colorLine(row)
    let inks = TexelInk(box)
    while let span = Self.takeRun(&shown) {
      for column in span.start..<(span.start &+ span.count) {
        blend(inks.color(texels.color(at: 4 &* (column &- start))), onto: line, column)
      }
    }
    return true
  }

  /// One bit for each of up to 64 texels; 0 where four neighbours, or one of the last, are empty.
  @inline(__always) private static func shownTexels(_ texels: Texels, count: Int) -> UInt64 {
    var shown: UInt64 = 0
    var index = 0
    while index &+ 4 <= count {
      shown |= (areEmpty(texels, at: 4 &* index) ? 0 : 15) &<< UInt64(truncatingIfNeeded: index)
      index &+= 4
    }
    while index < count {
      let one = texels.load(4 &* index, as: UInt32.self)
      shown |= (one == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: index)
      index &+= 1
    }
    return shown
  }

  /// Whether four neighbouring texels are empty.
  @inline(__always) private static func areEmpty(_ texels: Texels, at offset: Int) -> Bool {
    // Words are combined by `or`, since comparing vectors compares component by component.
    texels.load(offset, as: UInt64.self) | texels.load(offset &+ 8, as: UInt64.self) == 0
  }

  // MARK: straight to the target

  /// The most operations that are compared with one another.
  private static var mostSeparate: Int { 12 }

  /// Draws a tile of texts on one colour, none of which overlaps another: every pixel is blended once at most, and is
  /// written directly to the target.
  ///
  /// - Parameter laid: The pixel that already fills the tile in the target, if any.
  /// - Returns: Whether every pixel is opaque; `nil` if the tile is not of this kind, and nothing is drawn.
  func drawSeparateTexels(_ tile: Tile, _ list: UnsafeBufferPointer<Int32>, over laid: UInt32?) -> Bool? {
    let first = ground[0].place + 1
    guard target.layout == .bytes, ground[0].source == nil, first < list.count, list.count - first <= Self.mostSeparate
    else { return nil }
    for place in first..<list.count {
      let operation = self.operation(list[place])
      guard operation.pointee.kind == .box, isSeparable(operation, tile) else { return nil }
      for other in first..<place
      where !self.operation(list[other]).pointee.bounds.intersection(operation.pointee.bounds).isEmpty {
        return nil
      }
    }
    fill(tile, with: ground[0].color, over: laid)
    var all = UInt32(littleEndian: PixelTarget.pixel(ground[0].color))
    for place in first..<list.count {
      let operation = self.operation(list[place])
      let isCoverage = operation.pointee.box.pointee.picture?.pointee.kind == .coverage
      all &= isCoverage ? putCoverage(operation, tile) : drawStraight(operation, tile)
    }
    return all >= 0xFF00_0000
  }

  /// Whether a box shows only contiguous texels in a tile.
  private func isSeparable(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) -> Bool {
    let box = operation.pointee.box
    guard box.pointee.coversBounds, !box.pointee.hasPlainInner, !box.pointee.isInnerOpaque, mayBeBlank(box),
      let picture = box.pointee.picture
    else { return false }
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds) else { return true }
    // With a one-to-one map, columns are the same in all rows.
    return picture.pointee.first.contiguousTexels(
      x: tile.x + columns.trailingZeroBitCount, y: tile.y + rows.lowerBound, count: columns.nonzeroBitCount) != nil
  }

  /// Blends a box's texels with the ground's colour into the target.
  ///
  /// - Returns: All pixels, as little-endian words, combined by `and`.
  private func drawStraight(_ operation: UnsafePointer<PreparedOperation>, _ tile: Tile) -> UInt32 {
    let box = operation.pointee.box
    guard let (rows, columns) = Self.part(of: tile, inside: operation.pointee.bounds), let picture = box.pointee.picture
    else { return .max }
    let (x, count) = (tile.x + columns.trailingZeroBitCount, columns.nonzeroBitCount)
    let (ink, back) = (TexelInk(box), ground[0].color)
    @inline(__always) func over(_ texel: PixelColor) -> PixelColor {
      let color = ink.color(texel)
      return color + back * (1 - color.w * Self.unit)
    }
    var all = SIMD4<UInt32>(repeating: .max)
    var rest = UInt32.max
    for row in rows {
      guard let texels = picture.pointee.first.contiguousTexels(x: x, y: tile.y + row, count: count) else { continue }
      let out = target.row(UInt32.self, x: x, y: tile.y + row)
      var index = 0
      while index &+ 4 <= count {
        if !Self.areEmpty(texels, at: 4 &* index) {
          let four = lanes_widen(texels.address(4 &* index, bytes: 16))
          let bytes = PixelTarget.quantize(
            over(four.lowHalf.lowHalf), over(four.lowHalf.highHalf), over(four.highHalf.lowHalf),
            over(four.highHalf.highHalf))
          out.store(bytes, at: index)
          all &= unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
        }
        index &+= 4
      }
      while index < count {
        let bytes = PixelTarget.bytes(over(texels.color(at: 4 &* index)))
        out.store(bytes, at: index)
        rest &= unsafeBitCast(bytes, to: UInt32.self)
        index &+= 1
      }
    }
    return UInt32(littleEndian: (all.x & all.y) & (all.z & all.w) & rest)
  }
}

/// The factors that the texels of a box are multiplied by.
struct TexelInk: BitwiseCopyable, Equatable {
  let tint: PixelColor
  let opacity: Float
  let isOpaque: Bool

  @inline(__always) init(_ box: UnsafePointer<PreparedBox>) {
    tint = box.pointee.isTinted ? box.pointee.tint : PixelColor(repeating: 1)
    opacity = box.pointee.opacity
    isOpaque = opacity == 1
  }

  @inline(__always) func color(_ texel: PixelColor) -> PixelColor {
    isOpaque ? texel * tint : texel * tint * opacity
  }
}
