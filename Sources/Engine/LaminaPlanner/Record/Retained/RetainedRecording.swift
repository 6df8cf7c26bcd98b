// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
package import LaminaPlan

/// The recording of the last walk over a tree, kept so that the next walk copies the unchanged parts.
///
/// A subtree is recorded as a stretch of the display list and of the tables that draws refer to. If a layer and all its
/// descendants are unchanged (``TreeSnapshot/changes``), and the values that they inherit are the same to the last bit,
/// the stretch is copied. Its handles are moved by the number of elements by which the recording before it grew or
/// shrank. So the list equals the one that a walk over all layers records; only the flattening of the list is done in
/// every frame.
///
/// An instance is used by one thread at a time, for one tree.
package final class RetainedRecording {
  private var last: Recorded?
  /// The number of layers that the last plan copied from the recording.
  package private(set) var takenOver = 0
  /// The number of sublayers that the last plan skipped because their runs were known to be out of sight.
  package private(set) var passedOver = 0

  private struct Recorded {
    var walk: RecordedWalk
    let serial: UInt64
    let options: PlanOptions
  }

  /// The largest recording that is kept; bytes. A larger one is recorded anew each time.
  private let maximumBytes: Int
  /// The greatest number of edits since the last recorded walk; after more, everything is recorded anew.
  private static let mostEdits = 64

  /// The approximate memory that the recording takes, without pictures; bytes.
  package var bytes: Int { last?.walk.bytes ?? 0 }

  /// The approximate memory that the recording takes, without pictures and without tables shared with a plan; bytes.
  package func bytes(besides plan: RenderPlan) -> Int {
    last.map { $0.walk.bytes - $0.walk.bytes(sharedWith: plan) } ?? 0
  }

  /// Creates an empty recording.
  ///
  /// - Parameter maximumBytes: The largest recording that is kept; bytes.
  package init(maximumBytes: Int = 1 << 27) { self.maximumBytes = maximumBytes }

  /// Forgets the recording.
  package func removeAll() { last = nil }

  /// Returns the recorded parts that a walk over a snapshot may copy, and the marks that it writes; `nil` if the walk
  /// need not be recorded.
  ///
  /// The kept recording is handed over to the walk, so a walk that does not lead to a plan leaves no recording.
  func begin(_ snapshot: TreeSnapshot, _ options: PlanOptions) -> Retention? {
    var before = last
    (last, takenOver, passedOver) = (nil, 0, 0)
    guard !snapshot.changes.isEmpty, snapshot.serial != 0, options.overlay == nil else { return nil }
    let count = snapshot.nodes.count
    guard let change = before.flatMap({ snapshot.change(since: $0.serial) }), before?.options == options,
      var walk = before?.walk
    else { return Retention(marks: RecordMarks(count: count)) }
    before = nil
    // Taken out of the walk, so that the marks are changed, and the spare tables written, in place.
    var (marks, spare) = (RecordMarks(count: 0), SpareTables())
    swap(&marks, &walk.marks)
    swap(&spare, &walk.spare)
    // Each edit moves all later entries, so many edits are slow.
    guard change.edits.count <= Self.mostEdits else { return Retention(marks: RecordMarks(count: count)) }
    for edit in change.edits { marks.follow(edit) }
    guard marks.count == count else { return Retention(marks: RecordMarks(count: count)) }
    marks.reaches.forget(change.nodes, snapshot.nodes)
    return Retention(marks: marks, before: walk, change: change, spare: spare)
  }

  /// Keeps the recording of a walk.
  func finish(_ walk: RecordedWalk, of snapshot: TreeSnapshot, _ options: PlanOptions) {
    (takenOver, passedOver) = (walk.takenOver, walk.passedOver)
    guard walk.answers.count == walk.list.rasters.count, walk.bytes <= maximumBytes else { return }
    last = Recorded(walk: walk, serial: snapshot.serial, options: options)
  }
}

/// A finished walk.
struct RecordedWalk {
  let list: DisplayList
  /// The identity of the draws of the list.
  let table = DrawHistory.Table()
  /// The results of the rasters of the list.
  var answers: [Raster] = []
  let resources: PlanResources
  var marks: RecordMarks
  /// The number of layers that were copied from the walk before.
  let takenOver: Int
  /// The number of sublayers that were skipped.
  let passedOver: Int
  /// Tables that the next walk may write into.
  var spare: SpareTables

  /// Whether some of these rasters have pictures now, and so can be draws instead of steps.
  func hasPictures(for rasters: Range<Int>) -> Bool {
    let draws = list.rasters.span
    for index in rasters where draws[index].isPlain { return true }
    return false
  }

