// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds the shadow of a rounded box.
  ///
  /// - Parameter depth: Clip space.
  mutating func addShadow(_ shadow: UnsafePointer<ShadowOperation>, depth: Float) {
    let (outer, bounds) = (shadow.pointee.outer, shadow.pointee.pixelBounds)
    guard !bounds.isEmpty else { return }
    let (instance, isPlain) = instance(of: shadow, depth: depth)
    let first = lists.instances.count
    addQuadrilateral(outer, cutTo: bounds, instance)
    addRun(
      from: first, program: isPlain ? .shadowPlain : .shadow,
      area: ConvexPieces.area(ofOuter: outer, bounds: bounds), bounds: bounds)
  }

  /// The instance of a shadow, without its corners, and whether the simplest shader of shadows draws it.
  mutating func instance(
    of shadow: UnsafePointer<ShadowOperation>, depth: Float
  ) -> (instance: Instance, isPlain: Bool) {
    var record = ShadowRecord(shadow)
    let (corners, clip) = (addTables(of: shadow, to: &record), shadow.pointee.clip)
    return (
      Instance(record: records.add(record), kind: .shadow, clip: place(of: clip), depth: depth),
      strategy == .depth && !clip.exists && corners != nil && corners != .wide
    )
  }

  /// Places the tables of a shadow's corners.
  ///
  /// - Returns: `false` if there is no space for them.
  mutating func findTables(of shadow: UnsafePointer<ShadowOperation>) -> Bool {
    var record = ShadowRecord()
    return addTables(of: shadow, to: &record) != nil
  }

  /// Adds the places of the tables of a shadow's corners: none for square corners, one if a single lookup is enough, or
  /// four.
  ///
  /// - Returns: `nil` if there is no space for the tables, so that the shadow is drawn by distance.
  private mutating func addTables(
    of shadow: UnsafePointer<ShadowOperation>, to record: inout ShadowRecord
  ) -> ShadowOperation.Corners? {
    let (radii, corner) = (shadow.cornerRadii, shadow.pointee.shape.corner)
    // A table without values removes nothing from a square corner; for a wide corner it is not read.
    func place(_ radius: Float) -> ShadowTables.Place? {
      guard radius > 0, radius <= ShadowOperation.widestRadius else { return .empty }
      return shadowTables.place(of: .init(radius: radius, corner: corner))
    }
    record.widest = 0
    let largest = radii.max()
    guard let table = place(largest) else { return nil }
    let corners = shadow.corners(reach: table.reach)
    switch corners {
    case .square: break
    case .alike: record.table0 = table.texels
    case .mixed, .wide:
      guard let first = place(radii.x), let second = place(radii.y), let third = place(radii.z),
        let fourth = place(radii.w)
      else { return nil }
      (record.table0, record.table1) = (first.texels, second.texels)
      (record.table2, record.table3, record.lookups) = (third.texels, fourth.texels, 4)
    }
    record.widest = corners == .wide ? ShadowOperation.widestRadius : -1
    return corners
  }
}

extension ShadowRecord {
  /// The record of a shadow with square corners, which look up a table without values.
  fileprivate init(_ shadow: UnsafePointer<ShadowOperation>) {
    self.init()
    row0 = shadow.pointee.shape.row0
    row1 = shadow.pointee.shape.row1
    row2 = shadow.pointee.shape.row2
    (box, radii) = (shadow.pointee.shape.box, shadow.pointee.shape.radii)
    (corner, color) = (shadow.pointee.shape.corner, shadow.pointee.color)
    (sigma, cornerSigma) = (shadow.pointee.sigma, shadow.cornerSigma)
    lookups = 1
  }
}
