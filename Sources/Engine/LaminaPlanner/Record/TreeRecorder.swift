// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

/// Records the draws of a snapshot, by one walk over its layers.
///
/// Layers are visited in paint order with an explicit stack: `enter` draws everything under the sublayers and pushes
/// them, `leave` draws the border over them and closes clips and groups.
struct TreeRecorder {
  let snapshot: TreeSnapshot
  /// The snapshot's nodes, read in place: copying a node would cost more than planning it, and a buffer copies the node
  /// of every access.
  let nodes: UnsafePointer<TreeSnapshot.Node>
  /// All pixels of the canvas.
  let canvas: PixelRect
  /// The places of the root's points.
  let points: PointGrid
  /// The state of the walk.
  var walk: TreeWalk
  /// The recorded draws that were not handed to the flattener yet.
  var list = DisplayList()
  /// Makes passes of the recorded draws; `nil` while a chunk is recorded, which is handed to the recorder around it.
  var flattener: (any PassMaker)?
  /// The resources of draws.
  var resources = PlanResources()
  /// The decisions about depth.
  var spaceLog = SpaceLog()
  /// The recordings that shadows are found from.
  var casts = RecordedCasts()
  var diagnostics = DiagnosticCollector()
  var budgets: PlanBudgets
  /// The meter of the picture's cost, shared by all threads and stages that make the picture.
  let meter: LimitMeter
  var extents: SubtreeExtents
  /// The places of all layers; `nil` without an overlay that needs them.
  var outlines: LayerOutlines?
  /// The layers as they were resolved; `nil` where they are not to be printed.
  var placedLayers: [PlanTrace.PlacedLayer]?
  /// The recording of long runs of siblings in chunks.
  var chunks: ChunkRecording
  /// The fragments of parts of the snapshot; `nil` where this is not worthwhile.
  var fragments: Fragments?

  /// - Parameters:
  ///   - nodes: The nodes of `snapshot`; valid as long as the recorder.
  ///   - canvas: All pixels of the canvas.
  ///   - region: The pixels of the canvas that are drawn.
  ///   - points: The places of the root's points.
  ///   - threads: The greatest number of threads that record.
  init(
    snapshot: TreeSnapshot, nodes: UnsafePointer<TreeSnapshot.Node>, canvas: PixelRect, region: PixelRect,
    points: PointGrid, budgets: PlanBudgets, meter: LimitMeter, flattener: some PassMaker, threads: Int
  ) {
    (self.snapshot, self.nodes) = (snapshot, nodes)
    (self.canvas, self.points) = (canvas, points)
    (self.budgets, self.meter, self.flattener) = (budgets, meter, flattener)
    walk = TreeWalk(region: region, depth: 0)
    chunks = ChunkRecording(of: snapshot, threads: threads)
    extents = SubtreeExtents(contents: snapshot.contents, nodeCount: snapshot.nodes.count)
    extents.effects = snapshot.effects
    resources.images.keepsEncoded = !snapshot.isExact
  }

  /// Begins a walk that takes over fragments of the walk before, if there are any.
  mutating func begin(with fragments: Fragments?) {
    self.fragments = fragments
    list.reserve(snapshot.nodes.count, rasters: min(snapshot.contents.count, DisplayList.longest))
    resources.reserve(layers: snapshot.nodes.count)
  }

  /// Creates a recorder of chunks for another recorder.
  init(chunksOf whole: TreeRecorder) {
    (snapshot, nodes) = (whole.snapshot, whole.nodes)
    (canvas, points) = (whole.canvas, whole.points)
    (budgets, meter, extents) = (whole.budgets, whole.meter, whole.extents)
    walk = TreeWalk(region: whole.region, depth: whole.walk.depth)
    chunks = whole.chunks.inside
  }

