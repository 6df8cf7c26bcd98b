// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Copies a tree, layer by layer in pre-order, as it looks at one time. Time is converted down the tree during the walk:
// every open layer keeps its own time, so that the time of a sublayer takes one multiplication, and only where its
// timing is not the default. A layer without animations is copied as it is.

/// Builds the arrays of a snapshot.
struct SnapshotBuilder {
  var nodes: NodeList
  var contents: [LayerContent] = []
  var effects: [LayerEffects] = []
  var problems: [TreeSnapshot.Problem] = []
  /// Whether the copy is the same at any time, and contains no object that can change unnoticed.
  var standsStill = true
  /// Whether parts are made, to be taken over by the next copy.
  let isKept: Bool
  /// The revision after which a layer changed recently, where parts are made.
  let restlessSince: UInt64
  /// Whether the next copy can take over parts: no layer is still marked, or made in a way that only a whole copy
  /// reproduces.
  private(set) var isRevisable = true
  /// The parts, in the order of their nodes.
  var parts: [TreeSnapshot.PlacedPart] = []
  /// The number of nodes in a part.
  let partSize: Int
  /// The number of nodes that were taken over.
  var takenNodes = 0
  /// The number of events so far that keep a layer out of parts: masks, replicators, problems, and layers that look
  /// different at another time or may change unnoticed.
  private(set) var specials = 0

  private(set) var masks: [WaitingMask] = []
  /// The node of the mask that was begun last, or -1.
  private var maskRoot: Int32 = -1
  var open: [OpenLayer] = []
  private var animator = LayerAnimator()

  /// The maximum number of problems that are recorded.
  static let maximumProblems = 10_000

  /// Whether layers look as their animations make them, rather than as they are set.
  private let isPlaying: Bool
  /// Whether any colour may be a pattern.
  let hasPatterns = ColorPattern.wereMade
  /// Whether any contents may stand for a moving picture.
  let hasMoving = CGImage.standsForMovingPictures
  /// Asks subclasses to draw themselves where the tree is drawn into a context.
  var asking: RenderAsking?
  /// The number of levels of layers that the picture may have, where layers out of sight are left out; `nil` where all
  /// layers are copied.
  private let sightDepth: Int?
  /// The number of pixels per point of the root.
  private(set) var rootScale = 0.0
  /// The number of layers that were left out.
  var leftOut = 0

  /// - Parameter sightDepth: The number of levels of layers that the picture may have, where layers out of sight are
  ///   left out. A copy that is kept holds all layers.
  init(
    _ nodes: consuming NodeList = NodeList(), layerCount: Int, isPlaying: Bool, asking: RenderAsking? = nil,
    isKept: Bool = false, restlessSince: UInt64 = .max, sightDepth: Int? = nil
  ) {
    // Counting layers first keeps the array from growing to twice its size; the layers visited are read next anyway.
    nodes.reserveCapacity(layerCount)
    self.nodes = nodes
    self.isPlaying = isPlaying
    self.asking = asking
    self.isKept = isKept
    self.restlessSince = restlessSince
    partSize = Self.partSize(layers: layerCount)
    self.sightDepth = isPlaying && asking == nil && !isKept ? sightDepth : nil
  }

  /// A mask whose subtree is still to be copied.
  struct WaitingMask {
    var layer: CALayer
    /// The node of the layer that the mask masks.
    var node: Int32
    /// The moment inside the masked layer.
    var moment: SnapshotMoment
  }

  /// A layer whose sublayers are being copied.
  struct OpenLayer {
    var sublayers: [CALayer]
    var next = 0
    var node: Int32
    /// The moment inside the layer.
    var moment: SnapshotMoment
    /// For a replicator whose copies are each copied by themselves: the copy that is next.
    var copies: Copies?
    /// For a node that stands for a layer in a transition, whose sublayers are the layer before and now: its state.
    var stage: TransitionStage?
    /// The area in which its sublayers show.
    var sight = Sight()
    /// The sublayers that are to become a part, where parts are made of them.
    var run: OpenRun?
  }

  /// Copies a tree and its masks.
  ///
  /// - Parameter moment: The moment outside the root.
  mutating func build(_ root: CALayer, _ moment: SnapshotMoment) {
    rootScale = moment.scale
    appendTree(of: root, parent: -1, moment)
    appendMasks()
  }

