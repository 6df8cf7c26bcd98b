// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

// Copying again the layers that changed since a copy was made. The walk goes down to the layers that changed, and to
// layers that are due in any case; each is made anew behind all nodes, by the code that makes every node, and then
// takes its place. Where layers came or went, nodes are added and removed after the walk (SnapshotBuilder+Edits.swift).

extension SnapshotBuilder {
  /// The result of a revision.
  struct Revised {
    /// The nodes that were copied, and the nodes above them, in ascending order.
    let changed: [Int32]
    let edits: [SnapshotEdit]
  }

  /// A sublayer that is to be opened: its node, and the layers inside it, are then checked for changes.
  private struct Waiting {
    let node: Int32
    /// Its place among the sublayers.
    let place: Int
  }

  /// A layer some of whose sublayers, or whose mask, are to be copied.
  private struct Level {
    /// The sublayers, or the mask alone.
    let layers: [CALayer]
    /// The layers that are to be opened, the next one last.
    var waiting: [Waiting]
    /// The moment inside the layer.
    let moment: SnapshotMoment
  }

  /// The state of a revision.
  private struct Revision {
    /// The revision of the copy: a layer that changed later has a higher one.
    let stamp: UInt64
    /// The nodes that were copied, and the nodes above them.
    var changed: [Int32] = []
    /// Whether `changed` is in ascending order: masks and blocks are not met in the order in which they stand.
    var rises = true
    /// The layers that are open, outermost first.
    var levels: [Level] = []
    /// The places where layers came and went.
    var replacements: [Replacement] = []
    /// The layers that have another mask now, or none.
    var masks: [MaskReplacement] = []
    /// The layers some of whose sublayers came, went or moved: their present sublayers, and the first that differs.
    var parents: [(sublayers: [CALayer], node: Int32, first: Int)] = []
  }

  /// Copies layers that changed into their nodes.
  ///
  /// - Parameters:
  ///   - moment: The moment outside the root.
  ///   - stamp: The revision of the copy: a layer that changed later has a higher one.
  /// - Returns: The copied nodes; `nil` where the root is another layer, or where a copy from scratch is better. The
  ///   arrays are of no use then.
  mutating func revise(_ root: CALayer, _ moment: SnapshotMoment, since stamp: UInt64) -> Revised? {
    guard ledger.identities.first == ObjectIdentifier(root) else { return nil }
    var revision = Revision(stamp: stamp)
    beginRevision()
    visit(root, at: 0, moment, &revision)
    while let top = revision.levels.indices.last {
      guard let next = revision.levels[top].waiting.popLast() else {
        revision.levels.removeLast()
        continue
      }
      unowned(unsafe) let layer = revision.levels[top].layers[next.place]
      visit(layer, at: next.node, revision.levels[top].moment, &revision)
    }
    guard isRevisable, let edits = edit(revision.replacements, revision.masks) else { return nil }
    if !edits.isEmpty { renumber(&revision, edits) }
    standsStill = ledger.unsteady.isEmpty
    ledger.settle(nodes)
    if !revision.rises { revision.changed.sort() }
    return Revised(changed: revision.changed, edits: edits)
  }

  /// Adapts the node numbers that a revision noted to its edits.
  private mutating func renumber(_ revision: inout Revision, _ edits: [SnapshotEdit]) {
    ledger.noteEnds(nodes)
    for parent in revision.parents {
      guard let node = edits.moved(parent.node) else { continue }
      number(parent.sublayers, of: node, from: parent.first)
    }
    var changed = revision.changed.compactMap { edits.moved($0) }
    for (index, edit) in edits.enumerated() {
      changed += (edit.place..<(edit.place + edit.added)).compactMap { edits[(index + 1)...].moved($0) }
    }
    (revision.changed, revision.rises) = (changed, false)
  }

  /// Copies a layer where it changed, and opens it.
  ///
  /// - Parameter moment: The moment outside the layer.
  private mutating func visit(_ layer: CALayer, at node: Int32, _ moment: SnapshotMoment, _ revision: inout Revision) {
    revision.changed.append(node)
    if ledger.isBlock(node) {
      if !replaceBlock(layer, at: node, moment, &revision) { rebuild(layer, at: node, moment, &revision) }
      return
    }
    let inside = moment.inside(layer)
    if layer.revision > revision.stamp || ledger.unsteady.holds(node) {
      guard replace(layer, at: node, inside) else { return rebuild(layer, at: node, moment, &revision) }
    }
    if nodes[Int(node)].mask >= 0 || layer.properties.extras?.hasMask == true {
      openMask(of: layer, at: node, inside, &revision)
    }
    if layer.sublayerStorage.isEmpty, ledger.ends[Int(node)] == node + 1 { return }
    let waiting =
      listedSublayers(of: layer, at: node, since: revision.stamp)
      ?? foundSublayers(of: layer, at: node, since: revision.stamp)
      ?? comparedSublayers(of: layer, at: node, inside, &revision)
    revision.levels.append(Level(layers: layer.sublayerStorage, waiting: waiting.reversed(), moment: inside))
  }

