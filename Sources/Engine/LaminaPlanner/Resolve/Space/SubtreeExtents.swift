// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import LaminaPlan

/// The extents of layers' subtrees in the layers' own planes, computed when a space needs them.
///
/// Layers cut each other where their pictures are, and a sublayer may extend beyond its superlayer. Every node is
/// visited once, from the last to the first, so that the extent of a layer is complete when the layer that it is
/// flattened into needs it. A transform layer has no plane, so its sublayers count for the nearest ancestor that
/// flattens.
struct SubtreeExtents {
  /// The greatest coordinate of extents, beyond which nothing is cut.
  private static let far = 1e12

  /// The contents of the snapshot's layers of special classes.
  let contents: [LayerContent]
  private let nodeCount: Int
  /// The effects of the layers that have effects.
  var effects: [LayerEffects] = []
  /// The extents: minimum x, y, maximum x, y; inverted for a node that shows nothing.
  private var boxes: [SIMD4<Double>] = []
  private var isKnown: [Bool] = []
  /// For each transform layer, the layer that it is flattened into, and the map from its sublayers' space to that
  /// layer.
  private var carriers: [Int32: (flattener: Int32, matrix: CATransform3D)] = [:]

  init(contents: [LayerContent], nodeCount: Int) {
    self.contents = contents
    self.nodeCount = nodeCount
  }

  /// The extent of `node`'s subtree in its own plane, or `nil` if nothing can show.
  ///
  /// - Parameters:
  ///   - node: A layer that flattens.
  ///   - isOwnEffectsLeftOut: Whether the extent excludes the layer's own blur.
  ///   - isOwnShadowLeftOut: Whether the extent excludes the layer's own shadow, as for the caster of that shadow; the
  ///     shadows of sublayers are included.
  mutating func extent(
    of node: Int32, in nodes: UnsafePointer<TreeSnapshot.Node>, isOwnShadowLeftOut: Bool = false,
    isOwnEffectsLeftOut: Bool = false
  ) -> SIMD4<Double>? {
    if boxes.isEmpty {
      boxes = Array(repeating: SIMD4(.infinity, .infinity, -.infinity, -.infinity), count: nodeCount)
      isKnown = Array(repeating: false, count: nodeCount)
    }
    if !isKnown[Int(node)] { compute(Int(node), nodes) }
    let box =
      isOwnShadowLeftOut
      ? boxes[Int(node)]
      : isOwnEffectsLeftOut ? boxWithShadow(Int(node), nodes) : boxWithEffects(Int(node), nodes)
    return box.x < box.z && box.y < box.w ? box : nil
  }

  private mutating func compute(_ root: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>) {
    let range = root..<Int(nodes[root].subtreeEnd)
    for index in range where !isKnown[index] {
      if nodes[index].properties.flags.contains(.keepsDepth) {
        noteCarrier(index, nodes)
      } else {
        measure(index, nodes)
      }
    }
    for index in range.reversed() where !isKnown[index] {
      isKnown[index] = true
      if index != root, !nodes[index].properties.flags.contains(.keepsDepth) { extendFlattener(by: index, nodes) }
    }
  }

  /// Adds the layer's own drawing.
  private mutating func measure(_ index: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>) {
    let outline = RoundedRectangle(bounds: nodes[index].properties.bounds)
    if outline.minimum.x < outline.maximum.x, outline.minimum.y < outline.maximum.y { unite(index, outline.box) }
    // A picture or a path may extend beyond its layer, unless the layer masks to its bounds.
    guard !nodes[index].properties.flags.contains(.masksToBounds) else { return }
    if nodes[index].content >= 0, case .shape(let shape) = contents[Int(nodes[index].content)] {
      unite(index, shape.box.corners)
    }
    if nodes[index].content >= 0, case .emitter = contents[Int(nodes[index].content)] {
      // Particles may move anywhere.
      unite(index, SIMD4(-Self.far, -Self.far, Self.far, Self.far))
    }
    guard let image = nodes[index].properties.contents,
      nodes[index].properties.contentsProperties.gravity != .resize,
      let placement = ContentsPlacement(
        imageSize: image.texels, properties: nodes[index].properties.contentsProperties, bounds: outline.box,
        isFlipped: false)
    else { return }
    unite(index, placement.box)
  }

  /// Notes a transform layer: its sublayers count for the layer above, or for the layer that this one counts for.
  private mutating func noteCarrier(_ index: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>) {
    guard isShown(index, nodes), let own = nodes[index].properties.superlayerMatrix() else { return }
    let parent = Int(nodes[index].parent)
    var matrix = nodes[index].properties.sublayerSpace.map { CATransform3DConcat($0, own) } ?? own
    if nodes[parent].properties.flags.contains(.keepsDepth) {
      guard let carrier = carriers[Int32(parent)] else { return }
      matrix = CATransform3DConcat(matrix, carrier.matrix)
      carriers[Int32(index)] = (carrier.flattener, matrix)
    } else {
      if let space = nodes[parent].properties.sublayerSpace { matrix = CATransform3DConcat(matrix, space) }
      carriers[Int32(index)] = (Int32(parent), matrix)
    }
  }

  private func isShown(_ index: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>) -> Bool {
    !nodes[index].properties.flags.contains(.hidden) && nodes[index].properties.opacity > 0
  }