  /// Copies a tree and its masks as the only content of a layer that is in no tree.
  ///
  /// - Parameters:
  ///   - host: The properties of that layer, which is the first node.
  ///   - moment: The moment outside the root.
  mutating func build(_ root: CALayer, in host: LayerProperties, _ moment: SnapshotMoment) {
    nodes.append(TreeSnapshot.Node(properties: host, parent: -1, subtreeEnd: 1, siblingIndex: 0))
    open.append(OpenLayer(sublayers: [root], node: 0, moment: moment))
    appendOpen()
    appendMasks()
  }

  /// Copies the masks, and ends the list of nodes.
  private mutating func appendMasks() {
    var done = 0
    while done < masks.count {
      let next = masks[done]
      done += 1
      nodes[Int(next.node)].mask = Int32(nodes.count)
      appendTree(of: next.layer, parent: next.node, isMask: true, next.moment)
    }
    nodes.finish()
  }

  /// Copies a layer and all under it, except masks, which wait.
  ///
  /// - Parameters:
  ///   - siblingIndex: The index of the layer among its siblings.
  ///   - isMask: Whether the layer is the mask of the layer above it, rather than a sublayer.
  mutating func appendTree(
    of root: CALayer, parent: Int32, siblingIndex: Int32 = 0, isMask: Bool = false, _ moment: SnapshotMoment
  ) {
    maskRoot = isMask ? Int32(nodes.count) : -1
    enter(root, parent: parent, siblingIndex: siblingIndex, moment)
    appendOpen()
  }

  /// Copies the sublayers of the open layers.
  private mutating func appendOpen() {
    while let top = open.indices.last {
      let next = open[top].next
      if isKept { extendRun(top) }
      guard next < open[top].sublayers.count else {
        if isKept { endRun(top, upTo: nodes.count, sublayers: next) }
        if open[top].copies != nil, startNextCopy(top) { continue }
        nodes[Int(open[top].node)].subtreeEnd = Int32(nodes.count)
        open.removeLast()
        continue
      }
      // Kept alive by the array of sublayers: a counted reference for every layer would cost a tenth of the whole time.
      unowned(unsafe) let layer = open[top].sublayers[next]
      if isKept {
        if takePart(top) { continue }
        if layer.isRestless { keepOutOfParts(layer) }
      }
      open[top].next = next + 1
      if open[top].sight.isLimited, leavesOut(layer, of: top) { continue }
      if open[top].stage == nil {
        enter(layer, parent: open[top].node, siblingIndex: Int32(next), open[top].moment)
      } else {
        enterStage(layer, isNew: next == 1, top)
      }
    }
  }

