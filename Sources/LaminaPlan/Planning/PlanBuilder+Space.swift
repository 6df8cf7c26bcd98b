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
    guard !nodes[Int(node)].properties.flags.contains(.hidden), nodes[Int(node)].properties.opacity > 0 else { return }
    visit(node, under: placement.inherited, targetFromLayer: placement.targetFromLayer)
  }

  /// Pushes the sublayers of a layer as pieces of one three-dimensional space, the furthest to be entered first.
  ///
  /// - Conformance: D3-2, D3-3, D3-7
  mutating func pushSpace(of container: Int32) {
    guard let layer = open.last else { return }
    let entries = collectEntries(of: container, layer.inherited)
    let order = DepthOrder(entries, maximumPieces: remainingPieces)
    remainingPieces = max(0, remainingPieces - max(0, order.pieces.count - entries.count))
    if order.gaveUp { diagnostics.add(.tooManyCuts, node: Int(container), in: snapshot) }
    spaces.append(SpaceRecord(node: container, layers: entries.count, pieces: order.pieces.count))
    var lines = CutLines(container: layer.inherited.targetFromLayer, region: region)
    let start = pending.count
    for piece in order.pieces {
      let entry = entries[Int(piece.entry)]
      var inherited = layer.inherited
      inherited.opacity *= entry.opacity
      inherited.totalOpacity *= entry.opacity
      if entry.isFlipped { inherited.isFlipped.toggle() }
      if piece.cut >= 0, !narrow(&inherited, to: piece, order.cuts, &lines) { continue }
      pending.append(PendingLayer(node: entry.node, placement: Int32(placements.count)))
      placements.append(
        SpacePlacement(
          targetFromLayer: entry.containerFromLayer.concatenating(layer.inherited.targetFromLayer),
          inherited: inherited))
    }
    pending[start...].reverse()
  }

  /// The layers that stand in the container's space: its sublayers, and instead of a transform layer those of it.
  private mutating func collectEntries(of container: Int32, _ inherited: Inherited) -> [SpaceEntry] {
    struct Open {
      var next: Int32
      var end: Int32
      /// Sublayer space to container space; `nil` is the identity.
      var matrix: CATransform3D?
      var opacity: Float
      var isFlipped: Bool
    }
    var entries: [SpaceEntry] = []
    var stack = [
      Open(
        next: container + 1, end: nodes[Int(container)].subtreeEnd,
        matrix: inherited.sublayerSpace >= 0 ? sublayerSpaces[Int(inherited.sublayerSpace)] : nil, opacity: 1,
        isFlipped: false)
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
      if nodes[index].properties.kind == .transform {
        // It does not flatten: its sublayers stand in this space, each fading by itself.
        let space = nodes[index].properties.sublayerSpace
        diagnostics.addUnsupported(of: index, in: snapshot)
        stack.append(
          Open(
            next: node + 1, end: nodes[index].subtreeEnd,
            matrix: space.map { CATransform3DConcat($0, matrix) } ?? matrix,
            opacity: top.opacity * Self.unit(nodes[index].properties.opacity),
            isFlipped: top.isFlipped != flags.contains(.geometryFlipped)))
        continue
      }
      guard let extent = extents.extent(of: node, in: nodes),
        let entry = SpaceEntry(
          node: node, order: Int32(entries.count), plane: PlaneInSpace(matrix), extent: extent,
          opacity: top.opacity, isFlipped: top.isFlipped)
      else { continue }
      entries.append(entry)
    }
    return entries
  }

  /// Adds a piece's cuts to its clips and narrows its limit to the pixels it can reach.
  ///
  /// Only the lines that bound the piece are added; others along the way do not touch it.
  /// - Returns: `false` where no pixel is left.
  private mutating func narrow(
    _ inherited: inout Inherited, to piece: SpacePiece, _ cuts: [SpaceCut], _ lines: inout CutLines
  ) -> Bool {
    if let bounds = lines.pixelBounds(of: piece.polygon) {
      inherited.limit = inherited.limit.intersection(bounds)
      guard !inherited.limit.isEmpty else { return false }
    }
    var index = piece.cut
    while index >= 0 {
      let cut = cuts[Int(index)]
      index = cut.parent
      guard CutLines.bounds(cut.line, piece.polygon), let shape = lines.shape(of: cut) else { continue }
      inner.make(halfPlane: lines.targetLine(of: cut), keepsPositive: cut.keepsPositive, within: inherited.limit)
      if inherited.clip >= 0 { inner.clip(to: clipInner[Int(inherited.clip)]) }
      clipInner.append(inner.polygon)
      clips.append(ClipShape(shape: shape, parent: inherited.clip))
      inherited.clip = Int32(clips.count - 1)
    }
    return true
  }
}

