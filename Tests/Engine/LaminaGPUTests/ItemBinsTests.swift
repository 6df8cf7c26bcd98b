// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGeometry
import Testing

/// The items that tiles of a bin look at.
@Suite struct ItemBinsTests {
  /// A convex polygon of points on an ellipse, in either direction.
  private static func polygon(_ dice: inout Dice, in region: PixelRect) -> [SIMD2<Float>] {
    let center = SIMD2(dice.roll(Double(region.minX)...Double(region.maxX)), dice.roll(0...Double(region.maxY)))
    let reach = SIMD2(dice.roll(50...900), dice.roll(50...900))
    let (turn, count) = (dice.roll(0...6), 3 + dice.pick(7))
    let points = (0..<count).map { index in
      let angle = turn + 2 * Double.pi * Double(index) / Double(count)
      return SIMD2<Float>(center + reach * SIMD2(cos(angle), sin(angle)))
    }
    return dice.pick(2) == 0 ? points : points.reversed()
  }

  /// How far a place lies inside a convex polygon: the least distance from its sides, pixels.
  private static func depth(of x: Int32, _ y: Int32, in polygon: [SIMD2<Float>]) -> Double {
    let points = polygon.map { SIMD2<Double>($0) }
    let distances = points.indices.map { index in
      let (from, to) = (points[index], points[(index + 1) % points.count])
      let edge = to - from
      return (edge.x * (Double(y) - from.y) - edge.y * (Double(x) - from.x)) / (edge * edge).sum().squareRoot()
    }
    // The sides of the other direction have the other sign.
    return max(distances.min() ?? 0, -(distances.max() ?? 0))
  }

  @Test("a bin has all items that touch it, up to the first that hides all of its pixels", arguments: 1...40)
  func bins(seed: UInt64) {
    var dice = Dice(seed)
    let left = Int32(dice.pick(200)) - 100
    let region = PixelRect(
      minX: left, minY: 0, maxX: left + 1 + Int32(dice.pick(2000)), maxY: 1 + Int32(dice.pick(1200)))
    let count = 1 + dice.pick(300)
    var bins = ItemBins()
    bins.begin(region, items: count)
    let rows = (region.height + bins.side - 1) / bins.side
    #expect(bins.texels.count == bins.rounds * bins.columns * rows)
    #expect(bins.rounds * ItemBins.round >= count && bins.columns * rows <= ItemBins.mostBins)
    // For each bin: -1 while it is open, 1 once it is closed, 0 where rounding decides.
    var closed = [Double](repeating: -1, count: bins.columns * rows)
    // For each item, whether bins list it, where rounding does not decide.
    var isListed: [[Bool?]] = []
    for index in 0..<count {
      let shape = Self.polygon(&dice, in: region)
      let (xs, ys) = (shape.map(\.x), shape.map(\.y))
      let bounds = PixelRect(
        minX: Int32(clamping: (xs.min() ?? 0).rounded(.down)), minY: Int32(clamping: (ys.min() ?? 0).rounded(.down)),
        maxX: Int32(clamping: (xs.max() ?? 0).rounded(.up)), maxY: Int32(clamping: (ys.max() ?? 0).rounded(.up)))
      let hides = dice.pick(9) == 0
      shape.withUnsafeBufferPointer {
        bins.add(
          index, bounds.intersection(region).moved(from: region),
          hiding: hides ? $0 : UnsafeBufferPointer(start: nil, count: 0))
      }
      isListed.append(Array(repeating: nil, count: closed.count))
      for bin in closed.indices {
        let (x, y) = (
          Int32(bin % bins.columns * bins.side) + region.minX, Int32(bin / bins.columns * bins.side) + region.minY
        )
        let side = Int32(bins.side)
        let pixels = PixelRect(minX: x, minY: y, maxX: x + side, maxY: y + side).intersection(region)
        let touches = !bounds.intersection(pixels).isEmpty
        if closed[bin] != 0 { isListed[index][bin] = touches && closed[bin] < 0 }
        guard hides, touches, closed[bin] < 1 else { continue }
        let depth =
          [pixels.minX, pixels.maxX].flatMap { x in
            [pixels.minY, pixels.maxY].map { Self.depth(of: x, $0, in: shape) }
          }.min() ?? 0
        if abs(depth) < 0.01 { closed[bin] = 0 } else if depth > 0 { closed[bin] = 1 }
      }
    }
    bins.finish()
    for (index, isListed) in isListed.enumerated() {
      for (bin, isListed) in isListed.enumerated() where isListed != nil {
        #expect(Self.isListed(index, in: bins, bin) == isListed, "item \(index) in bin \(bin)")
      }
    }
  }

