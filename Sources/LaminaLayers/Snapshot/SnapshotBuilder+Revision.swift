// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

// Copying again what changed since a copy was made. The walk goes down to the layers that changed, and to those that are due in any
// case; each is made anew behind all nodes, by the code that makes every node, and then takes its place.

extension SnapshotBuilder {
  /// A layer of whose sublayers some are copied, or whose mask is.
  private struct Level {
    /// The sublayers, or the mask alone.
    let layers: [CALayer]
    /// The nodes of those that are to be opened, the next one last.
    var waiting: [Int32]
    /// Inside the layer.
    let moment: SnapshotMoment
  }

  /// What a revision does.
  private struct Revision {
    /// What changed later has a higher revision.
    let stamp: UInt64
    /// The nodes that were copied, and those above them.
    var changed: [Int32] = []
    /// Whether these rise: masks and blocks are not met in the order in which they stand.
    var rises = true
    /// The layers that are open, outermost first.
    var levels: [Level] = []
  }

  /// Copies layers that changed into their nodes.
  ///
  /// - Parameters:
  ///   - moment: Outside the root.
  ///   - stamp: What changed later has a higher revision.
  /// - Returns: The nodes that were copied, and those above them, rising; `nil` where the tree is another one, or something in it cannot be
  ///   copied by itself. The arrays are of no use then.
  mutating func revise(_ root: CALayer, _ moment: SnapshotMoment, since stamp: UInt64) -> [Int32]? {
    var revision = Revision(stamp: stamp)
    beginRevision()
    guard ledger.identities.first == ObjectIdentifier(root), visit(root, at: 0, moment, &revision) else { return nil }
    while let top = revision.levels.indices.last {
      guard let node = revision.levels[top].waiting.popLast() else {
        revision.levels.removeLast()
        continue
      }
      let place = Int(nodes[Int(node)].siblingIndex)
      unowned(unsafe) let layer = revision.levels[top].layers[place]
      guard visit(layer, at: node, revision.levels[top].moment, &revision) else { return nil }
    }
    standsStill = ledger.unsteady.isEmpty
    ledger.settle(nodes)
    if !revision.rises { revision.changed.sort() }
    return revision.changed
  }

  /// Copies a layer where it changed, and opens it.
  ///
  /// - Parameter moment: Outside the layer.
  private mutating func visit(
    _ layer: CALayer, at node: Int32, _ moment: SnapshotMoment, _ revision: inout Revision
  ) -> Bool {
    revision.changed.append(node)
    if ledger.isBlock(node) { return replaceBlock(layer, at: node, moment, &revision) }
    let inside = moment.inside(layer)
    if layer.revision > revision.stamp || ledger.unsteady.holds(node) {
      guard replace(layer, at: node, inside) else { return false }
    }
    if nodes[Int(node)].mask >= 0 || layer.properties.extras?.hasMask == true {
      guard openMask(of: layer, at: node, inside, &revision) else { return false }
    }
    if layer.sublayerStorage.isEmpty { return ledger.ends[Int(node)] == node + 1 }
    guard
      let waiting = listedSublayers(of: layer, at: node, since: revision.stamp)
        ?? foundSublayers(of: layer, at: node, since: revision.stamp)
    else { return false }
    revision.levels.append(Level(layers: layer.sublayerStorage, waiting: waiting.reversed(), moment: inside))
    return true
  }

  /// Opens a layer's mask where something in it changed.
  ///
  /// - Returns: `false` where it is another one.
  private func openMask(
    of layer: CALayer, at node: Int32, _ moment: SnapshotMoment, _ revision: inout Revision
  ) -> Bool {
    let (copied, parent) = (nodes[Int(node)].mask, nodes[Int(node)].parent)
    // The mask of a mask is ignored (CLIP-5).
    let isIgnored = layer.properties.flags.contains(.keepsDepth) || parent >= 0 && nodes[Int(parent)].mask == node
    guard let mask = isIgnored ? nil : layer.attachments?.mask else { return copied < 0 }
    guard copied >= 0, ledger.identities[Int(copied)] == ObjectIdentifier(mask) else { return false }
    if mask.revision > revision.stamp || ledger.holdsDue(copied..<ledger.ends[Int(copied)]) {
      revision.rises = false
      revision.levels.append(Level(layers: [mask], waiting: [copied], moment: moment))
    }
    return true
  }

  /// The nodes of the sublayers that are to be opened, by the list of those that changed, rising.
  ///
  /// - Returns: `nil` where there is no such list.
  private func listedSublayers(of layer: CALayer, at node: Int32, since stamp: UInt64) -> [Int32]? {
    guard let listed = layer.changedSublayers?.layers(since: stamp) else { return nil }
    let (ends, due) = (ledger.ends, ledger.due)
    var found: [Int32] = []
    for sublayer in listed where sublayer !== layer.attachments?.mask {
      let place = sublayer.lastNode
      guard place > node, place < ends[Int(node)], ledger.identities[Int(place)] == ObjectIdentifier(sublayer),
        nodes[Int(place)].parent == node
      else { return nil }
      found.append(place)
    }
    var next = due.place(of: node + 1)
    while next < due.count, due[next] < ends[Int(node)] {
      var place = due[next]
      while nodes[Int(place)].parent != node { place = nodes[Int(place)].parent }
      found.append(place)
      next = due.place(of: ends[Int(place)])
    }
    found.sort()
    layer.changedSublayers?.restart()
    return found.indices.compactMap { $0 > 0 && found[$0] == found[$0 - 1] ? nil : found[$0] }
  }

