// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

// Adding nodes to a retained copy and removing some, where layers came, went or changed places. New nodes are made
// behind all others, by the same code that makes every node, and then moved to their place, so that the arrays equal
// those of a copy made from scratch.

extension SnapshotBuilder {
  /// Sublayers that are copied with all in them, in the place of others.
  struct Replacement {
    /// The nodes that are removed; an empty range is the place where nodes are inserted.
    let removed: Range<Int32>
    let owner: Int32
    /// The new sublayers, each with its place among the sublayers of the owner.
    let sublayers: [(layer: CALayer, index: Int32)]
    /// The moment inside the owner.
    let moment: SnapshotMoment
  }

  /// A mask that is copied with all in it, in the place of another one, if there was one.
  struct MaskReplacement {
    /// The new mask; `nil` where the layer is not masked any more.
    let mask: CALayer?
    /// The node of the masked layer.
    let node: Int32
    /// The moment inside the masked layer.
    let moment: SnapshotMoment
    /// The number of edits that had been made when the masked layer had that node.
    var edits = 0
  }

  /// The sizes of the arrays before elements were appended to them.
  struct Counts {
    let (nodes, contents, effects, problems): (Int, Int, Int, Int)

    init(_ builder: SnapshotBuilder) {
      nodes = builder.nodes.count
      (contents, effects, problems) = (builder.contents.count, builder.effects.count, builder.problems.count)
    }
  }

  /// The edits that were made so far.
  private struct EditLog {
    private(set) var edits: [SnapshotEdit] = []
    /// The number of nodes made or moved so far, and its maximum.
    private var moved = 0
    private let most: Int
    /// The masks that are still to be put in place.
    var masks: [MaskReplacement]

    /// The maximum number of edits that are made one after the other, since each moves all nodes behind it.
    private static let mostEdits = 32
    /// The maximum number of moves, per node of the tree: moving a node takes less than a tenth of the time that
    /// copying a layer and planning it takes.
    private static let worthwhileMoves = 8

    init(nodes: Int, masks: [MaskReplacement]) { (most, self.masks) = (Self.worthwhileMoves * nodes, masks) }

    /// Whether another edit is cheaper than a copy from scratch.
    var hasRoom: Bool { edits.count < Self.mostEdits && moved <= most && masks.count <= Self.mostEdits }

    /// Notes an edit.
    ///
    /// - Parameter nodes: The number of nodes made or moved for the edit.
    mutating func add(_ edit: SnapshotEdit, moving nodes: Int) {
      edits.append(edit)
      moved += nodes
    }
  }

  /// Puts sublayers and masks in the place of others.
  ///
  /// - Parameters:
  ///   - replacements: Sublayers, in any order; none is inside another.
  ///   - masks: Masks of layers outside these sublayers.
  /// - Returns: The edits, in the order in which they were made; `nil` where copying from scratch costs no more. The
  ///   arrays are of no use then.
  mutating func edit(_ replacements: [Replacement], _ masks: [MaskReplacement]) -> [SnapshotEdit]? {
    guard !replacements.isEmpty || !masks.isEmpty else { return [] }
    guard problems.count < Self.maximumProblems else { return nil }
    var log = EditLog(nodes: nodes.count, masks: masks)
    // The last place first, so that the nodes before it keep their numbers. At one place, removals come before
    // insertions, and insertions at the end of a layer before insertions behind the layer.
    let sorted = replacements.sorted { a, b in
      if a.removed.lowerBound != b.removed.lowerBound { return a.removed.lowerBound > b.removed.lowerBound }
      return a.removed.isEmpty == b.removed.isEmpty ? a.owner < b.owner : b.removed.isEmpty
    }
    for replacement in sorted where !put(replacement, &log) { return nil }
    var next = 0
    while next < log.masks.count {
      guard putMask(log.masks[next], &log) else { return nil }
      next += 1
    }
    // Where there are too many problems to keep all, the order of the layers decides which are kept.
    return problems.count < Self.maximumProblems ? log.edits : nil
  }

  private mutating func put(_ replacement: Replacement, _ log: inout EditLog) -> Bool {
    // The root cannot be replaced: it has no siblings.
    guard log.hasRoom, replacement.owner >= 0, removeMasks(under: replacement.removed, &log) else { return false }
    let counts = Counts(self)
    for (layer, index) in replacement.sublayers {
      appendTree(of: layer, parent: replacement.owner, siblingIndex: index, replacement.moment)
    }
    return finish(replacement.removed, of: replacement.owner, isMask: false, counts, &log)
  }

