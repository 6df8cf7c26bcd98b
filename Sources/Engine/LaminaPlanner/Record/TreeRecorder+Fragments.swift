// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem
import Synchronization

// Recording runs of siblings as fragments. Siblings do not depend on each other, so a run of them can be recorded by
// itself, with its own resources, and all threads record runs at the same time. Then the recordings are appended to one
// another, which only moves indices. A run is a part of the snapshot, or where there are no parts, a chunk of a few
// hundred layers. The recording of a part is kept, and in the next frame it is appended again if the part is the same,
// in the same place. The boundaries depend on the tree alone, so the plan is the same for any number of threads.

extension TreeRecorder {
  /// Pushes the sublayers of a layer as parts of the snapshot and layers between them, outside of surfaces of their
  /// own, copies of replicators and spaces. Layers of parts that were visited before are not looked at.
  ///
  /// - Parameter end: The node behind the layer's subtree.
  /// - Returns: `false` if there are no parts among the sublayers, or if the sublayers need to be sorted; then nothing
  ///   is pushed.
  mutating func pushParts(of node: Int32, end: Int32) -> Bool {
    let parts = snapshot.parts
    guard fragments != nil, walk.depth == 0, walk.chains.isEmpty, walk.replicas.isEmpty, !chunks.isInside,
      walk.open[walk.open.count - 1].inherited.sublayerSpace < 0
    else { return false }
    var (next, high) = (0, parts.count)
    while next < high {
      let middle = (next + high) / 2
      if parts[middle].first <= node { next = middle + 1 } else { high = middle }
    }
    guard next < parts.count, parts[next].first < end else { return false }
    let (start, depth) = (walk.pending.count, nodes[Int(node + 1)].properties.zPosition)
    var (child, isOfOneDepth, hasParts) = (node + 1, true, false)
    while child < end, isOfOneDepth {
      // Parts inside of other sublayers are pushed when these are entered.
      while next < parts.count, parts[next].first < child { next += 1 }
      if next < parts.count, parts[next].first == child {
        isOfOneDepth = self.depth(ofPart: next) == depth
        walk.push(part: next, after: start)
        (child, next, hasParts) = (parts[next].end, next + 1, true)
      } else {
        isOfOneDepth = nodes[Int(child)].properties.zPosition == depth && !properties(at: Int(child)).leavesPlane
        walk.push(.layer(child))
        child = nodes[Int(child)].subtreeEnd
      }
    }
    guard isOfOneDepth, hasParts else {
      walk.drop(after: start)
      return false
    }
    walk.turn(after: start)
    return true
  }

  /// The depth of the sublayers of a part; `nil` if they have several, or do not lie in their plane.
  private mutating func depth(ofPart index: Int) -> CGFloat? {
    guard let fragment = fragments?.fragment(ofPart: index) else { return nil }
    if let known = fragment.depth { return known }
    let part = snapshot.parts[index]
    let depth = nodes[Int(part.first)].properties.zPosition
    for node in siblings(of: part)
    where nodes[Int(node)].properties.zPosition != depth || properties(at: Int(node)).leavesPlane {
      // It is not entered as a part.
      fragment.forget()
      return nil
    }
    fragment.depth = depth
    return depth
  }

  /// Enters consecutive parts of the snapshot.
  mutating func enterParts(_ parts: Range<Int>) {
    guard let place = ChunkPlace(in: self) else { return }
    var runs: [SiblingRun] = []
    runs.reserveCapacity(parts.count)
    // Most fragments were recorded in one place.
    var lastKnown: ChunkPlace?
    for index in parts {
      guard let fragment = fragments?.fragment(ofPart: index) else { return }
      let part = snapshot.parts[index]
      var siblings: [Int32] = []
      if fragment.isRecorded(at: place, sameAs: lastKnown) {
        lastKnown = fragment.exchange(place)
        // The parts in front of it are appended already.
        if runs.isEmpty, !meter.isOver, appendInPlace(fragment, part, at: place) { continue }
      } else {
        // A recording made elsewhere would keep the pictures of every part that was ever in sight.
        fragment.forget()
        if isOutOfSight(part, fragment, place) { continue }
        siblings = self.siblings(of: part)
      }
      runs.append(SiblingRun(fragment: fragment, siblings: siblings[...], nodes: part.first..<part.end))
    }
    enter(runs, at: place, together: 64 * chunks.threads)
  }

