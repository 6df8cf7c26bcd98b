// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaPlan

/// The corner tables of a frame's shadows, on shelves of one texture.
///
/// `Shaders/lib/shadow_coverage.glsl` reads them. The tables of one frame stay for the next, until half of the space is
/// used. A frame that finds no space doubles the sides of the texture. This is no `BudgetedCache`, since the space of a
/// shelf is not freed table by table.
package struct ShadowTables {
  /// Texels of a side of the texture at first, and at most: room for all radii of some outlines of corners.
  private static let (leastSide, mostSide) = (1024, 4096)

  /// Texels of a side of the texture.
  package private(set) var side = Self.leastSide
  /// The most texels of a side.
  private let limit: Int

  /// A table and its first texel.
  package struct Placed {
    package var table: ShadowCornerTable
    package var x: Int
    package var y: Int
  }

  /// The place of a table.
  package struct Place {
    /// First texel x, y, and the values along a side of the table; zero for a table without values.
    package var texels: SIMD4<Float>
    /// The distance from the corner inward at which the values end; standard deviations.
    package var reach: Float

    static let empty = Place(texels: .zero, reach: 0)
  }

  /// All placed tables, in the order in which they were placed.
  package private(set) var placed: [Placed] = []
  private var places: [ShadowCornerTable.Key: Place] = [:]
  /// The table that was found last: most shadows of a frame have the same corners.
  private var latest: (key: ShadowCornerTable.Key, place: Place)?
  /// The tables, also those that are placed no more.
  private let kept = ShadowCornerTables()
  private var shelf = (x: 0, y: 0, height: 0)
  /// Changes whenever all tables are placed again.
  package private(set) var generation = 0

  /// - Parameter textureSide: The most texels of a side of the device's textures.
  package init(textureSide: Int = Self.mostSide) { limit = min(textureSide, Self.mostSide) }

  /// Removes all tables if little space is left, before a frame requests tables.
  package mutating func beginFrame() {
    guard shelf.y + shelf.height > side / 2 else { return }
    placed = []
    places = [:]
    latest = nil
    shelf = (0, 0, 0)
    generation += 1
  }

  /// The place of a table; `nil` if thousands of other tables use all space, hundreds on devices with small textures.
  package mutating func place(of key: ShadowCornerTable.Key) -> Place? {
    if let latest, latest.key == key { return latest.place }
    guard let place = places[key] ?? add(key) else { return nil }
    latest = (key, place)
    return place
  }

  private mutating func add(_ key: ShadowCornerTable.Key) -> Place? {
    let table = kept.table(key)
    if shelf.x + table.side > side { shelf = (0, shelf.y + shelf.height, 0) }
    if shelf.y + table.side > side {
      // Tables keep their places. A shelf below them has the new length.
      guard 2 * side <= limit else { return nil }
      side *= 2
    }
    let place = Place(texels: [Float(shelf.x), Float(shelf.y), Float(table.side), 0], reach: table.reach)
    placed.append(Placed(table: table, x: shelf.x, y: shelf.y))
    places[key] = place
    shelf.x += table.side
    shelf.height = max(shelf.height, table.side)
    return place
  }
}

/// The tables in GPU memory.
final class ShadowTexture {
  private var texture: Texture?
  private var generation = -1
  private var uploaded = 0
  private let device: Device

  init(on device: Device) {
    self.device = device
  }

  /// Uploads new tables and binds the texture.
  func bind(_ tables: ShadowTables) throws(GPUError) {
    guard !tables.placed.isEmpty || texture != nil else { return }
    let texture = if let texture, texture.width == tables.side { texture } else { try made(tables.side) }
    if generation != tables.generation { (generation, uploaded) = (tables.generation, 0) }
    for placed in tables.placed[min(uploaded, tables.placed.count)...] {
      let side = placed.table.side
      placed.table.values.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        texture.upload(base, rowLength: side, x: placed.x, y: placed.y, width: side, height: side)
      }
    }
    uploaded = tables.placed.count
    texture.bind(unit: TextureUnit.shadows.index)
  }

  private func made(_ side: Int) throws(GPUError) -> Texture {
    let made = try Texture(
      "shadow tables", format: .alpha16Float, width: side, height: side, isFiltered: true, on: device)
    (texture, uploaded) = (made, 0)
    return made
  }
}
