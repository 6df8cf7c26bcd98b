// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
package import LaminaGeometry

/// A layer tree at one time, as immutable values: the only thing that rendering reads.
///
/// Nodes stand in one array in pre-order, so a subtree is a contiguous range and nothing here is recursive,
/// however deep the tree. Taking a snapshot copies each layer's properties once; later changes of the tree do
/// not reach it, and it may be planned and rendered on any thread.
///
/// - Conformance: TIME-12
public struct TreeSnapshot: Sendable {
  /// One layer.
  package struct Node: Sendable {
    /// The values that decide how the layer looks.
    package var properties: LayerProperties
    /// The superlayer's index, or -1 for the root.
    package var parent: Int32
    /// The index after the last layer of the subtree.
    package var subtreeEnd: Int32
    /// The layer's index among the sublayers of its superlayer, for layer paths.
    package var siblingIndex: Int32
    /// The content of a layer of a special class, as an index of `contents`, or -1.
    package var content: Int32 = -1
    /// The node of the layer's mask, behind the nodes of the tree, or -1.
    package var mask: Int32 = -1
    /// The layer's filters and blending, as an index of `effects`, or -1.
    package var effects: Int32 = -1

    package init(properties: LayerProperties, parent: Int32, subtreeEnd: Int32, siblingIndex: Int32) {
      self.properties = properties
      self.parent = parent
      self.subtreeEnd = subtreeEnd
      self.siblingIndex = siblingIndex
    }
  }

  /// All layers in pre-order; the root is the first. Behind the tree stand the masks, each with its subtree, in the
  /// order in which the masked layers were met; the `parent` of a mask is the layer that it masks.
  package let nodes: [Node]
  /// The contents of layers of special classes.
  package let contents: [LayerContent]
  /// The filters and blending of layers that have any.
  package let effects: [LayerEffects]
  /// Values that cannot be drawn or animated as they are described.
  package let problems: [Problem]
  /// The root's revision when it was copied.
  package let revision: UInt64
  /// The number of layers that were not copied, since they lie outside of layers that clip them.
  package let leftOutLayers: Int
  /// Whether the tree looks like this at any time, until one of its layers is changed.
  package let standsStill: Bool
  /// Whether the copy is for plans that are drawn; otherwise only the places of layers need to be right.
  package let isExact: Bool
  /// The parts that the next copy may take over, in the order of their nodes; empty where the copy is not kept.
  package let parts: [PlacedPart]
  /// The number of nodes that were taken over from the copy before.
  package let takenNodes: Int
  /// Whether the root is hosted y-up, as a Core Animation document is, rather than y-down.
  public let hostIsFlipped: Bool
  /// The renderer of Core Animation whose way of drawing the copy follows.
  public let reference: ReferenceRenderer

  /// A setting of a layer that cannot be followed.
  package struct Problem: Sendable, Equatable {
    package var node: Int32
    package var problem: FilterProblem
  }

  /// The number of layers that were copied for this snapshot: all that are not in parts that were taken over.
  package var copiedLayers: Int { nodes.count - takenNodes }

  /// The number of layers that were copied, masks included.
  public var layerCount: Int { nodes.count }

  /// Lays out and displays marked layers, then copies the tree under `root` as its animations make it look.
  ///
  /// The copy depends on the tree and the time alone; the clock plays no part, and the tree's own values stay as they
  /// are.
  ///
  /// - Parameters:
  ///   - root: The root layer. Its superlayer, if it has one, plays no part.
  ///   - time: The time to show, in seconds of the time outside the root: the root's own `speed` and `timeOffset`
  ///     apply.
  ///   - hostIsFlipped: Whether the root's superspace is y-up.
  ///   - scale: The number of pixels per point of the root: tiled layers are asked for tiles of that detail.
  ///   - reference: The renderer of Core Animation whose way of drawing to follow.
  /// - Complexity: O(n) in the number of layers, with an explicit stack.
  public init(
    of root: CALayer, at time: TimeInterval = 0, hostIsFlipped: Bool = false, scale: Double = 1,
    reference: ReferenceRenderer = .screen
  ) {
    self.init(of: root, at: time, hostIsFlipped: hostIsFlipped, scale: scale, reference: reference, isExact: true)
  }

  /// Copies a tree as it looks at a time, also for plans of which only the places of layers count.
  ///
  /// - Parameters:
  ///   - root: The root layer.
  ///   - time: The time in the root's superspace.
  ///   - hostIsFlipped: Whether the root's superspace is y-up.
  ///   - scale: The number of pixels per point of the root.
  ///   - reference: The renderer of Core Animation whose way of drawing to follow.
  ///   - isExact: Whether videos show the pictures of that time; otherwise any pictures of the same size.
  ///   - sightDepth: The number of levels of layers that the picture may have, where layers are left out that lie
  ///     outside of layers that clip them and have nothing to report: the plan draws the same. `nil` copies all layers.
  package init(
    of root: CALayer, at time: TimeInterval, hostIsFlipped: Bool, scale: Double, reference: ReferenceRenderer,
    isExact: Bool, sightDepth: Int? = nil
  ) {
    var moment = SnapshotMoment(root: root, time: time, scale: scale, reference: reference)
    moment.isExact = isExact
    self.init(root, moment, hostIsFlipped: hostIsFlipped, isPlaying: true, sightDepth: sightDepth)
  }

  /// Copies a tree as its layers are set, without the effects of animations: each layer is one node.
  package init(ofModel root: CALayer) {
    self.init(root, SnapshotMoment(root: root, time: 0, scale: 1), hostIsFlipped: false, isPlaying: false)
  }