  /// The approximate memory that the recording takes, without pictures; bytes.
  var bytes: Int {
    let rasters = list.rasters.count * (MemoryLayout<RasterDraw>.stride + MemoryLayout<Raster>.stride)
    let chains = list.chains.count * MemoryLayout<EffectChain>.stride
    return list.bytes + resources.bytes + rasters + chains + marks.bytes + spare.bytes
  }

  /// The memory of the tables that are shared with a plan; bytes.
  func bytes(sharedWith plan: RenderPlan) -> Int {
    var shared = 0
    if case .draws(let draws)? = plan.passes.last?.content, draws.isSameStorage(as: list.draws) {
      shared += draws.count * MemoryLayout<DrawOperation>.stride
    }
    if plan.clips.isSameStorage(as: resources.clips.shapes) {
      shared += plan.clips.count * MemoryLayout<ClipShape>.stride
    }
    if plan.innerVertices.isSameStorage(as: resources.innerVertices) {
      shared += plan.innerVertices.count * MemoryLayout<SIMD2<Float>>.stride
    }
    return shared
  }

  /// The relation of the draws of the list to the draws of the walk before.
  ///
  /// - Parameter before: The walk before.
  func history(since before: DrawHistory.Table?) -> DrawHistory {
    DrawHistory(table: table, base: spare.draws.elements.isEmpty ? nil : before, differing: spare.draws.differing)
  }
}

/// The positions in a recording at which the layers of a tree begin.
struct RecordMarks {
  /// For each node, the position at which it begins; valid only if a walk entered it as a sublayer that is recorded in
  /// `known`.
  fileprivate(set) var starts: [RecordPosition]
  /// For each node, the index in `known` of the state of its sublayers, or -1.
  private var places: [Int32]
  private var known: [Siblings] = []
  /// The indices in `known` that no node uses any more.
  private var free: [Int32] = []
  /// The nodes that have an index in `known`; a small part of all nodes.
  private var parents: [Int32] = []
  /// Whether `parents` is sorted in ascending order; nodes are appended in paint order.
  private var parentsRise = true
  /// The extents of subtrees.
  var reaches = KnownReaches()
  /// For the first of newly inserted nodes, and for the node after removed ones: the position, in the walk before, at
  /// which the recording of the preceding layers ended.
  private var gaps: [Int32: RecordPosition] = [:]
  /// The number of the current walk, or of the last one.
  fileprivate(set) var walk = 0

  /// The sublayers of a layer.
  struct Siblings {
    var inherited: Inherited
    /// The `zPosition` that all sublayers share.
    var depth: Double
    /// The position at which the last sublayer ends.
    var end = RecordPosition()
    /// The number of the walk to which the positions belong.
    fileprivate var walk: Int
  }

  init(count: Int) {
    starts = Array(repeating: RecordPosition(), count: count)
    places = Array(repeating: -1, count: count)
  }

  var count: Int { starts.count }

  /// The approximate memory that the marks take; bytes.
  var bytes: Int {
    count * (MemoryLayout<RecordPosition>.stride + MemoryLayout<Int32>.stride)
      + known.count * MemoryLayout<Siblings>.stride + reaches.bytes
  }

  /// The state of the sublayers of a layer in the walk before; `nil` if that walk did not note it.
  func siblings(of node: Int32) -> Siblings? {
    let place = places[Int(node)]
    guard place >= 0, known[Int(place)].walk == walk - 1 else { return nil }
    return known[Int(place)]
  }

  mutating func begin(_ node: Int32, at position: RecordPosition) { starts[Int(node)] = position }

  /// The position, in the walk before, at which the recording in front of a sublayer or a mask ended.
  func endOfSiblings(before node: Int32) -> RecordPosition { gaps[node] ?? starts[Int(node)] }

  /// The nodes in a range in front of which layers were inserted or removed, in ascending order.
  func gaps(in nodes: Range<Int32>) -> [Int32] {
    gaps.isEmpty ? [] : gaps.keys.filter(nodes.contains).sorted()
  }

  /// Forgets the positions of insertions and removals, once a walk has taken them into account.
  mutating func closeGaps() { gaps = [:] }

  /// Updates the marks after layers were replaced by others since the walk before.
  mutating func follow(_ edit: SnapshotEdit) {
    let owner = places.indices.contains(Int(edit.owner)) ? Int(places[Int(edit.owner)]) : -1
    let removed = Int(edit.removed.lowerBound)..<Int(edit.removed.upperBound)
    let isAppended = edit.removed.isEmpty && edit.isLast
    // If nothing is known of the owner, the end that is found here is never read.
    let knownEnd = owner >= 0 ? known[owner].end : RecordPosition()
    let end = isAppended || removed.lowerBound >= starts.count ? knownEnd : endOfSiblings(before: edit.place)
    free += places[removed].filter { $0 >= 0 }
    starts.replaceSubrange(removed, with: repeatElement(end, count: Int(edit.added)))
    places.replaceSubrange(removed, with: repeatElement(-1, count: Int(edit.added)))
    parents = parents.compactMap(edit.moved)
    gaps = gaps.reduce(into: [:]) { gaps, entry in
      if let node = edit.moved(entry.key) { gaps[node] = entry.value }
    }
    if edit.added > 0 || !edit.isLast {
      gaps[edit.place] = end
    } else if owner >= 0 {
      known[owner].end = end
    }
    reaches.follow(edit)
  }

