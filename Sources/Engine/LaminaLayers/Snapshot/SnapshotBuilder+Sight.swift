// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Leaving sublayers out that lie wholly outside of a layer that clips them. Most rows of a list that scrolls do; the
// planner drops them, and copying them costs more than everything that shows. A sublayer is left out with all in it
// where the planner would drop it unseen and say nothing of it, so the plan of what is copied is that of the whole
// tree.

extension SnapshotBuilder {
  /// How far a layer shows its sublayers.
  struct Sight {
    /// Pixels a point of the layer's space has at least; 0 where that is not known, -1 where nobody has asked.
    var scale = -1.0
    /// Outside of this box, in the layer's space, no sublayer shows: minimum x, y, maximum x, y, points.
    var box = SIMD4<Double>.zero
    /// Whether sublayers outside of the box are left out.
    var isLimited = false
  }

  /// As far from a clip, in pixels, no edge, raster or blur of a plain layer reaches over it.
  private static let pixelMargin = 12.0
  /// The same in points, for rasters that are coarser than pixels.
  private static let pointMargin = 4.0

  /// Finds out how far the layer that was opened last shows its sublayers, where it clips them.
  ///
  /// - Parameter depth: How many levels of layers the picture may have.
  @inline(never)
  mutating func limitSight(of layer: CALayer, depth: Int) {
    let top = open.count - 1
    let index = Int(open[top].node)
    let (flags, kind) = (nodes[index].properties.flags, nodes[index].properties.kind)
    guard flags.contains(.masksToBounds), kind == .layer || kind == .scroll,
      top + SubtreeReach.measuredDepth < depth, !drawsPatterns
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

  /// Pixels a point inside an open layer has at least; 0 where that is not known: it is turned, in perspective, or
  /// drawn on a grid of its own. Asked once for each layer, and only under those that clip.
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

  /// - Parameter outer: That of the layer around it.
  private func scale(inside index: Int, under outer: Double) -> Double {
    let (flags, kind) = (nodes[index].properties.flags, nodes[index].properties.kind)
    guard outer > 0, nodes[index].effects < 0, !flags.contains(.keepsDepth), !flags.contains(.shouldRasterize),
      kind != .replicator
    else { return 0 }
    if let extras = nodes[index].properties.extras {
      // A shadow of the subtree may be found on a coarser grid.
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

  /// Whether a sublayer of the open layer lies outside with all in it, and nothing has to be said of it.
  ///
  /// - Returns: Whether it is left out.
  @inline(never)
  mutating func leavesOut(_ layer: CALayer, of top: Int) -> Bool {
    // A layer that has sublayers is drawn otherwise than one that has none, so one of them stays.
    if open[top].next == open[top].sublayers.count, nodes.count == Int(open[top].node) + 1 { return false }
    var reach = SubtreeReach(sight: open[top].sight.box, hasMoving: mayShowMoving)
    guard reach.isOutside(layer) else { return false }
    leftOut += reach.layers
    return true
  }
}

/// Measures how far subtrees reach that are plain, as the planner does: whose layers are moved only, and draw nothing
/// but boxes, gradients, texts, pictures that fill them, and shadows.
struct SubtreeReach {
  /// Where something shows.
  let sight: SIMD4<Double>
  /// Whether contents may stand for moving pictures.
  let hasMoving: Bool
  /// How many layers were measured.
  private(set) var layers = 0
  private var box = SIMD4(Double.infinity, .infinity, -.infinity, -.infinity)
  /// A shadow is cast by all of a subtree, and so on up: their reaches add up.
  private var spread = 0.0
  /// Whether something may be said of a layer that is visited though it does not show.
  private var isNoteworthy = false

  /// How deep subtrees may be that are measured.
  static let measuredDepth = 8
  /// The planner visits subtrees of so many layers at most.
  private static let fewLayers = 2
  /// Whoever has one of these flags is not only moved.
  private static let elsewhere: LayerFlags = [.keepsDepth, .transformed, .geometryFlipped, .animated]
  /// Farther than so many radii no shadow reaches.
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
  /// - Parameter origin: Where the space that it lies in begins in that of the root.
  /// - Returns: `false` where something is not plain, or shows.
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
    // A layer whose place is no number is reported where it is visited.
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

  /// Whether a layer draws inside of its bounds, but for a shadow, and nothing has to be said of it.
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
  /// Whether `zPosition` alone decides where sublayers stand in depth, whatever their animations do: none cuts another.
  fileprivate var sublayersStayInPlane: Bool {
    sublayerStorage.indices.allSatisfy { index in
      unowned(unsafe) let layer = sublayerStorage[index]
      let flags = layer.properties.flags
      guard flags.rawValue & SubtreeReach.mayLeavePlane.rawValue == 0 else { return layer.isTurnedInPlane }
      return layer.properties.anchorPointZ == 0
    }
  }

  /// Whether the layer is transformed within the plane, at any time.
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
  /// Whoever has one of these flags may stand elsewhere in depth.
  fileprivate static let mayLeavePlane: LayerFlags = [.keepsDepth, .transformed, .animated]
}