  /// Copies a layer, and opens it where it has sublayers.
  @inline(__always)
  private mutating func enter(_ layer: CALayer, parent: Int32, siblingIndex: Int32, _ moment: SnapshotMoment) {
    if layer.properties.flags.contains(.animated), isPlaying {
      if layer.animations?.displaysOwnKeys == true {
        layer.displayOwnKeys(moment.inside(layer))
        isRevisable = false
      }
      if layer.animations?.transition != nil {
        (standsStill, specials) = (false, specials + 1)
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
    if isReplicator { specials += 1 }
    guard !layer.sublayerStorage.isEmpty else { return }
    open.append(OpenLayer(sublayers: layer.sublayerStorage, node: index, moment: inside))
    if let sightDepth, layer.properties.flags.contains(.masksToBounds), layer.sublayerStorage.count > 1 {
      limitSight(of: layer, depth: sightDepth)
    }
    if isReplicator { openCopies(of: layer) } else if isKept { beginRun(open.count - 1) }
  }

  private mutating func addMask(of layer: CALayer, at node: Int32, _ moment: SnapshotMoment) {
    guard let mask = layer.attachments?.mask, !layer.properties.flags.contains(.keepsDepth) else { return }
    specials += 1
    masks.append(WaitingMask(layer: mask, node: node, moment: moment))
  }

  /// Copies a layer behind all others. Its sublayers are not visited.
  ///
  /// - Parameter moment: The moment inside the layer.
  @inline(__always)
  mutating func append(_ layer: CALayer, parent: Int32, siblingIndex: Int32, _ moment: SnapshotMoment) {
    nodes.append(
      TreeSnapshot.Node(
        properties: layer.properties, parent: parent, subtreeEnd: Int32(nodes.count + 1), siblingIndex: siblingIndex))
    if isKept { checkMarks(of: layer) }
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
    // Cells are objects that change unnoticed, and tiles arrive when they are drawn.
    if layer.properties.kind == .emitter || layer.properties.kind == .tiled { noteUnsteady() }
    addContent(layer.snapshotContent(moment))
  }

  private mutating func addEffects(_ found: LayerEffects?) {
    guard let found else { return }
    // Filters are objects that change unnoticed.
    noteUnsteady()
    nodes[nodes.count - 1].effects = Int32(effects.count)
    effects.append(found)
  }

  private mutating func addContent(_ content: LayerContent?) {
    guard let content else { return }
    nodes[nodes.count - 1].content = Int32(contents.count)
    contents.append(content)
  }

  /// Takes notice of a layer that is still marked, for instance because it marks itself when it is displayed.
  mutating func checkMarks(of layer: CALayer) {
    if !layer.properties.flags.isDisjoint(with: [.needsLayout, .needsDisplay]) { isRevisable = false }
  }

  /// Notes that the look of the last node depends on the time, or may change unnoticed.
  mutating func noteUnsteady() {
    (standsStill, specials) = (false, specials + 1)
  }

  /// Keeps a layer that is copied next out of parts, as long as it changed recently.
  private mutating func keepOutOfParts(_ layer: CALayer) {
    if layer.revision > restlessSince { specials += 1 } else { layer.isRestless = false }
  }

  /// Adds a picture of the pattern that is the background of the last node's layer.
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

  /// Reports visible colours that are patterns, of a layer of any class.
  private mutating func reportPatterns(at index: Int) {
    if nodes[index].properties.borderColor?.isPattern == true, nodes[index].properties.borderWidth > 0 {
      report(.pattern("borderColor"), at: index)
    }
    guard nodes[index].properties.extras != nil else { return }
    if let extras = nodes[index].properties.extras, extras.shadowColor?.isPattern == true, extras.shadowOpacity > 0 {
      report(.pattern("shadowColor"), at: index)
    }
  }

  /// Puts the picture of this time in the last node, where its contents stand for a moving picture.
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

  /// Applies the layer's animations to the last node.
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
    // Tiles are kept by the layer itself, not by the animated copy.
    var content = (layer.properties.kind == .tiled ? layer : source).snapshotContent(moment)
    if case .emitter(var emitter)? = content, let layer = layer as? CAEmitterLayer {
      emitter.history = EmitterHistory(animations, of: layer, now: emitter)
      content = .emitter(emitter)
    }
    addContent(content)
  }

  /// Reports a setting of a layer that cannot be followed.
  mutating func report(_ problem: FilterProblem, at node: Int) {
    specials += 1
    guard problems.count < Self.maximumProblems else { return }
    problems.append(TreeSnapshot.Problem(node: Int32(node), problem: problem))
  }

  /// The properties of a layer at a time of its own.
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

/// The time, and the settings of the snapshot, that a layer's content depends on.
package struct SnapshotMoment {
  /// The root of the tree, which outlives the snapshot that is being made. A moment is copied for every layer: a
  /// counted reference would take a fifth of the whole time.
  package unowned(unsafe) let root: CALayer
  /// The time outside the root, in seconds.
  package var time: TimeInterval
  /// The number of pixels per point of the root.
  package var scale: Double
  /// The renderer of Core Animation whose way of drawing the picture follows.
  package var reference: ReferenceRenderer
  /// The layer's own time, in seconds.
  package var localTime: Double = 0
  /// The seconds of the layer's own time that pass in one second outside the root.
  package var rate: Double = 1
  /// Whether videos show the pictures of this time; otherwise any pictures of the same size.
  package var isExact = true

  package init(root: CALayer, time: TimeInterval, scale: Double, reference: ReferenceRenderer = .screen) {
    self.root = root
    self.time = time
    self.scale = scale
    self.reference = reference
    (localTime, rate) = (time, 1)
  }

  /// The moment inside a layer.
  @inline(__always)
  func inside(_ layer: CALayer) -> SnapshotMoment {
    guard layer.properties.flags.contains(.timed) else { return self }
    let timing = layer.timing
    var result = self
    result.localTime = timing.localTime(fromParent: localTime)
    result.rate = rate * Double(timing.speed)
    return result
  }
}