  private static func isListed(_ index: Int, in bins: ItemBins, _ bin: Int) -> Bool {
    let texel = bins.texels[bins.rounds * bin + index / ItemBins.round]
    return texel[index % ItemBins.round / 32] >> UInt32(index % 32) & 1 == 1
  }

  @Test("bins list no item of rounds that are left out, and no number behind the last item")
  func rounds() {
    let region = PixelRect(minX: 0, minY: 0, maxX: 300, maxY: 200)
    let none = UnsafeBufferPointer<SIMD2<Float>>(start: nil, count: 0)
    var bins = ItemBins()
    bins.begin(region, items: 600)
    for index in [127, 128, 511] { bins.add(index, PixelRect(minX: 130, minY: 0, maxX: 200, maxY: 100), hiding: none) }
    bins.finish()
    for bin in 0..<bins.columns * 2 {
      for index in 0..<bins.rounds * ItemBins.round {
        #expect(Self.isListed(index, in: bins, bin) == (bin == 1 && [127, 128, 511].contains(index)))
      }
    }
  }

  @Test("neighbouring items are in the bins in which they would be one by one", arguments: 1...20)
  func groups(seed: UInt64) {
    var dice = Dice(seed)
    let region = PixelRect(minX: 0, minY: 0, maxX: 700, maxY: 500)
    let none = UnsafeBufferPointer<SIMD2<Float>>(start: nil, count: 0)
    let groups = (0..<20).map { _ in
      let (x, y) = (Int32(dice.pick(700)), Int32(dice.pick(500)))
      let pixels = PixelRect(minX: x, minY: y, maxX: x + Int32(dice.pick(300)), maxY: y + Int32(dice.pick(300)))
      return (count: 1 + dice.pick(dice.pick(2) == 0 ? 3 : 300), pixels: pixels.intersection(region))
    }
    let count = groups.reduce(0) { $0 + $1.count }
    var (together, alone) = (ItemBins(), ItemBins())
    together.begin(region, items: count, groups: groups.count)
    alone.begin(region, items: count)
    var index = 0
    for group in groups {
      together.add(index..<index + group.count, group.pixels)
      for item in index..<index + group.count { alone.add(item, group.pixels, hiding: none) }
      index += group.count
    }
    together.finish()
    alone.finish()
    #expect(together.texels == alone.texels && together.texels.count > 1)
  }

  @Test("many items in few groups have one bin")
  func fewGroups() {
    let region = PixelRect(minX: 0, minY: 0, maxX: 700, maxY: 500)
    var bins = ItemBins()
    bins.begin(region, items: 300, groups: 2)
    bins.add(0..<200, PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 10))
    bins.add(200..<300, PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 10))
    bins.finish()
    #expect(bins.texels == [SIMD4(repeating: .max), [.max, .max, 255, 0], .zero])
  }

  @Test("a rectangle as large as the pass hides all behind it; a line hides nothing")
  func wholes() {
    let region = PixelRect(minX: 3, minY: 5, maxX: 403, maxY: 305)
    let rectangle: [SIMD2<Float>] = [[3, 5], [403, 5], [403, 305], [3, 305]]
    let shapes = [(rectangle, true), ([[3, 5], [403, 305], [403, 305]], false), ([[3, 5], [3, 305]], false)]
    var bins = ItemBins()
    for ((shape, hides), count) in shapes.flatMap({ shape in [ItemBins.fewItems, 40].map { (shape, $0) } }) {
      bins.begin(region, items: count)
      #expect(bins.texels.count == (count == 40 ? 12 : 1))
      shape.withUnsafeBufferPointer {
        bins.add(0, PixelRect(size: region.size), hiding: $0)
        bins.add(1, PixelRect(size: region.size), hiding: $0)
      }
      bins.finish()
      #expect(bins.texels.allSatisfy { $0 == [hides ? 1 : 3, 0, 0, 0] })
    }
  }
}