  /// Enters pending siblings in chunks. A sibling with a long subtree, which may hold runs of its own, is entered after
  /// the chunks in front of it, and the siblings behind it then.
  mutating func enterRun(of count: Int) {
    let siblings = walk.pending.suffix(count).reversed().compactMap { next -> Int32? in
      if case .layer(let node) = next { node } else { nil }
    }
    walk.drop(after: walk.pending.count - count)
    let nodes = nodes
    var (runs, start, weight, next): ([SiblingRun], Int, Int, Int) = ([], 0, 0, 0)
    func endChunk() {
      // Siblings that were sorted by depth are not in the order of their nodes.
      let chunk = siblings[start..<next]
      guard let first = chunk.min(), let last = chunk.max() else { return }
      runs.append(
        SiblingRun(fragment: PlanFragment(nil), siblings: chunk, nodes: first..<nodes[Int(last)].subtreeEnd))
      (start, weight) = (next, 0)
    }
    while next < siblings.count {
      let own = Int(nodes[Int(siblings[next])].subtreeEnd - siblings[next])
      if weight + own > ChunkRecording.nodesInChunk { endChunk() }
      guard own < ChunkRecording.nodesInChunk else { break }
      (weight, next) = (weight + own, next + 1)
    }
    endChunk()
    if next < siblings.count {
      for sibling in siblings[(next + 1)...].reversed() { walk.push(.layer(sibling)) }
      if next + 1 < siblings.count { walk.push(.run(count: Int32(siblings.count - next - 1))) }
      walk.push(.layer(siblings[next]))
    }
    if let place = ChunkPlace(in: self) { enter(runs, at: place, together: 8 * chunks.threads) }
  }

  /// Enters runs of siblings in their order. All threads record the runs that no fragment has a recording of; a chunk
  /// is not recorded apart for one thread.
  ///
  /// - Parameter count: The number of runs that are recorded before they are joined, which bounds the memory of waiting
  ///   recordings.
  private mutating func enter(_ runs: [SiblingRun], at place: ChunkPlace, together count: Int) {
    // A shadow that was found by an earlier recording of these layers can only be found by the recorder that made it.
    let isKnown = runs.contains { casts.hold(layersIn: $0.nodes) }
    for start in stride(from: 0, to: runs.count, by: count) where !meter.isOver {
      let together = runs[start..<min(start + count, runs.count)]
      let missing = together.filter { $0.fragment.recorded == nil }
      var recorded: [RecordedChunk] = []
      if !isKnown, missing.contains(where: { $0.fragment.part != nil }) || chunks.threads > 1 && missing.count > 1 {
        recorded = recordTogether(missing.map(\.siblings), at: place) ?? []
        recorded.reverse()
      }
      for run in together {
        let isNew = run.fragment.recorded == nil
        if isNew, let chunk = recorded.popLast() {
          run.fragment.keep(chunk, at: place, first: run.nodes.lowerBound)
        }
        if run.fragment.recorded == nil { enterOneByOne(run.siblings) } else { append(run, at: place, isNew: isNew) }
        if list.isLong { flatten() }
      }
    }
  }

  /// Records runs on all threads.
  ///
  /// - Returns: The recordings; `nil` if recording them one after the other would have exhausted a budget.
  private mutating func recordTogether(_ runs: [ArraySlice<Int32>], at place: ChunkPlace) -> [RecordedChunk]? {
    let count = min(chunks.threads, runs.count)
    let budgets = budgets
    while chunks.workers.count < count { chunks.workers.append(ChunkWorker(for: self)) }
    let workers = chunks.workers
    let pieces = WorkPieces(runs.indices)
    let results = Locked([RecordedChunk?](repeating: nil, count: runs.count))
    ForkJoin.perform(count) { index in
      while let next = pieces.next() {
        let chunk = workers[index].record(runs[next], at: place, budgets)
        results.withLock { $0[next] = chunk }
      }
    }
    let recorded = results.withLock { $0.compactMap { $0 } }
    var left = budgets
    for chunk in recorded where !left.take(allBy: chunk.budgets, from: budgets) { return nil }
    guard recorded.count == runs.count, !recorded.contains(where: \.diagnostics.isFull) else { return nil }
    self.budgets = left
    return recorded
  }

  /// Appends the recording of a fragment that is the same as in the plan before.
  ///
  /// - Returns: `false` if something of it has another place; then nothing but pictures is added.
  private mutating func appendInPlace(
    _ fragment: PlanFragment, _ part: TreeSnapshot.PlacedPart, at place: ChunkPlace
  ) -> Bool {
    guard fragment.isInPlace(in: &resources, inheriting: place.inheritedClips, first: part.first),
      let recorded = fragment.recorded
    else { return false }
    list.append(recorded, with: fragment.draws, as: fragment.identity)
    fragments?.takenOver += Int(part.part.count)
    return true
  }

