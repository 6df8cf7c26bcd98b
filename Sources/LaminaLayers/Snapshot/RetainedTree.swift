// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry

/// The last copy of a tree, kept so that the next one copies only what changed since.
///
/// Every layer keeps the number of the copy after which it, or something in it, changed last (``LayerRevision``). Where the tree still has the
/// same layers in the same places, the copy before is taken over, and only layers that changed, and those whose look follows from the time or
/// from objects that change unseen, are copied anew, by the code that copies every layer. Everywhere else the tree is copied from nothing, and
/// the copy is the same either way.
///
/// One that is used for several trees in turn copies each of them from nothing. It is used by one thread at a time, as the tree is.
package final class RetainedTree {
  private var kept: Kept?
  /// How many copies are still made from nothing before the next one is kept.
  private var pause = 0
  /// How long the next pause is.
  private var nextPause = 1

  /// More layers than this are copied from nothing: about 128 MiB.
  private static let maximumLayers = 1 << 18
  /// More changes than this are not told one after the other: frames of a film are planned by several threads, each of which knows an
  /// earlier copy.
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
  package init() {}

  /// Copies a tree as it looks at a time, as ``TreeSnapshot/init(of:at:hostIsFlipped:scale:reference:)`` does.
  ///
  /// - Complexity: O(n) in the number of layers that changed or hold something that did, and of the sublayers of those that keep no list of
  ///   what changed (``ChangedSublayers``); O(n) in all layers from nothing.
  package func snapshot(
    of root: CALayer, at time: TimeInterval, hostIsFlipped: Bool, scale: Double, reference: ReferenceRenderer
  ) -> TreeSnapshot {
    let moment = SnapshotMoment(root: root, time: time, scale: scale, reference: reference)
    // Taken out, so that nobody else holds the arrays while they are changed.
    var before: Kept?
    swap(&before, &kept)
    if before?.serves(moment, hostIsFlipped: hostIsFlipped) == true, let revised = revise(&before, moment) {
      return revised
    }
    return copy(moment, hostIsFlipped: hostIsFlipped)
  }

  /// Forgets the copy.
  package func removeAll() { kept = nil }

  /// Copies from nothing.
  private func copy(_ moment: SnapshotMoment, hostIsFlipped: Bool) -> TreeSnapshot {
    let root = moment.root
    root.updateIfNeeded()
    let count = TreeSnapshot.countLayers(under: root)
    let keeps = pause == 0 && count <= Self.maximumLayers
    if pause > 0 { pause -= 1 }
    var builder = SnapshotBuilder(layerCount: count, isPlaying: true, isKept: keeps)
    builder.build(root, moment)
    return finish(builder, moment, hostIsFlipped: hostIsFlipped, changes: [])
  }

  /// Copies what changed since a copy was made.
  ///
  /// - Returns: `nil` where that cannot be done.
  private func revise(_ before: inout Kept?, _ moment: SnapshotMoment) -> TreeSnapshot? {
    guard let (stamp, serial, hostIsFlipped) = before.map({ ($0.stamp, $0.serial, $0.hostIsFlipped) }),
      let history = before?.changes.prefix(Self.longestHistory - 1)
    else { return nil }
    if moment.root.isMarked(since: stamp) { moment.root.updateIfNeeded() }
    guard let changed = before?.builder.revise(moment.root, moment, since: stamp), var builder = before?.builder else {
      wait()
      return nil
    }
    before = nil
    if changed.count > builder.nodes.count / 4 + 8 {
      wait()
      builder.isKept = false
    } else {
      nextPause = 1
    }
    return finish(
      builder, moment, hostIsFlipped: hostIsFlipped,
      changes: [TreeSnapshot.Change(base: serial, nodes: changed)] + history)
  }

  /// Makes the next copies from nothing: keeping one was in vain.
  private func wait() {
    pause = nextPause
    nextPause = min(2 * nextPause, Self.longestPause)
  }

  private func finish(
    _ builder: SnapshotBuilder, _ moment: SnapshotMoment, hostIsFlipped: Bool, changes: [TreeSnapshot.Change]
  ) -> TreeSnapshot {
    let stamp = LayerRevision.current
    LayerRevision.advance()
    guard builder.isKept, builder.isRevisable else {
      if builder.isKept { wait() }
      return TreeSnapshot(builder, moment, hostIsFlipped: hostIsFlipped, serial: 0, changes: changes)
    }
    let serial = LayerRevision.nextCopy()
    kept = Kept(
      builder: builder, stamp: stamp, serial: serial, changes: changes, root: moment.root, hostIsFlipped: hostIsFlipped,
      scale: moment.scale, reference: moment.reference)
    return TreeSnapshot(builder, moment, hostIsFlipped: hostIsFlipped, serial: serial, changes: changes)
  }
}

extension SnapshotBuilder {
  /// A layer of whose sublayers some are copied.
  private struct Level {
    let sublayers: [CALayer]
    /// The nodes of those, the next one last.
    var waiting: [Int32]
    /// Inside the layer.
    let moment: SnapshotMoment
  }

