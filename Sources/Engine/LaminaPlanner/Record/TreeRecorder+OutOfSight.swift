// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

// Skipping layers that are out of sight. Most rows of a list that scrolls are out of sight. To test each of their
// layers would cost as much as to draw them. The extent of a plain subtree, however, follows from frames and shadows
// alone.

extension TreeRecorder {
  /// Whether no part of a layer and its subtree can show, and none of its layers needs a diagnostic.
  ///
  /// - Parameters:
  ///   - map: The map from the layer's space to the target.
  ///   - limit: The pixels of the target that may show.
  mutating func isOutOfSight(_ node: Int32, _ map: Homography, limit: PixelRect) -> Bool {
    let end = nodes[Int(node)].subtreeEnd
    guard end - node > PlainSubtrees.fewNodes, map.isAffine, measuresReach,
      // A layer that shows by itself need not be measured.
      map.misses(RoundedRectangle(bounds: nodes[Int(node)].properties.bounds).box, limit)
    else { return false }
    return map.misses(plainSubtrees.reach(of: node), limit)
  }

  /// Whether layers out of sight may be left out without a visit.
  var measuresReach: Bool {
    outlines == nil && placedLayers == nil && walk.levels + PlainSubtrees.measuredDepth < meter.limits.depth
  }

  /// A box that contains everything that siblings draw, in their space; NaN if it is unknown.
  func reach(of siblings: [Int32]) -> SIMD4<Double> { plainSubtrees.reach(ofSiblings: siblings[...]) }

  private var plainSubtrees: PlainSubtrees {
    @inline(__always) get { PlainSubtrees(nodes: nodes, contents: snapshot.contents) }
  }
}

/// Measures the extents of plain subtrees, whose layers are only translated, and draw only boxes, gradients, texts,
/// pictures that fill them, and shadows.
private struct PlainSubtrees {
  /// The nodes of the snapshot.
  let nodes: UnsafePointer<TreeSnapshot.Node>
  /// The contents of the snapshot's layers of special classes.
  let contents: [LayerContent]

  /// The greatest number of nodes of a subtree that need not be measured, and is always visited.
  static let fewNodes: Int32 = 2
  /// The greatest depth of a measured subtree.
  static let measuredDepth = 8

  /// A box that contains everything that a subtree draws, in the space of its root; NaN if a layer in it is not plain.
  func reach(of root: Int32) -> SIMD4<Double> {
    let end = nodes[Int(root)].subtreeEnd
    let unknown = SIMD4<Double>(repeating: .nan)
    var reach = SIMD4(Double.infinity, .infinity, -.infinity, -.infinity)
    // The open layers: the end of each, and the origin of its space in the root's space.
    var open: [(end: Int32, origin: SIMD2<Double>)] = []
    // The shadow of a layer is cast by its whole subtree, and so on upwards, so the reaches of shadows add up.
    var spread = 0.0
    for index in Int(root)..<Int(end) {
      while let last = open.last, last.end <= index { open.removeLast() }
      guard isPlain(index, isRoot: index == root) else { return unknown }
      if let extras = nodes[index].properties.extras, extras.shadowOpacity > 0, let shadow = LayerShadow(extras) {
        guard extras.shadowPath == nil else { return unknown }
        spread += Self.reach(of: shadow)
      }
      let bounds = nodes[index].properties.bounds
      var origin = SIMD2<Double>.zero
      if let parent = open.last {
        let (anchor, position) = (nodes[index].properties.anchorPoint, nodes[index].properties.position)
        origin =
          parent.origin + SIMD2(Double(position.x - bounds.origin.x), Double(position.y - bounds.origin.y))
          - SIMD2(Double(anchor.x * bounds.size.width), Double(anchor.y * bounds.size.height))
      }
      let box = RoundedRectangle(bounds: bounds).box + SIMD4(origin.x, origin.y, origin.x, origin.y)
      // Non-finite values are reported when the layer is visited.
      guard box - box == .zero else { return unknown }
      reach = SIMD4(min(reach.x, box.x), min(reach.y, box.y), max(reach.z, box.z), max(reach.w, box.w))
      if nodes[index].subtreeEnd > index + 1 {
        guard open.count < Self.measuredDepth else { return unknown }
        open.append((nodes[index].subtreeEnd, origin))
      }
    }
    reach += SIMD4(-spread, -spread, spread, spread)
    return spread.isFinite ? reach : unknown
  }

