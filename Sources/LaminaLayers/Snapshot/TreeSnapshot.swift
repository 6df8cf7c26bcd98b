public import Foundation

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
    /// What the layer looks like.
    package var properties: LayerProperties
    /// The superlayer's index, or -1 for the root.
    package var parent: Int32
    /// The index after the last layer of the subtree.
    package var subtreeEnd: Int32
    /// Which of its superlayer's sublayers it is, for layer paths.
    package var siblingIndex: Int32
    /// What a layer of a special class draws, in `contents`, or -1.
    package var content: Int32 = -1
    /// The node of its mask, behind the nodes of the tree, or -1.
    package var mask: Int32 = -1
    /// Its filters and blending, in `effects`, or -1.
    package var effects: Int32 = -1

    package init(properties: LayerProperties, parent: Int32, subtreeEnd: Int32, siblingIndex: Int32) {
      self.properties = properties
      self.parent = parent
      self.subtreeEnd = subtreeEnd
      self.siblingIndex = siblingIndex
    }
  }

  /// All layers in pre-order; the root is the first. Behind the tree stand the masks, each with its subtree, in the
  /// order in which the layers that they mask were met; their `parent` is the layer that they mask.
  package private(set) var nodes: [Node]
  /// What layers of special classes draw.
  package private(set) var contents: [LayerContent] = []
  /// The filters and blending of layers that have any.
  package private(set) var effects: [LayerEffects] = []
  /// Whether the root is hosted y-up, as a Core Animation document is, rather than y-down.
  public let hostIsFlipped: Bool

  /// The number of layers, masks included.
  public var layerCount: Int { nodes.count }

  /// Lays out and displays what is marked, then copies the tree under `root`.
  ///
  /// - Parameters:
  ///   - root: The root layer. Its superlayer, if it has one, plays no part.
  ///   - time: The time to show, in seconds of what the root is in: its own `beginTime` and `speed` apply.
  ///   - hostIsFlipped: Whether the root's superspace is y-up.
  ///   - scale: Pixels a point of the root will have: tiled layers are asked for tiles of that detail.
  /// - Complexity: O(n) in the number of layers, with an explicit stack.
  public init(of root: CALayer, at time: TimeInterval = 0, hostIsFlipped: Bool = false, scale: Double = 1) {
    root.updateIfNeeded()
    self.hostIsFlipped = hostIsFlipped
    nodes = []
    // Counting first keeps the array from growing to twice its size; the layers it touches are read next anyway.
    nodes.reserveCapacity(Self.countLayers(under: root))
    var masks: [WaitingMask] = []
    let moment = SnapshotMoment(root: root, time: root.timing.localTime(fromParent: time), scale: scale)
    appendTree(of: root, parent: -1, &masks, moment)
    var done = 0
    while done < masks.count {
      let next = masks[done]
      done += 1
      nodes[Int(next.node)].mask = Int32(nodes.count)
      appendTree(of: next.layer, parent: next.node, &masks, moment)
    }
  }

  /// A mask whose subtree is still to be copied.
  private struct WaitingMask {
    var layer: CALayer
    /// The layer that it masks.
    var node: Int32
  }

  /// Copies a root or a mask and all under it.
  private mutating func appendTree(
    of root: CALayer, parent: Int32, _ masks: inout [WaitingMask], _ moment: SnapshotMoment
  ) {
    var open: [OpenLayer] = []
    let first = Int32(nodes.count)
    append(root, parent: parent, siblingIndex: 0, moment)
    // The mask of a mask is ignored (CLIP-5).
    if parent < 0 { addMask(of: root, at: first, to: &masks) }
    if !root.sublayerStorage.isEmpty { open.append(OpenLayer(sublayers: root.sublayerStorage, node: first)) }
    while let top = open.indices.last {
      let next = open[top].next
      guard next < open[top].sublayers.count else {
        nodes[Int(open[top].node)].subtreeEnd = Int32(nodes.count)
        open.removeLast()
        continue
      }
      let layer = open[top].sublayers[next]
      open[top].next = next + 1
      let index = Int32(nodes.count)
      append(layer, parent: open[top].node, siblingIndex: Int32(next), moment)
      if layer.properties.extras != nil { addMask(of: layer, at: index, to: &masks) }
      if !layer.sublayerStorage.isEmpty {
        open.append(OpenLayer(sublayers: layer.sublayerStorage, node: index))
      }
    }
  }

  private func addMask(of layer: CALayer, at node: Int32, to masks: inout [WaitingMask]) {
    guard let mask = layer.attachments?.mask, !layer.properties.flags.contains(.keepsDepth) else { return }
    masks.append(WaitingMask(layer: mask, node: node))
  }

  @inline(__always)
  private mutating func append(_ layer: CALayer, parent: Int32, siblingIndex: Int32, _ moment: SnapshotMoment) {
    nodes.append(
      Node(
        properties: layer.properties, parent: parent, subtreeEnd: Int32(nodes.count + 1), siblingIndex: siblingIndex))
    if layer.properties.extras != nil, let found = layer.snapshotEffects() {
      nodes[nodes.count - 1].effects = Int32(effects.count)
      effects.append(found)
    }
    guard layer.properties.kind != .layer, let content = layer.snapshotContent(moment) else { return }
    nodes[nodes.count - 1].content = Int32(contents.count)
    contents.append(content)
  }

  /// The number of layers in the tree, the root included.
  private static func countLayers(under root: CALayer) -> Int {
    var count = 1 + root.sublayerStorage.count
    var inner = root.sublayerStorage.filter { !$0.sublayerStorage.isEmpty }
    while let layer = inner.popLast() {
      count += layer.sublayerStorage.count
      for sublayer in layer.sublayerStorage where !sublayer.sublayerStorage.isEmpty { inner.append(sublayer) }
    }
    return count
  }

  /// A layer whose sublayers are being copied.
  private struct OpenLayer {
    var sublayers: [CALayer]
    var next = 0
    var node: Int32
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
