// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaPlan

/// The corner tables of a frame's shadows, on shelves of one texture.
///
/// Mirrors `Shaders/lib/shadow_coverage.glsl`. The tables of one frame stay for the next; a frame that finds no space
/// starts over. This is no `BudgetedCache`, since the space of a shelf is not freed table by table.
struct ShadowTables {
  /// Texels of a side of the texture.
  static let side = 1024

  /// A table and its first texel.
  struct Placed {
    var table: ShadowCornerTable
    var x: Int
    var y: Int
  }

  /// The place of a table.
  struct Place {
    /// First texel x, y, and the values along a side of the table; zero for a table without values.
    var texels: SIMD4<Float>
    /// The distance from the corner inward at which the values end; standard deviations.
    var reach: Float

    static let empty = Place(texels: .zero, reach: 0)
  }

  /// All placed tables, in the order in which they were placed.
  private(set) var placed: [Placed] = []
  private var places: [ShadowCornerTable.Key: Place] = [:]
  /// The table that was found last: most shadows of a frame have the same corners.
  private var latest: (key: ShadowCornerTable.Key, place: Place)?
  /// The tables, also those that are placed no more.
  private let kept = ShadowCornerTables()
  private var shelf = (x: 0, y: 0, height: 0)
  /// Changes whenever all tables are placed again.
  private(set) var generation = 0

  /// Removes all tables if little space is left, before a frame requests tables.
  mutating func beginFrame() {
    guard shelf.y + shelf.height > Self.side / 2 else { return }
    placed = []
    places = [:]
    latest = nil
    shelf = (0, 0, 0)
    generation += 1
  }

  /// The place of a table; `nil` if hundreds of other tables use all space.
  mutating func place(of key: ShadowCornerTable.Key) -> Place? {
    if let latest, latest.key == key { return latest.place }
    guard let place = places[key] ?? add(key) else { return nil }
    latest = (key, place)
    return place
  }

  private mutating func add(_ key: ShadowCornerTable.Key) -> Place? {
    let table = kept.table(key)
    if shelf.x + table.side > Self.side { shelf = (0, shelf.y + shelf.height, 0) }
    guard shelf.y + table.side <= Self.side else { return nil }
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
    let texture = if let texture { texture } else { try made() }
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

  private func made() throws(GPUError) -> Texture {
    let made = try Texture(
      "shadow tables", format: .alpha16Float, width: ShadowTables.side, height: ShadowTables.side, isFiltered: true,
      on: device)
    texture = made
    return made
  }
}
