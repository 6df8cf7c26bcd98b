// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaLayers
import LaminaGraphics
import LaminaPlan
import LaminaSystem
import Synchronization

// Recording in chunks. A layer with thousands of sublayers is recorded in chunks of a few hundred layers each, which
// follow one another in paint order. Siblings do not depend on each other, so each chunk is recorded by itself, with
// its own resources, and all threads record chunks at the same time. Then the chunks are appended to one another, which
// only moves indices. The boundaries of chunks depend on the tree alone, so the plan is the same for any number of
// threads.

/// The way in which long runs of siblings are recorded.
struct ChunkRecording {
  /// The greatest number of threads that record.
  let threads: Int
  /// Whether this tree allows chunks that are recorded independently.
  private let isPossible: Bool
  /// Whether a chunk is being recorded; a chunk is not divided again, and is flattened as a whole.
  fileprivate(set) var isInside = false
  /// The workers that record chunks, one for each thread, created when they are first needed.
  fileprivate var workers: [ChunkWorker] = []

  /// The number of layers in a chunk. Larger chunks make threads wait at the end; smaller ones need too many
  /// allocations.
  fileprivate static let nodesInChunk = 512
  /// The smallest run that is divided into chunks; shorter ones are not worth the threads.
  private static let nodesInRun = 4 * nodesInChunk
  /// The greatest number of layers that all threads together measure: about 256 MiB.
  private static let mostMeasured = 1 << 23
  /// The number of chunks that each thread records before they are joined, which bounds the memory of waiting chunks.
  fileprivate static let chunksPerThread = 8

  /// The number of parts that are recorded before they are joined.
  var partsRecordedTogether: Int { 8 * Self.chunksPerThread * threads }

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

extension TreeRecorder {
  /// Enters pending siblings in chunks. Siblings with long subtrees are entered as always.
  mutating func enterRun(of count: Int) {
    let siblings = walk.pending.suffix(count).reversed().compactMap { next -> Int32? in
      if case .layer(let node) = next { node } else { nil }
    }
    walk.drop(after: walk.pending.count - count)
    var ranges: [Range<Int>] = []
    var start = 0
    var weight = 0
    for (index, node) in siblings.enumerated() {
      let own = Int(nodes[Int(node)].subtreeEnd - node)
      if own >= ChunkRecording.nodesInChunk || weight + own > ChunkRecording.nodesInChunk {
        if start < index { ranges.append(start..<index) }
        (start, weight) = (index, 0)
      }
      weight += own
      if own >= ChunkRecording.nodesInChunk {
        // A long subtree may hold runs of its own; it is entered after the chunks before it are recorded.
        for sibling in siblings[(index + 1)...].reversed() { walk.push(.layer(sibling)) }
        if index + 1 < siblings.count { walk.push(.run(count: Int32(siblings.count - index - 1))) }
        walk.push(.layer(node))
        return record(ranges.map { siblings[$0] })
      }
    }
    if start < siblings.count { ranges.append(start..<siblings.count) }
    record(ranges.map { siblings[$0] })
  }

  /// Records chunks, on all threads if there are several.
  private mutating func record(_ chunks: [ArraySlice<Int32>]) {
    guard let layer = walk.open.last else { return }
    var next = 0
    // A shadow that was found by an earlier recording of these layers can only be found by the recorder that made it.
    let isKnown = self.chunks.threads > 1 && casts.hold(layersIn: chunks.reduce(0..<0) { nodes(of: $1, and: $0) })
    while self.chunks.threads > 1, chunks.count - next > 1, !isKnown {
      let end = min(next + self.chunks.threads * ChunkRecording.chunksPerThread, chunks.count)
      let place = ChunkPlace(layer, clips: resources.clips, walk: walk, surfaceRegion: surfaceRegion, budgets: budgets)
      guard var recorded = recordTogether(chunks[next..<end], at: place) else { break }
      // Each chunk is released once it is appended.
      recorded.reverse()
      while let chunk = recorded.popLast() {
        append(chunk)
        countPictures(of: chunk.resources)
        if list.isLong { flatten() }
      }
      next = end
    }
    for chunk in chunks[next...] {
      self.chunks.isInside = true
      var waiting = chunk.reversed().map { TreeWalk.PendingLayer.layer($0) }
      walk.exchange(&waiting)
      goOn()
      walk.exchange(&waiting)
      self.chunks.isInside = false
      if list.isLong { flatten() }
    }
  }

  /// The range of nodes from the first to the last of `others` and of the subtrees of siblings.
  private func nodes(of siblings: ArraySlice<Int32>, and others: Range<Int32>) -> Range<Int32> {
    siblings.reduce(others) { known, node in
      let end = nodes[Int(node)].subtreeEnd
      return known.isEmpty ? node..<end : min(known.lowerBound, node)..<max(known.upperBound, end)
    }
  }

  /// Records chunks on all threads.
  ///
  /// - Returns: The recorded chunks; `nil` if recording them one after the other would have exhausted a budget.
  mutating func recordTogether(
    _ chunks: ArraySlice<ArraySlice<Int32>>, at place: ChunkPlace
  ) -> [RecordedChunk]? {
    let count = min(self.chunks.threads, chunks.count)
    while self.chunks.workers.count < count { self.chunks.workers.append(ChunkWorker(for: self)) }
    let workers = self.chunks.workers
    let pieces = WorkPieces(chunks.indices)
    let results = Locked([RecordedChunk?](repeating: nil, count: chunks.count))
    ForkJoin.perform(count) { index in
      while let next = pieces.next() {
        let chunk = workers[index].record(chunks[next], at: place)
        results.withLock { $0[next - chunks.startIndex] = chunk }
      }
    }
    let recorded = results.withLock { $0.compactMap { $0 } }
    var left = budgets
    for chunk in recorded where !left.take(allBy: chunk.budgets, from: place.budgets) { return nil }
    guard recorded.count == chunks.count, !recorded.contains(where: \.diagnostics.isFull) else { return nil }
    budgets = left
    return recorded
  }