  /// Schedules a layer to be copied with all in it, since it results in other nodes than before.
  ///
  /// - Parameter moment: The moment outside the layer.
  private mutating func rebuild(
    _ layer: CALayer, at node: Int32, _ moment: SnapshotMoment, _ revision: inout Revision
  ) {
    let place = nodes[Int(node)]
    if place.parent >= 0, nodes[Int(place.parent)].mask == node {
      revision.masks.append(MaskReplacement(mask: layer, node: place.parent, moment: moment))
    } else {
      revision.replacements.append(
        Replacement(
          removed: node..<ledger.ends[Int(node)], owner: place.parent,
          sublayers: [(layer, place.siblingIndex)], moment: moment))
    }
  }

  /// Opens a layer's mask where something in the mask changed, or schedules a copy where the mask is another layer.
  ///
  /// - Parameter moment: The moment inside the layer.
  private mutating func openMask(
    of layer: CALayer, at node: Int32, _ moment: SnapshotMoment, _ revision: inout Revision
  ) {
    let (copied, parent) = (nodes[Int(node)].mask, nodes[Int(node)].parent)
    // The mask of a mask is ignored (CLIP-5).
    let isIgnored = layer.properties.flags.contains(.keepsDepth) || parent >= 0 && nodes[Int(parent)].mask == node
    let mask = isIgnored ? nil : layer.attachments?.mask
    guard let mask, copied >= 0, ledger.identities[Int(copied)] == ObjectIdentifier(mask) else {
      if mask != nil || copied >= 0 {
        revision.masks.append(MaskReplacement(mask: mask, node: node, moment: moment))
      }
      return
    }
    if mask.revision > revision.stamp || ledger.holdsDue(copied..<ledger.ends[Int(copied)]) {
      revision.rises = false
      revision.levels.append(Level(layers: [mask], waiting: [Waiting(node: copied, place: 0)], moment: moment))
    }
  }

  /// The sublayers that are to be opened, found in the layer's list of changed sublayers.
  ///
  /// - Returns: `nil` where there is no such list.
  private func listedSublayers(of layer: CALayer, at node: Int32, since stamp: UInt64) -> [Waiting]? {
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
    return found.indices.compactMap { index in
      if index > 0, found[index] == found[index - 1] { return nil }
      return Waiting(node: found[index], place: Int(nodes[Int(found[index])].siblingIndex))
    }
  }

  /// The sublayers that are to be opened, found by asking each sublayer.
  ///
  /// - Returns: `nil` where the sublayers are not the copied ones.
  private func foundSublayers(of layer: CALayer, at node: Int32, since stamp: UInt64) -> [Waiting]? {
    let due = ledger.due
    var found: [Waiting] = []
    var nextDue = due.place(of: node + 1)
    var place = node + 1
    let end = ledger.ends[Int(node)]
    for index in layer.sublayerStorage.indices {
      unowned(unsafe) let sublayer = layer.sublayerStorage[index]
      guard place < end, ledger.identities[Int(place)] == ObjectIdentifier(sublayer) else { return nil }
      while nextDue < due.count, due[nextDue] < place { nextDue += 1 }
      let next = ledger.ends[Int(place)]
      if sublayer.revision > stamp || nextDue < due.count && due[nextDue] < next {
        found.append(Waiting(node: place, place: index))
      }
      // The sublayer's node may have been moved by layers that came or went elsewhere.
      if sublayer.lastNode != place { sublayer.lastNode = place }
      place = next
    }
    // With one layer more or less, the subtree ends elsewhere.
    guard place == end else { return nil }
    listChanges(of: layer)
    return found
  }

  /// Begins a list of the sublayers that change from now on, where there are many sublayers.
  private func listChanges(of layer: CALayer) {
    guard layer.sublayerStorage.count >= ChangedSublayers.fewest else { return }
    layer.changedSublayers = ChangedSublayers(sublayers: layer.sublayerStorage.count)
  }

  /// The sublayers that are to be opened where sublayers came, went or changed places. As many as possible keep their
  /// nodes.
  ///
  /// - Parameter moment: The moment inside the layer.
  private func comparedSublayers(
    of layer: CALayer, at node: Int32, _ moment: SnapshotMoment, _ revision: inout Revision
  ) -> [Waiting] {
    let sublayers = layer.sublayerStorage
    let comparison = SublayerComparison(sublayers, with: node, in: nodes, ledger)
    var found: [Waiting] = []
    // New sublayers take the place of removed ones, between two that stay.
    var (start, first) = (node + 1, 0)
    func replace(upTo place: Int32, _ index: Int) {
      guard start < place || first < index else { return }
      revision.replacements.append(
        Replacement(
          removed: start..<place, owner: node, sublayers: (first..<index).map { (sublayers[$0], Int32($0)) },
          moment: moment))
    }
    for (index, place) in comparison.staying {
      replace(upTo: place, index)
      (start, first) = (ledger.ends[Int(place)], index + 1)
      unowned(unsafe) let sublayer = sublayers[index]
      if sublayer.revision > revision.stamp || ledger.holdsDue(place..<start) {
        found.append(Waiting(node: place, place: index))
      }
    }
    replace(upTo: ledger.ends[Int(node)], sublayers.count)
    revision.parents.append((sublayers, node, comparison.firstDifference))
    listChanges(of: layer)
    return found
  }
}

