// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

/// The placement of one piece of a sorted space, with the values that it inherits in place of its container's.
struct SpacePlacement {
  /// The index of the layer's plane on the target, in `TreeWalk.placedPlanes`.
  var plane: Int32
  /// The innermost clip, including the cuts of the piece.
  var clip: ClipHandle
  var limit: PixelRect
  var opacity: Float
  var totalOpacity: Float
  var isFlipped: Bool
  /// The colour by which replicators multiply the layer's colours, and the time by which they delay it.
  var tint = SIMD4<Float>(repeating: 1)
  var delay = 0.0
}

extension TreeRecorder {
  /// Enters a layer whose placement was found by sorting a space.
  mutating func enter(_ node: Int32, at placement: SpacePlacement) {
    var inherited = walk.open[walk.open.count - 1].inherited
    inherited.clip = placement.clip
    inherited.limit = placement.limit
    inherited.opacity = placement.opacity
    inherited.totalOpacity = placement.totalOpacity
    inherited.isFlipped = placement.isFlipped
    inherited.tint = placement.tint
    inherited.delay = placement.delay
    visit(node, under: inherited, targetFromLayer: walk.placedPlanes[Int(placement.plane)])
  }

  /// Pushes the sublayers of a layer as pieces of one three-dimensional space; the furthest piece is entered first.
  ///
  /// - Conformance: D3-2, D3-3, D3-7
  mutating func pushSpace(of container: Int32) {
    guard let layer = walk.open.last else { return }
    let firstAway = spaceLog.facingAway.count
    let order = sortSpace(of: container, layer.inherited)
    guard !meter.isOver else { return }
    var lines = CutLines(container: layer.inherited.targetFromLayer, region: region, count: order.cuts.count)
    reserve(order.pieces.count, cut: order.pieces.count - order.entries.count)
    spaceLog.beginSpace()
    let start = walk.pending.count
    let firstPlane = walk.add(
      planes: order.entries.map { $0.containerFromLayer.concatenating(layer.inherited.targetFromLayer) })
    for (number, piece) in order.pieces.enumerated() {
      if number & 1023 == 1023, isOverLimit() { return }
      let index = Int(piece.entry)
      var inherited = layer.inherited
      inherited.opacity *= order.entries[index].opacity
      inherited.totalOpacity *= order.entries[index].opacity
      if order.entries[index].isFlipped { inherited.isFlipped.toggle() }
      spaceLog.beginPiece()
      if piece.cut >= 0, !narrow(&inherited, to: piece, order, &lines) { continue }
      let node = order.entries[index].node
      walk.push(
        piece: node,
        at: SpacePlacement(
          plane: Int32(firstPlane + index), clip: inherited.clip, limit: inherited.limit, opacity: inherited.opacity,
          totalOpacity: inherited.totalOpacity, isFlipped: inherited.isFlipped, tint: order.entries[index].tint,
          delay: order.entries[index].delay))
      let depth = order.entries[index].depth.range(over: order.vertices[piece.polygon.indices])
      spaceLog.endPiece(of: node, depth: SIMD2(Float(depth.low), Float(depth.high)))
    }
    walk.turn(after: start)
    spaceLog.endSpace(of: container, layers: order.entries.count, firstAway: firstAway)
  }

  /// Reserves memory for the pieces of a space, so that the existing elements are not moved repeatedly.
  private mutating func reserve(_ pieces: Int, cut: Int) {
    guard cut > 64 else { return }
    walk.makeRoom(forPieces: pieces)
    list.makeRoom(for: pieces)
    // Most pieces are bounded by two or three cuts.
    resources.clips.makeRoom(forClips: 3 * pieces, interiors: pieces)
    spaceLog.makeRoom(forPieces: pieces, cuts: 3 * pieces)
  }

