// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Leaving out sublayers that lie wholly outside of a layer that clips them, such as most rows of a list that scrolls.
// The planner drops them, and copying them costs more than copying all visible layers. A sublayer is left out with all
// in it where the planner would drop it unseen and without a report, so the plan of the copy equals the plan of the
// whole tree.

extension SnapshotBuilder {
  /// The area in which a layer's sublayers show.
  struct Sight {
    /// The minimum number of pixels per point of the layer's space; 0 where it is not known, -1 where it was not
    /// computed yet.
    var scale = -1.0
    /// The box, in the layer's space, outside which no sublayer shows: minimum x, y, maximum x, y, in points.
    var box = SIMD4<Double>.zero
    /// Whether sublayers outside of the box are left out.
    var isLimited = false
  }

  /// The margin in pixels beyond a clip that no edge, raster or blur of a plain layer crosses.
  private static let pixelMargin = 12.0
  /// The same margin in points, for rasters that are coarser than pixels.
  private static let pointMargin = 4.0

  /// Computes the area in which the sublayers of the last opened layer show, where it clips them.
  ///
  /// - Parameter depth: The number of levels of layers that the picture may have.
  @inline(never)
  mutating func limitSight(of layer: CALayer, depth: Int) {
    let top = open.count - 1
    let index = Int(open[top].node)
    let (flags, kind) = (nodes[index].properties.flags, nodes[index].properties.kind)
    guard flags.contains(.masksToBounds), kind == .layer || kind == .scroll,
      top + SubtreeReach.measuredDepth < depth, !hasPatterns
    else { return }
    let scale = scale(inside: top)
    guard scale > 0, layer.sublayersStayInPlane else { return }
    let bounds = nodes[index].properties.bounds
    let corner = SIMD2(Double(bounds.origin.x), Double(bounds.origin.y))
    let opposite = corner + SIMD2(Double(bounds.size.width), Double(bounds.size.height))
    let margin = Self.pixelMargin / scale + Self.pointMargin
    let (low, high) = (pointwiseMin(corner, opposite) - margin, pointwiseMax(corner, opposite) + margin)
    open[top].sight.box = SIMD4(lowHalf: low, highHalf: high)
    open[top].sight.isLimited = low + high - (low + high) == .zero
  }

  /// The minimum number of pixels per point inside an open layer; 0 where it is not known, because the layer is
  /// rotated, in perspective, or drawn on a grid of its own. Computed once per layer, and only under layers that clip.
  private mutating func scale(inside top: Int) -> Double {
    var first = top
    while first >= 0, open[first].sight.scale < 0 { first -= 1 }
    var scale = first >= 0 ? open[first].sight.scale : nodes[Int(open[0].node)].parent < 0 ? rootScale : 0
    while first < top {
      first += 1
      scale = self.scale(inside: Int(open[first].node), under: scale)
      open[first].sight.scale = scale
    }
    return scale
  }

  /// - Parameter outer: The scale of the layer around it.
  private func scale(inside index: Int, under outer: Double) -> Double {
    let (flags, kind) = (nodes[index].properties.flags, nodes[index].properties.kind)
    guard outer > 0, nodes[index].effects < 0, !flags.contains(.keepsDepth), !flags.contains(.shouldRasterize),
      kind != .replicator
    else { return 0 }
    if let extras = nodes[index].properties.extras {
      // A shadow of the subtree may be computed on a coarser grid.
      guard !(extras.shadowOpacity > 0) || flags.contains(.masksToBounds), !extras.hasCyclicMask,
        CATransform3DIsIdentity(extras.sublayerTransform)
      else { return 0 }
    }
    guard flags.contains(.transformed), nodes[index].parent >= 0 else { return outer }
    let transform = nodes[index].properties.transform
    guard transform.m12 == 0, transform.m21 == 0, transform.m14 == 0, transform.m24 == 0, transform.m34 == 0,
      transform.m44 == 1
    else { return 0 }
    let own = Double(min(abs(transform.m11), abs(transform.m22)))
    return own > 0 && own.isFinite ? outer * own : 0
  }

  /// Whether a sublayer of the open layer lies outside with all in it, and has nothing to report.
  ///
  /// - Returns: Whether the sublayer is left out.
  @inline(never)
  mutating func leavesOut(_ layer: CALayer, of top: Int) -> Bool {
    // A layer with sublayers is drawn differently from one without, so one of them stays.
    if open[top].next == open[top].sublayers.count, nodes.count == Int(open[top].node) + 1 { return false }
    var reach = SubtreeReach(sight: open[top].sight.box, hasMoving: hasMoving)
    guard reach.isOutside(layer) else { return false }
    leftOut += reach.layers
    return true
  }
}

/// Measures the reach of plain subtrees, as the planner does: their layers are only moved, and draw nothing but boxes,
/// gradients, texts, pictures that fill them, and shadows.
struct SubtreeReach {
  /// The area that shows.
  let sight: SIMD4<Double>
  /// Whether contents may stand for moving pictures.
  let hasMoving: Bool
  /// The number of layers that were measured.
  private(set) var layers = 0
  private var box = SIMD4(Double.infinity, .infinity, -.infinity, -.infinity)
  /// The reach of all shadows in the subtree: a layer's shadow is cast by the shadows inside it too, so reaches add up.
  private var spread = 0.0
  /// Whether a layer may have something to report that is visited although it does not show.
  private var isNoteworthy = false