  /// Begins the recording of siblings apart, with the clips around them as the only resources.
  mutating func begin(_ siblings: ArraySlice<Int32>, at place: ChunkPlace, _ budgets: PlanBudgets) {
    walk = TreeWalk(
      region: place.region, depth: place.depth, outerLevels: place.outerLevels, surfaceRegion: place.surfaceRegion)
    walk.begin(siblings, inside: place.layer)
    list.reserve(siblings.count, rasters: 0)
    resources = PlanResources()
    resources.images.keepsEncoded = !snapshot.isExact
    resources.clips = place.clips
    resources.reserve(layers: siblings.count)
    (spaceLog, diagnostics, casts, self.budgets) = (SpaceLog(), DiagnosticCollector(), RecordedCasts(), budgets)
  }

  /// Takes the list out, so that it has one owner and handles of its draws are moved in place.
  mutating func takeList() -> DisplayList {
    var taken = DisplayList()
    swap(&taken, &list)
    return taken
  }

  /// The pixels of the current target that are needed.
  var region: PixelRect { walk.region }

  mutating func run(targetFromRoot: Homography) {
    enterRoot(targetFromRoot: targetFromRoot)
    goOn()
  }

  /// Enters and leaves layers until none is pending, or until a limit is exceeded, after which the recording is
  /// useless.
  mutating func goOn() {
    var steps = 0
    while let next = walk.pop() {
      steps &+= 1
      if meter.isOver || steps & 255 == 0 && isOverLimit() { return walk.drop(after: 0) }
      switch next {
      case .layer(let node): enter(node)
      case .parts(let first, let count): enterParts(Int(first)..<Int(first &+ count))
      case .piece(let node, let placement): enter(node, at: walk.placements[Int(placement)])
      case .mask(let node): enterMask(node)
      case .copy(let node): enterCopy(of: node)
      case .run(let count): enterRun(of: Int(count))
      case .leave: leave()
      }
      if list.isLong, !chunks.isInside { flatten() }
    }
  }

  /// Checks the time limit, and the memory of the list that was not handed over yet.
  func isOverLimit() -> Bool {
    let bytes = list.bytes + resources.bytes
    if bytes > meter.limits.memory {
      meter.refuse(
        LimitExceeded(.memory, allowed: Double(meter.limits.memory), needed: Double(bytes), what: "the plan"))
    }
    return meter.isOutOfTime("planning")
  }

  /// Hands the recorded draws to the flattener.
  mutating func flatten() {
    guard !meter.isOver else { return }
    flattener?.take(&list, &resources, &diagnostics)
    fragments?.take(flattener?.answers ?? [])
  }

  /// The finished plan.
  ///
  /// - Parameter region: The part of the canvas that is drawn.
  /// - Returns: `nil` for a chunk, which is no plan.
  mutating func finish(canvas: PixelSize, region: PixelRect) -> ReportedPlan? {
    flatten()
    guard
      var plan = flattener?.finish(
        canvas: canvas, region: region, walk: fragments?.walk ?? 0, resources)
    else { return nil }
    (plan.spaces, plan.spacePieces, plan.spaceCuts) = (spaceLog.spaces, spaceLog.pieces, spaceLog.cuts)
    plan.layersFacingAway = spaceLog.facingAway
    plan.diagnostics = diagnostics.finished()
    var report = flattener?.report ?? PlanReport()
    report.decodedPictures = resources.images.decodes
    return ReportedPlan(plan: plan, report: report)
  }

  // MARK: walking

  private mutating func enterRoot(targetFromRoot: Homography) {
    let properties = nodes[0].properties
    var matrix = targetFromRoot
    if properties.flags.contains(.geometryFlipped) {
      let bounds = properties.bounds.standardized
      let mirror = Homography(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(bounds.minY) + Double(bounds.maxY))
      matrix = mirror.concatenating(matrix)
    }
    let host = Inherited(targetFromLayer: targetFromRoot, isFlipped: snapshot.hostIsFlipped, clip: .none, limit: region)
    visit(0, under: host, targetFromLayer: matrix)
  }