  /// Appends the recording of a fragment.
  private mutating func append(_ run: SiblingRun, at place: ChunkPlace, isNew: Bool) {
    guard let recorded = run.fragment.recorded else { return }
    let firstRaster = list.rasters.count
    // Draws without steps between them stay together, with the inner polygons that they were recorded with.
    let withPolygons = !recorded.list.steps.isEmpty
    var places = resources.places(
      of: recorded.images, inheriting: place.inheritedClips, withPolygons: withPolygons, after: casts.nextNumber)
    if withPolygons || recorded.hasTables {
      resources.append(recorded.resources, withPolygons: withPolygons, at: places)
    }
    places.nodeShift = run.nodes.lowerBound - run.fragment.first
    run.fragment.move(to: places)
    let isKept = run.fragment.part != nil && (!isNew || recorded.canBeTaken)
    list.append(recorded, with: run.fragment.draws, as: isKept ? run.fragment.identity : nil, at: places)
    if recorded.hasDecoded { countPictures(of: recorded.resources, isNew: isNew) }
    if isNew {
      casts.append(recorded.casts)
      spaceLog.append(recorded.spaceLog)
      diagnostics.append(recorded.diagnostics)
      guard isKept else { return run.fragment.forget() }
      fragments?.wait(run.fragment, firstRaster: firstRaster)
    } else {
      if !run.fragment.answers.isEmpty { list.answer(lastRasters: run.fragment.answers) }
      fragments?.takenOver += run.nodes.count
    }
  }

  /// Whether no layer of a part shows, as far as that is known without a visit.
  private mutating func isOutOfSight(
    _ part: TreeSnapshot.PlacedPart, _ fragment: PlanFragment, _ place: ChunkPlace
  ) -> Bool {
    let inherited = place.layer.inherited
    guard inherited.targetFromLayer.isAffine, measuresReach else { return false }
    let reach = fragment.reach ?? self.reach(of: siblings(of: part))
    fragment.reach = reach
    return inherited.targetFromLayer.misses(reach, inherited.limit)
  }

  /// The sublayers of a part.
  private func siblings(of part: TreeSnapshot.PlacedPart) -> [Int32] {
    var (siblings, node): ([Int32], Int32) = ([], part.first)
    while node < part.end {
      siblings.append(node)
      node = nodes[Int(node)].subtreeEnd
    }
    return siblings
  }

  /// Enters siblings that are not recorded apart, as if they were: they are flattened as a whole, and not divided.
  private mutating func enterOneByOne(_ siblings: ArraySlice<Int32>) {
    chunks.isInside = true
    var waiting = siblings.reversed().map { TreeWalk.PendingLayer.layer($0) }
    walk.exchange(&waiting)
    goOn()
    walk.exchange(&waiting)
    chunks.isInside = false
  }
}

/// The way in which runs of siblings are recorded.
struct ChunkRecording {
  /// The greatest number of threads that record.
  let threads: Int
  /// Whether this tree allows chunks that are recorded independently.
  private let isPossible: Bool
  /// Whether a chunk is being recorded; a chunk is not divided again, and is flattened as a whole.
  var isInside = false
  /// The workers that record chunks, one for each thread, created when they are first needed.
  fileprivate var workers: [ChunkWorker] = []

  /// The number of layers in a chunk. Larger chunks make threads wait at the end; smaller ones need too many
  /// allocations.
  static let nodesInChunk = 512
  /// The smallest run that is divided into chunks; shorter ones are not worth the threads.
  private static let nodesInRun = 4 * nodesInChunk
  /// The greatest number of layers that all threads together measure: about 256 MiB.
  private static let mostMeasured = 1 << 23

  /// Creates the recording for a tree. Chunks are not possible with masks, which lie after all other layers, nor with
  /// replicators and emitters, which take from a shared budget: the layers after one in paint order depend on the
  /// layers before it.
  init(of snapshot: TreeSnapshot, threads: Int) {
    // Each thread may measure the extents of all subtrees of the tree.
    self.threads = min(threads, max(1, Self.mostMeasured / max(snapshot.nodes.count, 1)))
    let hasMasks = snapshot.nodes.first.map { Int($0.subtreeEnd) != snapshot.nodes.count } ?? true
    isPossible =
      snapshot.nodes.count > Self.nodesInRun && !hasMasks
      && !snapshot.contents.contains {
        switch $0 {
        case .replicator, .emitter: true
        case .gradient, .shape, .tiles, .text: false
        }
      }
  }

  /// The same settings for use inside a chunk.
  var inside: ChunkRecording {
    var result = self
    (result.isInside, result.workers) = (true, [])
    return result
  }

  /// Whether siblings are divided into chunks.
  ///
  /// - Parameter nodes: The number of layers in all their subtrees.
  func cuts(siblings: Int, nodes: Int) -> Bool {
    isPossible && !isInside && siblings > 1 && nodes >= Self.nodesInRun
  }
}

