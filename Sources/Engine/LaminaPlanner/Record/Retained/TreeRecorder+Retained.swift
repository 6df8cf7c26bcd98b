// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

// Copying the recording of the walk before. A layer that changed, or contains a changed one, is visited as always.
// Between its changed sublayers lie runs of unchanged ones, and the recording of such a run is one stretch of the list
// of the walk before, since sublayers follow one another in that list.

extension TreeRecorder {
  /// The number of elements recorded so far.
  var position: RecordPosition {
    var position = list.position
    position.clips = Int32(resources.clips.shapes.count)
    position.interiors = Int32(resources.clips.interiors.count)
    position.gradients = Int32(resources.gradients.paints.count)
    position.stops = Int32(resources.gradients.stops.count)
    position.vertices = Int32(resources.innerVertexCount)
    position.images = Int32(resources.images.images.count)
    position.notes =
      Int32(clamping: diagnostics.noteCount + spaceLog.spaces.count + budgets.elementLimit - budgets.elements)
      &+ casts.nextNumber &+ Int32(clamping: casts.ends)
    return position
  }

  /// Whether the layer being visited is noted, and may be copied.
  var isRetaining: Bool { walk.chains.isEmpty && walk.replicas.isEmpty && isInTree }

  /// Whether the walk is in the tree itself, and not in a surface of its own or in a layer that is cut into pieces.
  private var isInTree: Bool {
    // Evaluated for each layer, so it must not copy the whole retention.
    if case .some(.none) = retention?.pausedAt { walk.depth == 0 } else { false }
  }

  /// Inserts the parts kept from the walk before into the recorded tables.
  mutating func joinRetained() {
    guard let before = retention?.before else { return }
    // Taken out, so that the arrays are not shared while they are written.
    var spare = retention?.spare ?? SpareTables()
    retention?.spare = SpareTables()
    list.join(over: before.list, &spare.draws)
    resources.join(over: before.resources, &spare.vertices)
    retention?.spare = spare
  }

  /// Pushes the sublayers of a layer, marking the unchanged ones to be copied.
  ///
  /// - Returns: `false` if nothing is known of the sublayers, or their order may differ from the one in the walk
  ///   before.
  mutating func pushRetained(of node: Int32, end: Int32) -> Bool {
    guard isRetaining, let before = retention?.before, let known = retention?.marks.siblings(of: node),
      let inherited = walk.open.last?.inherited, known.inherited.isSame(as: inherited),
      let clips = before.resources.clips.pairs(from: known.inherited.clip, to: inherited.clip, in: resources.clips)
    else { return false }
    var items: [TreeWalk.PendingLayer] = []
    var next = node + 1
    guard let changed = changedSublayers(of: node, end: end, depth: known.depth) else { return false }
    for child in changed {
      appendUnchanged(from: next, to: child, to: &items)
      items.append(.layer(child))
      next = nodes[Int(child)].subtreeEnd
    }
    appendUnchanged(from: next, to: end, to: &items)
    retention?.scopes.append(Retention.Scope(node: node, end: known.end, clips: clips))
    retention?.marks.note(sublayersOf: node, inheriting: inherited, depth: known.depth)
    walk.pending.append(contentsOf: items.reversed())
    return true
  }

  /// Appends sublayers that did not change, cut into runs where layers were inserted or removed between them.
  private func appendUnchanged(from first: Int32, to end: Int32, to items: inout [TreeWalk.PendingLayer]) {
    guard first < end else { return }
    var start = first
    for gap in retention?.marks.gaps(in: (first + 1)..<end) ?? [] {
      items.append(.unchanged(from: start, to: gap))
      start = gap
    }
    items.append(.unchanged(from: start, to: end))
  }

  /// The sublayers of a layer that changed or contain a changed layer, in order; `nil` if the paint order may no longer
  /// be the order of the tree.
  ///
  /// - Parameter depth: The `zPosition` that all sublayers had in the walk before.
  func changedSublayers(of node: Int32, end: Int32, depth: Double) -> [Int32]? {
    let changed = retention?.changed ?? []
    var sublayers: [Int32] = []
    var place = changed.place(of: node + 1)
    while place < changed.count, changed[place] < end {
      var child = changed[place]
      while nodes[Int(child)].parent != node { child = nodes[Int(child)].parent }
      guard Double(nodes[Int(child)].properties.zPosition) == depth, !properties(at: Int(child)).leavesPlane else {
        return nil
      }
      sublayers.append(child)
      place = changed.place(of: nodes[Int(child)].subtreeEnd)
    }
    return sublayers
  }