  mutating func enter(_ node: Int32) {
    let parent = walk.open[walk.open.count - 1].inherited
    let index = Int(node)
    guard !nodes[index].properties.flags.contains(.hidden), nodes[index].properties.opacity > 0 else { return }
    let map =
      parent.sublayerSpace < 0
      ? properties(at: index).superlayerFromLayer
      : nodes[index].properties.superlayerFromLayer(in: walk.sublayerSpaces[Int(parent.sublayerSpace)])
    guard let local = map else {
      diagnostics.add(.invalidGeometry, node: index, in: snapshot)
      return
    }
    let targetFromLayer = local.concatenating(parent.targetFromLayer)
    guard !isOutOfSight(node, targetFromLayer, limit: parent.limit) else { return }
    visit(node, under: parent, targetFromLayer: targetFromLayer)
  }

  /// Whether a layer is visible from one side only; transform layers have no sides.
  static func isSingleSided(_ flags: LayerFlags) -> Bool { flags.isDisjoint(with: [.doubleSided, .keepsDepth]) }

  /// Whether a layer's plane shows its back.
  ///
  /// - Parameter isFlipped: Whether the layer's space is y-up on the canvas.
  /// - Conformance: D3-6, D3-10
  static func showsBack(_ targetFromLayer: Homography, isFlipped: Bool) -> Bool {
    (targetFromLayer.determinant < 0) != isFlipped
  }

  /// Draws a layer and opens it for its sublayers.
  ///
  /// - Parameter isApart: Whether the layer is drawn on its own surface: from both sides, and without its opacity,
  ///   shadow, mask and filters, which are added when the surface is placed.
  mutating func visit(_ node: Int32, under parent: Inherited, targetFromLayer: Homography, isApart: Bool = false) {
    let index = Int(node)
    let flags = nodes[index].properties.flags
    let ownOpacity = isApart ? 1 : ResolvedStyle.unit(nodes[index].properties.opacity)
    let (total, opacity) = (parent.totalOpacity * ownOpacity, ownOpacity * parent.opacity)
    guard !flags.contains(.hidden), total > 1e-5 else { return }
    let isFlipped = parent.isFlipped != flags.contains(.geometryFlipped)
    if !isApart, Self.isSingleSided(flags), Self.showsBack(targetFromLayer, isFlipped: isFlipped) { return }
    var targetFromLayer = targetFromLayer
    guard var plane = LayerPlane(targetFromLayer: targetFromLayer) else { return }
    let (kind, end) = (nodes[index].properties.kind, nodes[index].subtreeEnd)
    if !kind.is(.layer) || nodes[index].properties.extras != nil { diagnostics.addUnsupported(of: index, in: snapshot) }

    let isEmitter = kind.is(.emitter) && emitter(at: index) != nil
    let isLeaf = end == node + 1 && !isEmitter
    // A rasterized layer is one picture already (GROUP-2).
    let fadesAsGroup =
      !flags.contains(.keepsDepth)
      && (flags.contains(.allowsGroupOpacity) || !isApart && flags.contains(.shouldRasterize))
    var style = ResolvedStyle(node: node, properties(at: index), plane: plane, isFlipped: isFlipped, isLeaf: isLeaf)
    (style.clip, style.limit, style.partOpacity) = (parent.clip, parent.limit, fadesAsGroup ? 1 : opacity)
    if parent.tint != SIMD4(repeating: 1) { style.multiply(by: parent.tint) }
    style.partsFadeApart = !fadesAsGroup && opacity < 1
    if outlines != nil, walk.depth == 0 { noteOutline(of: style, targetFromLayer: targetFromLayer) }
    if placedLayers != nil { placedLayers?.append(PlanTrace.PlacedLayer(style, opacity: total)) }
    var group = fadesAsGroup && opacity < 1 ? Group(opacity: opacity) : nil
    var maskTree: Int32 = -1
    if !isApart, nodes[index].mask >= 0 || nodes[index].effects >= 0 || flags.contains(.shouldRasterize) {
      guard treat(&style, parent, targetFromLayer, &group) else { return }
      if group?.isTreated == true {
        guard let tree = moveToOwnGrid(&style, isFlipped: isFlipped) else { return }
        maskTree = tree
        if let grid = ownGrid { (targetFromLayer, plane) = (grid.surfaceFromLayer, style.plane) }
      }
    } else if group != nil {
      list.begin()
    }

    let borderWaits = drawParts(&style, of: plane, targetFromLayer: targetFromLayer, under: parent, isApart: isApart)
    guard !isLeaf || maskTree >= 0 else { return endLeaf(style, group, borderWaits: borderWaits) }
    var inherited = Inherited(
      targetFromLayer: targetFromLayer, isFlipped: isFlipped, clip: style.clip, limit: style.limit,
      opacity: fadesAsGroup ? 1 : opacity, totalOpacity: total, tint: parent.tint, delay: parent.delay)
    let showsSublayers = !isLeaf && (!style.masksToBounds || pushClip(style, into: &inherited))
    guard showsSublayers || maskTree >= 0 else { return endLeaf(style, group, borderWaits: borderWaits) }
    if !plane.isAffine { clipToHorizon(of: plane, &inherited) }
    if nodes[index].properties.extras != nil, let space = nodes[index].properties.sublayerSpace {
      inherited.sublayerSpace = walk.add(sublayerSpace: space)
    }
    if walk.levels >= meter.limits.depth {
      refuse(.depth, allowed: meter.limits.depth, "layers inside one another", node)
    }
    walk.enter(
      TreeWalk.OpenLayer(
        node: node, inherited: inherited, group: group, hasWaitingBorder: borderWaits, isEmitter: isEmitter),
      border: borderWaits ? style.borderPart : nil)
    if maskTree >= 0 { walk.push(.mask(maskTree)) }
    if showsSublayers { pushSublayers(of: node, end: end) }
  }

