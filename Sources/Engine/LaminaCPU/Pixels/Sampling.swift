// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Conversion of texels to colours, for pictures under an affine map: runs of pixels of one row.
//
// Coordinates step in 32.32 fixed point on the integer units while the vector units mix texels; sampling of four texels
// a pixel is in Sampling+Weights. Colours are premultiplied, 0...255, as everywhere in this module.

/// One premultiplied colour, 0...255: red, green, blue, alpha.
typealias PixelColor = SIMD4<Float>

extension AffineSampler {
  /// The coordinates of the pixel (`x`, `y`).
  @inline(__always) func coordinates(x: Int, y: Int) -> (u: Int, v: Int) {
    let (column, row) = (x &- originX, y &- originY)
    return (
      u.start &+ column &* u.perColumn &+ row &* u.perRow, v.start &+ column &* v.perColumn &+ row &* v.perRow
    )
  }

  /// The texel at fixed-point coordinates.
  @inline(__always) func sampleNearest(u coordinateU: Int, v coordinateV: Int) -> PixelColor {
    let offset = offset(u: u.clamped(coordinateU), v: v.clamped(coordinateV))
    return bytesPerTexel == 1 ? texels.coverage(at: offset) : texels.color(at: offset)
  }

  /// The offset of the texel at fixed-point coordinates inside the level.
  @inline(__always) private func offset(u column: Int, v row: Int) -> Int {
    (row >> 32) &* stride &+ (column >> 32) &* bytesPerTexel
  }

  /// Samples `count` pixels from (`x`, `y`) on with one texel each.
  @inline(__always) func fillNearest(x: Int, y: Int, count: Int, into colors: Row<PixelColor>) {
    var (column, row) = coordinates(x: x, y: y)
    for index in 0..<count {
      colors[index] = sampleNearest(u: column, v: row)
      column &+= u.perColumn
      row &+= v.perColumn
    }
  }

  /// The texels of `count` pixels from (`x`, `y`) on, if they are contiguous: one to one and inside the limits.
  @inline(__always) func contiguousTexels(x: Int, y: Int, count: Int) -> Texels? {
    let (column, row) = coordinates(x: x, y: y)
    let last = column &+ (count &- 1) &<< 32
    guard column >= u.lowest, last <= u.highest else { return nil }
    return texels.from(offset(u: column, v: v.clamped(row)))
  }
}

extension UnsafePointer<PreparedPicture> {
  /// Samples `count` pixels of row `y` from column `x` on.
  ///
  /// - Parameter words: Scratch, see `WeightedSampling`.
  @inline(__always) func fill(
    x: Int, y: Int, count: Int, into colors: Row<PixelColor>, words: Row<UInt32>
  ) {
    switch pointee.kind {
    case .linear:
      WeightedSampling.fill(first, x: x, y: y, count: count, into: colors, words: words)
    case .copy:
      guard let texels = pointee.first.contiguousTexels(x: x, y: y, count: count) else {
        pointee.first.fillNearest(x: x, y: y, count: count, into: colors)
        return
      }
      for index in 0..<count { colors[index] = texels.color(at: 4 &* index) }
    case .coverage:
      guard let texels = pointee.first.contiguousTexels(x: x, y: y, count: count) else {
        pointee.first.fillNearest(x: x, y: y, count: count, into: colors)
        return
      }
      for index in 0..<count { colors[index] = texels.coverage(at: index) }
    case .nearest:
      pointee.first.fillNearest(x: x, y: y, count: count, into: colors)
    case .trilinear:
      WeightedSampling.fill(
        first, second, share: pointee.share, x: x, y: y, count: count, into: colors, words: words)
    case .general:
      pointee.fillGeneral(x: x, y: y, count: count, into: colors)
    }
  }

  /// The address of the sampler of level 0, or of the larger one of two levels.
  @inline(__always) private var first: UnsafePointer<AffineSampler> { field(\.first) }

  /// The address of the sampler of the smaller level.
  @inline(__always) private var second: UnsafePointer<AffineSampler> { field(\.second) }
}
