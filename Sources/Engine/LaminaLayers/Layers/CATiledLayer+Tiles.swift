// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics

/// The tiles of a layer that were drawn and are kept.
struct TileStore {
  /// A tile: its level, and its place in that level's grid.
  struct Key: Hashable {
    var level: Int
    var column: Int
    var row: Int
    /// The size in points, which is larger than the requested one where there would be too many tiles.
    var side: SIMD2<Double>
  }

  /// The values that all tiles depend on: where they change, all tiles are drawn anew.
  struct Form: Equatable {
    var bounds: CGRect
    var tileSize: CGSize
    var contentsScale: CGFloat
    var isFlipped: Bool
    var isOpaque: Bool
  }

  var form: Form?
  /// The drawn tiles; `nil` for a tile that no code has drawn.
  var images: [Key: CGImage?] = [:]

  /// The number of bytes above which tiles that do not show are released.
  static let keptBytes = 64 << 20

  var bytes: Int { images.values.reduce(0) { $0 + ($1.map { 4 * $0.width * $0.height } ?? 0) } }
}

extension CATiledLayer {
  /// The maximum number of tiles in one request: beyond it, tiles are made larger.
  private static var maximumTiles: Double { 4096 }
  /// The maximum length of a tile's side, in pixels.
  private static var maximumSide: CGFloat { 4096 }

  /// Draws the visible tiles that are not kept yet, and returns all visible tiles.
  ///
  /// - Conformance: TILE-1
  final func tilesThatShow(_ moment: SnapshotMoment) -> LayerContent? {
    guard let view = LayerView(of: self, moment) else { return nil }
    let bounds = properties.bounds.standardized
    let unit = contentsScale > 0 && contentsScale.isFinite ? contentsScale : 1
    let form = TileStore.Form(
      bounds: bounds, tileSize: tileSize, contentsScale: unit, isFlipped: isTurnedOver, isOpaque: isOpaque)
    if store.form != form { store = TileStore(form: form) }

    let level = level(for: view.pixelsPerPoint / Double(unit))
    let scale = Double(unit) * exp2(Double(level))
    let side = side(for: view.visible, scale: scale)
    var tiles: [TilesContent.Tile] = []
    var shown: Set<TileStore.Key> = []
    forEachTile(of: view.visible, in: bounds, side: side, level: level) { key, rect in
      shown.insert(key)
      if store.images[key] == nil { store.images.updateValue(drawTile(rect, scale: scale), forKey: key) }
      if let image = store.images[key] ?? nil { tiles.append(TilesContent.Tile(rect: rect, image: image)) }
    }
    if store.bytes > TileStore.keptBytes { store.images = store.images.filter { shown.contains($0.key) } }
    return tiles.isEmpty ? nil : .tiles(TilesContent(tiles: tiles))
  }

  /// Returns the level of detail for a scale: the lowest existing level that is not enlarged.
  private func level(for scale: Double) -> Int {
    let bias = min(max(levelsOfDetailBias, 0), 30)
    let count = min(max(levelsOfDetail, 1), 60)
    // A hundredth more than a power of two does not justify four times the pixels.
    let wanted = (log2(scale) - 0.0145).rounded(.up)
    return Int(clamping: min(max(wanted, Double(bias - count + 1)), Double(bias)))
  }

  /// The size of tiles in points.
  private func side(for visible: CGRect, scale: Double) -> SIMD2<Double> {
    func pixels(_ side: CGFloat) -> Double {
      side >= 1 && side.isFinite ? Double(min(side, Self.maximumSide)) : 256
    }
    var side = SIMD2(pixels(tileSize.width), pixels(tileSize.height)) / scale
    while (Double(visible.width) / side.x + 1) * (Double(visible.height) / side.y + 1) > Self.maximumTiles { side *= 2 }
    return side
  }

  private func forEachTile(
    of visible: CGRect, in bounds: CGRect, side: SIMD2<Double>, level: Int, _ body: (TileStore.Key, CGRect) -> Void
  ) {
    func range(_ low: CGFloat, _ high: CGFloat, _ side: Double) -> Range<Int> {
      let first = Int(clamping: (Double(low) / side + 1e-9).rounded(.down))
      return first..<max(first, Int(clamping: (Double(high) / side - 1e-9).rounded(.up)))
    }
    let columns = range(visible.minX - bounds.minX, visible.maxX - bounds.minX, side.x)
    for row in range(visible.minY - bounds.minY, visible.maxY - bounds.minY, side.y) {
      for column in columns {
        let rect = CGRect(
          x: Double(bounds.minX) + Double(column) * side.x, y: Double(bounds.minY) + Double(row) * side.y,
          width: side.x, height: side.y
        ).intersection(bounds)
        guard !rect.isNull, rect.width > 0, rect.height > 0 else { continue }
        body(TileStore.Key(level: level, column: column, row: row, side: side), rect)
      }
    }
  }

  /// Draws one tile.
  ///
  /// - Returns: `nil` where no code draws it, or a bitmap of that size cannot be made.
  private func drawTile(_ rect: CGRect, scale: Double) -> CGImage? {
    guard let context = try? CGContext.drawing(bounds: rect, scale: CGFloat(scale), isOpaque: isOpaque) else {
      return nil
    }
    if isTurnedOver {
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: rect.minY + rect.maxY))
    }
    context.clip(to: rect)
    properties.flags.remove(.unanswered)
    draw(in: context)
    return properties.flags.remove(.unanswered) == nil ? context.makeImage() : nil
  }
}