  /// Moves a layer whose treatment has begun to the grid that it is drawn on, if that is not the grid around it.
  ///
  /// - Returns: The root of its mask, or -1; `nil` where the layer cannot be drawn.
  private mutating func moveToOwnGrid(_ style: inout ResolvedStyle, isFlipped: Bool) -> Int32? {
    guard let chain = walk.chains.last else { return -1 }
    if let own = chain.ownGrid, !style.move(to: own, properties(at: Int(style.node)), isFlipped: isFlipped) {
      list.discard()
      _ = walk.endChain()
      return nil
    }
    return chain.maskTree
  }

  /// The grid of the innermost treatment, if that is not the grid around it.
  private var ownGrid: SurfaceGrid? { walk.chains.last?.ownGrid?.grid }

  /// Ends a layer whose content is not drawn.
  private mutating func endLeaf(_ style: ResolvedStyle, _ group: Group?, borderWaits: Bool) {
    if borderWaits { draw(style.borderPart) }
    if let group { end(group, node: style.node) }
  }

  /// Draws a layer's own content: its shadow, its background, its contents and the drawing of its class.
  ///
  /// - Returns: Whether its border is still to be drawn.
  private mutating func drawParts(
    _ style: inout ResolvedStyle, of plane: LayerPlane, targetFromLayer: Homography, under parent: Inherited,
    isApart: Bool
  ) -> Bool {
    let index = Int(style.node)
    if let image = style.image, image._withUnsafeGuaranteedRef({ $0.encoded != nil }) { decodeContents(of: &style) }
    if nodes[index].content >= 0 { addContent(snapshot.contents[Int(nodes[index].content)], to: &style) }
    if !isApart, let extras = nodes[index].properties.extras, extras.shadowOpacity > 0,
      !nodes[index].properties.flags.contains(.keepsDepth)
    {
      drawShadow(style, targetFromLayer: targetFromLayer, under: parent)
    }
    if nodes[index].effects >= 0 { drawBackground(&style) }
    let borderWaits: Bool
    if style.drawsContents, let fade = contentsFade(at: index) {
      borderWaits = drawUnderSublayers(&style, fading: fade)
    } else {
      borderWaits = drawUnderSublayers(&style)
    }
    if style.drawsOverContents, nodes[index].content >= 0 {
      drawContent(snapshot.contents[Int(nodes[index].content)], &style, plane: plane)
    }
    return borderWaits
  }

  private mutating func leave() {
    drawWaitingBorder()
    guard let layer = walk.leave() else { return }
    if let group = layer.group { end(group, node: layer.node) }
  }

