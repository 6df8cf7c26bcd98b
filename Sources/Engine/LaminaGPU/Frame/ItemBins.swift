// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The items that may touch each bin of a pass, a large square of pixels, as bits: a tile looks only at the items of
/// its bin.
///
/// Bits take the same memory however many bins an item touches, so that no plan makes them large.
struct ItemBins {
  /// The most bins of a pass; larger passes have larger bins.
  static let mostBins = 256
  /// The items of a round of `layers.comp`: bits in a texel.
  static let round = 128
  /// Pixels of a tile's side in `layers.comp`.
  static let tile = 16

  /// Pixels of a bin's side: a multiple of a tile's.
  let side: Int
  /// The number of bins in a row.
  let columns: Int
  private let rows: Int
  /// The number of texels of a bin.
  let rounds: Int
  /// The bits of one bin after the other.
  private(set) var bits: [SIMD4<UInt32>]
  private var isClosed: [Bool]
  private let region: PixelRect

  /// - Parameters:
  ///   - region: The pixels of the pass.
  ///   - count: The number of items.
  init(_ region: PixelRect, items count: Int) {
    var side = 128
    func bins(along length: Int) -> Int { max(1, (length + side - 1) / side) }
    while bins(along: region.width) * bins(along: region.height) > Self.mostBins { side *= 2 }
    self.side = side
    self.region = region
    (columns, rows) = (bins(along: region.width), bins(along: region.height))
    rounds = (count + Self.round - 1) / Self.round
    bits = Array(repeating: .zero, count: columns * rows * rounds)
    isClosed = Array(repeating: false, count: columns * rows)
  }

  /// Adds an item, behind all earlier ones.
  ///
  /// - Parameters:
  ///   - index: The number of the item.
  ///   - bounds: The pixels that it may touch.
  ///   - hiding: A convex polygon whose pixels hide everything behind them; empty if there are none.
  mutating func add(_ index: Int, bounds: PixelRect, hiding: UnsafeBufferPointer<SIMD2<Float>>) {
    let pixels = bounds.intersection(region).moved(from: region)
    guard !pixels.isEmpty else { return }
    let first = (column: Int(pixels.minX) / side, row: Int(pixels.minY) / side)
    let last = (column: (Int(pixels.maxX) - 1) / side, row: (Int(pixels.maxY) - 1) / side)
    let (texel, bit) = index.quotientAndRemainder(dividingBy: Self.round)
    for row in first.row...last.row {
      for column in first.column...last.column {
        let bin = row * columns + column
        guard !isClosed[bin] else { continue }
        bits[bin * rounds + texel][bit / 32] |= 1 << UInt32(bit % 32)
        guard !hiding.isEmpty else { continue }
        isClosed[bin] = Self.holds(hiding, self.pixels(ofBin: column, row))
      }
    }
  }

  /// The pixels of a bin in target space.
  private func pixels(ofBin column: Int, _ row: Int) -> PixelRect {
    let (x, y) = (Int32(clamping: column * side) + region.minX, Int32(clamping: row * side) + region.minY)
    return PixelRect(minX: x, minY: y, maxX: x + Int32(clamping: side), maxY: y + Int32(clamping: side))
      .intersection(region)
  }

  /// Whether a convex polygon contains a rectangle.
  private static func holds(_ polygon: UnsafeBufferPointer<SIMD2<Float>>, _ pixels: PixelRect) -> Bool {
    guard var previous = polygon.last else { return false }
    let xs = SIMD4(Float(pixels.minX), Float(pixels.maxX), Float(pixels.maxX), Float(pixels.minX))
    let ys = SIMD4(Float(pixels.minY), Float(pixels.minY), Float(pixels.maxY), Float(pixels.maxY))
    var (isLeft, isRight) = (true, true)
    for vertex in polygon {
      let edge = vertex - previous
      let side = edge.x * (ys - previous.y) - edge.y * (xs - previous.x)
      isLeft = isLeft && side.min() >= 0
      isRight = isRight && side.max() <= 0
      guard isLeft || isRight else { return false }
      previous = vertex
    }
    return isLeft != isRight
  }
}
