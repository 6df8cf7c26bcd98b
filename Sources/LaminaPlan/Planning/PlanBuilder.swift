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
  /// The snapshot's nodes, read in place: copying one would cost more than planning it, and a buffer copies what it is
  /// asked for.
  let nodes: UnsafePointer<TreeSnapshot.Node>
  /// The pixels that are wanted of the target that is being planned.
  var region: PixelRect
  /// All pixels of the canvas; `region` is a part of them.
  var canvas: PixelRect
  /// How many pixels a point of the root has.
  var rootScale = 1.0

  /// The operations of the target being drawn into; groups that become passes take theirs out at the end.
  var operations: [DrawOperation] = []
  /// The operations of finished passes.
  var finishedOperations: [DrawOperation] = []
  var passes: [RenderPass] = []
  var innerVertices: [SIMD2<Float>] = []
  var clips: [ClipShape] = []
  /// For each clip, its inner polygon together with all outward of it, in `clipPolygons`; -1 where nothing asks.
  var clipInner: [Int32] = []
  var clipPolygons: [ConvexPolygon] = []
  var images: [CGImage] = []
  var imageIndices: [ObjectIdentifier: Int32] = [:]
  var lastImage: (address: UnsafeRawPointer?, index: Int32) = (nil, -1)
  var gradients: [GradientPaint] = []
  var particles: [Particle] = []
  var particlePictures: [ParticlePicture] = []
  var gradientStops: [GradientContent.Stop] = []
  var diagnostics = DiagnosticCollector()
  var inner = InnerPolygon()
  var open: [OpenLayer] = []
  /// The borders of open layers that have one, outermost first.
  var waitingBorders: [BoxPart] = []
  /// The sublayer spaces of open layers that have one.
  var sublayerSpaces: [CATransform3D] = []
  /// How the open layers that are masked, filtered, blended or rasterized are treated, outermost first.
  var treatments: [Treatment] = []
  var colorMatrices: [ColorMatrix] = []
  /// The copies of open replicator layers, outermost first.
  var replicas: [ReplicaWalk] = []
  /// How many more layers, particles and the like may be drawn than the tree has.
  var elementBudget = 1_000_000
  var elementLimit = 1_000_000
  /// How many more pixels particles may touch, those under each other counted each time.
  var particlePixelBudget = 1 << 30
  /// What the canvas holds before anything is drawn.
  var clear = SIMD4<Float>.zero
  /// What names the pixels of passes that were asked for.
  var passNames: [Int32: PassKey] = [:]
  /// The pixels of all passes so far.
  var passPixels = 0
  /// Layers to enter, next one last.
  var pending: [PendingLayer] = []
  /// Where the sublayers of spaces lie, once these are sorted.
  var placements: [SpacePlacement] = []
  /// Where the planes of layers in sorted spaces lie on the target.
  var placedPlanes: [Homography] = []
  var extents: SubtreeExtents
  var spaces: [SpaceRecord] = []
  var spacePieces: [SpacePieceRecord] = []
  var spaceCuts: [SpaceCutRecord] = []
  /// How many pictures of paths and texts had to be drawn.
  var drawnPictures = 0
  /// Those that are missing, where they are not drawn at once.
  var postponed: PostponedPictures?
  /// What cutting in spaces may still cost.
  var cutBudget = CutBudget()
  /// How many sheets the walk is inside of.
  var sheetDepth = 0
  /// Where all layers lie; `nil` where no overlay asks.
  var outlines: LayerOutlines?

  /// - Parameter nodes: The nodes of `snapshot`; valid as long as the builder.
  init(snapshot: TreeSnapshot, nodes: UnsafePointer<TreeSnapshot.Node>, region: PixelRect) {
    self.snapshot = snapshot
    self.nodes = nodes
    self.region = region
    canvas = region
    extents = SubtreeExtents(contents: snapshot.contents, nodeCount: snapshot.nodes.count)
    operations.reserveCapacity(snapshot.nodes.count)
    extents.effects = snapshot.effects
  }

  /// A layer to enter: by its own transform, as a piece of a space, or as the mask of the innermost open layer.
  struct PendingLayer {
    /// The node, or -1 to leave the innermost open layer.
    var node: Int32
    var isMask = false
    /// Whether it stands for the next copy of the innermost open layer, a replicator.
    var isCopy = false
    /// An index into `placements`, or -1.
    var placement: Int32 = -1
  }

  /// What a layer's sublayers inherit from it.
  struct Inherited {
    var targetFromLayer: Homography
    /// What places every sublayer besides its own transform, with z (`GEO-2`): an index, or -1.
    var sublayerSpace: Int32 = -1
    /// Whether the layer's space is y-up on the canvas: flips of the host and of every layer down to this one.
    var isFlipped: Bool
    var clip: Int32
    var limit: PixelRect
    /// What sublayers multiply into their own opacity, where this layer does not fade as a group.
    var opacity: Float = 1
    /// The product of all opacities above, groups included: below 1/100,000 nothing can show.
    var totalOpacity: Float = 1
    /// What replicators above multiply into every colour, premultiplied.
    var tint = SIMD4<Float>(repeating: 1)
    /// By how much replicators above delay it, seconds of the root.
    var delay = 0.0
  }

  /// A layer whose sublayers are being drawn.
  struct OpenLayer {
    var node: Int32
    var inherited: Inherited
    var group: Group?
    var hasWaitingBorder: Bool
    /// Whether the last of `replicas` are its copies.
    var isReplicator = false
    /// Whether its particles are still to be drawn.
    var isEmitter = false
  }

  /// A group that fades as one picture.
  struct Group {
    var firstOperation: Int
    var opacity: Float
    /// Whether more than its opacity changes it: the innermost of `treatments`.
    var isTreated = false
    /// Whether something in it reads what is behind, which must be of the group alone.
    var isIsolated = false
  }

  mutating func run(targetFromRoot: Homography) {
    enterRoot(targetFromRoot: targetFromRoot)
    walk()
  }

  /// Enters and leaves layers until none is pending.
  mutating func walk() {
    while let next = pending.popLast() {
      if next.node < 0 {
        leave()
      } else if next.isMask {
        enterMask(next.node)
      } else if next.isCopy {
        enterCopy(of: next.node)
      } else if next.placement >= 0 {
        enter(next.node, at: placements[Int(next.placement)])
      } else {
        enter(next.node)
      }
    }
  }

  /// The finished plan.
  ///
  /// - Parameter region: The part of the canvas that is drawn.
  mutating func finish(canvas: PixelSize, region: PixelRect) -> RenderPlan {
    let start = finishedOperations.count
    let format = PassPrecision.format(of: operations[...], region: region, images: images)
    if start == 0 { swap(&finishedOperations, &operations) } else { finishedOperations += operations }
    passes.append(
      RenderPass(region: region, format: format, clear: clear, operations: start..<finishedOperations.count))
    var plan = RenderPlan(
      canvas: canvas, region: region, passes: passes, operations: finishedOperations, innerVertices: innerVertices,
      clips: clips, images: images, spaces: spaces, spacePieces: spacePieces, spaceCuts: spaceCuts,
      diagnostics: diagnostics.finished())
    plan.gradients = gradients
    plan.particles = particles
    plan.particlePictures = particlePictures
    plan.gradientStops = gradientStops
    plan.colorMatrices = colorMatrices
    plan.drawnPictures = drawnPictures
    plan.joinBlurs()
    return plan
  }

  // MARK: walking

  private mutating func enterRoot(targetFromRoot: Homography) {
    let properties = nodes[0].properties
    rootScale = (targetFromRoot.x * targetFromRoot.x).sum().squareRoot()
    var matrix = targetFromRoot
    if properties.flags.contains(.geometryFlipped) {
      let bounds = properties.bounds.standardized
      let mirror = Homography(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(bounds.minY) + Double(bounds.maxY))
      matrix = mirror.concatenating(matrix)
    }
    let host = Inherited(targetFromLayer: targetFromRoot, isFlipped: snapshot.hostIsFlipped, clip: -1, limit: region)
    visit(0, under: host, targetFromLayer: matrix)
  }

  private mutating func enter(_ node: Int32) {
    let parent = open[open.count - 1].inherited
    let index = Int(node)
    guard !nodes[index].properties.flags.contains(.hidden), nodes[index].properties.opacity > 0 else { return }
    let map =
      parent.sublayerSpace < 0
      ? properties(at: index).superlayerFromLayer
      : nodes[index].properties.superlayerFromLayer(in: sublayerSpaces[Int(parent.sublayerSpace)])
    guard let local = map else {
      diagnostics.add(.invalidGeometry, node: index, in: snapshot)
      return
    }
    visit(node, under: parent, targetFromLayer: local.concatenating(parent.targetFromLayer))
  }

  /// Draws a layer and opens it for its sublayers.
  ///
  /// - Parameter isApart: Whether it is drawn on a sheet of its own: without its opacity, shadow, mask and filters,
  ///   which whoever lays the sheet down adds, and from both sides.
  mutating func visit(_ node: Int32, under parent: Inherited, targetFromLayer: Homography, isApart: Bool = false) {
    let index = Int(node)
    let flags = nodes[index].properties.flags
    let ownOpacity = isApart ? 1 : Self.unit(nodes[index].properties.opacity)
    let (total, opacity) = (parent.totalOpacity * ownOpacity, ownOpacity * parent.opacity)
    guard !flags.contains(.hidden), total > 1e-5 else { return }
    let isFlipped = parent.isFlipped != flags.contains(.geometryFlipped)
    if !isApart, !flags.contains(.doubleSided), (targetFromLayer.determinant < 0) != isFlipped { return }
    var targetFromLayer = targetFromLayer
    guard var plane = LayerPlane(targetFromLayer: targetFromLayer) else { return }
    let (kind, end) = (nodes[index].properties.kind, nodes[index].subtreeEnd)
    if kind != .layer || nodes[index].properties.extras != nil { diagnostics.addUnsupported(of: index, in: snapshot) }

    let isEmitter = kind == .emitter && emitter(at: index) != nil
    let isLeaf = end == node + 1 && !isEmitter
    // A rasterized layer is one picture already (GROUP-2).
    let fadesAsGroup =
      !flags.contains(.keepsDepth)
      && (flags.contains(.allowsGroupOpacity) || !isApart && flags.contains(.shouldRasterize))
    var look = LayerLook(node: node, properties(at: index), plane: plane, isFlipped: isFlipped, isLeaf: isLeaf)
    (look.clip, look.limit, look.partOpacity) = (parent.clip, parent.limit, fadesAsGroup ? 1 : opacity)
    if parent.tint != SIMD4(repeating: 1) { look.multiply(by: parent.tint) }
    look.partsFadeApart = !fadesAsGroup && opacity < 1
    if outlines != nil, sheetDepth == 0 { noteOutline(of: look, targetFromLayer: targetFromLayer) }
    var group = fadesAsGroup && opacity < 1 ? Group(firstOperation: operations.count, opacity: opacity) : nil
    var maskTree: Int32 = -1
    if !isApart, nodes[index].mask >= 0 || nodes[index].effects >= 0 || flags.contains(.shouldRasterize) {
      guard treat(&look, parent, targetFromLayer, &group) else { return }
      if group?.isTreated == true, let treatment = treatments.last {
        maskTree = treatment.maskTree
        if let capture = treatment.capture, !capture.isTarget {
          guard look.move(to: capture, properties(at: index), isFlipped: isFlipped) else { return leaveOut(group) }
          (targetFromLayer, plane) = (capture.grid.sheetFromLayer, look.plane)
        }
      }
    }

    let borderWaits = drawParts(&look, of: plane, targetFromLayer: targetFromLayer, under: parent, isApart: isApart)
    guard !isLeaf || maskTree >= 0 else { return endLeaf(look, group, borderWaits: borderWaits) }
    var inherited = Inherited(
      targetFromLayer: targetFromLayer, isFlipped: isFlipped, clip: look.clip, limit: look.limit,
      opacity: fadesAsGroup ? 1 : opacity, totalOpacity: total, tint: parent.tint, delay: parent.delay)
    let showsSublayers = !isLeaf && (!look.masksToBounds || pushClip(look, into: &inherited))
    guard showsSublayers || maskTree >= 0 else { return endLeaf(look, group, borderWaits: borderWaits) }
    if !plane.isAffine { clipToHorizon(of: plane, &inherited) }
    if nodes[index].properties.extras != nil, let space = nodes[index].properties.sublayerSpace {
      inherited.sublayerSpace = Int32(sublayerSpaces.count)
      sublayerSpaces.append(space)
    }
    if borderWaits { waitingBorders.append(look.borderPart) }
    open.append(
      OpenLayer(node: node, inherited: inherited, group: group, hasWaitingBorder: borderWaits, isEmitter: isEmitter))
    pending.append(PendingLayer(node: -1))
    if maskTree >= 0 { pending.append(PendingLayer(node: maskTree, isMask: true)) }
    if showsSublayers { pushSublayers(of: node, end: end) }
  }

  /// Ends a layer that nothing is drawn in.
  private mutating func endLeaf(_ look: LayerLook, _ group: Group?, borderWaits: Bool) {
    if borderWaits { draw(look.borderPart) }
    if let group { close(group, node: look.node) }
  }

  /// Draws what a layer draws itself: its shadow, its background, its contents and what its class draws.
  ///
  /// - Returns: Whether its border is still to be drawn.
  private mutating func drawParts(
    _ look: inout LayerLook, of plane: LayerPlane, targetFromLayer: Homography, under parent: Inherited, isApart: Bool
  ) -> Bool {
    let index = Int(look.node)
    if nodes[index].content >= 0 { addContent(snapshot.contents[Int(nodes[index].content)], to: &look) }
    if !isApart, let extras = nodes[index].properties.extras, extras.shadowOpacity > 0,
      !nodes[index].properties.flags.contains(.keepsDepth)
    {
      drawShadow(look, targetFromLayer: targetFromLayer, under: parent)
    }
    let borderWaits: Bool
    if look.drawsContents, let fade = contentsFade(at: index) {
      borderWaits = drawUnderSublayers(&look, fading: fade)
    } else {
      borderWaits = drawUnderSublayers(&look)
    }
    if look.drawsOverContents, nodes[index].content >= 0 {
      drawContent(snapshot.contents[Int(nodes[index].content)], look, plane: plane)
    }
    return borderWaits
  }

  private mutating func leave() {
    drawWaitingBorder()
    guard let layer = open.popLast() else { return }
    if layer.inherited.sublayerSpace >= 0 { sublayerSpaces.removeLast() }
    if layer.isReplicator { replicas.removeLast() }
    if let group = layer.group { close(group, node: layer.node) }
  }

  /// Draws the border of the innermost open layer over its sublayers, where it has one.
  ///
  /// Particles lie over the border, so an emitter is left like a layer with sublayers.
  mutating func drawWaitingBorder() {
    if let layer = open.last, layer.hasWaitingBorder {
      open[open.count - 1].hasWaitingBorder = false
      if let border = waitingBorders.popLast() { draw(border) }
    }
    drawParticles()
  }

  /// Pushes the sublayers so that the one painted first is entered first.
  ///
  /// - Conformance: PAINT-2, D3-2
  private mutating func pushSublayers(of node: Int32, end: Int32) {
    if let replicator = replicator(at: Int(node)) { return pushCopies(of: node, end: end, replicator) }
    let start = pending.count
    var child = node + 1
    var isSorted = true
    var isFlat = open[open.count - 1].inherited.sublayerSpace < 0
    var lastDepth = -CGFloat.infinity
    while child < end {
      let depth = nodes[Int(child)].properties.zPosition
      if depth < lastDepth { isSorted = false }
      lastDepth = depth
      if isFlat, properties(at: Int(child)).leavesPlane { isFlat = false }
      pending.append(PendingLayer(node: child))
      child = nodes[Int(child)].subtreeEnd
    }
    guard isFlat else {
      pending.removeSubrange(start...)
      pushSpace(of: node)
      return
    }
    if !isSorted {
      let nodes = nodes
      // Equal depths keep array order; node indices grow with it.
      pending[start...].sort {
        (nodes[Int($0.node)].properties.zPosition, $0.node) < (nodes[Int($1.node)].properties.zPosition, $1.node)
      }
    }
    pending[start...].reverse()
  }

  /// An opacity as it draws: clamped to 0...1; one that is no number draws as 0.
  static func unit(_ value: Float) -> Float {
    value > 0 ? min(value, 1) : 0
  }
}

extension PlanBuilder {
  /// Where the properties of a layer are: what is asked of them there copies nothing.
  @inline(__always) func properties(at index: Int) -> UnsafePointer<LayerProperties> {
    let offset = MemoryLayout<TreeSnapshot.Node>.offset(of: \.properties) ?? 0
    return (UnsafeRawPointer(nodes + index) + offset).assumingMemoryBound(to: LayerProperties.self)
  }
}

extension UnsafePointer<LayerProperties> {
  /// Whether more than `zPosition` may decide where the layer stands in depth among its siblings.
  var leavesPlane: Bool {
    let flags = pointee.flags
    guard flags.contains(.transformed) else { return flags.contains(.keepsDepth) || pointee.anchorPointZ != 0 }
    let depth = pointee.zPosition
    return flags.contains(.keepsDepth) || pointee.transform.m13 != 0 || pointee.transform.m23 != 0
      || pointee.transform.m43 != 0 || pointee.transform.m14 != 0 || pointee.transform.m24 != 0
      || pointee.transform.m34 != 0 && depth != 0 || pointee.transform.m44 != 1 || !depth.isFinite
      || pointee.anchorPointZ != 0
  }
}
