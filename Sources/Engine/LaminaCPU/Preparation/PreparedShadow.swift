// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// A shadow, ready to draw.
struct PreparedShadow: BitwiseCopyable {
  /// As in `ShapeGeometry`.
  var row0: SIMD4<Float>
  var row1: SIMD4<Float>
  var row2: SIMD4<Float>
  /// Minimum x, minimum y, maximum x, maximum y; points.
  var box: SIMD4<Float>
  /// Points.
  var radii: SIMD4<Float>
  var corner: Float
  var isAffine: Bool
  /// 1 / sigma along x and y; 1 / points.
  var perSigma: SIMD2<Float>
  /// Points.
  var cornerSigma: Float
  /// Premultiplied, 0...255.
  var color: PixelColor
  /// A polygon that contains every pixel the shadow may touch.
  var outer: PreparedPolygon
  /// The innermost clip.
  var clip: UnsafePointer<PreparedClip>?
  /// The way in which the corners are drawn.
  var corners: Corners
  /// The map from the target to the middle of the box where it is affine, in standard deviations: the changes for a
  /// column and a row, the place of the origin, and half the size; along x and y.
  var across: SIMD4<Float>
  var down: SIMD4<Float>
  /// The place of a table's first value, and values of a standard deviation.
  var tableStart: Float
  var tableResolution: Float
  /// Whether the blurs of opposite edges meet, along x and y.
  var isNarrowX: Bool
  var isNarrowY: Bool
  /// The table of each corner, from (minX, minY) around.
  var tables: (Table, Table, Table, Table)

  /// `ShadowOperation.Corners`, whose comparison is not inlined here.
  enum Corners: UInt8 {
    case square
    case alike
    case mixed
    case wide

    init(_ corners: ShadowOperation.Corners) {
      switch corners {
      case .square: self = .square
      case .alike: self = .alike
      case .mixed: self = .mixed
      case .wide: self = .wide
      }
    }
  }

  /// A corner's table.
  struct Table: BitwiseCopyable {
    /// The values, row by row; without values, the table removes nothing from the corner.
    var values = UnsafeBufferPointer<Float>(start: nil, count: 0)
    /// Values along a side.
    var side: Int32 = 0
    /// The distance inward from which on nothing is removed, standard deviations.
    var reach: Float = 0
  }
}

/// The corner tables of some shadows, each once in an arena.
struct ShadowTableList {
  private var tables: [ShadowCornerTable.Key: PreparedShadow.Table] = [:]
  /// The last table that was requested: corners mostly share theirs.
  private var last: (key: ShadowCornerTable.Key, table: PreparedShadow.Table)?
  /// The tables of the renderer.
  private let kept: ShadowCornerTables

  init(_ kept: ShadowCornerTables) { self.kept = kept }

  /// The way in which the corners of a shadow are drawn.
  func corners(of shadow: ShadowOperation) -> ShadowOperation.Corners { shadow.corners(by: kept) }

  /// The tables of a shadow's corners.
  mutating func tables(of shadow: ShadowOperation, in arena: Arena) -> (
    PreparedShadow.Table, PreparedShadow.Table, PreparedShadow.Table, PreparedShadow.Table
  ) {
    (table(of: shadow, 0, arena), table(of: shadow, 1, arena), table(of: shadow, 2, arena), table(of: shadow, 3, arena))
  }

  private mutating func table(of shadow: ShadowOperation, _ corner: Int, _ arena: Arena) -> PreparedShadow.Table {
    guard let key = shadow.tableKey(corner) else { return PreparedShadow.Table() }
    if let last, last.key == key { return last.table }
    let table = tables[key] ?? made(key, arena)
    tables[key] = table
    last = (key, table)
    return table
  }

  private func made(_ key: ShadowCornerTable.Key, _ arena: Arena) -> PreparedShadow.Table {
    let table = kept.table(key)
    // Mixing needs a value behind the place.
    let end = ShadowCornerTable.start + Float(table.side - 1) / ShadowCornerTable.resolution
    return PreparedShadow.Table(
      values: arena.add(table.values), side: Int32(clamping: table.side), reach: min(table.reach, end))
  }
}

extension ShadowOperation {
  /// The key of the table of a corner; `nil` where the corner has none.
  fileprivate func tableKey(_ corner: Int) -> ShadowCornerTable.Key? {
    let radii = cornerRadii
    guard radii[corner] > 0, radii[corner] <= Self.widestRadius else { return nil }
    return ShadowCornerTable.Key(radius: radii[corner], corner: shape.corner)
  }

  /// Whether all values are numbers.
  var isUsable: Bool {
    let sum = shape.row0 + shape.row1 + shape.row2 + shape.box + shape.radii
    let sigmas = sigma.x + sigma.y
    return sum - sum == .zero && sigmas - sigmas == 0 && sigma.x > 0 && sigma.y > 0 && abs(shape.row0.w) < 0x1p30
      && abs(shape.row1.w) < 0x1p30
  }
}

extension PreparedShadow {
  init(
    _ shadow: ShadowOperation, color: PixelColor, outer: PreparedPolygon, clip: UnsafePointer<PreparedClip>?,
    corners: ShadowOperation.Corners, tables: (Table, Table, Table, Table)
  ) {
    let shape = shadow.shape
    (row0, row1, row2, box) = (shape.row0, shape.row1, shape.row2, shape.box)
    radii = shape.radii.replacing(with: 0, where: .!(shape.radii .> 0))
    corner = CornerOutline.usable(shape.corner)
    isAffine = shape.row0.z == 0 && shape.row1.z == 0 && shape.row2.z == 1
    perSigma = SIMD2(1 / shadow.sigma.x, 1 / shadow.sigma.y)
    cornerSigma = shadow.cornerSigma
    self.color = color
    self.outer = outer
    self.clip = clip
    self.corners = Corners(corners)
    let size = SIMD2(box.z - box.x, box.w - box.y) * perSigma
    let middle = (box.lowHalf + box.highHalf) * 0.5
    across = SIMD4(row0.x, row1.x, row2.x - middle.x, 0) * perSigma.x
    down = SIMD4(row0.y, row1.y, row2.y - middle.y, 0) * perSigma.y
    (across.w, down.w) = (size.x * 0.5, size.y * 0.5)
    (tableStart, tableResolution) = (ShadowCornerTable.start, ShadowCornerTable.resolution)
    // Beyond twice the reach, the far edge removes only a quarter of a level.
    isNarrowX = size.x < 2 * ShadowOperation.reach
    isNarrowY = size.y < 2 * ShadowOperation.reach
    self.tables = tables
  }
}
