import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

// The layers that repeat, scroll or tile what is in them.

extension PropertyTables {
  /// What a `CAReplicatorLayer` adds.
  static let replicator = [
    PropertyBinding<CAReplicatorLayer>("instanceCount", ValueReaders.integer) { $0.instanceCount = $1 },
    PropertyBinding<CAReplicatorLayer>("instanceDelay", ValueReaders.double) { $0.instanceDelay = $1 },
    PropertyBinding<CAReplicatorLayer>("instanceTransform", ValueReaders.transform) { $0.instanceTransform = $1 },
    PropertyBinding<CAReplicatorLayer>("instanceColor", ValueReaders.color) { $0.instanceColor = $1 },
    PropertyBinding<CAReplicatorLayer>("instanceRedOffset", ValueReaders.float) { $0.instanceRedOffset = $1 },
    PropertyBinding<CAReplicatorLayer>("instanceGreenOffset", ValueReaders.float) { $0.instanceGreenOffset = $1 },
    PropertyBinding<CAReplicatorLayer>("instanceBlueOffset", ValueReaders.float) { $0.instanceBlueOffset = $1 },
    PropertyBinding<CAReplicatorLayer>("instanceAlphaOffset", ValueReaders.float) { $0.instanceAlphaOffset = $1 },
    PropertyBinding<CAReplicatorLayer>("preservesDepth", ValueReaders.bool) { $0.preservesDepth = $1 },
  ].map { $0.lifted(to: CALayer.self) }

  /// What a `CAScrollLayer` adds.
  static let scroll = [
    PropertyBinding<CAScrollLayer>(
      "scrollMode", ValueReaders.keyword("none", "vertically", "horizontally", "both")
    ) { $0.scrollMode = CAScrollLayerScrollMode(rawValue: $1) }
  ].map { $0.lifted(to: CALayer.self) }

  /// What a `CATiledLayer` adds.
  static let tiled = [
    PropertyBinding<CATiledLayer>("tileSize", ValueReaders.size) { $0.tileSize = $1 },
    PropertyBinding<CATiledLayer>("levelsOfDetail", ValueReaders.integer) { $0.levelsOfDetail = $1 },
    PropertyBinding<CATiledLayer>("levelsOfDetailBias", ValueReaders.integer) { $0.levelsOfDetailBias = $1 },
  ].map { $0.lifted(to: CALayer.self) }
}