  /// Sorts the layers in the container's space: its sublayers, with the sublayers of a transform layer in place of the
  /// transform layer.
  private mutating func sortSpace(of container: Int32, _ inherited: Inherited) -> DepthOrder {
    var entries: [SpaceEntry] = []
    var vertices: [SIMD2<Double>] = []
    var root = OpenSpace(
      next: container + 1, end: nodes[Int(container)].subtreeEnd,
      matrix: inherited.sublayerSpace >= 0 ? walk.sublayerSpaces[Int(inherited.sublayerSpace)] : nil)
    (root.tint, root.delay) = (inherited.tint, inherited.delay)
    var stack = [opened(root, container)]
    while let top = stack.last {
      guard top.next < top.end else {
        if !stack[stack.count - 1].startNextCopy() { stack.removeLast() }
        continue
      }
      let node = top.next
      let index = Int(node)
      stack[stack.count - 1].next = nodes[index].subtreeEnd
      let flags = nodes[index].properties.flags
      guard !flags.contains(.hidden), nodes[index].properties.opacity > 0 else { continue }
      guard let own = nodes[index].properties.superlayerMatrix() else {
        diagnostics.add(.invalidGeometry, node: index, in: snapshot)
        continue
      }
      let matrix = top.matrix.map { CATransform3DConcat(own, $0) } ?? own
      if flags.contains(.keepsDepth) {
        stack.append(opened(openSpace(of: node, matrix: matrix, in: top), node))
        continue
      }
      // A hidden back is neither sorted nor cut, and cuts no other layer.
      if Self.isSingleSided(flags), facesAway(flags, matrix, isFlipped: top.isFlipped, under: inherited) {
        spaceLog.addFacingAway(node)
        continue
      }
      guard let extent = extents.extent(of: node, in: nodes),
        var entry = SpaceEntry(
          node: node, order: Int32(entries.count), plane: PlaneInSpace(matrix), extent: extent, opacity: top.opacity,
          isFlipped: top.isFlipped, vertices: &vertices)
      else { continue }
      (entry.tint, entry.delay) = (top.tint, top.delay)
      entries.append(entry)
    }
    var budget = CutBudget(meter, allowed: budgets.elements, held: list.bytes + resources.bytes)
    let order = DepthOrder(entries, vertices, budget: &budget)
    if budget.isSpent { refuse(.elements, allowed: budgets.elementLimit, CutBudget.work, container) }
    budgets.take(elements: budget.cuts)
    return order
  }

  /// Whether a layer of a space shows its back; the same test as in `visit`.
  ///
  /// - Parameters:
  ///   - matrix: The transform from layer space to container space.
  ///   - isFlipped: Whether an odd number of the transform layers between the container and the layer is flipped.
  ///   - inherited: The values that the container passes on.
  private func facesAway(
    _ flags: LayerFlags, _ matrix: CATransform3D, isFlipped: Bool, under inherited: Inherited
  ) -> Bool {
    let targetFromLayer = PlaneInSpace(matrix).flattened.concatenating(inherited.targetFromLayer)
    let isTurned = (inherited.isFlipped != isFlipped) != flags.contains(.geometryFlipped)
    return Self.showsBack(targetFromLayer, isFlipped: isTurned)
  }

  /// A container, or a layer that keeps depth, whose sublayers are being collected.
  private struct OpenSpace {
    var next: Int32
    var end: Int32
    /// The transform from sublayer space to container space; `nil` is the identity.
    var matrix: CATransform3D?
    var opacity: Float = 1
    var isFlipped = false
    var tint = SIMD4<Float>(repeating: 1)
    var delay = 0.0
    /// The copies of a replicator; `matrix`, `tint` and `delay` are then the ones of the current copy.
    var replica: ReplicaWalk?
    /// The transform from sublayer space to container space without the copies.
    var base: CATransform3D?
    var all: Range<Int32> = 0..<0

    /// Goes back to the first sublayer for the next copy.
    mutating func startNextCopy() -> Bool {
      guard replica?.advance() == true else { return false }
      takeCopy()
      return true
    }

    fileprivate mutating func takeCopy() {
      guard let replica else { return }
      (matrix, tint, delay) = (replica.space(in: base), replica.copyTint, replica.copyDelay)
      let own = replica.nodes(in: all)
      (next, end) = (own.lowerBound, own.upperBound)
    }
  }

  /// Opens the space of a layer, which may be a replicator.
  private mutating func opened(_ space: OpenSpace, _ container: Int32) -> OpenSpace {
    guard let content = replicator(at: Int(container)) else { return space }
    var space = space
    guard content.count > 0 else {
      space.next = space.end
      return space
    }
    space.replica = walk(over: content, of: container, tint: space.tint, delay: space.delay)
    (space.base, space.all) = (space.matrix, space.next..<space.end)
    space.takeCopy()
    return space
  }