  /// The extent of a layer with its sublayers, and of the shadow that it casts.
  private func boxWithShadow(_ index: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>) -> SIMD4<Double> {
    let box = boxes[index]
    guard let extras = nodes[index].properties.extras, extras.shadowOpacity > 0,
      !nodes[index].properties.flags.contains(.masksToBounds), let shadow = LayerShadow(extras)
    else { return box }
    var caster = box
    if let path = extras.shadowPath {
      let bounds = path.boundingBox
      caster = SIMD4(Double(bounds.minX), Double(bounds.minY), Double(bounds.maxX), Double(bounds.maxY))
    }
    guard caster.x < caster.z, caster.y < caster.w else { return box }
    let (low, high) = (caster.lowHalf + shadow.offset - shadow.reach, caster.highHalf + shadow.offset + shadow.reach)
    return SIMD4(
      max(min(box.x, low.x), -Self.far), max(min(box.y, low.y), -Self.far), min(max(box.z, high.x), Self.far),
      min(max(box.w, high.y), Self.far))
  }

  /// The extent of a layer with its sublayers and its shadow, extended by the layer's blur.
  private func boxWithEffects(_ index: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>) -> SIMD4<Double> {
    let box = boxWithShadow(index, nodes)
    guard nodes[index].effects >= 0, Int(nodes[index].effects) < effects.count, box.x < box.z, box.y < box.w else {
      return box
    }
    let reach = min(effects[Int(nodes[index].effects)].sigma * Double(BlurFilter.reach), Self.far)
    return SIMD4(
      max(box.x - reach, -Self.far), max(box.y - reach, -Self.far), min(box.z + reach, Self.far),
      min(box.w + reach, Self.far))
  }

  private mutating func extendFlattener(by index: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>) {
    let box = boxWithEffects(index, nodes)
    guard isShown(index, nodes), box.x < box.z, box.y < box.w else { return }
    let parent = Int(nodes[index].parent)
    let isCarried = nodes[parent].properties.flags.contains(.keepsDepth)
    let carrier = isCarried ? carriers[Int32(parent)] : nil
    guard !isCarried || carrier != nil else { return }
    let flattener = carrier.map { Int($0.flattener) } ?? parent
    guard !nodes[flattener].properties.flags.contains(.masksToBounds) else { return }
    if replicator(parent, nodes) != nil || (isCarried && isReplicated(parent, below: flattener, nodes)) {
      return extendByCopies(of: index, parent: parent, flattener: isCarried ? nil : flattener, far: flattener, nodes)
    }
    guard
      let map = nodes[index].properties.superlayerFromLayer(
        in: carrier?.matrix ?? nodes[parent].properties.sublayerSpace),
      let bounds = map.image(ofBoxFrom: SIMD2(box.x, box.y), to: SIMD2(box.z, box.w)).bounds
    else { return }
    unite(flattener, SIMD4(bounds.minimum.x, bounds.minimum.y, bounds.maximum.x, bounds.maximum.y))
  }

  private func replicator(_ index: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>) -> ReplicatorContent? {
    guard nodes[index].content >= 0, case .replicator(let content) = contents[Int(nodes[index].content)],
      content.count != 1
    else { return nil }
    return content
  }

  /// Whether a layer that keeps depth, or one of its ancestors up to the flattening layer, is a replicator.
  private func isReplicated(
    _ index: Int, below flattener: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>
  ) -> Bool {
    var current = index
    while current != flattener, current >= 0 {
      if replicator(current, nodes) != nil { return true }
      current = Int(nodes[current].parent)
    }
    return false
  }

  /// The greatest number of copies that are measured one by one.
  private static let measuredCopies = 1024

  /// Adds the extents of all copies of a replicator's sublayer.
  ///
  /// - Parameters:
  ///   - flattener: The replicator, if it is the layer that the sublayer is flattened into.
  ///   - far: The layer that gets the greatest extent if there are too many copies, or if they are hard to measure.
  private mutating func extendByCopies(
    of index: Int, parent: Int, flattener: Int?, far: Int, _ nodes: UnsafePointer<TreeSnapshot.Node>
  ) {
    guard let flattener, let content = replicator(parent, nodes), content.count <= Self.measuredCopies else {
      return unite(far, SIMD4(-Self.far, -Self.far, Self.far, Self.far))
    }
    let box = boxWithEffects(index, nodes)
    var walk = ReplicaWalk(content, count: content.count, tint: .zero, delay: 0)
    guard content.count > 0 else { return }
    repeat {
      let space = walk.space(in: nodes[parent].properties.sublayerSpace)
      guard let map = nodes[index].properties.superlayerFromLayer(in: space),
        let bounds = map.image(ofBoxFrom: SIMD2(box.x, box.y), to: SIMD2(box.z, box.w)).bounds
      else { continue }
      unite(flattener, SIMD4(bounds.minimum.x, bounds.minimum.y, bounds.maximum.x, bounds.maximum.y))
    } while walk.advance()
  }

  private mutating func unite(_ index: Int, _ box: SIMD4<Double>) {
    let old = boxes[index]
    boxes[index] = SIMD4(
      max(min(old.x, box.x), -Self.far), max(min(old.y, box.y), -Self.far), min(max(old.z, box.z), Self.far),
      min(max(old.w, box.w), Self.far))
  }
}