  /// Notes the sublayers of a layer, which are about to be entered one after the other.
  mutating func note(sublayersOf node: Int32, inheriting inherited: Inherited, depth: Double) {
    let siblings = Siblings(inherited: inherited, depth: depth, walk: walk)
    if places[Int(node)] >= 0 {
      known[Int(places[Int(node)])] = siblings
    } else {
      if let place = free.popLast() {
        places[Int(node)] = place
        known[Int(place)] = siblings
      } else {
        places[Int(node)] = Int32(known.count)
        known.append(siblings)
      }
      if let last = parents.last, last > node { parentsRise = false }
      parents.append(node)
    }
  }

  /// Notes the position at which the sublayers of a layer end, if this walk noted them.
  mutating func end(sublayersOf node: Int32, at position: RecordPosition) {
    let place = places[Int(node)]
    if place >= 0, known[Int(place)].walk == walk { known[Int(place)].end = position }
  }

  /// Moves the marks of layers that were copied, and marks them as noted by this walk.
  mutating func move(_ nodes: Range<Int32>, by shift: RecordPosition, clips: ResourcePlaces) {
    if shift != RecordPosition() {
      for node in Int(nodes.lowerBound)..<Int(nodes.upperBound) { starts[node] += shift }
    }
    if !parentsRise {
      parents.sort()
      parentsRise = true
    }
    for parent in parents[parents.place(of: nodes.lowerBound)..<parents.place(of: nodes.upperBound)] {
      let place = Int(places[Int(parent)])
      guard known[place].walk == walk - 1 else { continue }
      known[place].walk = walk
      known[place].end += shift
      known[place].inherited.clip = clips.clip(known[place].inherited.clip)
    }
  }
}

/// The recording that a walk copies from, and the marks that it writes for the next walk.
struct Retention {
  var marks: RecordMarks
  /// The recording of the walk before; `nil` if nothing is copied.
  let before: RecordedWalk?
  /// The layers that changed since, and their ancestors, in ascending order.
  let changed: [Int32]
  /// The insertions and removals of layers since.
  let edits: [SnapshotEdit]
  /// The open layers of which some sublayers are copied, outermost first.
  var scopes: [Scope] = []
  /// The number of pictures, from the beginning of the table, that are the same as in the walk before.
  var sameImages = 0
  /// The number of layers that were copied.
  var takenOver = 0
  /// The number of sublayers that were skipped.
  var passedOver = 0
  /// The older tables that this walk writes into at its end; afterwards the tables for the next walk.
  var spare: SpareTables
  /// The rasters of the walk before that belong to layers which are entered again and that have not been requested yet,
  /// in order.
  var known = 0..<0
  /// The number of layers that were open when a piece of a space was entered: layers that are cut into pieces are
  /// recorded anew.
  var pausedAt: Int?

  /// A layer of which some sublayers are copied.
  struct Scope {
    let node: Int32
    /// The position at which the sublayers ended in the walk before.
    let end: RecordPosition
    /// The clips around the sublayers, in the walk before and now, outermost first.
    let clips: [(from: ClipHandle, to: ClipHandle)]
  }

  init(marks: RecordMarks) { self.init(marks: marks, before: nil, changed: [], edits: [], spare: SpareTables()) }

  /// - Parameter change: The difference between the tree and the tree of the walk before.
  init(marks: RecordMarks, before: RecordedWalk, change: TreeSnapshot.Change, spare: SpareTables) {
    self.init(marks: marks, before: before, changed: change.nodes, edits: change.edits, spare: spare)
  }

  /// Returns the result of a request in the walk before, if the request is the next one in `known`.
  mutating func answer(to request: RasterRequest) -> Raster? {
    guard !known.isEmpty, let before else { return nil }
    // Read through a span, since indexing an array copies the element.
    let rasters = before.list.rasters.span
    while let next = known.first, !rasters[next].isPlain { known = (next + 1)..<known.upperBound }
    guard let next = known.first, rasters[next].request == request else { return nil }
    known = (next + 1)..<known.upperBound
    return before.answers[next]
  }

  private init(
    marks: RecordMarks, before: RecordedWalk?, changed: [Int32], edits: [SnapshotEdit], spare: SpareTables
  ) {
    (self.marks, self.before, self.changed, self.edits, self.spare) = (marks, before, changed, edits, spare)
    self.marks.walk += 1
  }
}
