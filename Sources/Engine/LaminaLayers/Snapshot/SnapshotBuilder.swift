// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Copies a tree, layer by layer in pre-order, as it looks at one time. Time runs down the tree with the walk: every
// open layer keeps its own time, so that its sublayers' follows with one multiplication, and only where their timing is
// not the default. A layer without animations is copied as it is.

/// Builds the arrays of a snapshot.
struct SnapshotBuilder {
  var nodes: [TreeSnapshot.Node] = []
  var contents: [LayerContent] = []
  var effects: [LayerEffects] = []
  var problems: [TreeSnapshot.Problem] = []
  /// Whether the copy is the same at any time, and nothing that it was made of can change unseen.
  var standsStill = true
  /// Whether the copy is kept, to be revised where the tree changes.
  var isKept: Bool
  /// Whether layers can be copied anew: none is marked, or made in a way that only a whole copy follows.
  private(set) var isRevisable = true
  /// What is known of the nodes, where the copy is kept.
  var ledger = NodeLedger()

  private(set) var masks: [WaitingMask] = []
  /// The node of the mask that was begun last, or -1.
  private var maskRoot: Int32 = -1
  var open: [OpenLayer] = []
  private var animator = LayerAnimator()

  /// More problems than this are not told apart.
  static let maximumProblems = 10_000

  /// Whether layers look as their animations make them, rather than as they are set.
  private let isPlaying: Bool
  /// Whether colours may be patterns.
  private var hasPatterns = ColorPattern.wereMade
  /// Whether contents may stand for moving pictures.
  private var hasMoving = CGImage.standsForMovingPictures
  /// Asks subclasses to draw themselves where the tree is drawn into a context.
  var asking: RenderAsking?
  /// How many levels of layers the picture may have, where layers out of sight are left out; `nil` where all are
  /// copied.
  private let sightDepth: Int?
  /// Pixels a point of the root has.
  private(set) var rootScale = 0.0
  /// How many layers were left out.
  var leftOut = 0

  /// - Parameter sightDepth: How many levels of layers the picture may have, where layers out of sight are left out. A
  ///   copy that is kept to be revised holds all layers.
  init(
    layerCount: Int, isPlaying: Bool, asking: RenderAsking? = nil, isKept: Bool = false, sightDepth: Int? = nil
  ) {
    self.isPlaying = isPlaying
    self.asking = asking
    self.isKept = isKept
    self.sightDepth = isPlaying && asking == nil && !isKept ? sightDepth : nil
    // Counting first keeps the array from growing to twice its size; the layers it touches are read next anyway.
    nodes.reserveCapacity(layerCount)
  }

  /// A mask whose subtree is still to be copied.
  struct WaitingMask {
    var layer: CALayer
    /// The layer that it masks.
    var node: Int32
    /// Inside that layer.
    var moment: SnapshotMoment
  }

  /// A layer whose sublayers are being copied.
  struct OpenLayer {
    var sublayers: [CALayer]
    var next = 0
    var node: Int32
    /// Inside the layer.
    var moment: SnapshotMoment
    /// Where it is a replicator whose copies are each copied by themselves: which one is next.
    var copies: Copies?
    /// Where it stands for a layer in a transition: its sublayers are that layer before and now.
    var stage: TransitionStage?
    /// How far it shows its sublayers.
    var sight = Sight()
  }

  /// Copies a tree and its masks.
  ///
  /// - Parameter moment: Outside the root.
  mutating func build(_ root: CALayer, _ moment: SnapshotMoment) {
    rootScale = moment.scale
    appendTree(of: root, parent: -1, moment)
    appendMasks()
    let masked = takeMasks().map(\.node)
    if isKept { ledger.finish(nodes, masked: masked) }
  }

  /// The masks that wait, or have been copied; none is left.
  @discardableResult
  mutating func takeMasks() -> [WaitingMask] {
    defer { masks = [] }
    return masks
  }