  /// A box that contains everything that some siblings and their subtrees draw, in the space of the siblings. It is NaN
  /// if one of their layers is not plain, if a subtree is too small to be measured, or if a sibling's map to that space
  /// is not affine.
  func reach(ofSiblings siblings: ArraySlice<Int32>) -> SIMD4<Double> {
    var reach = SIMD4(Double.infinity, .infinity, -.infinity, -.infinity)
    for sibling in siblings {
      guard nodes[Int(sibling)].subtreeEnd - sibling > Self.fewNodes else { return SIMD4(repeating: .nan) }
      let own = self.reach(of: sibling)
      guard own - own == .zero, let map = nodes[Int(sibling)].properties.superlayerFromLayer(in: nil), map.isAffine
      else {
        return SIMD4(repeating: .nan)
      }
      let box = map.box(around: own)
      reach = SIMD4(
        lowHalf: pointwiseMin(reach.lowHalf, box.lowHalf), highHalf: pointwiseMax(reach.highHalf, box.highHalf))
    }
    return reach - reach == .zero ? reach : SIMD4(repeating: .nan)
  }

  /// The greatest reach of a shadow, for every way to draw it; points.
  private static func reach(of shadow: LayerShadow) -> Double {
    let blur = max(shadow.reach, shadow.sigma * Double(BlurFilter.reach))
    return blur + max(abs(shadow.offset.x), abs(shadow.offset.y))
  }

  /// Whether a layer draws only inside its bounds, apart from a shadow, places its sublayers by their frames, and needs
  /// no diagnostic.
  ///
  /// - Parameter isRoot: Whether the layer is the root, whose own placement is already known.
  private func isPlain(_ index: Int, isRoot: Bool) -> Bool {
    let flags = nodes[index].properties.flags
    guard !flags.contains(.keepsDepth), isRoot || !flags.contains(.transformed) && !flags.contains(.geometryFlipped),
      isRoot || nodes[index].properties.anchorPointZ == 0, nodes[index].mask < 0, nodes[index].effects < 0,
      nodes[index].properties.contents == nil || nodes[index].properties.contentsProperties.gravity == .resize
    else { return false }
    if let extras = nodes[index].properties.extras,
      extras.hasCyclicMask || !CATransform3DIsIdentity(extras.sublayerTransform)
    {
      return false
    }
    guard isRoot || nodes[index].properties.zPosition.isFinite else { return false }
    if flags.contains(.shouldRasterize) {
      // At other scales or sizes the rasterization has a diagnostic, or its edge reaches far.
      let scale = nodes[index].properties.extras?.rasterizationScale ?? 1
      let size = nodes[index].properties.bounds.size
      guard 0.5...4 ~= scale, abs(size.width * size.height) < 1_000_000 else { return false }
    }
    switch nodes[index].properties.kind {
    case .layer, .text, .scroll: return true
    case .gradient:
      let content = Int(nodes[index].content)
      if content >= 0, case .gradient(let gradient) = contents[content], gradient.omittedStops > 0 { return false }
      return true
    case .transform, .shape, .replicator, .emitter, .tiled: return false
    }
  }
}

extension Homography {
  /// Whether a box lies wholly outside of some pixels, by more than the margins of rasters and blurs; `false` for a box
  /// that is NaN. For affine maps only.
  func misses(_ box: SIMD4<Double>, _ pixels: PixelRect) -> Bool {
    let target = self.box(around: box)
    let margin = 8.0
    return target.z < Double(pixels.minX) - margin || target.x > Double(pixels.maxX) + margin
      || target.w < Double(pixels.minY) - margin || target.y > Double(pixels.maxY) + margin
  }

  /// The upright bounding box of the mapped box: minimum x, y, maximum x, y. For affine maps only.
  fileprivate func box(around box: SIMD4<Double>) -> SIMD4<Double> {
    let alongX = SIMD2(x.x, x.y) * (box.z - box.x)
    let alongY = SIMD2(y.x, y.y) * (box.w - box.y)
    let corner = SIMD2(x.x, x.y) * box.x + SIMD2(y.x, y.y) * box.y + SIMD2(translation.x, translation.y)
    return SIMD4(
      lowHalf: corner + pointwiseMin(alongX, .zero) + pointwiseMin(alongY, .zero),
      highHalf: corner + pointwiseMax(alongX, .zero) + pointwiseMax(alongY, .zero))
  }
}