/// Siblings that are recorded together: a part of the snapshot, or a chunk of a long run.
struct SiblingRun {
  let fragment: PlanFragment
  /// The siblings, in paint order; empty if the fragment has a recording.
  let siblings: ArraySlice<Int32>
  /// The nodes from the first to the last of the siblings and of their subtrees.
  let nodes: Range<Int32>
}

/// The recording of a chunk, with resource indices that are counted from the chunk's own beginning.
final class RecordedChunk: @unchecked Sendable {
  // Unchecked for pictures without an owner, which the snapshot keeps alive, and because one thread at a time uses it.
  @exclusivity(unchecked) private(set) var list: DisplayList
  let resources: PlanResources
  /// The pictures of the resources.
  let images: [CGImage]
  /// Whether the resources have clips of their own, or gradients.
  let hasTables: Bool
  /// Whether pictures were decoded for the recording.
  let hasDecoded: Bool
  let spaceLog: SpaceLog
  let diagnostics: DiagnosticCollector
  let casts: RecordedCasts
  /// The budgets at the beginning, and the remaining ones.
  private let budgetsBefore: PlanBudgets
  fileprivate let budgets: PlanBudgets

  /// Takes what a recorder of chunks has recorded.
  ///
  /// - Parameter outerClips: The number of clips around the layers.
  fileprivate init(of recorder: inout TreeRecorder, since budgetsBefore: PlanBudgets, outerClips: Int) {
    self.budgetsBefore = budgetsBefore
    list = recorder.takeList()
    (resources, spaceLog, diagnostics) = (recorder.resources, recorder.spaceLog, recorder.diagnostics)
    (images, hasDecoded) = (resources.images.images, resources.images.hasDecoded)
    hasTables = resources.clips.shapes.count > outerClips || !resources.gradients.paints.isEmpty
    (casts, budgets) = (recorder.casts, recorder.budgets)
  }

  /// Takes the draws out of the list.
  func takeDraws() -> [DrawOperation] { list.takeDraws().single }

  /// Whether the recording may be appended in later frames: it has no entries besides draws and steps, and no shadows,
  /// which other layers may ask for.
  var canBeTaken: Bool {
    diagnostics.noteCount == 0 && spaceLog.spaces.isEmpty && casts.nextNumber == 0 && casts.ends == 0
      && list.shadows.isEmpty && budgets.elements == budgetsBefore.elements
  }
}

/// The position of chunks in the tree, with the values that the layers around them hand down.
final class ChunkPlace: Sendable {
  /// The layer whose sublayers the chunks hold; its clip is an index in `clips`.
  let layer: TreeWalk.OpenLayer
  let clips: ClipTable
  /// The clips around the layers, innermost last, by their indices in the plan; `clips` has copies of them.
  let inheritedClips: [ClipHandle]
  let region: PixelRect
  let depth: Int
  /// The number of open layers around `layer`.
  let outerLevels: Int
  /// The pixels that the surrounding surface may hold.
  let surfaceRegion: PixelRect

  /// The place inside the innermost open layer of a recorder.
  init?(in recorder: TreeRecorder) {
    guard let layer = recorder.walk.open.last else { return nil }
    var inner = TreeWalk.OpenLayer(
      node: layer.node, inherited: layer.inherited, group: nil, hasWaitingBorder: false)
    (clips, inheritedClips) = recorder.resources.clips.chain(to: layer.inherited.clip)
    inner.inherited.clip = ClipHandle(inheritedClips.count - 1)
    (self.layer, surfaceRegion) = (inner, recorder.surfaceRegion)
    (region, depth, outerLevels) = (recorder.walk.region, recorder.walk.depth, recorder.walk.levels - 1)
  }

  /// Whether layers record the same in another place. Places inside of clips with gradients differ.
  func records(sameAs other: ChunkPlace) -> Bool {
    layer.inherited == other.layer.inherited && layer.inherited.sublayerSpace < 0 && region == other.region
      && depth == other.depth && outerLevels == other.outerLevels && surfaceRegion == other.surfaceRegion
      && clips.isSame(as: other.clips)
  }
}

/// A recorder of chunks on one thread, one after the other.
final class ChunkWorker: @unchecked Sendable {
  // Unchecked because only one thread at a time uses the worker: `ForkJoin` gives each number to one thread.
  private var recorder: TreeRecorder

  init(for whole: TreeRecorder) { recorder = TreeRecorder(chunksOf: whole) }

  func record(_ siblings: ArraySlice<Int32>, at place: ChunkPlace, _ budgets: PlanBudgets) -> RecordedChunk {
    recorder.begin(siblings, at: place, budgets)
    recorder.goOn()
    return RecordedChunk(of: &recorder, since: budgets, outerClips: place.inheritedClips.count)
  }
}