  /// The maximum depth of subtrees that are measured.
  static let measuredDepth = 8
  /// The planner visits a subtree that does not show only where it has at most this many layers.
  private static let fewLayers = 2
  /// The flags of layers that are more than moved.
  private static let elsewhere: LayerFlags = [.keepsDepth, .transformed, .geometryFlipped, .animated]
  /// The reach of shadows, in radii.
  private static let shadowReach = 4.0

  init(sight: SIMD4<Double>, hasMoving: Bool) { (self.sight, self.hasMoving) = (sight, hasMoving) }

  /// Whether a subtree is plain and lies outside.
  mutating func isOutside(_ root: CALayer) -> Bool {
    add(root, in: .zero, depth: 0) && misses && (!isNoteworthy || layers > Self.fewLayers)
  }

  private var misses: Bool {
    box.z + spread < sight.x || box.x - spread > sight.z || box.w + spread < sight.y || box.y - spread > sight.w
  }

  /// Adds a layer and all in it.
  ///
  /// - Parameter origin: The origin of the layer's superspace in the space of the root.
  /// - Returns: `false` where a layer is not plain, or shows.
  private mutating func add(_ layer: CALayer, in origin: SIMD2<Double>, depth: Int) -> Bool {
    guard layer.properties.flags.rawValue & Self.elsewhere.rawValue == 0, layer.properties.anchorPointZ == 0,
      layer.properties.zPosition.isFinite
    else { return false }
    let (bounds, anchor, position) = (
      layer.properties.bounds, layer.properties.anchorPoint, layer.properties.position
    )
    let corner = SIMD2(Double(bounds.origin.x), Double(bounds.origin.y))
    let size = SIMD2(Double(bounds.size.width), Double(bounds.size.height))
    let own =
      origin + SIMD2(Double(position.x), Double(position.y)) - corner
      - SIMD2(Double(anchor.x), Double(anchor.y)) * size
    let (first, second) = (own + corner, own + corner + size)
    let (low, high) = (pointwiseMin(first, second), pointwiseMax(first, second))
    // A layer whose place is not finite is reported where it is visited.
    guard low + high - (low + high) == .zero else { return false }
    box.lowHalf = pointwiseMin(box.lowHalf, low)
    box.highHalf = pointwiseMax(box.highHalf, high)
    layers += 1
    guard misses, isPlain(layer, size) else { return false }
    guard !layer.sublayerStorage.isEmpty else { return true }
    guard depth < Self.measuredDepth else { return false }
    for index in layer.sublayerStorage.indices {
      unowned(unsafe) let sublayer = layer.sublayerStorage[index]
      guard add(sublayer, in: own, depth: depth + 1) else { return false }
    }
    return true
  }

  /// Whether a layer draws only inside of its bounds, apart from a shadow, and has nothing to report.
  private mutating func isPlain(_ layer: CALayer, _ size: SIMD2<Double>) -> Bool {
    switch layer.properties.kind {
    case .layer, .text, .scroll: break
    case .gradient:
      guard let colors = (layer as? CAGradientLayer)?.colors?.count, colors <= GradientContent.maximumStops else {
        return false
      }
    case .transform, .shape, .replicator, .emitter, .tiled: return false
    }
    if layer.properties.contents != nil, !addContents(of: layer) { return false }
    let extras = layer.properties.extras
    if layer.properties.flags.contains(.shouldRasterize) {
      isNoteworthy = true
      guard 0.5...4 ~= extras?.rasterizationScale ?? 1, abs(size.x * size.y) < 1_000_000 else { return false }
    }
    guard let extras else { return true }
    guard !extras.hasMask, !extras.hasCyclicMask, !extras.hasFilters, !extras.hasBackgroundFilters,
      !extras.hasCompositingFilter, CATransform3DIsIdentity(extras.sublayerTransform)
    else { return false }
    return !(extras.shadowOpacity > 0) || addShadow(extras)
  }

  private mutating func addContents(of layer: CALayer) -> Bool {
    guard layer.properties.contentsProperties.gravity == .resize, let image = layer.properties.contents else {
      return false
    }
    if image.encoded != nil { isNoteworthy = true }
    return !hasMoving || image.moving == nil
  }

  private mutating func addShadow(_ extras: LayerExtras) -> Bool {
    isNoteworthy = true
    let offset = max(abs(Double(extras.shadowOffset.width)), abs(Double(extras.shadowOffset.height)))
    spread += Self.shadowReach * Double(max(extras.shadowRadius, 0)) + offset
    return extras.shadowPath == nil && spread.isFinite && misses
  }
}

extension CALayer {
  /// Whether `zPosition` alone decides the depth of sublayers, whatever their animations do: no sublayer cuts another.
  fileprivate var sublayersStayInPlane: Bool {
    sublayerStorage.indices.allSatisfy { index in
      unowned(unsafe) let layer = sublayerStorage[index]
      let flags = layer.properties.flags
      guard flags.rawValue & SubtreeReach.mayLeavePlane.rawValue == 0 else { return layer.isTurnedInPlane }
      return layer.properties.anchorPointZ == 0
    }
  }

  /// Whether the layer is transformed within the plane only, at any time.
  private var isTurnedInPlane: Bool {
    guard properties.flags.isDisjoint(with: [.keepsDepth, .animated]), properties.anchorPointZ == 0,
      properties.zPosition.isFinite
    else { return false }
    let transform = properties.transform
    return transform.m13 == 0 && transform.m23 == 0 && transform.m43 == 0 && transform.m14 == 0 && transform.m24 == 0
      && transform.m34 == 0 && transform.m44 == 1
  }
}

extension SubtreeReach {
  /// The flags of layers whose depth may differ.
  fileprivate static let mayLeavePlane: LayerFlags = [.keepsDepth, .transformed, .animated]
}
