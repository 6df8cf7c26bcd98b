// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Replicators with delayed copies (REPL-1). Where a layer in the copies is animated, each copy looks different, and is
// copied by itself at its own time; everywhere else all copies share the nodes, and the planner draws them repeatedly.

extension SnapshotBuilder {
  /// The copies of a replicator that are each copied by themselves.
  struct Copies {
    /// The number of the present copy, and the number of all copies.
    var index = 0
    var count: Int
    /// The delay of each copy relative to the one before, in seconds of the replicator's time.
    var delay: Double
    /// The replicator's own moment.
    var moment: SnapshotMoment
    /// The index of its content.
    var content: Int
  }

  /// The maximum number of layers that are made for one replicator.
  private static let maximumCopiedLayers = 1_000_000

  /// Prepares the last opened layer for copies of its own, where it is a replicator that needs them.
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
      return report(problem, at: Int(open[top].node))
    }
    let moment = open[top].moment
    open[top].copies = Copies(
      count: replicator.count, delay: replicator.delay * moment.rate, moment: moment, content: content)
    noteCopy(at: content)
  }

  /// Notes the first node of a copy.
  private mutating func noteCopy(at content: Int) {
    guard case .replicator(var replicator) = contents[content] else { return }
    replicator.copyStarts.append(Int32(nodes.count))
    // Emitters in a copy have their own time already.
    replicator.delay = 0
    contents[content] = .replicator(replicator)
  }

  /// Returns to the first sublayer of an open replicator for its next copy.
  ///
  /// - Returns: `false` after the last copy.
  mutating func startNextCopy(_ top: Int) -> Bool {
    guard var copies = open[top].copies, copies.index + 1 < copies.count else { return false }
    copies.index += 1
    open[top].copies = copies
    open[top].next = 0
    open[top].moment.localTime = copies.moment.localTime - Double(copies.index) * copies.delay
    noteCopy(at: copies.content)
    return true
  }

  /// Returns the number of layers under a layer, masks included; `nil` where none is animated.
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