  /// Opens the space of a layer that does not flatten: its sublayers lie in the same space, and each of them fades by
  /// itself.
  ///
  /// The visible side of such a layer is not tested, since it has no plane.
  ///
  /// - Conformance: D3-6, D3-7
  private mutating func openSpace(of node: Int32, matrix: CATransform3D, in outer: OpenSpace) -> OpenSpace {
    let index = Int(node)
    let flags = nodes[index].properties.flags
    let isFlipped = outer.isFlipped != flags.contains(.geometryFlipped)
    diagnostics.addUnsupported(of: index, in: snapshot)
    return OpenSpace(
      next: node + 1, end: nodes[index].subtreeEnd,
      matrix: nodes[index].properties.sublayerSpace.map { CATransform3DConcat($0, matrix) } ?? matrix,
      opacity: outer.opacity * ResolvedStyle.unit(nodes[index].properties.opacity), isFlipped: isFlipped,
      tint: outer.tint,
      delay: outer.delay)
  }

  /// Adds a piece's cuts to its clips and narrows its limit to the pixels that it can cover.
  ///
  /// Only the lines that bound the piece are added, since the other cuts do not touch it.
  /// - Returns: `false` if no pixel is left.
  private mutating func narrow(
    _ inherited: inout Inherited, to piece: SpacePiece, _ order: DepthOrder, _ lines: inout CutLines
  ) -> Bool {
    let polygon = order.vertices[piece.polygon.indices]
    if let bounds = lines.pixelBounds(of: polygon) {
      inherited.limit = inherited.limit.intersection(bounds)
      guard !inherited.limit.isEmpty else { return false }
    }
    var clip = inherited.clip
    var interior = innerPolygon(of: inherited)
    var index = piece.cut
    while index >= 0 {
      let cut = order.cuts[Int(index)]
      index = cut.parent
      guard CutLines.bounds(cut.line, polygon), let line = lines.targetLine(of: cut) else { continue }
      let keepsPositive = cut.keepsFront == line.pointsToFront
      let kept = keepsPositive ? line.line : -line.line
      interior.clip(insideOf: kept)
      // Only the last cut of a piece is the innermost clip of any layer.
      clip = resources.clips.addLink(
        ClipShape(shape: CutLines.shape(rows: line.rows, keepsPositive: keepsPositive), parent: clip))
      spaceLog.add(
        SpaceCutRecord(
          cutter: order.entries[Int(cut.cutter)].node, keepsFront: cut.keepsFront, line: SIMD3<Float>(kept)))
    }
    if clip != inherited.clip { resources.clips.endChain(interior: interior) }
    inherited.clip = clip
    return true
  }

  /// The polygon of pixels that the clips so far cover wholly.
  private func innerPolygon(of inherited: Inherited) -> ConvexPolygon {
    inherited.clip.exists ? resources.clips.interiors[inherited.clip] : ConvexPolygon(inherited.limit)
  }

  /// Clips the layers that follow to the part of a layer's plane in front of the eye.
  ///
  /// A sublayer with its own perspective, which lies behind its own eye, would otherwise reappear where its plane is
  /// also behind this eye: the product of two negative w is positive.
  ///
  /// - Conformance: D3-5
  mutating func clipToHorizon(of plane: LayerPlane, _ inherited: inout Inherited) {
    var line = SIMD3(plane.layerFromTarget.x.z, plane.layerFromTarget.y.z, plane.layerFromTarget.translation.z)
    let limit = inherited.limit
    let (left, top, right, bottom) = (Double(limit.minX), Double(limit.minY), Double(limit.maxX), Double(limit.maxY))
    let corners = [SIMD2(left, top), SIMD2(right, top), SIMD2(left, bottom), SIMD2(right, bottom)]
    guard line.range(over: corners).low <= 0 else { return }
    line /= (line.x * line.x + line.y * line.y).squareRoot()
    guard line - line == .zero else { return }
    let origin = SIMD2(
      ((Double(region.minX) + Double(region.maxX)) / 2).rounded(.down),
      ((Double(region.minY) + Double(region.maxY)) / 2).rounded(.down))
    let shape = CutLines.shape(rows: CutLines.rows(of: line, origin: origin), keepsPositive: true)
    var interior = innerPolygon(of: inherited)
    interior.clip(insideOf: line)
    inherited.clip = resources.clips.add(ClipShape(shape: shape, parent: inherited.clip), interior: interior)
  }
}

extension ConvexPolygon {
  /// Keeps the part that is certainly on the positive side of a line. Close to the line, float arithmetic decides the
  /// side of a pixel, so renderers evaluate the line itself there.
  fileprivate mutating func clip(insideOf line: SIMD3<Double>) {
    clip(normal: SIMD2(line.x, line.y), offset: 0.01 - line.z)
  }
}