  /// Copies layers that changed into their nodes.
  ///
  /// - Parameters:
  ///   - moment: Outside the root.
  ///   - stamp: What changed later has a higher revision.
  /// - Returns: The nodes that were copied, and those above them, rising; `nil` where the tree is another one, or something in it cannot be
  ///   copied by itself. The arrays are of no use then.
  mutating func revise(_ root: CALayer, _ moment: SnapshotMoment, since stamp: UInt64) -> [Int32]? {
    var changed: [Int32] = []
    var levels: [Level] = []
    beginRevision()
    guard identities.first == ObjectIdentifier(root),
      open(root, at: 0, moment, since: stamp, &levels, &changed)
    else { return nil }
    while let top = levels.indices.last {
      guard let node = levels[top].waiting.popLast() else {
        levels.removeLast()
        continue
      }
      unowned(unsafe) let layer = levels[top].sublayers[Int(nodes[Int(node)].siblingIndex)]
      guard open(layer, at: node, levels[top].moment, since: stamp, &levels, &changed) else { return nil }
    }
    standsStill = unsteady.isEmpty
    return changed
  }

  /// Copies a layer where it changed, and opens it.
  private mutating func open(
    _ layer: CALayer, at node: Int32, _ moment: SnapshotMoment, since stamp: UInt64, _ levels: inout [Level],
    _ changed: inout [Int32]
  ) -> Bool {
    let inside = moment.inside(layer)
    changed.append(node)
    if layer.revision > stamp || unsteady.holds(node) {
      guard replace(layer, at: node, inside) else { return false }
    }
    if layer.sublayerStorage.isEmpty { return ends[Int(node)] == node + 1 }
    guard
      let waiting = listedSublayers(of: layer, at: node, since: stamp)
        ?? foundSublayers(of: layer, at: node, since: stamp)
    else { return false }
    levels.append(Level(sublayers: layer.sublayerStorage, waiting: waiting.reversed(), moment: inside))
    return true
  }

  /// The nodes of the sublayers that are to be opened, by the list of those that changed, rising.
  ///
  /// - Returns: `nil` where there is no such list.
  private func listedSublayers(of layer: CALayer, at node: Int32, since stamp: UInt64) -> [Int32]? {
    guard let listed = layer.changedSublayers?.layers(since: stamp) else { return nil }
    var found: [Int32] = []
    for sublayer in listed {
      let place = sublayer.lastNode
      guard place > node, place < ends[Int(node)], identities[Int(place)] == ObjectIdentifier(sublayer),
        nodes[Int(place)].parent == node
      else { return nil }
      found.append(place)
    }
    var next = unsteady.place(of: node + 1)
    while next < unsteady.count, unsteady[next] < ends[Int(node)] {
      var place = unsteady[next]
      while nodes[Int(place)].parent != node { place = nodes[Int(place)].parent }
      found.append(place)
      next = unsteady.place(of: ends[Int(place)])
    }
    found.sort()
    layer.changedSublayers?.restart()
    return found.indices.compactMap { $0 > 0 && found[$0] == found[$0 - 1] ? nil : found[$0] }
  }

  /// The same by asking all sublayers.
  ///
  /// - Returns: `nil` where they are not those that were copied.
  private func foundSublayers(of layer: CALayer, at node: Int32, since stamp: UInt64) -> [Int32]? {
    var found: [Int32] = []
    var nextUnsteady = unsteady.place(of: node + 1)
    var place = node + 1
    let end = ends[Int(node)]
    for index in layer.sublayerStorage.indices {
      unowned(unsafe) let sublayer = layer.sublayerStorage[index]
      guard place < end, identities[Int(place)] == ObjectIdentifier(sublayer) else { return nil }
      while nextUnsteady < unsteady.count, unsteady[nextUnsteady] < place { nextUnsteady += 1 }
      let next = ends[Int(place)]
      if sublayer.revision > stamp || nextUnsteady < unsteady.count && unsteady[nextUnsteady] < next {
        found.append(place)
      }
      place = next
    }
    // One layer more, or less, and the subtree ends elsewhere.
    guard place == end else { return nil }
    if layer.sublayerStorage.count >= ChangedSublayers.fewest {
      layer.changedSublayers = ChangedSublayers(sublayers: layer.sublayerStorage.count)
    }
    return found
  }
}

extension CALayer {
  /// Whether a layer in a tree that changed after a copy was made is to be laid out or displayed. What did not change is not marked: marks are
  /// changes, and no copy is kept of a tree in which some are left.
  fileprivate func isMarked(since stamp: UInt64) -> Bool {
    guard revision > stamp else { return false }
    var pending: [CALayer] = [self]
    while let layer = pending.popLast() {
      if !layer.properties.flags.isDisjoint(with: [.needsLayout, .needsDisplay])
        || layer.properties.extras?.hasMask == true
      {
        return true
      }
      pending += layer.sublayersChanged(since: stamp)
    }
    return false
  }
}

extension [Int32] {
  /// Whether a number is among these, which rise.
  func holds(_ number: Int32) -> Bool {
    let place = place(of: number)
    return place < count && self[place] == number
  }

  /// Where a number is among these, which rise, or would be.
  package func place(of number: Int32) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