  /// Copies a tree and its masks as the one thing in a layer that is in no tree.
  ///
  /// - Parameters:
  ///   - host: What the layer looks like; it is the first node.
  ///   - moment: Outside the root.
  mutating func build(_ root: CALayer, in host: LayerProperties, _ moment: SnapshotMoment) {
    nodes.append(TreeSnapshot.Node(properties: host, parent: -1, subtreeEnd: 1, siblingIndex: 0))
    open.append(OpenLayer(sublayers: [root], node: 0, moment: moment))
    appendOpen()
    appendMasks()
  }

  private mutating func appendMasks() {
    var done = 0
    while done < masks.count {
      let next = masks[done]
      done += 1
      nodes[Int(next.node)].mask = Int32(nodes.count)
      appendTree(of: next.layer, parent: next.node, isMask: true, next.moment)
    }
  }

  /// Copies a layer and all under it, but for masks, which wait.
  ///
  /// - Parameters:
  ///   - siblingIndex: Which of its superlayer's sublayers it is.
  ///   - isMask: Whether it masks the layer above it, rather than being a sublayer of it.
  mutating func appendTree(
    of root: CALayer, parent: Int32, siblingIndex: Int32 = 0, isMask: Bool = false, _ moment: SnapshotMoment
  ) {
    maskRoot = isMask ? Int32(nodes.count) : -1
    enter(root, parent: parent, siblingIndex: siblingIndex, moment)
    appendOpen()
  }

  /// Copies what is in the layers that are open.
  private mutating func appendOpen() {
    while let top = open.indices.last {
      let next = open[top].next
      guard next < open[top].sublayers.count else {
        if open[top].copies != nil, startNextCopy(top) { continue }
        nodes[Int(open[top].node)].subtreeEnd = Int32(nodes.count)
        open.removeLast()
        continue
      }
      // Kept alive by the list that it is in: a counted reference for every layer would cost a tenth of the whole.
      unowned(unsafe) let layer = open[top].sublayers[next]
      open[top].next = next + 1
      if open[top].sight.isLimited, leavesOut(layer, of: top) { continue }
      if open[top].stage == nil {
        enter(layer, parent: open[top].node, siblingIndex: Int32(next), open[top].moment)
      } else {
        enterStage(layer, isNew: next == 1, top)
      }
    }
  }

  /// Copies a layer and opens it where there is something in it.
  @inline(__always)
  private mutating func enter(_ layer: CALayer, parent: Int32, siblingIndex: Int32, _ moment: SnapshotMoment) {
    if layer.properties.flags.contains(.animated), isPlaying {
      if layer.animations?.displaysOwnKeys == true {
        layer.displayOwnKeys(moment.inside(layer))
        isRevisable = false
      }
      if layer.animations?.transition != nil {
        standsStill = false
        noteBlock()
        if openStage(of: layer, parent: parent, siblingIndex: siblingIndex, moment) { return }
      }
    }
    if asking != nil, enterDrawn(layer, parent: parent, siblingIndex: siblingIndex) { return }
    enterPlain(layer, parent: parent, siblingIndex: siblingIndex, moment)
  }

  /// Copies a layer that is in no transition.
  @inline(__always)
  mutating func enterPlain(_ layer: CALayer, parent: Int32, siblingIndex: Int32, _ moment: SnapshotMoment) {
    let index = Int32(nodes.count)
    let inside = moment.inside(layer)
    append(layer, parent: parent, siblingIndex: siblingIndex, inside)
    // The mask of a mask is ignored (CLIP-5).
    if layer.properties.extras != nil, index != maskRoot { addMask(of: layer, at: index, inside) }
    let isReplicator = layer.properties.kind == .replicator && isPlaying
    if isReplicator, delaysCopies(layer, at: Int(index)) { noteBlock(index) }
    guard !layer.sublayerStorage.isEmpty else { return }
    open.append(OpenLayer(sublayers: layer.sublayerStorage, node: index, moment: inside))
    if let sightDepth, layer.properties.flags.contains(.masksToBounds), layer.sublayerStorage.count > 1 {
      limitSight(of: layer, depth: sightDepth)
    }
    if isReplicator { openCopies(of: layer) }
  }