/// The cuts of one space, carried from its container's plane to the target.
struct CutLines {
  private let container: Homography
  private let targetToContainer: Homography?
  private let origin: SIMD2<Double>
  /// Both sides of a cut share one set of numbers, so that every pixel belongs to exactly one.
  private var rows: [Int32: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)] = [:]

  init(container: Homography, region: PixelRect) {
    self.container = container
    targetToContainer = container.inverted()
    origin = SIMD2(
      Double((Int(region.minX) + Int(region.maxX)) / 2), Double((Int(region.minY) + Int(region.maxY)) / 2))
  }

  /// The line in target pixels, scaled so that it gives the distance from it.
  func targetLine(of cut: SpaceCut) -> SIMD3<Double> {
    guard let inverse = targetToContainer else { return .zero }
    let line = SIMD3(
      (inverse.x * cut.line).sum(), (inverse.y * cut.line).sum(), (inverse.translation * cut.line).sum())
    return line / (line.x * line.x + line.y * line.y).squareRoot()
  }

  /// A box without end on one side of the line, with hard edges.
  mutating func shape(of cut: SpaceCut) -> ShapeGeometry? {
    let (row0, row1, row2): (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    if let known = rows[cut.lineIndex] {
      (row0, row1, row2) = known
    } else {
      let line = targetLine(of: cut)
      guard line - line == .zero else { return nil }
      let (x, y) = (Float(line.x), Float(line.y))
      let atOrigin = line.x * origin.x + line.y * origin.y + line.z
      row0 = SIMD4(x, -y, 0, Float(origin.x))
      row1 = SIMD4(y, x, 0, Float(origin.y))
      row2 = SIMD4(Float(atOrigin), 0, 1, 0)
      rows[cut.lineIndex] = (row0, row1, row2)
    }
    // Half open like all hard edges: 0 belongs to the side that starts there.
    let far: Float = 1e9
    let box = cut.keepsPositive ? SIMD4<Float>(0, -far, far, far) : SIMD4<Float>(-far, -far, 0, far)
    return ShapeGeometry(
      row0: row0, row1: row1, row2: row2, box: box, radii: .zero, smoothing: 0, antialiased: .zero)
  }

  /// The pixels a polygon of the container's plane can reach, ramps included.
  func pixelBounds(of polygon: ConvexPolygon) -> PixelRect? {
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for index in 0..<polygon.count {
      let image = container.homogeneous(polygon[index])
      guard image.z > 1e-9 else { return nil }
      let point = SIMD2(image.x, image.y) / image.z
      low.replace(with: point, where: point .< low)
      high.replace(with: point, where: point .> high)
    }
    return BoxExtent.pixels(from: low - 1, to: high + 1)
  }

  /// Whether the line runs along an edge of the polygon.
  static func bounds(_ line: SIMD3<Double>, _ polygon: ConvexPolygon) -> Bool {
    let scale = (line.x * line.x + line.y * line.y).squareRoot()
    guard scale > 0, let bounds = polygon.bounds else { return true }
    let size = bounds.maximum - bounds.minimum
    let tolerance = scale * 1e-7 * (1 + max(size.x, size.y))
    var touching = 0
    for index in 0..<polygon.count {
      let point = polygon[index]
      if abs(line.x * point.x + line.y * point.y + line.z) <= tolerance { touching += 1 }
    }
    return touching >= 2
  }
}