  private mutating func putMask(_ replacement: MaskReplacement, _ log: inout EditLog) -> Bool {
    guard log.hasRoom else { return false }
    guard let owner = log.edits[replacement.edits...].moved(replacement.node) else { return true }
    let before = nodes[Int(owner)].mask
    var place = Int32(nodes.count)
    if before >= 0 {
      guard removeMasks(under: before..<nodes[Int(before)].subtreeEnd, &log) else { return false }
      (place, nodes[Int(owner)].mask) = (before, -1)
      ledger.noteMasked(owner, false)
    } else if let next = ledger.masked[ledger.masked.place(of: owner)...].first {
      // Masks stand in the order of the layers that they mask.
      place = nodes[Int(next)].mask
    }
    let counts = Counts(self)
    if let mask = replacement.mask { appendTree(of: mask, parent: owner, isMask: true, replacement.moment) }
    let removed = place..<(before >= 0 ? nodes[Int(before)].subtreeEnd : place)
    guard finish(removed, of: owner, isMask: true, counts, &log) else { return false }
    if replacement.mask != nil {
      nodes[Int(owner)].mask = place
      ledger.noteMasked(owner, true)
    }
    return true
  }

  /// Takes away the masks of some nodes, and the masks inside these masks.
  private mutating func removeMasks(under owners: Range<Int32>, _ log: inout EditLog) -> Bool {
    var (removed, owners) = ([Range<Int32>](), owners)
    while let masks = ledger.masks(of: owners, in: nodes) {
      removed.append(masks)
      // Masks lie behind all the layers that they mask, and the masks of layers inside a mask lie behind that mask.
      owners = masks
    }
    for masks in removed.reversed() {
      guard log.hasRoom else { return false }
      let owner = nodes[Int(masks.lowerBound)].parent
      for owner in ledger.takeMasked(before: masks, in: nodes) { nodes[Int(owner)].mask = -1 }
      guard finish(masks, of: owner, isMask: true, Counts(self), &log) else { return false }
    }
    return true
  }

  /// Moves the nodes that were made behind all others to the place of some nodes, which are removed.
  private mutating func finish(
    _ removed: Range<Int32>, of owner: Int32, isMask: Bool, _ counts: Counts, _ log: inout EditLog
  ) -> Bool {
    let edit = SnapshotEdit(
      removed: removed, added: Int32(nodes.count - counts.nodes), owner: owner,
      isLast: !isMask && removed.upperBound == nodes[Int(owner)].subtreeEnd)
    guard isRevisable else { return false }
    let moved = nodes.count - Int(removed.lowerBound)
    for mask in takeMasks() {
      let node = mask.node - Int32(counts.nodes) + edit.place
      log.masks.append(
        MaskReplacement(mask: mask.layer, node: node, moment: mask.moment, edits: log.edits.count + 1))
    }
    moveReferences(of: counts.nodes..<nodes.count, by: edit.place - Int32(counts.nodes))
    moveProblems(edit, counts)
    let (contents, effects) = (moveContents(edit, counts), moveEffects(edit, counts))
    nodes.moveMade(from: counts.nodes, to: Int(removed.lowerBound)..<Int(removed.upperBound))
    ledger.follow(edit, madeFrom: Int32(counts.nodes))
    moveRest(edit, contents: contents, effects: effects)
    if !isMask { moveEnds(of: owner, by: edit.shift) }
    log.add(edit, moving: moved)
    return true
  }

  /// Corrects the references among nodes that were made behind all others, for the place that they are moved to.
  mutating func moveReferences(of made: Range<Int>, by shift: Int32) {
    for index in made {
      if nodes[index].parent >= made.lowerBound { nodes[index].parent += shift }
      nodes[index].subtreeEnd += shift
      let content = Int(nodes[index].content)
      if content >= 0 { contents[content].moveCopies(from: Int32(made.lowerBound), by: shift) }
    }
  }