  private mutating func addMask(of layer: CALayer, at node: Int32, _ moment: SnapshotMoment) {
    guard let mask = layer.attachments?.mask, !layer.properties.flags.contains(.keepsDepth) else { return }
    masks.append(WaitingMask(layer: mask, node: node, moment: moment))
  }

  /// Copies a layer behind all others. What is in it is not looked at.
  ///
  /// - Parameter moment: Inside the layer.
  @inline(__always)
  mutating func append(_ layer: CALayer, parent: Int32, siblingIndex: Int32, _ moment: SnapshotMoment) {
    nodes.append(
      TreeSnapshot.Node(
        properties: layer.properties, parent: parent, subtreeEnd: Int32(nodes.count + 1), siblingIndex: siblingIndex))
    if isKept { keepIdentity(of: layer) }
    if layer.properties.flags.contains(.animated), isPlaying {
      noteUnsteady()
      animate(layer, moment)
      if hasMoving { showMovingPictures(of: layer, moment) }
      return
    }
    if hasMoving { showMovingPictures(of: layer, moment) }
    if layer.properties.extras != nil { addEffects(layer.snapshotEffects()) }
    if layer.properties.backgroundColor?.isPattern == true { addBackground(of: layer, moment) }
    if hasPatterns { reportPatterns(at: nodes.count - 1) }
    guard layer.properties.kind != .layer else { return }
    for name in layer.patternColorNames { report(.pattern(name), at: nodes.count - 1) }
    // Cells are objects that change by themselves, and tiles come when they are drawn.
    if layer.properties.kind == .emitter || layer.properties.kind == .tiled { noteUnsteady() }
    addContent(layer.snapshotContent(moment))
  }

  private mutating func addEffects(_ found: LayerEffects?) {
    guard let found else { return }
    // Filters are objects that change by themselves.
    noteUnsteady()
    nodes[nodes.count - 1].effects = Int32(effects.count)
    effects.append(found)
  }

  private mutating func addContent(_ content: LayerContent?) {
    guard let content else { return }
    nodes[nodes.count - 1].content = Int32(contents.count)
    contents.append(content)
  }

  /// Notes the layer of the node that was added last.
  mutating func keepIdentity(of layer: CALayer) {
    ledger.add(layer)
    layer.lastNode = Int32(nodes.count - 1)
    // Marks that are left, as of a layer that marks itself when it is displayed, are found by looking at all layers.
    if !layer.properties.flags.isDisjoint(with: [.needsLayout, .needsDisplay]) { isRevisable = false }
  }

  /// Has the tree copied from nothing the next time.
  mutating func preventRevision() { isRevisable = false }

  /// Notes that a node, or the next one, can only be copied with all in it.
  private mutating func noteBlock(_ node: Int32? = nil) {
    if isKept { ledger.noteBlock(node ?? Int32(nodes.count)) }
  }

  /// Notes that the node that was added last looks otherwise at another time, or may change unseen.
  private mutating func noteUnsteady() {
    standsStill = false
    if isKept { ledger.noteUnsteady(Int32(nodes.count - 1)) }
  }

  /// Gives the node that was added last a picture of the pattern that is its background.
  private mutating func addBackground(of layer: CALayer, _ moment: SnapshotMoment) {
    let index = nodes.count - 1
    guard !nodes[index].properties.flags.contains(.keepsDepth) else { return }
    isRevisable = false
    guard let picture = layer.backgroundPicture(of: nodes[index].properties, moment) else {
      return report(.lostBackground, at: index)
    }
    if nodes[index].effects < 0 {
      nodes[index].effects = Int32(effects.count)
      effects.append(LayerEffects())
    }
    effects[Int(nodes[index].effects)].background = picture
  }

