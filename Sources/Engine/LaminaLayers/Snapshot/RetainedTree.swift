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
  /// The revisions of the last copies, the oldest first.
  private var stamps: [UInt64] = []

  /// The maximum number of layers in a copy that is kept; larger trees are copied from scratch.
  private let maximumLayers: Int
  /// The maximum length of a pause, in copies.
  private static let longestPause = 64
  /// The number of copies in which a layer that changed twice stays out of parts after its last change.
  private static let restlessCopies = 8

  /// A copy, and the request that it was made for.
  private struct Kept {
    let snapshot: TreeSnapshot
    /// The revision of the copy: later changes have a higher one.
    let stamp: UInt64
    /// ``LayerRevision/markCount`` at the copy.
    let marks: UInt64
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
  /// - Complexity: O(n) in the number of layers. Of a layer that is taken over only the revision is read, unless layers
  ///   were inserted or removed in front of it.
  /// - Parameter sightDepth: The number of levels of layers that the picture may have, where a copy that is not kept
  ///   leaves out layers that lie outside of layers that clip them; `nil` for a copy of all layers. A copy that is kept
  ///   always has all layers.
  package func snapshot(
    of root: CALayer, at time: TimeInterval, hostIsFlipped: Bool, scale: Double, reference: ReferenceRenderer,
    sightDepth: Int? = nil
  ) -> TreeSnapshot {
    let moment = SnapshotMoment(root: root, time: time, scale: scale, reference: reference)
    var nodes = takeKept(moment, hostIsFlipped: hostIsFlipped)
    let marks = LayerRevision.markCount
    let isNext = nodes.countBefore > 0
    LayerRevision.advance()
    let firstNumber = LayerRevision.current
    let count = isNext ? nodes.countBefore : TreeSnapshot.countLayers(under: root)
    let keeps = pause == 0 && count <= maximumLayers
    if pause > 0 { pause -= 1 }
    if !keeps { nodes = NodeList() }
    var builder = SnapshotBuilder(
      consume nodes, layerCount: count, isPlaying: true, isKept: keeps, restlessSince: stamps.first ?? .max,
      sightDepth: sightDepth)
    builder.build(root, moment)
    builder.nodes.recycle(&spare)
    let stamp = LayerRevision.current
    LayerRevision.advance()
    stamps = stamps.suffix(Self.restlessCopies - 1) + [stamp]
    guard keeps, isWorthKeeping(builder, isNext: isNext, root.revision < firstNumber) else {
      return TreeSnapshot(builder, moment, hostIsFlipped: hostIsFlipped)
    }
    let snapshot = TreeSnapshot(builder, moment, hostIsFlipped: hostIsFlipped, isKept: true)
    kept = Kept(snapshot: snapshot, stamp: stamp, marks: marks, root: root, scale: scale)
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
    if kept.marks != LayerRevision.markCount, moment.root.isMarked(since: kept.stamp) { moment.root.updateIfNeeded() }
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

/// The nodes of a copy that is being made, in the memory of the copy before.
///
/// New nodes replace those of the copy before, in order. Parts that are taken over where they were are not touched. As
/// soon as a new node comes to lie where a part begins that may still be taken over, the nodes of the copy before are
/// set aside, and parts are moved from there.
struct NodeList {
  /// The new nodes, and behind them those of the copy before that were not replaced yet.
  private var storage: [TreeSnapshot.Node] = []
  /// The number of new nodes.
  private(set) var count = 0
  /// No node before this index need be kept for a part that may still be taken over.
  private var limit = Int.max
  /// The nodes of the copy before, once they are set aside. Nodes that were taken over are blank.
  private var aside: [TreeSnapshot.Node] = []
  /// An empty array with memory, for the case that nodes are set aside: fresh memory costs more than most copies.
  private var spare: [TreeSnapshot.Node] = []

  /// The parts of the copy before.
  var known = KnownParts()
  /// The number of nodes of the copy before; 0 if there is none.
  let countBefore: Int

  /// Makes an empty list.
  init() { countBefore = 0 }

  /// Makes an empty list in the memory of an empty array.
  init(inMemoryOf spare: inout [TreeSnapshot.Node]) {
    self.init()
    swap(&storage, &spare)
  }

  /// Makes an empty list over the nodes of a copy.
  ///
  /// - Parameters:
  ///   - before: The copy, which should have no other owner when nodes are added: otherwise its nodes are copied.
  ///   - spare: An empty array.
  init(after before: TreeSnapshot, spare: inout [TreeSnapshot.Node]) {
    (known, limit) = (KnownParts(of: before), 0)
    #if LAMINA_SANITIZE_THREAD
    // Fresh memory: Swift's runtime counts the owners of the old one, the last of which may have been another thread,
    // by instructions that ThreadSanitizer does not see.
    storage = before.nodes.map { $0 }
    #else
    storage = before.nodes
    #endif
    countBefore = storage.count
    swap(&self.spare, &spare)
  }

  mutating func reserveCapacity(_ capacity: Int) { storage.reserveCapacity(capacity) }

  subscript(index: Int) -> TreeSnapshot.Node {
    @inline(__always) _read { yield storage[index] }
    @inline(__always) _modify { yield &storage[index] }
  }

  /// The index of the last content among some nodes.
  func lastContent(in range: Range<Int>) -> Int? {
    storage[range].last { $0.content >= 0 }.map { Int($0.content) }
  }

  /// Adds a node behind all others.
  @inline(__always)
  mutating func append(_ node: TreeSnapshot.Node) {
    if count < storage.count {
      if count >= limit { makeRoom() }
      if count < storage.count {
        storage[count] = node
        count += 1
        return
      }
    }
    storage.append(node)
    count += 1
  }

  /// Finds out how many nodes may be replaced, and sets the nodes of the copy before aside if the next one may not.
  private mutating func makeRoom() {
    limit = known.firstNode(from: count)
    if limit == count { setAside() }
  }

  private mutating func setAside() {
    swap(&aside, &storage)
    swap(&storage, &spare)
    storage.reserveCapacity(aside.count)
    limit = .max
    move(0..<count)
  }

  /// Moves nodes that were set aside behind the others.
  private mutating func move(_ nodes: Range<Int>) {
    var blank = TreeSnapshot.Node(properties: LayerProperties(), parent: -1, subtreeEnd: 0, siblingIndex: 0)
    // Without an object, whose references would be counted for each node.
    blank.properties.borderColor = nil
    for index in nodes {
      storage.append(blank)
      swap(&storage[storage.count - 1], &aside[index])
    }
  }

  /// Adds the nodes of a part of the copy before.
  mutating func append(_ part: TreeSnapshot.PlacedPart) {
    let nodes = Int(part.first)..<Int(part.end)
    if aside.isEmpty, nodes.lowerBound != count { setAside() }
    if !aside.isEmpty { move(nodes) }
    count += nodes.count
  }

  /// Removes what is left of the copy before.
  mutating func finish() {
    storage.removeLast(storage.count - count)
    guard !aside.isEmpty else { return }
    aside.removeAll(keepingCapacity: true)
    swap(&aside, &spare)
  }

  /// Hands over an empty array with memory, after the end.
  mutating func recycle(_ spare: inout [TreeSnapshot.Node]) { swap(&self.spare, &spare) }

  /// All nodes, after the end.
  var nodes: [TreeSnapshot.Node] { storage }
}

/// The parts of the copy before that the next copy may take over.
struct KnownParts {
  /// The parts in the order of their nodes.
  private var parts: [TreeSnapshot.PlacedPart] = []
  /// Whether a part was taken over, or cannot be any more.
  private var areGone: [Bool] = []
  /// The indices of parts by their first layers; `nil` until a layer is looked up that is not the upcoming one.
  private var indices: [ObjectIdentifier: Int]?
  private var contents: [LayerContent] = []
  /// The parts before this index are gone.
  private var next = 0
  /// The part behind the one that was asked for last: where nothing changed, it is asked for next.
  private var upcoming = 0

  /// Makes a store without parts.
  init() {}

  init(of snapshot: TreeSnapshot) {
    (parts, contents) = (snapshot.parts, snapshot.contents)
    areGone = Array(repeating: false, count: parts.count)
  }

  /// Whether the copy before has no parts.
  var isEmpty: Bool { parts.isEmpty }

  /// The part that begins with a sublayer, if the part is unchanged. It is asked for once: a layer that is copied
  /// several times finds the part once.
  ///
  /// - Parameter recent: The revision after which a layer changed recently.
  mutating func takePart(from index: Int, of sublayers: [CALayer], recent: UInt64) -> TreeSnapshot.PlacedPart? {
    unowned(unsafe) let layer = sublayers[index]
    let isUpcoming = upcoming < parts.count && parts[upcoming].part.head == ObjectIdentifier(layer)
    // Restless layers begin no part.
    if !isUpcoming, parts.isEmpty || layer.isRestless { return nil }
    guard let found = isUpcoming ? upcoming : place(ofPartFrom: layer), !areGone[found] else { return nil }
    areGone[found] = true
    upcoming = found + 1
    if parts[found].part.isSame(as: sublayers, from: index) { return parts[found] }
    parts[found].part.noteRestless(in: sublayers, from: index, recent: recent)
    return nil
  }

  private mutating func place(ofPartFrom layer: CALayer) -> Int? {
    if let indices { return indices[ObjectIdentifier(layer)] }
    var made: [ObjectIdentifier: Int] = [:]
    made.reserveCapacity(parts.count)
    for (index, part) in parts.enumerated() {
      if let head = part.part.head { made[head] = index }
    }
    indices = made
    return made[ObjectIdentifier(layer)]
  }

  /// The contents of a part.
  func contents(of part: TreeSnapshot.PlacedPart) -> ArraySlice<LayerContent> {
    contents[Int(part.firstContent)..<Int(part.firstContent + part.contentCount)]
  }

  /// The first node from an index on that belongs to a part that may still be taken over; `Int.max` if there is none.
  mutating func firstNode(from index: Int) -> Int {
    while next < parts.count, areGone[next] || Int(parts[next].first) < index { next += 1 }
    return next < parts.count ? Int(parts[next].first) : .max
  }
}
