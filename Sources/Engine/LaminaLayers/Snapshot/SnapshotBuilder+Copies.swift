// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Replicators whose copies are late (REPL-1). Where something in the copies is animated, each copy looks otherwise, and
// is copied by itself at its own time; everywhere else all copies share the nodes, and the planner draws them again and
// again.

extension SnapshotBuilder {
  /// The copies of a replicator that are each copied by themselves.
  struct Copies {
    /// The copy that is being copied, and how many there are.
    var index = 0
    var count: Int
    /// How much later each is than the one before, seconds of the replicator's time.
    var delay: Double
    /// The replicator's own moment.
    var moment: SnapshotMoment
    /// Where its content is.
    var content: Int
  }

  /// More layers than this are not made of one replicator.
  private static let maximumCopiedLayers = 1_000_000

  /// Whether a layer is a replicator whose copies are late, now or at another time: each of them has nodes of its own
  /// where something in it is animated.
  ///
  /// - Parameter node: Its node.
  func delaysCopies(_ layer: CALayer, at node: Int) -> Bool {
    guard layer.properties.kind == .replicator, nodes[node].content >= 0,
      case .replicator(let replicator) = contents[Int(nodes[node].content)], replicator.count > 1
    else { return false }
    // How late follows from how fast time runs around it.
    return replicator.delay != 0 || (layer as? CAReplicatorLayer)?.instanceDelay != 0
  }

  /// Sets the layer that was opened last up for copies of its own, where it is a replicator that needs them.
  mutating func openCopies(of layer: CALayer) {
    let top = open.count - 1
    let content = Int(nodes[Int(open[top].node)].content)
    guard content >= 0, case .replicator(let replicator) = contents[content], replicator.count > 1,
      replicator.delay != 0, let size = Self.animatedSize(under: layer)
    else { return }
    guard nodes.count + size * replicator.count <= Self.maximumCopiedLayers else {
      let problem = FilterProblem(
        code: "too-many-copies",
        message:
          "\(replicator.count) delayed copies of animated layers are more than \(Self.maximumCopiedLayers) layers; "
          + "they are drawn without their delay")
      // How many layers there are is known when the tree is copied from nothing.
      preventRevision()
      return report(problem, at: Int(open[top].node))
    }
    let moment = open[top].moment
    open[top].copies = Copies(
      count: replicator.count, delay: replicator.delay * moment.rate, moment: moment, content: content)
    noteCopy(at: content)
  }

  /// Notes where the nodes of a copy begin.
  private mutating func noteCopy(at content: Int) {
    guard case .replicator(var replicator) = contents[content] else { return }
    replicator.copyStarts.append(Int32(nodes.count))
    // Emitters in a copy have their own time already.
    replicator.delay = 0
    contents[content] = .replicator(replicator)
  }

  /// Goes back to the first sublayer of an open replicator for its next copy.
  ///
  /// - Returns: `false` after the last.
  mutating func startNextCopy(_ top: Int) -> Bool {
    guard var copies = open[top].copies, copies.index + 1 < copies.count else { return false }
    copies.index += 1
    open[top].copies = copies
    open[top].next = 0
    open[top].moment.localTime = copies.moment.localTime - Double(copies.index) * copies.delay
    noteCopy(at: copies.content)
    return true
  }

  /// The number of layers under a layer, masks included; `nil` where none is animated.
  private static func animatedSize(under root: CALayer) -> Int? {
    var pending = root.sublayerStorage
    var count = 0
    var isAnimated = false
    while let layer = pending.popLast() {
      count += 1
      if layer.properties.flags.contains(.animated) || layer.properties.contents?.moving != nil { isAnimated = true }
      pending += layer.sublayerStorage
      if let mask = layer.attachments?.mask { pending.append(mask) }
    }
    return isAnimated ? count : nil
  }
}