  /// Copies a tree as its layers are set, as the only content of a canvas, for drawing into a bitmap that the tree does
  /// not fill.
  ///
  /// - Parameters:
  ///   - root: The root layer; its place in its superlayer plays no part.
  ///   - canvas: The canvas, in pixels, which are its points; y points down.
  ///   - canvasFromRoot: The transform from the root's own space to the canvas.
  ///   - time: The time that emitters show, in seconds of the time outside the root.
  ///   - isPlaying: Whether animations are shown too, and everything is drawn as on screens.
  ///   - isTurnedOver: Whether pictures are upside down in the root's space, as in a layer that is flipped.
  package init(
    ofModel root: CALayer, on canvas: CGSize, canvasFromRoot: CGAffineTransform, at time: TimeInterval,
    isPlaying: Bool = false, isTurnedOver: Bool = false
  ) {
    // In a host that is flipped, y points up.
    let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: canvas.height)
    let hostFromRoot = isTurnedOver ? canvasFromRoot.concatenating(flip) : canvasFromRoot
    let area = abs(canvasFromRoot.a * canvasFromRoot.d - canvasFromRoot.b * canvasFromRoot.c)
    let reference: ReferenceRenderer = isPlaying ? .screen : .context
    let moment = SnapshotMoment(root: root, time: time, scale: Double(area.squareRoot()), reference: reference)
    var host = LayerProperties()
    host.bounds.size = canvas
    if isTurnedOver { host.flags.insert(.geometryFlipped) }
    self.init(root, moment, hostIsFlipped: false, isPlaying: isPlaying, host: host) { look in
      let corner = look.bounds.origin
      (look.anchorPoint, look.anchorPointZ, look.zPosition) = (.zero, 0, 0)
      look.position = corner.applying(hostFromRoot)
      var turn = hostFromRoot
      (turn.tx, turn.ty) = (0, 0)
      look.transform = CATransform3DMakeAffineTransform(turn)
      look.flags.set(.transformed, to: !turn.isIdentity)
    }
  }

  private init(
    _ root: CALayer, _ moment: SnapshotMoment, hostIsFlipped: Bool, isPlaying: Bool, host: LayerProperties? = nil,
    sightDepth: Int? = nil, place: (inout LayerProperties) -> Void = { _ in }
  ) {
    root.updateIfNeeded()
    var asking: RenderAsking?
    if let host, !isPlaying {
      var look = root.properties
      place(&look)
      let isTurnedOver = host.flags.contains(.geometryFlipped)
      let height = Double(host.bounds.height)
      let canvasFromHost = isTurnedOver ? Homography(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height) : .identity
      asking = look.superlayerFromLayer().map {
        RenderAsking(
          root: root, canvas: host.bounds.size, canvasFromRoot: $0.concatenating(canvasFromHost),
          isHostTurnedOver: isTurnedOver)
      }
    }
    var builder = SnapshotBuilder(
      layerCount: Self.countLayers(under: root), isPlaying: isPlaying, asking: asking,
      sightDepth: sightDepth)
    if let host {
      builder.build(root, in: host, moment)
      place(&builder.nodes[1].properties)
    } else {
      builder.build(root, moment)
    }
    self.init(builder, moment, hostIsFlipped: hostIsFlipped)
    LayerRevision.advance()
  }

  /// Makes a snapshot of the arrays of a builder.
  ///
  /// - Parameter isKept: Whether the next copy may take over parts of this one.
  init(_ builder: SnapshotBuilder, _ moment: SnapshotMoment, hostIsFlipped: Bool, isKept: Bool = false) {
    self.hostIsFlipped = hostIsFlipped
    reference = moment.reference
    nodes = builder.nodes.nodes
    contents = builder.contents
    effects = builder.effects
    problems = builder.problems
    leftOutLayers = builder.leftOut
    standsStill = builder.standsStill
    isExact = moment.isExact
    revision = moment.root.revision
    (parts, takenNodes) = (isKept ? builder.parts : [], builder.takenNodes)
  }

  /// The number of layers in the tree, the root included.
  static func countLayers(under root: CALayer) -> Int {
    var count = 1 + root.sublayerStorage.count
    var inner = root.sublayerStorage.filter { !$0.sublayerStorage.isEmpty }
    while let layer = inner.popLast() {
      count += layer.sublayerStorage.count
      for sublayer in layer.sublayerStorage where !sublayer.sublayerStorage.isEmpty { inner.append(sublayer) }
    }
    return count
  }

  /// The layer's name for diagnostics: names or `Class[index]` from the root, separated by `/`.
  ///
  /// - Complexity: O(depth).
  package func layerPath(of index: Int) -> String {
    var parts: [String] = []
    var current = Int32(index)
    while current >= 0, parts.count < 64 {
      let node = nodes[Int(current)]
      let isMask = node.parent >= 0 && nodes[Int(node.parent)].mask == current
      let place = isMask ? "mask" : "\(node.properties.kind.className)[\(node.siblingIndex)]"
      parts.append(node.properties.extras?.name ?? place)
      current = node.parent
    }
    if current >= 0 { parts.append("…") }
    return parts.reversed().joined(separator: "/")
  }
}

extension LayerKind {
  /// Apple's name of the class.
  package var className: String {
    switch self {
    case .layer: "CALayer"
    case .transform: "CATransformLayer"
    case .shape: "CAShapeLayer"
    case .gradient: "CAGradientLayer"
    case .text: "CATextLayer"
    case .replicator: "CAReplicatorLayer"
    case .emitter: "CAEmitterLayer"
    case .scroll: "CAScrollLayer"
    case .tiled: "CATiledLayer"
    }
  }
}
