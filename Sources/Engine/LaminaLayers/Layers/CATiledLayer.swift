// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// A layer that asks for its picture in tiles: only the visible tiles, at the level of detail in which they show.
///
/// Tiles are drawn when a snapshot of the tree is taken, by `draw(in:)` or the delegate's `draw(_:in:)` with a context
/// in the layer's space that is clipped to the tile. They are kept until `setNeedsDisplay()`, or until the bounds, the
/// size of tiles or `contentsScale` change.
///
/// - Conformance: TILE-1
open class CATiledLayer: CALayer {
  /// The number of sizes of the picture, each half the one before.
  ///
  /// - Range: `1...`; other values draw as 1.
  /// - Default: 1.
  open var levelsOfDetail = 1

  /// The number of these sizes that are larger than the layer.
  ///
  /// - Range: `0...`; a negative one draws as 0.
  /// - Default: 0.
  open var levelsOfDetailBias = 0

  /// The largest size of a tile.
  ///
  /// - Units: pixels.
  /// - Range: at least 1 by 1; other sizes draw as 256 by 256.
  /// - Default: 256 by 256.
  open var tileSize = CGSize(width: 256, height: 256)

  /// The time in which a new tile fades in. Kept for subclasses; pictures without a display are final.
  ///
  /// - Units: seconds.
  /// - Default: 0.25.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// The tiles that were drawn.
  final var store = TileStore()

  /// Removes all tiles: visible ones are drawn anew for the next snapshot.
  open override func display() {
    store = TileStore()
  }

  package override func snapshotContent(_ moment: SnapshotMoment) -> LayerContent? { tilesThatShow(moment) }

  /// Makes an empty layer.
  public override init() {
    super.init()
    properties.kind = .tiled
  }

  /// Makes a copy of a layer's own values; see ``CALayer/init(layer:)``.
  public override init(layer: Any) {
    super.init(layer: layer)
    properties.kind = .tiled
    guard let layer = layer as? CATiledLayer else { return }
    levelsOfDetail = layer.levelsOfDetail
    levelsOfDetailBias = layer.levelsOfDetailBias
    tileSize = layer.tileSize
  }

  /// Makes a layer from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}
