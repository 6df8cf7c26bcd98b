import Foundation
import LaminaGeometry
import LaminaLayers

/// Where one piece of a sorted space lies.
struct SpacePlacement {
  var targetFromLayer: Homography
  /// What the piece inherits instead of its container's: clip with cuts, limit, opacity, flips.
  var inherited: PlanBuilder.Inherited
}

extension PlanBuilder {
  /// Enters a layer whose place a space has decided.
  mutating func enter(_ node: Int32, at placement: SpacePlacement) {
    visit(node, under: placement.inherited, targetFromLayer: placement.targetFromLayer)
  }

  /// Pushes the sublayers of a layer as pieces of one three-dimensional space, the furthest to be entered first.
  ///
  /// - Conformance: D3-2, D3-3, D3-7
  mutating func pushSpace(of container: Int32) {
    guard let layer = open.last else { return }
    let entries = collectEntries(of: container, layer.inherited)
    let order = DepthOrder(entries, budget: &cutBudget)
    if order.gaveUp { diagnostics.add(.tooManyCuts, node: Int(container), in: snapshot) }
    var lines = CutLines(container: layer.inherited.targetFromLayer, region: region)
    let firstPiece = spacePieces.count
    let start = pending.count
    for piece in order.pieces {
      let entry = order.entries[Int(piece.entry)]
      var inherited = layer.inherited
      inherited.opacity *= entry.opacity
      inherited.totalOpacity *= entry.opacity
      if entry.isFlipped { inherited.isFlipped.toggle() }
      let firstCut = spaceCuts.count
      if piece.cut >= 0, !narrow(&inherited, to: piece, order, &lines) { continue }
      pending.append(PendingLayer(node: entry.node, placement: Int32(placements.count)))
      placements.append(
        SpacePlacement(
          targetFromLayer: entry.containerFromLayer.concatenating(layer.inherited.targetFromLayer),
          inherited: inherited))
      let depth = piece.cut < 0 ? (entry.depths.lowerBound, entry.depths.upperBound) : entry.depth.range(over: piece.polygon)
      spacePieces.append(
        SpacePieceRecord(
          node: entry.node, depth: SIMD2(Float(depth.0), Float(depth.1)), cuts: firstCut..<spaceCuts.count))
    }
    pending[start...].reverse()
    spaces.append(SpaceRecord(node: container, layers: entries.count, pieces: firstPiece..<spacePieces.count))
  }

  /// The layers that stand in the container's space: its sublayers, and instead of a transform layer those of it.
  private mutating func collectEntries(of container: Int32, _ inherited: Inherited) -> [SpaceEntry] {
    var entries: [SpaceEntry] = []
    var stack = [
      OpenSpace(
        next: container + 1, end: nodes[Int(container)].subtreeEnd,
        matrix: inherited.sublayerSpace >= 0 ? sublayerSpaces[Int(inherited.sublayerSpace)] : nil)
    ]
    while let top = stack.last {
      guard top.next < top.end else {
        stack.removeLast()
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
        if let inner = openSpace(of: node, matrix: matrix, in: top, under: inherited) { stack.append(inner) }
        continue
      }
      guard let extent = extents.extent(of: node, in: nodes),
        let entry = SpaceEntry(
          node: node, order: Int32(entries.count), weight: nodes[index].subtreeEnd - node, plane: PlaneInSpace(matrix),
          extent: extent, opacity: top.opacity, isFlipped: top.isFlipped)
      else { continue }
      entries.append(entry)
    }
    return entries
  }

  /// A container, or a layer that keeps depth, whose sublayers are being collected.
  private struct OpenSpace {
    var next: Int32
    var end: Int32
    /// Sublayer space to container space; `nil` is the identity.
    var matrix: CATransform3D?
    var opacity: Float = 1
    var isFlipped = false
  }

