// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// What the last walk over a tree recorded, kept so that the next one takes over what did not change.
///
/// A subtree is recorded as a stretch of the display list, and of the tables that draws refer to. Where a layer and all
/// in it are as they were (``TreeSnapshot/changes``), and what they inherit is the same to the last bit, the stretch is
/// copied, and the handles in it moved by as much as what was recorded before it grew or shrank. So the list is the one
/// that a walk over all layers records; only what becomes of it is worked out in every frame.
///
/// It is used by one thread at a time, for one tree.
package final class RetainedRecording {
  private var last: Recorded?
  /// How many layers the last plan took over.
  package private(set) var takenOver = 0
  /// How many sublayers the last plan passed over, since runs of them were known to be out of sight.
  package private(set) var passedOver = 0

  private struct Recorded {
    var walk: RecordedWalk
    let serial: UInt64
    let options: PlanOptions
  }

  /// What takes more is recorded anew each time; bytes.
  private let maximumBytes: Int
  /// After more edits than this, all that were made since the walk before together, everything is recorded anew.
  private static let mostEdits = 64

  /// About how much memory it takes, without pictures; bytes.
  package var bytes: Int { last?.walk.bytes ?? 0 }

  /// The same without what a plan holds, too.
  package func bytes(besides plan: RenderPlan) -> Int {
    last.map { $0.walk.bytes - $0.walk.bytes(sharedWith: plan) } ?? 0
  }

  /// Keeps nothing.
  ///
  /// - Parameter maximumBytes: What takes more is not kept.
  package init(maximumBytes: Int = 1 << 27) { self.maximumBytes = maximumBytes }

  /// Forgets what was recorded.
  package func removeAll() { last = nil }

  /// What a walk over a snapshot is to take over and to note; `nil` where nothing is worth noting.
  ///
  /// What was kept is handed over: a walk that comes to no plan leaves nothing behind.
  func begin(_ snapshot: TreeSnapshot, _ options: PlanOptions) -> Retention? {
    var before = last
    (last, takenOver, passedOver) = (nil, 0, 0)
    guard !snapshot.changes.isEmpty, snapshot.serial != 0, options.overlay == nil else { return nil }
    let count = snapshot.nodes.count
    guard let change = before.flatMap({ snapshot.change(since: $0.serial) }), before?.options == options,
      var walk = before?.walk
    else { return Retention(marks: RecordMarks(count: count)) }
    before = nil
    // The marks are changed in place, and the spare tables are written into.
    var (marks, spare) = (RecordMarks(count: 0), SpareTables())
    swap(&marks, &walk.marks)
    swap(&spare, &walk.spare)
    // Each edit moves everything behind it.
    guard change.edits.count <= Self.mostEdits else { return Retention(marks: RecordMarks(count: count)) }
    for edit in change.edits { marks.follow(edit) }
    guard marks.count == count else { return Retention(marks: RecordMarks(count: count)) }
    marks.reaches.forget(change.nodes, snapshot.nodes)
    return Retention(marks: marks, before: walk, change: change, spare: spare)
  }

  /// Keeps what a walk recorded.
  func finish(_ walk: RecordedWalk, of snapshot: TreeSnapshot, _ options: PlanOptions) {
    (takenOver, passedOver) = (walk.takenOver, walk.passedOver)
    guard walk.answers.count == walk.list.rasters.count, walk.bytes <= maximumBytes else { return }
    last = Recorded(walk: walk, serial: snapshot.serial, options: options)
  }
}

/// A finished walk.
struct RecordedWalk {
  let list: DisplayList
  /// Stands for the draws of the list.
  let table = DrawHistory.Table()
  /// What became of the rasters of the list.
  var answers: [Raster] = []
  let resources: PlanResources
  var marks: RecordMarks
  /// How many layers were taken over from the walk before.
  let takenOver: Int
  /// How many sublayers were passed over.
  let passedOver: Int
  /// Tables that the next walk may write into.
  var spare: SpareTables

  /// Whether some of its rasters need not wait any longer.
  func hasPictures(for rasters: Range<Int>) -> Bool {
    let draws = list.rasters.span
    for index in rasters where draws[index].isPlain { return true }
    return false
  }

  /// About how much memory it takes, without pictures.
  var bytes: Int {
    let rasters = list.rasters.count * (MemoryLayout<RasterDraw>.stride + MemoryLayout<Raster>.stride)
    let chains = list.chains.count * MemoryLayout<EffectChain>.stride
    return list.bytes + resources.bytes + rasters + chains + marks.bytes + spare.bytes
  }

  /// How much of it is tables that a plan has, too.
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

  /// How the draws of the list follow from those of the walk before it.
  ///
  /// - Parameter before: The walk before.
  func history(since before: DrawHistory.Table?) -> DrawHistory {
    DrawHistory(table: table, base: spare.draws.elements.isEmpty ? nil : before, differing: spare.draws.differing)
  }
}

