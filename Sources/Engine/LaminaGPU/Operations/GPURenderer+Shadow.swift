// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds the shadow of a rounded box.
  ///
  /// - Parameter depth: Clip space.
  mutating func addShadow(_ shadow: ShadowOperation, depth: Float) {
    guard !shadow.pixelBounds.isEmpty else { return }
    let (instance, isPlain) = instance(of: shadow, depth: depth)
    let first = instances.count
    addQuadrilateral(shadow.outer, cutTo: shadow.pixelBounds, instance)
    addRun(
      from: first, program: isPlain ? .shadowPlain : .shadow,
      area: ConvexPieces.area(ofOuter: shadow.outer, bounds: shadow.pixelBounds), bounds: shadow.pixelBounds)
  }

  /// The instance of a shadow, without its corners, and whether the simplest shader of shadows draws it.
  mutating func instance(of shadow: ShadowOperation, depth: Float) -> (instance: Instance, isPlain: Bool) {
    let corners = shadowTables.corners(of: shadow)
    let tables = tables(of: shadow, corners)
    let record = ShadowRecord(shadow, tables: tables, isWide: corners == .wide)
    let clip = place(of: shadow.clip)
    return (
      Instance(record: records.add(record), kind: .shadow, clip: clip, depth: depth),
      strategy == .depth && !shadow.clip.exists && tables != nil && corners != .wide
    )
  }

  /// The places of the tables of a shadow's corners: none for square corners, one if a single lookup is enough, or
  /// four.
  ///
  /// - Returns: `nil` if there is no space for the tables.
  private mutating func tables(of shadow: ShadowOperation, _ corners: ShadowOperation.Corners) -> [SIMD4<Float>]? {
    let (radii, corner) = (shadow.cornerRadii, shadow.shape.corner)
    switch corners {
    case .square: return []
    case .alike:
      guard let place = shadowTables.place(of: .init(radius: radii.x, corner: corner)) else { return nil }
      return [place]
    case .mixed, .wide:
      var places: [SIMD4<Float>] = []
      for index in 0..<4 {
        // A table without values removes nothing from a square corner; for a wide corner it is not read.
        guard radii[index] > 0, radii[index] <= ShadowOperation.widestRadius else {
          places.append(.zero)
          continue
        }
        guard let place = shadowTables.place(of: .init(radius: radii[index], corner: corner)) else { return nil }
        places.append(place)
      }
      return places
    }
  }
}

extension ShadowRecord {
  /// - Parameters:
  ///   - tables: The places of the tables of its corners; `nil` if it has none and is drawn by distance.
  ///   - isWide: Whether some corner is too wide for a table.
  fileprivate init(_ shadow: ShadowOperation, tables: [SIMD4<Float>]?, isWide: Bool) {
    self.init()
    (row0, row1, row2) = (shadow.shape.row0, shadow.shape.row1, shadow.shape.row2)
    (box, radii, corner) = (shadow.shape.box, shadow.shape.radii, shadow.shape.corner)
    color = shadow.color
    (sigma, cornerSigma) = (shadow.sigma, shadow.cornerSigma)
    widest = tables == nil ? 0 : isWide ? ShadowOperation.widestRadius : -1
    // Square corners look up a table without values.
    lookups = 1
    if let tables, let first = tables.first { table0 = first }
    if let tables, tables.count == 4 { (table1, table2, table3, lookups) = (tables[1], tables[2], tables[3], 4) }
  }
}
