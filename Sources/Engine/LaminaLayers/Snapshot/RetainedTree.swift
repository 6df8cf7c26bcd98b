// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry

/// The last copy of a tree, kept so that the next copy is made of the changes only.
///
/// Every layer keeps the number of the copy after which it, or something in it, changed last (``LayerRevision``). The
/// copy before is taken over, and only layers that changed or came, and layers whose look depends on the time or on
/// objects that change unnoticed, are copied anew, by the code that copies every layer. Where very much changes, the
/// tree is copied from scratch; the copy is the same either way.
///
/// A `RetainedTree` that is used for several trees in turn copies each of them from scratch. Like the tree, it is used
/// by one thread at a time.
package final class RetainedTree {
  private var kept: Kept?
  /// The number of copies that are still made from scratch before the next one is kept.
  private var pause = 0
  /// The length of the next pause, in copies.
  private var nextPause = 1

  /// The maximum number of layers in a copy that is kept; larger trees are copied from scratch.
  private let maximumLayers: Int
  /// The maximum number of changes that are kept one after the other: frames of a film are planned by several threads,
  /// each of which has an earlier copy.
  private static let longestHistory = 8
  /// The maximum length of a pause, in copies.
  private static let longestPause = 64

  /// A copy, and the request that it was made for.
  private struct Kept {
    var builder: SnapshotBuilder
    /// The revision of the copy: later changes have a higher one.
    let stamp: UInt64
    let serial: UInt64
    /// The changes since the first copy, the last change first.
    let changes: [TreeSnapshot.Change]
    weak var root: CALayer?
    let hostIsFlipped: Bool
    let scale: Double
    let reference: ReferenceRenderer

    /// Whether another copy shows the same tree in the same way.
    func serves(_ moment: SnapshotMoment, hostIsFlipped: Bool) -> Bool {
      root === moment.root && hostIsFlipped == self.hostIsFlipped && scale == moment.scale
        && reference == moment.reference && moment.isExact
    }
  }

  /// Makes an empty store.
  ///
  /// - Parameter maximumLayers: The maximum number of layers in a copy that is kept; the default amounts to about 128
  ///   MiB.
  package init(maximumLayers: Int = 1 << 18) { self.maximumLayers = maximumLayers }

  /// Copies a tree as it looks at a time, as ``TreeSnapshot/init(of:at:hostIsFlipped:scale:reference:)`` does.
  ///
  /// - Complexity: O(n) in the number of layers that changed or contain a change, and in the sublayers of those layers
  ///   that have no list of changed sublayers (``ChangedSublayers``); where layers came or went, also in the layers
  ///   behind them. O(n) in all layers for a copy from scratch.
  /// - Parameter sightDepth: The number of levels of layers that the picture may have, where a copy that is not kept
  ///   leaves out layers that lie outside of layers that clip them; `nil` for a copy of all layers. A copy that is kept
  ///   always has all layers.
  package func snapshot(
    of root: CALayer, at time: TimeInterval, hostIsFlipped: Bool, scale: Double, reference: ReferenceRenderer,
    sightDepth: Int? = nil
  ) -> TreeSnapshot {
    let moment = SnapshotMoment(root: root, time: time, scale: scale, reference: reference)
    // Taken out of `kept`, so that the arrays have a single owner while they are changed.
    var before: Kept?
    swap(&before, &kept)
    if before?.serves(moment, hostIsFlipped: hostIsFlipped) == true, let revised = revise(&before, moment) {
      return revised
    }
    return copy(moment, hostIsFlipped: hostIsFlipped, sightDepth: sightDepth)
  }

  /// Forgets the copy.
  package func removeAll() { kept = nil }

  /// Copies a tree from scratch.
  private func copy(_ moment: SnapshotMoment, hostIsFlipped: Bool, sightDepth: Int?) -> TreeSnapshot {
    let root = moment.root
    root.updateIfNeeded()
    let firstNumber = beginCopy()
    let count = TreeSnapshot.countLayers(under: root)
    let keeps = pause == 0 && count <= maximumLayers
    if pause > 0 { pause -= 1 }
    var builder = SnapshotBuilder(layerCount: count, isPlaying: true, isKept: keeps, sightDepth: sightDepth)
    builder.build(root, moment)
    return finish(builder, moment, hostIsFlipped: hostIsFlipped, changes: [], changedFrom: firstNumber)
  }

  /// Copies the layers that changed since a copy was made.
  ///
  /// - Returns: `nil` where a revision is not possible.
  private func revise(_ before: inout Kept?, _ moment: SnapshotMoment) -> TreeSnapshot? {
    guard let (stamp, serial, hostIsFlipped) = before.map({ ($0.stamp, $0.serial, $0.hostIsFlipped) }),
      let history = before?.changes.prefix(Self.longestHistory - 1)
    else { return nil }
    if moment.root.isMarked(since: stamp) { moment.root.updateIfNeeded() }
    let firstNumber = beginCopy()
    guard let revised = before?.builder.revise(moment.root, moment, since: stamp), var builder = before?.builder else {
      wait()
      return nil
    }
    before = nil
    if revised.changed.count > builder.nodes.count / 4 + 8 {
      wait()
      builder.isKept = false
    } else {
      nextPause = 1
    }
    return finish(
      builder, moment, hostIsFlipped: hostIsFlipped,
      changes: [TreeSnapshot.Change(base: serial, edits: revised.edits, nodes: revised.changed)] + history,
      changedFrom: firstNumber)
  }

  /// Begins a pause, in which copies are made from scratch, since keeping one was in vain.
  private func wait() {
    pause = nextPause
    nextPause = min(2 * nextPause, Self.longestPause)
  }

  /// Begins a new revision, which separates changes during the copy from changes before it.
  ///
  /// - Returns: The number of that revision.
  private func beginCopy() -> UInt64 {
    LayerRevision.advance()
    return LayerRevision.current
  }

  /// - Parameter firstNumber: Changes during the copy have this number, or a higher one.
  private func finish(
    _ builder: SnapshotBuilder, _ moment: SnapshotMoment, hostIsFlipped: Bool, changes: [TreeSnapshot.Change],
    changedFrom firstNumber: UInt64
  ) -> TreeSnapshot {
    let stamp = LayerRevision.current
    LayerRevision.advance()
    // The code that draws tiles may change layers that were copied already, or are not visited.
    let isLarge = builder.nodes.count > maximumLayers
    guard builder.isKept, builder.isRevisable, !isLarge, moment.root.revision < firstNumber else {
      if builder.isKept, !builder.isRevisable || isLarge { wait() }
      return TreeSnapshot(builder, moment, hostIsFlipped: hostIsFlipped, serial: 0, changes: changes)
    }
    let serial = LayerRevision.nextCopy()
    kept = Kept(
      builder: builder, stamp: stamp, serial: serial, changes: changes, root: moment.root, hostIsFlipped: hostIsFlipped,
      scale: moment.scale, reference: moment.reference)
    return TreeSnapshot(builder, moment, hostIsFlipped: hostIsFlipped, serial: serial, changes: changes)
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
      pending += layer.sublayersChanged(since: stamp)
      if let mask = layer.attachments?.mask, mask.revision > stamp { pending.append(mask) }
    }
    return false
  }
}
