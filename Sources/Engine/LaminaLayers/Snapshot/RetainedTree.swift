// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry

/// The last copy of a tree, kept so that the next one copies only what changed since.
///
/// Every layer keeps the number of the copy after which it, or something in it, changed last (``LayerRevision``). The
/// copy before is taken over, and only layers that changed or came, and those whose look follows from the time or from
/// objects that change unseen, are copied anew, by the code that copies every layer. Where very much changes the tree
/// is copied from nothing, and the copy is the same either way.
///
/// One that is used for several trees in turn copies each of them from nothing. It is used by one thread at a time, as
/// the tree is.
package final class RetainedTree {
  private var kept: Kept?
  /// How many copies are still made from nothing before the next one is kept.
  private var pause = 0
  /// How long the next pause is.
  private var nextPause = 1

  /// More layers than this are copied from nothing.
  private let maximumLayers: Int
  /// More changes than this are not told one after the other: frames of a film are planned by several threads, each of
  /// which knows an earlier copy.
  private static let longestHistory = 8
  /// Longer than this, in copies, nobody waits for a tree to calm down.
  private static let longestPause = 64

  /// A copy and what it was made of.
  private struct Kept {
    var builder: SnapshotBuilder
    /// Where later changes begin.
    let stamp: UInt64
    let serial: UInt64
    /// How it came about, the last change first.
    let changes: [TreeSnapshot.Change]
    weak var root: CALayer?
    let hostIsFlipped: Bool
    let scale: Double
    let reference: ReferenceRenderer

    /// Whether a copy is to show the same tree in the same way.
    func serves(_ moment: SnapshotMoment, hostIsFlipped: Bool) -> Bool {
      root === moment.root && hostIsFlipped == self.hostIsFlipped && scale == moment.scale
        && reference == moment.reference && moment.isExact
    }
  }

  /// Keeps nothing.
  ///
  /// - Parameter maximumLayers: A copy of more is not kept; so many take about 128 MiB.
  package init(maximumLayers: Int = 1 << 18) { self.maximumLayers = maximumLayers }

  /// Copies a tree as it looks at a time, as ``TreeSnapshot/init(of:at:hostIsFlipped:scale:reference:)`` does.
  ///
  /// - Complexity: O(n) in the number of layers that changed or hold something that did, and of the sublayers of those
  ///   that keep no list of what changed (``ChangedSublayers``); where layers came or went, also in those behind them.
  ///   O(n) in all layers from nothing.
  /// - Parameter sightDepth: How many levels of layers the picture may have, where a copy that is not kept leaves out
  ///   layers that lie outside of layers that clip them; `nil` where it holds all layers, as one that is kept always
  ///   does.
  package func snapshot(
    of root: CALayer, at time: TimeInterval, hostIsFlipped: Bool, scale: Double, reference: ReferenceRenderer,
    sightDepth: Int? = nil
  ) -> TreeSnapshot {
    let moment = SnapshotMoment(root: root, time: time, scale: scale, reference: reference)
    // Taken out, so that nobody else holds the arrays while they are changed.
    var before: Kept?
    swap(&before, &kept)
    if before?.serves(moment, hostIsFlipped: hostIsFlipped) == true, let revised = revise(&before, moment) {
      return revised
    }
    return copy(moment, hostIsFlipped: hostIsFlipped, sightDepth: sightDepth)
  }

  /// Forgets the copy.
  package func removeAll() { kept = nil }

  /// Copies from nothing.
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

  /// Copies what changed since a copy was made.
  ///
  /// - Returns: `nil` where that cannot be done.
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

  /// Makes the next copies from nothing: keeping one was in vain.
  private func wait() {
    pause = nextPause
    nextPause = min(2 * nextPause, Self.longestPause)
  }

  /// Tells changes that are made while the tree is copied from those before.
  ///
  /// - Returns: What they leave, or less.
  private func beginCopy() -> UInt64 {
    LayerRevision.advance()
    return LayerRevision.current
  }

  /// - Parameter firstNumber: What changed while the tree was copied has this number, or a higher one.
  private func finish(
    _ builder: SnapshotBuilder, _ moment: SnapshotMoment, hostIsFlipped: Bool, changes: [TreeSnapshot.Change],
    changedFrom firstNumber: UInt64
  ) -> TreeSnapshot {
    let stamp = LayerRevision.current
    LayerRevision.advance()
    // Who draws tiles may change layers that were copied already, or are not looked at.
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
  /// Whether a layer in a tree that changed after a copy was made is to be laid out or displayed. What did not change
  /// is not marked: marks are changes, and no copy is kept of a tree in which some are left.
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