/// Where in a recording the layers of a tree begin.
struct RecordMarks {
  /// For each node, where it begins; of use only where a walk entered it as a sublayer that `siblings` knows of.
  fileprivate(set) var starts: [RecordPosition]
  /// For each node, what its sublayers inherit and how they lie, in `known`, or -1.
  private var places: [Int32]
  private var known: [Siblings] = []
  /// The places in `known` that no node has any more.
  private var free: [Int32] = []
  /// The nodes that have a place in `known`: few of all.
  private var parents: [Int32] = []
  /// Whether these rise; they are met in the order in which they are painted.
  private var parentsRise = true
  /// How far subtrees reach.
  var reaches = KnownReaches()
  /// For the first of nodes that came, and for nodes right behind those that went: where, in the walk before, what is
  /// before them ended.
  private var gaps: [Int32: RecordPosition] = [:]
  /// The number of the walk that is being noted, or was last.
  fileprivate(set) var walk = 0

  /// The sublayers of a layer.
  struct Siblings {
    var inherited: Inherited
    /// The `zPosition` of all of them.
    var depth: Double
    /// Where the last of them ends.
    var end = RecordPosition()
    /// The walk whose positions these are.
    fileprivate var walk: Int
  }

  init(count: Int) {
    starts = Array(repeating: RecordPosition(), count: count)
    places = Array(repeating: -1, count: count)
  }

  var count: Int { starts.count }

  /// About how much memory it takes.
  var bytes: Int {
    count * (MemoryLayout<RecordPosition>.stride + MemoryLayout<Int32>.stride)
      + known.count * MemoryLayout<Siblings>.stride + reaches.bytes
  }

  /// What is known of the sublayers of a layer from the walk before.
  func siblings(of node: Int32) -> Siblings? {
    let place = places[Int(node)]
    guard place >= 0, known[Int(place)].walk == walk - 1 else { return nil }
    return known[Int(place)]
  }

  mutating func begin(_ node: Int32, at position: RecordPosition) { starts[Int(node)] = position }

  /// Where the walk before recorded the end of what is before a sublayer, or a mask.
  func endOfSiblings(before node: Int32) -> RecordPosition { gaps[node] ?? starts[Int(node)] }

  /// Those of some nodes before which others came or went, rising.
  func gaps(in nodes: Range<Int32>) -> [Int32] {
    gaps.isEmpty ? [] : gaps.keys.filter(nodes.contains).sorted()
  }

  /// Forgets where layers came and went: a walk has seen it.
  mutating func closeGaps() { gaps = [:] }

  /// Follows layers that came in the place of others since the walk before.
  mutating func follow(_ edit: SnapshotEdit) {
    let owner = places.indices.contains(Int(edit.owner)) ? Int(places[Int(edit.owner)]) : -1
    let removed = Int(edit.removed.lowerBound)..<Int(edit.removed.upperBound)
    let isAppended = edit.removed.isEmpty && edit.isLast
    // Where nothing of the owner is known, none of this is asked for.
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

  /// Notes sublayers that are about to be entered, one after the other.
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

  /// Notes where the sublayers of a layer end, if they were noted by this walk.
  mutating func end(sublayersOf node: Int32, at position: RecordPosition) {
    let place = places[Int(node)]
    if place >= 0, known[Int(place)].walk == walk { known[Int(place)].end = position }
  }

  /// Moves what is known of layers that were taken over, and counts it as of this walk.
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

/// What a walk takes over from the one before it, and what it notes for the next one.
struct Retention {
  var marks: RecordMarks
  /// What the walk before recorded; `nil` where nothing is taken over.
  let before: RecordedWalk?
  /// The layers that changed since, and those above them, rising.
  let changed: [Int32]
  /// Where layers came and went since.
  let edits: [SnapshotEdit]
  /// The open layers whose sublayers are taken over in part, outermost first.
  var scopes: [Scope] = []
  /// How many pictures stand in the same places as before, without one that differs among them.
  var sameImages = 0
  /// How many layers were taken over.
  var takenOver = 0
  /// How many sublayers were passed over.
  var passedOver = 0
  /// Older tables that this walk writes into where it ends, and then those for the next one.
  var spare: SpareTables
  /// The rasters of the walk before that the layers ask for next that are entered again, in their order.
  var known = 0..<0
  /// How many layers were open where a piece of a space was entered: what is in pieces is recorded anew.
  var pausedAt: Int?

  /// A layer whose sublayers are taken over in part.
  struct Scope {
    let node: Int32
    /// Where the sublayers ended before.
    let end: RecordPosition
    /// The clips around the sublayers, before and now, outermost first.
    let clips: [(from: ClipHandle, to: ClipHandle)]
  }

  init(marks: RecordMarks) { self.init(marks: marks, before: nil, changed: [], edits: [], spare: SpareTables()) }

  /// - Parameter change: In what the tree differs from that of the walk before.
  init(marks: RecordMarks, before: RecordedWalk, change: TreeSnapshot.Change, spare: SpareTables) {
    self.init(marks: marks, before: before, changed: change.nodes, edits: change.edits, spare: spare)
  }

  /// What became of a request in the walk before, if it is the one that is to be asked for next.
  mutating func answer(to request: RasterRequest) -> Raster? {
    guard !known.isEmpty, let before else { return nil }
    // Read where they are: an array copies what it is asked for.
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