  /// Notes the position at which a layer begins.
  mutating func noteBeginning(of node: Int32) {
    guard isRetaining else { return }
    let position = position
    retention?.marks.begin(node, at: position)
  }

  /// Stops noting layers until the layer that is entered next is left: layers that are cut into pieces are entered
  /// several times.
  mutating func pauseRetention() {
    if isRetaining { retention?.pausedAt = walk.open.count }
  }

  /// Goes on noting layers if the layer that paused it has been left.
  mutating func goOnRetaining() {
    if let paused = retention?.pausedAt, walk.depth == 0, walk.open.count <= paused { retention?.pausedAt = nil }
  }

  /// Notes sublayers that are entered one after the other, in the order of the tree.
  ///
  /// - Parameter depth: The `zPosition` that all sublayers share; `nil` if they have different ones.
  mutating func noteSublayers(of node: Int32, depth: CGFloat?) {
    guard isRetaining, let depth, let inherited = walk.open.last?.inherited else { return }
    retention?.marks.note(sublayersOf: node, inheriting: inherited, depth: Double(depth))
  }

  /// Notes that the sublayers of a layer have ended.
  mutating func endNotedSublayers(of node: Int32) {
    guard isInTree else { return }
    let position = position
    retention?.marks.end(sublayersOf: node, at: position)
    if let scope = retention?.scopes.last, scope.node == node { retention?.scopes.removeLast() }
  }

  /// Copies the recording of sublayers, each with its whole subtree.
  ///
  /// - Parameters:
  ///   - first: The first sublayer.
  ///   - end: The sublayer after the last one, or the end of their superlayer's subtree.
  mutating func enterUnchanged(from first: Int32, to end: Int32) {
    guard let before = retention?.before, let scope = retention?.scopes.last,
      let stretch = stretch(from: first, to: end, in: scope)
    else { return }
    guard stretch.isOfDraws, !before.hasPictures(for: stretch.rasters) else {
      return splitUnchanged(from: first, to: end, in: scope, before)
    }
    let shift = position - stretch.from
    let images = images(of: stretch, in: before.list, before.resources.images)
    if case .scattered = images { return halve(from: first, to: end) }
    let places = places(of: stretch, of: first..<end, images, scope.clips, shift)
    list.append(before.list, stretch, at: places, answers: before.answers)
    resources.append(before.resources, stretch, at: places, isBefore: true)
    retention?.takenOver += Int(end - first)
    retention?.marks.move(first..<end, by: shift, clips: places)
  }

  /// Replaces a run of sublayers by its two halves, or enters its only layer: if the whole run cannot be copied, most
  /// of its parts still can.
  private mutating func halve(from first: Int32, to end: Int32) {
    var middle = nodes[Int(first)].subtreeEnd
    guard middle < end else { return walk.pending.append(.layer(first)) }
    while middle < first + (end - first) / 2, nodes[Int(middle)].subtreeEnd < end {
      middle = nodes[Int(middle)].subtreeEnd
    }
    walk.pending += [.unchanged(from: middle, to: end), .unchanged(from: first, to: middle)]
  }

  /// The stretch that sublayers recorded in the walk before.
  private func stretch(from first: Int32, to end: Int32, in scope: Retention.Scope) -> RecordStretch? {
    guard let marks = retention?.marks else { return nil }
    let isLast = end == nodes[Int(scope.node)].subtreeEnd
    return RecordStretch(from: marks.starts[Int(first)], to: isLast ? scope.end : marks.endOfSiblings(before: end))
  }

