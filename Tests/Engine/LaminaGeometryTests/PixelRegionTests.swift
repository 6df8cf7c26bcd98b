// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import Testing

/// Regions of pixels against sets of pixels.
@Suite struct PixelRegionTests {
  private struct Pixel: Hashable {
    var x: Int32
    var y: Int32
  }

  private static func pixels(_ rectangle: PixelRect) -> Set<Pixel> {
    guard !rectangle.isEmpty else { return [] }
    return Set(
      (rectangle.minY..<rectangle.maxY).flatMap { y in (rectangle.minX..<rectangle.maxX).map { Pixel(x: $0, y: y) } })
  }

  private static func pixels(_ region: PixelRegion) -> Set<Pixel> {
    region.rectangles.reduce(into: []) { $0.formUnion(pixels($1)) }
  }

  private static func rectangle(_ random: inout some RandomNumberGenerator) -> PixelRect {
    let (x, y) = (Int32.random(in: 0..<90, using: &random), Int32.random(in: 0..<90, using: &random))
    return PixelRect(
      minX: x, minY: y, maxX: x + .random(in: 0..<12, using: &random), maxY: y + .random(in: 0..<12, using: &random))
  }

  @Test("it holds every pixel that was added, in few rectangles, and counts each once")
  func random() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      var region = PixelRegion()
      var added: Set<Pixel> = []
      for _ in 0..<Int.random(in: 0..<50, using: &random) {
        let rectangle = Self.rectangle(&random)
        region.add(rectangle)
        added.formUnion(Self.pixels(rectangle))
      }
      let held = Self.pixels(region)
      #expect(held.isSuperset(of: added))
      #expect(region.area == held.count)
      #expect(region.rectangles.count <= PixelRegion.maximumCount)
      #expect(region.isEmpty == added.isEmpty)
      #expect(region.rectangles.allSatisfy { !$0.isEmpty && region.bounds.contains($0) })
      let part = Self.rectangle(&random)
      let cut = Self.pixels(region.intersection(part))
      #expect(cut.isSuperset(of: held.intersection(Self.pixels(part))) && cut.isSubset(of: Self.pixels(part)))
      #expect(region.intersects(part) == !held.isDisjoint(with: Self.pixels(part)))
    }
  }

  @Test("rectangles far apart stay apart, neighbours become one")
  func joining() {
    var region = PixelRegion(PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 100))
    region.add(PixelRect(minX: 1_000, minY: 1_000, maxX: 1_010, maxY: 1_010))
    #expect(region.rectangles.count == 2 && region.area == 10_100)
    region.add(PixelRect(minX: 100, minY: 0, maxX: 200, maxY: 100))
    #expect(region.rectangles.count == 2 && region.area == 20_100)
    #expect(region.holds(PixelRect(minX: 50, minY: 0, maxX: 150, maxY: 100)))
    #expect(!region.holds(PixelRect(minX: 50, minY: 0, maxX: 250, maxY: 100)))
  }

  @Test("it is aligned to the cells of a region's own grid, and cut to the region")
  func alignment() {
    let region = PixelRect(minX: -10, minY: 5, maxX: 90, maxY: 60)
    let part = PixelRect(minX: 0, minY: 6, maxX: 1, maxY: 70)
    #expect(
      part.aligned(to: PixelSize(width: 64, height: 32), in: region)
        == PixelRect(minX: -10, minY: 5, maxX: 54, maxY: 60))
    #expect(part.aligned(to: PixelSize(width: 1, height: 1), in: region) == part.intersection(region))
    let beside = PixelRect(minX: 200, minY: 0, maxX: 300, maxY: 10)
    #expect(beside.aligned(to: PixelSize(width: 64, height: 32), in: region).isEmpty)
  }
}
