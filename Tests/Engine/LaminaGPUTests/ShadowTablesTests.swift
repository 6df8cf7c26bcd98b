// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGPU
import LaminaGeometry
import LaminaPlan
import Testing

/// The places of the corner tables of shadows in their texture.
@Suite struct ShadowTablesTests {
  /// All radii that tables are made for, of round corners.
  private static let keys: [ShadowCornerTable.Key] = {
    var keys: [ShadowCornerTable.Key] = []
    for step in 1...Int(clamping: ShadowOperation.widestRadius * 256) {
      let key = ShadowCornerTable.Key(radius: Float(step) / 256, corner: 0)
      if keys.last != key { keys.append(key) }
    }
    return keys
  }()

  /// Expects that placed tables lie in the texture, and that none lies on another.
  private static func expectApart(_ tables: ShadowTables) {
    var taken = Set<SIMD2<Int>>()
    for placed in tables.placed {
      let side = placed.table.side
      #expect(placed.x >= 0 && placed.y >= 0 && placed.x + side <= tables.side && placed.y + side <= tables.side)
      for y in placed.y..<placed.y + side {
        for x in placed.x..<placed.x + side where !taken.insert(SIMD2(x, y)).inserted {
          Issue.record("two tables at \(x), \(y)")
          return
        }
      }
    }
  }

  @Test func allRadiiOfAFrameHaveRoom() {
    var tables = ShadowTables()
    tables.beginFrame()
    let first = tables.place(of: Self.keys[0])?.texels
    let places = Self.keys.map { tables.place(of: $0)?.texels }
    #expect(!places.contains(nil) && tables.side > 1024)
    // Records of the frame hold places, so growing moves none.
    #expect(tables.place(of: Self.keys[0])?.texels == first)
    Self.expectApart(tables)
  }

  @Test func laterFramesPlaceTheirTablesOnce() {
    var tables = ShadowTables()
    for _ in 0..<3 {
      tables.beginFrame()
      for key in Self.keys.prefix(500) { _ = tables.place(of: key) }
    }
    let generation = tables.generation
    for _ in 0..<5 {
      tables.beginFrame()
      for key in Self.keys.prefix(500) { _ = tables.place(of: key) }
    }
    #expect(tables.generation == generation && tables.placed.count == 500)
    Self.expectApart(tables)
  }

  @Test("a texture is no larger than the device's limit, and without space there is no place", arguments: [1024, 2048])
  func limit(side: Int) {
    var tables = ShadowTables(textureSide: side)
    tables.beginFrame()
    let places = Self.keys.map { tables.place(of: $0) }
    #expect(tables.side == side)
    #expect(places.contains { $0 == nil })
    Self.expectApart(tables)
  }
}