  /// Enters the sublayers that recorded more than draws, or hold steps that can be draws now, and copies the sublayers
  /// between them.
  private mutating func splitUnchanged(
    from first: Int32, to end: Int32, in scope: Retention.Scope, _ before: RecordedWalk
  ) {
    var items: [TreeWalk.PendingLayer] = []
    var (start, child) = (first, first)
    while child < end {
      let next = nodes[Int(child)].subtreeEnd
      if let own = stretch(from: child, to: next, in: scope), !own.isOfDraws || before.hasPictures(for: own.rasters) {
        if start < child { items.append(.unchanged(from: start, to: child)) }
        items.append(.again(child, rasters: own.from.rasters, to: own.to.rasters))
        start = next
      }
      child = next
    }
    if start < end { items.append(.unchanged(from: start, to: end)) }
    walk.pending.append(contentsOf: items.reversed())
  }

  /// Enters a layer that did not change.
  ///
  /// - Parameter rasters: The rasters that the layer and its descendants requested in the walk before.
  mutating func enterAgain(_ node: Int32, rasters: Range<Int>) {
    noteBeginning(of: node)
    retention?.known = rasters
    enter(node)
  }

  /// Returns the new places of the resources of a stretch.
  ///
  /// - Parameter layers: The layers that recorded the stretch, without masks.
  private mutating func places(
    of stretch: RecordStretch, of layers: Range<Int32>, _ images: ImagePlaces,
    _ clips: [(from: ClipHandle, to: ClipHandle)], _ shift: RecordPosition
  ) -> ResourcePlaces {
    let edits = retention?.edits ?? []
    // Masks have indices after all other layers, and so move by other distances.
    let first = edits.origin(of: layers.lowerBound)
    let isMoved = !stretch.chains.isEmpty || first != layers.lowerBound
    var places = ResourcePlaces(
      outerClips: clips, firstOwnClip: stretch.from.clips, clipShift: shift.clips,
      images: images.handles, gradientShift: shift.gradients,
      innerShift: shift.vertices, castShift: 0, edits: isMoved ? edits : [])
    places.nodes = (first..<(first + Int32(layers.count)), layers.lowerBound - first)
    return places
  }

  /// The new places of the pictures of a stretch.
  private enum ImagePlaces {
    /// All pictures keep their places.
    case same
    /// The pictures have new places, and the ones that occurred first in this stretch are still next to one another.
    /// The new handles are listed by the old ones.
    case moved([ImageHandle])
    /// Some pictures that occurred first in this stretch now occur before it, or the other way round.
    case scattered

    var handles: [ImageHandle]? {
      if case .moved(let handles) = self { handles } else { nil }
    }
  }

  /// Finds the new places of the pictures of a stretch, and adds the pictures that occurred first in it, unless they
  /// are scattered.
  private mutating func images(
    of stretch: RecordStretch, in before: DisplayList, _ table: ImageTable
  ) -> ImagePlaces {
    var same = retention?.sameImages ?? 0
    while same < min(table.images.count, resources.images.images.count),
      table.images[same] === resources.images.images[same]
    {
      same += 1
    }
    retention?.sameImages = same
    let own = stretch.images
    if same == resources.images.images.count, same == own.lowerBound {
      for image in table.images[own] { _ = resources.images.handle(of: .passUnretained(image)) }
      return .same
    }
    guard !table.images[own].contains(where: { resources.images.known($0) != nil }) else { return .scattered }
    var handles = [ImageHandle](repeating: .none, count: table.images.count)
    var (isScattered, isMoved) = (false, resources.images.images.count != own.lowerBound)
    before.forEachImage(in: stretch) { image in
      guard image.exists, !own.contains(image.index), !handles[image.index].exists else { return }
      guard let known = resources.images.known(table[image]) else { return isScattered = true }
      handles[image.index] = known
      if known != image { isMoved = true }
    }
    if isScattered { return .scattered }
    for index in own { handles[index] = resources.images.handle(of: .passUnretained(table.images[index])) }
    return isMoved ? .moved(handles) : .same
  }
}

extension Inherited {
  /// Whether the inherited values, without the clips, are the same to the last bit.
  fileprivate func isSame(as other: Inherited) -> Bool {
    targetFromLayer == other.targetFromLayer && sublayerSpace < 0 && other.sublayerSpace < 0
      && isFlipped == other.isFlipped && limit == other.limit && opacity == other.opacity
      && totalOpacity == other.totalOpacity && tint == other.tint && delay == other.delay
  }
}
