// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry

/// The last copy of a tree, kept so that the next copy takes over the parts that did not change.
///
/// Every layer keeps the number of the copy after which it, or something in it, changed last (``LayerRevision``). A
/// part (``SnapshotPart``) whose layers are the same, with the same numbers, is taken over; all other layers are
/// copied. The arrays equal those of a copy from scratch.
///
/// A `RetainedTree` that is used for several trees in turn copies each of them from scratch. Like the tree, it is used
/// by one thread at a time.
package final class RetainedTree {
  private var kept: Kept?
  /// An empty array with the memory of an earlier copy, for the next one: fresh memory costs more than most copies.
  private var spare: [TreeSnapshot.Node] = []
  /// The number of copies that are still made without parts before the next one is kept.
  private var pause = 0
  /// The length of the next pause, in copies.
  private var nextPause = 1

  /// The maximum number of layers in a copy that is kept; larger trees are copied from scratch.
  private let maximumLayers: Int
  /// The maximum length of a pause, in copies.
  private static let longestPause = 64

  /// A copy, and the request that it was made for.
  private struct Kept {
    let snapshot: TreeSnapshot
    /// The revision of the copy: later changes have a higher one.
    let stamp: UInt64
    weak var root: CALayer?
    let scale: Double

    /// Whether another copy shows the same tree in the same way.
    func serves(_ moment: SnapshotMoment, hostIsFlipped: Bool) -> Bool {
      root === moment.root && hostIsFlipped == snapshot.hostIsFlipped && scale == moment.scale
        && snapshot.reference == moment.reference && moment.isExact
    }
  }

  /// Makes an empty store.
  ///
  /// - Parameter maximumLayers: The maximum number of layers in a copy that is kept; the default amounts to about 128
  ///   MiB.
  package init(maximumLayers: Int = 1 << 18) { self.maximumLayers = maximumLayers }

  /// Copies a tree as it looks at a time, as ``TreeSnapshot/init(of:at:hostIsFlipped:scale:reference:)`` does.
  ///
  /// - Complexity: O(n) in the number of layers. To take over a layer costs a fifth of copying it.
  /// - Parameter sightDepth: The number of levels of layers that the picture may have, where a copy that is not kept
  ///   leaves out layers that lie outside of layers that clip them; `nil` for a copy of all layers. A copy that is kept
  ///   always has all layers.
  package func snapshot(
    of root: CALayer, at time: TimeInterval, hostIsFlipped: Bool, scale: Double, reference: ReferenceRenderer,
    sightDepth: Int? = nil
  ) -> TreeSnapshot {
    let moment = SnapshotMoment(root: root, time: time, scale: scale, reference: reference)
    var nodes = takeKept(moment, hostIsFlipped: hostIsFlipped)
    let isNext = nodes.countBefore > 0
    LayerRevision.advance()
    let firstNumber = LayerRevision.current
    let count = isNext ? nodes.countBefore : TreeSnapshot.countLayers(under: root)
    let keeps = pause == 0 && count <= maximumLayers
    if pause > 0 { pause -= 1 }
    if !keeps { nodes = NodeList() }
    var builder = SnapshotBuilder(
      consume nodes, layerCount: count, isPlaying: true, isKept: keeps, sightDepth: sightDepth)
    builder.build(root, moment)
    builder.nodes.recycle(&spare)
    let stamp = LayerRevision.current
    LayerRevision.advance()
    guard keeps, isWorthKeeping(builder, isNext: isNext, root.revision < firstNumber) else {
      return TreeSnapshot(builder, moment, hostIsFlipped: hostIsFlipped)
    }
    let snapshot = TreeSnapshot(builder, moment, hostIsFlipped: hostIsFlipped, isKept: true)
    kept = Kept(snapshot: snapshot, stamp: stamp, root: root, scale: scale)
    return snapshot
  }

  /// Lays out and displays marked layers, and returns a list over the nodes of the copy before.
  ///
  /// - Returns: An empty list where that copy shows another tree, or the same tree in another way.
  private func takeKept(_ moment: SnapshotMoment, hostIsFlipped: Bool) -> NodeList {
    // The copy is left without an owner here, so that its nodes are replaced and not copied.
    defer { kept = nil }
    guard let kept, kept.serves(moment, hostIsFlipped: hostIsFlipped) else {
      moment.root.updateIfNeeded()
      return NodeList(inMemoryOf: &spare)
    }
    if moment.root.isMarked(since: kept.stamp) { moment.root.updateIfNeeded() }
    return NodeList(after: kept.snapshot, spare: &spare)
  }

  /// Forgets the copy.
  package func removeAll() { (kept, spare) = (nil, []) }

  /// Whether the next copy may take over parts of a copy. Where too much has changed, the next copies are made without
  /// parts.
  ///
  /// - Parameters:
  ///   - isNext: Whether the copy could take over parts itself.
  ///   - isUnchanged: Whether the tree did not change while it was copied: the code that draws tiles may change layers
  ///     that were copied already, or are not visited.
  private func isWorthKeeping(_ builder: SnapshotBuilder, isNext: Bool, _ isUnchanged: Bool) -> Bool {
    let copied = builder.nodes.count - builder.takenNodes
    let isInVain = isNext && copied > builder.nodes.count / 2 + 64
    if builder.isRevisable, builder.nodes.count <= maximumLayers, !isInVain {
      nextPause = 1
      return isUnchanged
    }
    pause = nextPause
    nextPause = min(2 * nextPause, Self.longestPause)
    return false
  }
}

extension CALayer {
  /// Whether a layer in the tree that changed since a copy was made is marked for layout or display. Unchanged layers
  /// are not marked: marks are changes, and no copy is kept of a tree in which marks are left.
  fileprivate func isMarked(since stamp: UInt64) -> Bool {
    guard revision > stamp else { return false }
    var pending: [CALayer] = [self]
    while let layer = pending.popLast() {
      if !layer.properties.flags.isDisjoint(with: [.needsLayout, .needsDisplay]) { return true }
      for index in layer.sublayerStorage.indices {
        unowned(unsafe) let sublayer = layer.sublayerStorage[index]
        if sublayer.revision > stamp { pending.append(sublayer) }
      }
      if let mask = layer.attachments?.mask, mask.revision > stamp { pending.append(mask) }
    }
    return false
  }
}