  /// Goes into a layer that does not flatten: its sublayers stand in the same space, each fading by itself.
  ///
  /// - Returns: `nil` where the layer faces away and is not double-sided; the rules make no exception for it.
  private mutating func openSpace(
    of node: Int32, matrix: CATransform3D, in outer: OpenSpace, under inherited: Inherited
  ) -> OpenSpace? {
    let index = Int(node)
    let flags = nodes[index].properties.flags
    let isFlipped = outer.isFlipped != flags.contains(.geometryFlipped)
    diagnostics.addUnsupported(of: index, in: snapshot)
    if !flags.contains(.doubleSided) {
      let facing = PlaneInSpace(matrix).flattened.concatenating(inherited.targetFromLayer).determinant
      if facing != 0, (facing < 0) != (isFlipped != inherited.isFlipped) { return nil }
    }
    return OpenSpace(
      next: node + 1, end: nodes[index].subtreeEnd,
      matrix: nodes[index].properties.sublayerSpace.map { CATransform3DConcat($0, matrix) } ?? matrix,
      opacity: outer.opacity * Self.unit(nodes[index].properties.opacity), isFlipped: isFlipped)
  }

  /// Adds a piece's cuts to its clips and narrows its limit to the pixels it can reach.
  ///
  /// Only the lines that bound the piece are added; others along the way do not touch it.
  /// - Returns: `false` where no pixel is left.
  private mutating func narrow(
    _ inherited: inout Inherited, to piece: SpacePiece, _ order: DepthOrder, _ lines: inout CutLines
  ) -> Bool {
    if let bounds = lines.pixelBounds(of: piece.polygon) {
      inherited.limit = inherited.limit.intersection(bounds)
      guard !inherited.limit.isEmpty else { return false }
    }
    var index = piece.cut
    while index >= 0 {
      let cut = order.cuts[Int(index)]
      index = cut.parent
      guard CutLines.bounds(cut.line, piece.polygon), let line = lines.targetLine(of: cut) else { continue }
      let keepsPositive = cut.keepsFront == line.pointsToFront
      pushHalfPlane(
        line.line, CutLines.shape(rows: line.rows, keepsPositive: keepsPositive), keepsPositive: keepsPositive,
        into: &inherited)
      spaceCuts.append(
        SpaceCutRecord(
          cutter: order.entries[Int(cut.cutter)].node, keepsFront: cut.keepsFront,
          line: SIMD3<Float>(keepsPositive ? line.line : -line.line)))
    }
    return true
  }

  /// Clips what follows to one side of a line of the target.
  private mutating func pushHalfPlane(
    _ line: SIMD3<Double>, _ shape: ShapeGeometry, keepsPositive: Bool, into inherited: inout Inherited
  ) {
    inner.make(halfPlane: line, keepsPositive: keepsPositive, within: inherited.limit)
    if inherited.clip >= 0 { inner.clip(to: clipInner[Int(inherited.clip)]) }
    clipInner.append(inner.polygon)
    clips.append(ClipShape(shape: shape, parent: inherited.clip))
    inherited.clip = Int32(clips.count - 1)
  }

  /// Clips what follows to the part of a layer's plane that lies before the eye.
  ///
  /// A sublayer with a perspective of its own, behind its own eye, would otherwise come back where its plane is
  /// behind the eye too: the product of two negative w is positive.
  ///
  /// - Conformance: D3-5
  mutating func clipToHorizon(of plane: LayerPlane, _ inherited: inout Inherited) {
    var line = SIMD3(plane.layerFromTarget.x.z, plane.layerFromTarget.y.z, plane.layerFromTarget.translation.z)
    let limit = ConvexPolygon(inherited.limit)
    guard line.range(over: limit).low <= 0 else { return }
    line /= (line.x * line.x + line.y * line.y).squareRoot()
    guard line - line == .zero else { return }
    let origin = SIMD2(
      ((Double(region.minX) + Double(region.maxX)) / 2).rounded(.down),
      ((Double(region.minY) + Double(region.maxY)) / 2).rounded(.down))
    let shape = CutLines.shape(rows: CutLines.rows(of: line, origin: origin), keepsPositive: true)
    pushHalfPlane(line, shape, keepsPositive: true, into: &inherited)
  }
}
