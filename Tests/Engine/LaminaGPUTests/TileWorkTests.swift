// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGPU
import LaminaGeometry
import Testing

/// The dispatches that a pass of tiles is cut into.
@Suite struct TileWorkTests {
  private static func rect(_ minX: Int32, _ minY: Int32, _ maxX: Int32, _ maxY: Int32) -> PixelRect {
    PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  /// The evaluations of a tile: of the items that touch it, and the rounds in which it looks for them.
  private static func evaluations(
    _ column: Int, _ row: Int, _ items: [(bounds: PixelRect, evaluations: Int)], _ rounds: Int
  ) -> Int {
    let tile = rect(
      Int32(16 * column), Int32(16 * row), Int32(16 * column + 16), Int32(16 * row + 16))
    return items.reduce(rounds) { $0 + ($1.bounds.intersects(tile) ? $1.evaluations : 0) }
  }

  @Test("every tile is drawn once, and no dispatch has more evaluations than may be, but for a tile", arguments: 1...20)
  func parts(seed: UInt64) {
    var dice = Dice(seed)
    let area = Self.rect(
      Int32(dice.pick(40)), Int32(dice.pick(40)), Int32(41 + dice.pick(260)), Int32(41 + dice.pick(260)))
    var work = TileWork()
    work.begin(area, rounds: 1)
    var items: [(bounds: PixelRect, evaluations: Int)] = []
    for _ in 0..<dice.pick(40) {
      let (x, y) = (Int32(dice.pick(320)) - 20, Int32(dice.pick(320)) - 20)
      let item = (Self.rect(x, y, x + Int32(dice.pick(200)), y + Int32(dice.pick(200))), 1 + dice.pick(100))
      items.append(item)
      work.add(item.0, evaluations: item.1)
    }
    for limit in [1, 60, 900, 1 << 20] {
      var drawn: Set<SIMD2<Int>> = []
      for part in work.parts(limit: limit) {
        var sum = 0
        for row in part.rows {
          for column in part.columns {
            #expect(drawn.insert([column, row]).inserted)
            sum += Self.evaluations(column, row, items, 1)
          }
        }
        #expect(sum <= limit || part.rows.count * part.columns.count == 1, "\(sum) of \(limit): \(part)")
      }
      let columns = Int(area.minX) / 16...(Int(area.maxX) - 1) / 16
      let rows = Int(area.minY) / 16...(Int(area.maxY) - 1) / 16
      #expect(drawn.count == columns.count * rows.count)
      #expect(drawn.allSatisfy { columns.contains($0.x) && rows.contains($0.y) })
      if limit == 1 << 20 { #expect(work.parts(limit: limit).count == 1) }
    }
  }

  @Test("small items anywhere in large bounds count by their own pixels, and at least as one by one", arguments: 1...20)
  func groups(seed: UInt64) {
    var dice = Dice(seed)
    let (area, bounds) = (Self.rect(0, 0, 1024, 1024), Self.rect(3, 5, 1001, 900))
    let extent = SIMD2(Int32(1 + dice.pick(60)), Int32(1 + dice.pick(60)))
    let items = (0..<500).map { _ in
      let (x, y) = (3 + Int32(dice.pick(930)), 5 + Int32(dice.pick(830)))
      return (bounds: Self.rect(x, y, x + extent.x, y + extent.y).intersection(bounds), evaluations: 2)
    }
    let tiles = (0..<64).flatMap { row in (0..<64).map { Self.evaluations($0, row, items, 1) } }
    let sum = tiles.reduce(0, +)
    var work = TileWork()
    work.begin(area, rounds: 1)
    work.add(bounds, evaluations: 1000, each: extent)
    #expect(work.parts(limit: sum - 1).count > 1)
    // Each may touch one tile more along x and y than its pixels fill.
    let most = (extent &+ 30) / 16
    let limit = 64 * 64 + 1000 * Int(most.x) * Int(most.y)
    #expect(limit >= sum && work.parts(limit: limit).count == 1)
    for part in work.parts(limit: limit / 7) {
      let isAlone = part.rows.count * part.columns.count == 1
      let drawn = part.rows.reduce(0) { sum, row in sum + part.columns.reduce(0) { $0 + tiles[64 * row + $1] } }
      #expect(drawn <= limit / 7 || isAlone)
    }
  }

  @Test("nothing to draw is no dispatch")
  func nothing() {
    var work = TileWork()
    work.begin(.empty, rounds: 0)
    #expect(work.parts(limit: 10).isEmpty)
    work.begin(Self.rect(0, 0, 1, 1), rounds: 0)
    #expect(work.parts(limit: 10).count == 1)
  }

  @Test("deep clips make smaller dispatches")
  func clips() {
    for links in [0, 99] {
      var work = TileWork()
      work.begin(Self.rect(0, 0, 1024, 1024), rounds: 1)
      for _ in 0..<100 { work.add(Self.rect(0, 0, 1024, 1024), evaluations: 1 + links) }
      #expect(work.parts(limit: 1 << 17).count == (links == 0 ? 4 : 5 * 64), "\(work.parts(limit: 1 << 17).count)")
    }
  }
}
