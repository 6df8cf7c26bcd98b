import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// One walk over a snapshot, building a plan.
///
/// Layers are visited in paint order with an explicit stack: `enter` draws what lies under the sublayers and
/// pushes them, `leave` draws the border over them and closes clips and groups.
struct PlanBuilder {
  let snapshot: TreeSnapshot
  let region: PixelRect

  /// The operations of the target being drawn into; groups that become passes take theirs out at the end.
  var operations: [DrawOperation] = []
  /// The operations of finished passes.
  var finishedOperations: [DrawOperation] = []
  var passes: [RenderPass] = []
  var innerVertices: [SIMD2<Float>] = []
  var clips: [ClipShape] = []
  /// The inner polygon of each clip together with all outward of it, in `clipVertices`.
  var clipInner: [Range<Int>] = []
  var clipVertices: [SIMD2<Double>] = []
  var images: [CGImage] = []
  var imageIndices: [ObjectIdentifier: Int32] = [:]
  var diagnostics = DiagnosticCollector()
  var inner = InnerPolygon()
  var open: [OpenLayer] = []
  /// Nodes to enter, next one last; `-1` leaves the innermost open layer.
  var pending: [Int32] = []

  init(snapshot: TreeSnapshot, region: PixelRect) {
    self.snapshot = snapshot
    self.region = region
    operations.reserveCapacity(snapshot.nodes.count)
  }

  /// A layer whose sublayers are being drawn, and what they inherit.
  struct OpenLayer {
    var node: Int32
    var targetFromLayer: Homography
    /// What places every sublayer besides its own transform, with z (`GEO-2`).
    var sublayerSpace: CATransform3D?
    /// Whether the layer's space is y-up on the canvas: flips of the host and of every layer down to this one.
    var isFlipped: Bool
    var clip: Int32
    var limit: PixelRect
    /// What sublayers multiply into their own opacity, where this layer does not fade as a group.
    var inheritedOpacity: Float
    /// The product of all opacities above, groups included: below 1/100,000 nothing can show.
    var totalOpacity: Float
    /// What `leave` needs.
    var group: Group?
    var border: PendingBorder?
  }

  /// A group that fades as one picture.
  struct Group {
    var firstOperation: Int
    var opacity: Float
  }

  mutating func run(targetFromRoot: Homography) {
    enterRoot(targetFromRoot: targetFromRoot)
    while let node = pending.popLast() {
      if node < 0 { leave() } else { enter(node) }
    }
  }

  /// The finished plan.
  mutating func finish(canvas: PixelSize, clear: SIMD4<Float>) -> RenderPlan {
    let start = finishedOperations.count
    let format = PassPrecision.format(of: operations[...], region: region)
    if start == 0 { swap(&finishedOperations, &operations) } else { finishedOperations += operations }
    passes.append(
      RenderPass(region: region, format: format, clear: clear, operations: start..<finishedOperations.count))
    return RenderPlan(
      canvas: canvas, region: region, passes: passes, operations: finishedOperations, innerVertices: innerVertices,
      clips: clips, images: images, diagnostics: diagnostics.finished())
  }

  // MARK: walking

  private mutating func enterRoot(targetFromRoot: Homography) {
    let properties = snapshot.nodes[0].properties
    var matrix = targetFromRoot
    if properties.flags.contains(.geometryFlipped) {
      let bounds = properties.bounds.standardized
      let mirror = Homography(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(bounds.minY) + Double(bounds.maxY))
      matrix = mirror.concatenating(matrix)
    }
    let parent = OpenLayer(
      node: -1, targetFromLayer: targetFromRoot, isFlipped: snapshot.hostIsFlipped, clip: -1, limit: region,
      inheritedOpacity: 1, totalOpacity: 1)
    visit(0, under: parent, targetFromLayer: matrix)
  }