  /// Moves the contents of new nodes to their place.
  ///
  /// - Returns: The distance by which the contents behind them move.
  private mutating func moveContents(_ edit: SnapshotEdit, _ counts: Counts) -> Int32 {
    guard !contents.isEmpty else { return 0 }
    // Contents stand in the order of the nodes.
    let behind = (Int(edit.place)..<counts.nodes).first { nodes[$0].content >= 0 }
    let first = behind.map { Int(nodes[$0].content) } ?? counts.contents
    let count = edit.removed.count { nodes[Int($0)].content >= 0 }
    let rest = contents.moveMade(from: counts.contents, to: first..<(first + count))
    for index in counts.nodes..<nodes.count where nodes[index].content >= 0 {
      nodes[index].content += Int32(first - counts.contents)
    }
    for index in rest..<contents.count { contents[index].moveCopies(from: edit.removed.upperBound, by: edit.shift) }
    return Int32(rest - first - count)
  }

  /// Moves the effects of new nodes to their place, as `moveContents(_:_:)` moves contents.
  private mutating func moveEffects(_ edit: SnapshotEdit, _ counts: Counts) -> Int32 {
    guard !effects.isEmpty else { return 0 }
    let behind = (Int(edit.place)..<counts.nodes).first { nodes[$0].effects >= 0 }
    let first = behind.map { Int(nodes[$0].effects) } ?? counts.effects
    let count = edit.removed.count { nodes[Int($0)].effects >= 0 }
    let rest = effects.moveMade(from: counts.effects, to: first..<(first + count))
    for index in counts.nodes..<nodes.count where nodes[index].effects >= 0 {
      nodes[index].effects += Int32(first - counts.effects)
    }
    return Int32(rest - first - count)
  }

  /// Takes away the problems of removed nodes, and moves the problems of new nodes to their place.
  private mutating func moveProblems(_ edit: SnapshotEdit, _ counts: Counts) {
    let place = problems[..<counts.problems].of(edit.removed).indices
    for index in counts.problems..<problems.count { problems[index].node += edit.place - Int32(counts.nodes) }
    let rest = problems.moveMade(from: counts.problems, to: place)
    for index in rest..<problems.count { problems[index].node += edit.shift }
  }

  /// Corrects the references of the nodes behind an edit, and of masked nodes, to nodes, contents and effects.
  private mutating func moveRest(_ edit: SnapshotEdit, contents: Int32, effects: Int32) {
    let (end, shift) = (edit.removed.upperBound, edit.shift)
    if shift != 0 || contents != 0 || effects != 0 {
      for index in Int(edit.place + edit.added)..<nodes.count {
        if nodes[index].parent >= end { nodes[index].parent += shift }
        nodes[index].subtreeEnd += shift
        if nodes[index].content >= 0 { nodes[index].content += contents }
        if nodes[index].effects >= 0 { nodes[index].effects += effects }
      }
    }
    // Masks are in ascending order, as the layers that they mask are.
    for owner in ledger.masked.reversed() {
      guard nodes[Int(owner)].mask >= end else { break }
      nodes[Int(owner)].mask += shift
    }
  }

  /// Moves the ends of a layer and all above it.
  private mutating func moveEnds(of owner: Int32, by shift: Int32) {
    var node = owner
    while node >= 0 {
      nodes[Int(node)].subtreeEnd += shift
      let parent = nodes[Int(node)].parent
      // A mask is not in the subtree of the layer that it masks.
      if parent >= 0, nodes[Int(parent)].mask == node { return }
      node = parent
    }
  }

  /// Numbers the nodes of a layer's sublayers by their places, from one of them on.
  mutating func number(_ sublayers: [CALayer], of node: Int32, from first: Int) {
    var child = node + 1
    for index in sublayers.indices {
      if index >= first {
        nodes[Int(child)].siblingIndex = Int32(index)
        unowned(unsafe) let sublayer = sublayers[index]
        sublayer.lastNode = child
      }
      child = nodes[Int(child)].subtreeEnd
    }
  }
}

extension LayerContent {
  /// Moves the nodes of a replicator's copies that lie behind a place.
  fileprivate mutating func moveCopies(from place: Int32, by shift: Int32) {
    guard case .replicator(var replicator) = self, !replicator.copyStarts.isEmpty else { return }
    replicator.copyStarts = replicator.copyStarts.map { $0 >= place ? $0 + shift : $0 }
    self = .replicator(replicator)
  }
}

extension ArraySlice<TreeSnapshot.Problem> {
  /// The problems of some nodes, found by binary search: problems are noted in the order of the nodes.
  func of(_ nodes: Range<Int32>) -> ArraySlice<TreeSnapshot.Problem> {
    self[place { $0.node < nodes.lowerBound }..<place { $0.node < nodes.upperBound }]
  }
}