  /// Appends a chunk to the recording.
  mutating func append(_ chunk: RecordedChunk) {
    let places = resources.append(chunk.resources, inheriting: chunk.inheritedClips, after: casts.nextNumber)
    list.append(chunk.list, at: places)
    casts.append(chunk.casts)
    spaceLog.append(chunk.spaceLog)
    diagnostics.append(chunk.diagnostics)
  }
}

/// The recording of a chunk, with resource indices that are counted from the chunk's own beginning.
struct RecordedChunk: @unchecked Sendable {
  // Unchecked for pictures without an owner, which the snapshot keeps alive.
  var list: DisplayList
  let resources: PlanResources
  /// The clips around the chunk, innermost last, by their indices in the plan; the chunk's own clips begin with copies
  /// of them.
  let inheritedClips: [ClipHandle]
  fileprivate let spaceLog: SpaceLog
  fileprivate let diagnostics: DiagnosticCollector
  fileprivate let casts: RecordedCasts
  /// The remaining budgets.
  fileprivate let budgets: PlanBudgets

  /// Whether the recording may be appended in later frames: it has no entries besides draws and steps, and no shadows,
  /// which other layers may ask for.
  ///
  /// - Parameter place: The place in which it was recorded.
  func canBeTaken(in place: ChunkPlace) -> Bool {
    diagnostics.noteCount == 0 && spaceLog.spaces.isEmpty && casts.nextNumber == 0 && casts.ends == 0
      && list.shadows.isEmpty && budgets.elements == place.budgets.elements
  }

  /// The approximate memory of the recording, without pictures; bytes.
  var bytes: Int {
    list.bytes + resources.bytes
      + list.rasters.count * (MemoryLayout<RasterDraw>.stride + MemoryLayout<Raster>.stride)
  }
}

/// The position of chunks in the tree, with the values that the layers around them hand down.
struct ChunkPlace: @unchecked Sendable {
  /// The layer whose sublayers the chunks hold; its clip is an index in `clips`.
  let layer: TreeWalk.OpenLayer
  let clips: ClipTable
  let inheritedClips: [ClipHandle]
  let region: PixelRect
  let depth: Int
  /// The number of open layers around `layer`.
  let outerLevels: Int
  /// The pixels that the surrounding surface may hold.
  let surfaceRegion: PixelRect
  let budgets: PlanBudgets

  init(
    _ layer: TreeWalk.OpenLayer, clips: ClipTable, walk: TreeWalk, surfaceRegion: PixelRect, budgets: PlanBudgets
  ) {
    self.surfaceRegion = surfaceRegion
    var inner = TreeWalk.OpenLayer(
      node: layer.node, inherited: layer.inherited, group: nil, hasWaitingBorder: false)
    (self.clips, inheritedClips) = clips.chain(to: layer.inherited.clip)
    inner.inherited.clip = ClipHandle(inheritedClips.count - 1)
    (self.layer, region, depth, self.budgets) = (inner, walk.region, walk.depth, budgets)
    outerLevels = walk.levels - 1
  }

  /// Whether layers record the same in another place, budgets apart. Places inside of clips with gradients differ.
  func records(sameAs other: ChunkPlace) -> Bool {
    let (own, others) = (layer.inherited, other.layer.inherited)
    return own.targetFromLayer == others.targetFromLayer && own.sublayerSpace < 0 && others.sublayerSpace < 0
      && own.isFlipped == others.isFlipped && own.limit == others.limit && own.opacity == others.opacity
      && own.totalOpacity == others.totalOpacity && own.tint == others.tint && own.delay == others.delay
      && region == other.region && depth == other.depth && outerLevels == other.outerLevels
      && surfaceRegion == other.surfaceRegion
      && clips.isSame(as: other.clips)
  }
}

/// A recorder of chunks on one thread, one after the other.
final class ChunkWorker: @unchecked Sendable {
  // Unchecked because only one thread at a time uses the worker: `ForkJoin` gives each number to one thread.
  private var recorder: TreeRecorder

  init(for whole: TreeRecorder) { recorder = TreeRecorder(chunksOf: whole) }

  func record(_ siblings: ArraySlice<Int32>, at place: ChunkPlace) -> RecordedChunk {
    recorder.begin(siblings, place)
    recorder.goOn()
    return RecordedChunk(
      list: recorder.list, resources: recorder.resources, inheritedClips: place.inheritedClips,
      spaceLog: recorder.spaceLog, diagnostics: recorder.diagnostics, casts: recorder.casts,
      budgets: recorder.budgets)
  }
}

extension TreeRecorder {
  /// Begins a chunk with an empty recording whose only resources are the clips around the chunk.
  fileprivate mutating func begin(_ siblings: ArraySlice<Int32>, _ place: ChunkPlace) {
    walk = TreeWalk(
      region: place.region, depth: place.depth, outerLevels: place.outerLevels, surfaceRegion: place.surfaceRegion)
    walk.begin(siblings, inside: place.layer)
    list = DisplayList()
    list.reserve(siblings.count, rasters: 0)
    resources = PlanResources()
    resources.images.keepsEncoded = !snapshot.isExact
    resources.clips = place.clips
    resources.reserve(layers: siblings.count)
    spaceLog = SpaceLog()
    diagnostics = DiagnosticCollector()
    casts = RecordedCasts()
    budgets = place.budgets
  }
}