  private mutating func enter(_ node: Int32) {
    guard let parent = open.last else { return }
    let index = Int(node)
    let flags = snapshot.nodes[index].properties.flags
    guard !flags.contains(.hidden), snapshot.nodes[index].properties.opacity > 0 else { return }
    guard let local = snapshot.nodes[index].properties.superlayerFromLayer(in: parent.sublayerSpace)
    else {
      diagnostics.add(.invalidGeometry, node: index, in: snapshot)
      return
    }
    visit(node, under: parent, targetFromLayer: local.concatenating(parent.targetFromLayer))
  }

  private mutating func visit(_ node: Int32, under parent: OpenLayer, targetFromLayer: Homography) {
    let index = Int(node)
    let flags = snapshot.nodes[index].properties.flags
    let opacity = Self.unit(snapshot.nodes[index].properties.opacity) * parent.inheritedOpacity
    let total = parent.totalOpacity * Self.unit(snapshot.nodes[index].properties.opacity)
    guard !flags.contains(.hidden), total > 1e-5 else { return }
    let isFlipped = parent.isFlipped != flags.contains(.geometryFlipped)
    if !flags.contains(.doubleSided), (targetFromLayer.determinant < 0) != isFlipped { return }
    guard let plane = LayerPlane(targetFromLayer: targetFromLayer) else { return }

    let end = snapshot.nodes[index].subtreeEnd
    let isLeaf = end == node + 1
    let kind = snapshot.nodes[index].properties.kind
    diagnostics.addUnsupported(of: index, in: snapshot)

    let fadesAsGroup = flags.contains(.allowsGroupOpacity) && kind != .transform
    var look = LayerLook(
      properties: snapshot.nodes[index].properties, plane: plane, isFlipped: isFlipped, clip: parent.clip,
      limit: parent.limit, node: node, isLeaf: isLeaf)
    look.partOpacity = fadesAsGroup ? 1 : opacity
    look.partsFadeApart = !fadesAsGroup && opacity < 1
    let group = fadesAsGroup && opacity < 1 ? Group(firstOperation: operations.count, opacity: opacity) : nil

    let border = drawUnderSublayers(look)
    guard !isLeaf else {
      if let border { drawBorder(border) }
      if let group { close(group, node: node) }
      return
    }
    var child = OpenLayer(
      node: node, targetFromLayer: targetFromLayer, sublayerSpace: look.sublayerSpace, isFlipped: isFlipped,
      clip: parent.clip, limit: parent.limit, inheritedOpacity: fadesAsGroup ? 1 : opacity, totalOpacity: total,
      group: group, border: border)
    if look.masksToBounds {
      guard pushClip(look, into: &child) else {
        if let border { drawBorder(border) }
        if let group { close(group, node: node) }
        return
      }
    }
    open.append(child)
    pending.append(-1)
    pushSublayers(of: node, end: end)
  }

  private mutating func leave() {
    guard let layer = open.popLast() else { return }
    if let border = layer.border { drawBorder(border) }
    if let group = layer.group { close(group, node: layer.node) }
  }

  /// Pushes the sublayers so that the one painted first is entered first.
  ///
  /// - Conformance: PAINT-2
  private mutating func pushSublayers(of node: Int32, end: Int32) {
    let start = pending.count
    var child = node + 1
    var isSorted = true
    var lastDepth = -CGFloat.infinity
    while child < end {
      let depth = snapshot.nodes[Int(child)].properties.zPosition
      if depth < lastDepth { isSorted = false }
      lastDepth = depth
      pending.append(child)
      child = snapshot.nodes[Int(child)].subtreeEnd
    }
    if !isSorted {
      let nodes = snapshot.nodes
      // Equal depths keep array order; node indices grow with it. Not-a-number counts as 0.
      func depth(_ child: Int32) -> CGFloat {
        let value = nodes[Int(child)].properties.zPosition
        return value.isNaN ? 0 : value
      }
      pending[start...].sort { (depth($0), $0) < (depth($1), $1) }
    }
    pending[start...].reverse()
  }

  /// An opacity as it draws: clamped to 0...1; one that is no number draws as 1.
  static func unit(_ value: Float) -> Float {
    value.isNaN ? 1 : min(max(value, 0), 1)
  }
}