  /// Notes colours of any layer that are patterns and should draw.
  private mutating func reportPatterns(at index: Int) {
    if nodes[index].properties.borderColor?.isPattern == true, nodes[index].properties.borderWidth > 0 {
      report(.pattern("borderColor"), at: index)
    }
    guard nodes[index].properties.extras != nil else { return }
    if let extras = nodes[index].properties.extras, extras.shadowColor?.isPattern == true, extras.shadowOpacity > 0 {
      report(.pattern("shadowColor"), at: index)
    }
  }

  /// Gives the node that was added last the picture of this time, where its contents stand for moving ones.
  private mutating func showMovingPictures(of layer: CALayer, _ moment: SnapshotMoment) {
    let index = nodes.count - 1
    if let moving = nodes[index].properties.contents?.moving {
      nodes[index].properties.contents = picture(of: moving, in: layer, moment)
    }
    let own = Int(nodes[index].effects)
    guard own >= 0, var fade = effects[own].contentsFade else { return }
    if let moving = fade.old?.moving { fade.old = picture(of: moving, in: layer, moment) }
    if let moving = fade.new?.moving { fade.new = picture(of: moving, in: layer, moment) }
    effects[own].contentsFade = fade
  }

  private mutating func picture(of moving: any MovingPictures, in layer: CALayer, _ moment: SnapshotMoment) -> CGImage?
  {
    noteUnsteady()
    let time = layer.timing.cycleTime(at: moment.localTime, length: moving.duration)
    let found = moving.picture(at: time, isExact: moment.isExact)
    if let problem = found.problem {
      report(FilterProblem(code: problem.code, message: problem.message), at: nodes.count - 1)
    }
    return found.image
  }

  /// Makes the node that was added last look as the layer's animations make it.
  private mutating func animate(_ layer: CALayer, _ moment: SnapshotMoment) {
    guard let animations = layer.animations else { return }
    let index = nodes.count - 1
    animator.apply(animations, of: layer, at: moment.localTime, to: &nodes[index].properties)
    for problem in animator.problems { report(problem, at: index) }
    let source = animator.scratch ?? layer
    var found = source.properties.extras == nil ? nil : source.snapshotEffects()
    if let fade = animator.fade { found = (found ?? LayerEffects()).fading(fade) }
    addEffects(found)
    if nodes[index].properties.backgroundColor?.isPattern == true { addBackground(of: layer, moment) }
    if hasPatterns { reportPatterns(at: index) }
    guard layer.properties.kind != .layer else { return }
    for name in source.patternColorNames { report(.pattern(name), at: index) }
    // Tiles are kept by the layer itself.
    var content = (layer.properties.kind == .tiled ? layer : source).snapshotContent(moment)
    if case .emitter(var emitter)? = content, let layer = layer as? CAEmitterLayer {
      emitter.history = EmitterHistory(animations, of: layer, now: emitter)
      content = .emitter(emitter)
    }
    addContent(content)
  }

  /// Notes what a layer asks for and does not get.
  mutating func report(_ problem: FilterProblem, at node: Int) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(TreeSnapshot.Problem(node: Int32(node), problem: problem))
  }

  /// Whether colours may be patterns, of which something may have to be said.
  var drawsPatterns: Bool { hasPatterns }
  /// Whether contents may stand for moving pictures.
  var mayShowMoving: Bool { hasMoving }

  /// Asks again what is asked once a copy.
  mutating func beginRevision() {
    (hasPatterns, hasMoving) = (ColorPattern.wereMade, CGImage.standsForMovingPictures)
  }

  /// What a layer looks like at a time of its own.
  mutating func look(of layer: CALayer, at time: Double) -> LayerProperties {
    guard let animations = layer.animations else { return layer.properties }
    var properties = layer.properties
    animator.apply(animations, of: layer, at: time, to: &properties)
    return properties
  }
}

extension LayerEffects {
  fileprivate func fading(_ fade: ContentsFade) -> LayerEffects {
    var result = self
    result.contentsFade = fade
    return result
  }
}