// MARK: one node, or several, in the place of others

extension SnapshotBuilder {
  /// Copies a layer anew, in the place of its node. Layers inside it are not visited.
  ///
  /// - Parameter moment: The moment inside the layer.
  /// - Returns: Whether the copy is one node with as many references as the one before; otherwise the node is left as
  ///   it was.
  private mutating func replace(_ layer: CALayer, at node: Int32, _ moment: SnapshotMoment) -> Bool {
    guard layer.animations?.transition == nil, layer.animations?.displaysOwnKeys != true else { return false }
    let (counts, place) = (Counts(self), nodes[Int(node)])
    append(layer, parent: place.parent, siblingIndex: place.siblingIndex, moment)
    guard !delaysCopies(layer, at: counts.nodes), takePlace(of: node, counts) else {
      removeMade(behind: counts)
      return false
    }
    layer.lastNode = node
    ledger.move(from: Int32(counts.nodes), to: node..<(node + 1))
    return true
  }

  /// Copies a layer anew that can only be copied with all in it.
  ///
  /// - Parameter moment: The moment outside the layer.
  /// - Returns: Whether the copy has nodes of the same layers in the same places; otherwise the nodes are left as they
  ///   were.
  private mutating func replaceBlock(
    _ layer: CALayer, at node: Int32, _ moment: SnapshotMoment, _ revision: inout Revision
  ) -> Bool {
    let (counts, end) = (Counts(self), ledger.ends[Int(node)])
    // Masks lie behind all nodes, and are not found again from here.
    guard !nodes[Int(node)..<Int(end)].contains(where: { $0.mask >= 0 }) else { return false }
    let place = nodes[Int(node)]
    let isMask = place.parent >= 0 && nodes[Int(place.parent)].mask == node
    appendTree(of: layer, parent: place.parent, siblingIndex: place.siblingIndex, isMask: isMask, moment)
    let (start, count) = (Int32(counts.nodes), nodes.count - counts.nodes)
    guard masks.isEmpty, count == Int(end - node) else {
      removeMade(behind: counts)
      return false
    }
    moveReferences(of: counts.nodes..<nodes.count, by: node - start)
    guard ledger.areSame(nodes[counts.nodes...], at: node), takePlace(of: node, counts) else {
      removeMade(behind: counts)
      return false
    }
    layer.lastNode = node
    ledger.move(from: start, to: node..<end)
    revision.changed += (node + 1)..<end
    revision.rises = false
    return true
  }

  /// Puts the nodes that were made behind all others in the place of as many nodes, with their contents, effects and
  /// ledger entries.
  ///
  /// - Parameter counts: The sizes of the arrays before they were made.
  /// - Returns: Whether they have as many references and problems as the nodes that they replace; otherwise nothing was
  ///   done.
  private mutating func takePlace(of node: Int32, _ counts: Counts) -> Bool {
    let count = nodes.count - counts.nodes
    guard areProblemsSame(behind: counts, at: node..<(node + Int32(count))) else { return false }
    for offset in 0..<count {
      let (new, before) = (nodes[counts.nodes + offset], nodes[Int(node) + offset])
      guard (new.content >= 0) == (before.content >= 0), (new.effects >= 0) == (before.effects >= 0) else {
        return false
      }
    }
    for offset in 0..<count {
      var new = nodes[counts.nodes + offset]
      let before = nodes[Int(node) + offset]
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
    removeArrays(behind: counts)
    return true
  }

  /// Whether nodes that were made anew have the same problems as the nodes that they replace.
  ///
  /// - Parameter place: The nodes that are replaced.
  private func areProblemsSame(behind counts: Counts, at place: Range<Int32>) -> Bool {
    guard !problems.isEmpty else { return true }
    let shift = place.lowerBound - Int32(counts.nodes)
    let made = problems[counts.problems...].lazy.map {
      TreeSnapshot.Problem(node: $0.node + shift, problem: $0.problem)
    }
    return problems[..<counts.problems].of(place).elementsEqual(made)
  }

  private mutating func removeArrays(behind counts: Counts) {
    nodes.removeLast(nodes.count - counts.nodes)
    contents.removeLast(contents.count - counts.contents)
    effects.removeLast(effects.count - counts.effects)
    problems.removeLast(problems.count - counts.problems)
  }

  /// Removes all that was made behind the other nodes.
  private mutating func removeMade(behind counts: Counts) {
    removeArrays(behind: counts)
    ledger.removeMade(from: Int32(counts.nodes))
    takeMasks()
  }
}
