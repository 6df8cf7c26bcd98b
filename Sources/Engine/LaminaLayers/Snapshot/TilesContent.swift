// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import LaminaGeometry
package import LaminaGraphics

/// The visible tiles of a tiled layer.
///
/// - Conformance: TILE-1
package struct TilesContent: Sendable {
  /// A picture and the part of the layer that it covers, in the layer's space.
  package struct Tile: Sendable {
    package var rect: CGRect
    package var image: CGImage
  }

  package var tiles: [Tile]
}

/// The visible part of a layer on the canvas, and its size in pixels.
struct LayerView {
  /// The part of the bounds that may show, in the layer's space.
  var visible: CGRect
  /// The maximum number of pixels per point of the layer.
  var pixelsPerPoint: Double

  /// - Returns: `nil` where the layer does not show.
  init?(of layer: CALayer, _ moment: SnapshotMoment) {
    visible = layer.properties.bounds.standardized
    pixelsPerPoint = 0
    var map = Homography.identity
    var isReplicated = false
    var cuts: [(CGRect, Homography)] = []
    var current = layer
    var isMoving = layer.properties.flags.contains(.animated)
    while current !== moment.root {
      guard let above = current.superlayerReference else { break }
      guard let step = current.properties.superlayerFromLayer(in: above.properties.sublayerSpace) else { return nil }
      map = map.concatenating(step)
      if above.properties.flags.contains(.masksToBounds) || above === moment.root {
        cuts.append((above.properties.bounds.standardized, map))
      }
      if let replicator = above as? CAReplicatorLayer, replicator.instanceCount != 1 { isReplicated = true }
      if above.properties.flags.contains(.animated) { isMoving = true }
      current = above
    }
    // Copies, and moving layers, may show any part.
    if !isReplicated, !isMoving { for (rect, map) in cuts { cut(to: rect, map) } }
    guard visible.width > 0, visible.height > 0, visible.width.isFinite, visible.height.isFinite else { return nil }
    measure(map, scale: moment.scale)
    guard pixelsPerPoint > 0, pixelsPerPoint.isFinite else { return nil }
  }

  private mutating func cut(to rect: CGRect, _ map: Homography) {
    guard let inverse = map.inverted(),
      let bounds = inverse.image(
        ofBoxFrom: SIMD2(rect.minX, rect.minY), to: SIMD2(rect.maxX, rect.maxY)
      ).bounds
    else {
      visible = .zero
      return
    }
    visible = visible.intersection(
      CGRect(
        x: bounds.minimum.x, y: bounds.minimum.y, width: bounds.maximum.x - bounds.minimum.x,
        height: bounds.maximum.y - bounds.minimum.y))
    if visible.isNull { visible = .zero }
  }

  private mutating func measure(_ map: Homography, scale: Double) {
    for x in [visible.minX, visible.midX, visible.maxX] {
      for y in [visible.minY, visible.midY, visible.maxY] {
        let image = map.homogeneous(SIMD2(x, y))
        guard image.z > 1e-9 else { continue }
        let place = SIMD2(image.x, image.y) / image.z
        for row in [map.x, map.y] {
          let step = (SIMD2(row.x, row.y) - place * row.z) / image.z
          pixelsPerPoint = max(pixelsPerPoint, (step * step).sum().squareRoot() * scale)
        }
      }
    }
  }
}