  /// The same by asking all sublayers.
  ///
  /// - Returns: `nil` where they are not those that were copied.
  private func foundSublayers(of layer: CALayer, at node: Int32, since stamp: UInt64) -> [Int32]? {
    let due = ledger.due
    var found: [Int32] = []
    var nextDue = due.place(of: node + 1)
    var place = node + 1
    let end = ledger.ends[Int(node)]
    for index in layer.sublayerStorage.indices {
      unowned(unsafe) let sublayer = layer.sublayerStorage[index]
      guard place < end, ledger.identities[Int(place)] == ObjectIdentifier(sublayer) else { return nil }
      while nextDue < due.count, due[nextDue] < place { nextDue += 1 }
      let next = ledger.ends[Int(place)]
      if sublayer.revision > stamp || nextDue < due.count && due[nextDue] < next { found.append(place) }
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

// MARK: one node, or several, in the place of others

extension SnapshotBuilder {
  /// How much there was before something was made behind it.
  private struct Counts {
    let (nodes, contents, effects, problems): (Int, Int, Int, Int)

    init(_ builder: SnapshotBuilder) {
      nodes = builder.nodes.count
      (contents, effects, problems) = (builder.contents.count, builder.effects.count, builder.problems.count)
    }
  }

  /// Copies a layer anew, in the place of its node. What is in the layer is not looked at.
  ///
  /// - Parameter moment: Inside the layer.
  /// - Returns: Whether it has the same place in the copy as before; where not, the copy is of no use any more.
  private mutating func replace(_ layer: CALayer, at node: Int32, _ moment: SnapshotMoment) -> Bool {
    guard layer.animations?.transition == nil, layer.animations?.displaysOwnKeys != true else { return false }
    let (counts, place) = (Counts(self), nodes[Int(node)])
    append(layer, parent: place.parent, siblingIndex: place.siblingIndex, moment)
    guard !delaysCopies(layer, at: counts.nodes), takePlace(of: node, counts) else { return false }
    layer.lastNode = node
    ledger.move(from: Int32(counts.nodes), to: node, count: 1)
    return true
  }

  /// Copies a layer anew that can only be copied with all in it.
  ///
  /// - Parameter moment: Outside the layer.
  /// - Returns: Whether it has the same place in the copy as before; where not, the copy is of no use any more.
  private mutating func replaceBlock(
    _ layer: CALayer, at node: Int32, _ moment: SnapshotMoment, _ revision: inout Revision
  ) -> Bool {
    let (counts, end) = (Counts(self), ledger.ends[Int(node)])
    // Masks lie behind all nodes, and are not found again from here.
    guard layer.attachments?.mask == nil, !nodes[Int(node)..<Int(end)].contains(where: { $0.mask >= 0 })
    else { return false }
    let place = nodes[Int(node)]
    appendTree(of: layer, parent: place.parent, siblingIndex: place.siblingIndex, moment)
    let count = nodes.count - counts.nodes
    guard masks.isEmpty, count == Int(end - node) else { return false }
    let start = Int32(counts.nodes)
    for index in counts.nodes..<nodes.count {
      if nodes[index].parent >= start { nodes[index].parent += node - start }
      nodes[index].subtreeEnd += node - start
      let content = Int(nodes[index].content)
      if content >= 0, case .replicator(var replicator) = contents[content] {
        replicator.copyStarts = replicator.copyStarts.map { $0 + node - start }
        contents[content] = .replicator(replicator)
      }
    }
    guard ledger.areSame(nodes[counts.nodes...], at: node), takePlace(of: node, counts) else { return false }
    layer.lastNode = node
    ledger.move(from: start, to: node, count: Int32(count))
    revision.changed += (node + 1)..<end
    revision.rises = false
    return true
  }

  /// Puts the nodes that were made behind all others in the place of as many, with what they refer to.
  ///
  /// - Parameter counts: How much there was before they were made.
  /// - Returns: Whether they refer to, and ask for, as much as those that were there.
  private mutating func takePlace(of node: Int32, _ counts: Counts) -> Bool {
    let count = nodes.count - counts.nodes
    guard isRevisable, takeBackProblems(counts, of: node..<(node + Int32(count))) else { return false }
    for offset in 0..<count {
      var new = nodes[counts.nodes + offset]
      let before = nodes[Int(node) + offset]
      guard (new.content >= 0) == (before.content >= 0), (new.effects >= 0) == (before.effects >= 0) else {
        return false
      }
      if new.content >= 0 {
        contents[Int(before.content)] = contents[Int(new.content)]
        new.content = before.content
      }
      if new.effects >= 0 {
        effects[Int(before.effects)] = effects[Int(new.effects)]
        new.effects = before.effects
      }
      if count == 1 { new.subtreeEnd = before.subtreeEnd }
      new.mask = before.mask
      nodes[Int(node) + offset] = new
    }
    nodes.removeLast(count)
    contents.removeLast(contents.count - counts.contents)
    effects.removeLast(effects.count - counts.effects)
    return true
  }

  /// Takes back the problems of nodes that were made anew.
  ///
  /// - Parameter place: Where they come to lie.
  /// - Returns: Whether they are the problems of the nodes that are there.
  private mutating func takeBackProblems(_ counts: Counts, of place: Range<Int32>) -> Bool {
    guard !problems.isEmpty else { return true }
    let shift = place.lowerBound - Int32(counts.nodes)
    let made = problems[counts.problems...].map { TreeSnapshot.Problem(node: $0.node + shift, problem: $0.problem) }
    problems.removeLast(made.count)
    return problems[firstProblem(of: place.lowerBound)..<firstProblem(of: place.upperBound)].elementsEqual(made)
  }

  /// Where the problems of a node and those behind it begin: they were noted in the order of the nodes.
  private func firstProblem(of node: Int32) -> Int {
    var (low, high) = (0, problems.count)
    while low < high {
      let middle = (low + high) / 2
      if problems[middle].node < node { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