  /// Ends a group that fades as one picture.
  private mutating func end(_ group: Group, node: Int32) {
    guard group.isTreated, var chain = walk.endChain() else {
      return list.endGroup(opacity: group.opacity, node: node)
    }
    chain.opacity = group.opacity
    list.end(chain)
  }

  /// Records a box with an outline, which is passed by pointer to avoid a copy, unless no pixel of it shows.
  @inline(__always) mutating func draw(_ paint: BoxPaint, in placed: UnsafePointer<PlacedOutline>) {
    list.append(paint, in: placed, region: walk.region, of: &resources)
  }

  /// Records one part, unless no pixel of it shows.
  mutating func draw(_ part: BoxPart) { withUnsafePointer(to: part.placed) { draw(part.paint, in: $0) } }

  /// Draws the border of the innermost open layer over its sublayers, if it has one.
  ///
  /// Particles lie over the border, so an emitter is left like a layer with sublayers.
  mutating func drawWaitingBorder() {
    if let border = walk.takeBorder() { draw(border) }
    drawParticles()
  }

  /// Pushes the sublayers so that the one painted first is entered first.
  ///
  /// - Conformance: PAINT-2, D3-2
  private mutating func pushSublayers(of node: Int32, end: Int32) {
    // An emitter is opened even without sublayers: particles lie over its content.
    guard end > node + 1 else { return }
    if let replicator = replicator(at: Int(node)) { return pushCopies(of: node, end: end, replicator) }
    if pushParts(of: node, end: end) { return }
    let start = walk.pending.count
    var child = node + 1
    var isSorted = true
    var isFlat = walk.open[walk.open.count - 1].inherited.sublayerSpace < 0
    var lastDepth = -CGFloat.infinity
    while child < end {
      let depth = nodes[Int(child)].properties.zPosition
      if depth < lastDepth { isSorted = false }
      lastDepth = depth
      if isFlat, properties(at: Int(child)).leavesPlane { isFlat = false }
      walk.push(.layer(child))
      child = nodes[Int(child)].subtreeEnd
    }
    guard isFlat else {
      walk.drop(after: start)
      pushSpace(of: node)
      return
    }
    if !isSorted {
      let nodes = nodes
      // Equal depths keep array order; node indices grow with it.
      walk.sort(after: start) {
        guard case .layer(let first) = $0, case .layer(let second) = $1 else { return false }
        return (nodes[Int(first)].properties.zPosition, first) < (nodes[Int(second)].properties.zPosition, second)
      }
    }
    walk.turn(after: start)
    if chunks.cuts(siblings: walk.pending.count - start, nodes: Int(end - node)) {
      walk.push(.run(count: Int32(walk.pending.count - start)))
    }
  }

  /// Reports that the layer at `node` exceeds the limits of a picture.
  func refuse(_ kind: LimitExceeded.Kind, allowed: Int, needed: Double? = nil, _ what: String, _ node: Int32) {
    meter.refuse(
      LimitExceeded(
        kind, allowed: Double(allowed), needed: needed, what: what, layerPath: snapshot.layerPath(of: Int(node))))
  }
}

extension TreeRecorder {
  /// The address of a layer's properties, through which single values are read without copying the others.
  @inline(__always) func properties(at index: Int) -> UnsafePointer<LayerProperties> {
    let offset = MemoryLayout<TreeSnapshot.Node>.offset(of: \.properties) ?? 0
    return (UnsafeRawPointer(nodes + index) + offset).assumingMemoryBound(to: LayerProperties.self)
  }
}

extension UnsafePointer<LayerProperties> {
  /// The picture, which the snapshot keeps alive. Reference counting of a picture that many layers show is slow, above
  /// all on several threads.
  @inline(__always) var uncountedContents: Unmanaged<CGImage>? {
    guard let offset = MemoryLayout<LayerProperties>.offset(of: \.contents) else {
      preconditionFailure("contents is not stored as it is")
    }
    return (UnsafeRawPointer(self) + offset).load(as: Unmanaged<CGImage>?.self)
  }

  /// Whether more than `zPosition` may decide the depth of the layer among its siblings.
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
