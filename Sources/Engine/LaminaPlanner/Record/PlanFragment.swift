// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

/// The draws and steps of a run of siblings, with tables of their own.
///
/// A fragment of a part of a snapshot is appended to the recording of every frame whose snapshot has the same part
/// (``SnapshotPart``), as long as the layers around the part hand down the same values. Appending adds its resources to
/// those of the plan, and moves handles where these have other places than in the plan before.
final class PlanFragment {
  // One walk at a time reads and writes fragments, and no access reaches the same fragment again: the dynamic check for
  // overlaps would be a tenth of the time of taking over a fragment.

  /// The part; `nil` for a chunk of a long run, whose recording is appended once.
  let part: SnapshotPart?
  /// The identity of the draws; `nil` for a chunk, and for draws with steps between them.
  @exclusivity(unchecked) private(set) var identity: DrawnFragment?
  /// A box that contains everything that the part draws, in the space of its sublayers; NaN if that is unknown, `nil`
  /// if it was not measured.
  @exclusivity(unchecked) var reach: SIMD4<Double>?
  /// The depth of the sublayers of the part, if they lie in their plane at one depth; `nil` if that is not so or not
  /// known.
  @exclusivity(unchecked) var depth: CGFloat?
  /// The recording without its draws; `nil` if there is none that can be taken over.
  @exclusivity(unchecked) private(set) var recorded: RecordedChunk?
  /// The draws of the recording, which refer to resources at their places in the plan that they were appended to last.
  @exclusivity(unchecked) private(set) var draws: [DrawOperation] = []
  @exclusivity(unchecked) private var places = ResourcePlaces(recordedInside: 0)
  /// The place in which the part was recorded.
  @exclusivity(unchecked) private var place: ChunkPlace?
  /// The first node of the part when it was recorded.
  @exclusivity(unchecked) private(set) var first: Int32 = 0
  /// The pictures of the recorded paths and texts, once they are known.
  @exclusivity(unchecked) var answers: [Raster] = []

  init(_ part: SnapshotPart?) { self.part = part }

  /// The approximate memory of the recording, without pictures; bytes.
  @exclusivity(unchecked) private(set) var bytes = 0

  private var measuredBytes: Int {
    var bytes =
      draws.count * MemoryLayout<DrawOperation>.stride
      + (identity?.edges?.count ?? 0) * MemoryLayout<UInt32>.stride
    if let recorded {
      bytes += recorded.list.bytes + recorded.resources.bytes
      bytes += recorded.list.rasters.count * (MemoryLayout<RasterDraw>.stride + MemoryLayout<Raster>.stride)
    }
    return bytes
  }

  /// Whether the recording is the one that the part has in a place.
  ///
  /// - Parameter known: A place of another frame in which parts record the same as in this one.
  func isRecorded(at place: ChunkPlace, sameAs known: ChunkPlace?) -> Bool {
    guard let recorded, let own = self.place, answers.count == recorded.list.rasters.count else { return false }
    return own === known || own.records(sameAs: place)
  }

  /// Replaces the place in which the part was recorded by another one, in which it records the same.
  ///
  /// - Returns: The place before.
  func exchange(_ place: ChunkPlace) -> ChunkPlace? {
    defer { self.place = place }
    return self.place
  }

  /// Keeps a recording, whose pictures are not known yet.
  func keep(_ recorded: RecordedChunk, at place: ChunkPlace, first: Int32) {
    (self.recorded, self.place, self.first, answers) = (recorded, place, first, [])
    draws = recorded.takeDraws()
    (places, identity) = (ResourcePlaces(recordedInside: place.inheritedClips.count), nil)
    defer { bytes = measuredBytes }
    guard part != nil, recorded.list.steps.isEmpty else { return }
    var edges = EdgeKeys()
    edges.add(draws, in: recorded.resources.clips)
    var stacks = EdgeStacks(besides: place.region)
    draws.addStacked(to: &stacks, recorded.resources.images.images)
    identity = DrawnFragment(
      draws, recorded.resources.innerVertices, edges: edges.isComplete ? edges.keys : nil,
      hasUncertainClips: draws.hasUncertainClips(in: recorded.resources),
      stacks: stacks)
  }

  /// Whether the draws need not be moved for another plan: they have no tables but for the inner polygons, no steps
  /// between them, and their layers, pictures and the clips around them are where they were.
  ///
  /// - Parameters:
  ///   - resources: The resources of the plan, to which the pictures are added.
  ///   - inherited: The clips around the part.
  ///   - first: The first node of the part.
  func isInPlace(in resources: inout PlanResources, inheriting inherited: [ClipHandle], first: Int32) -> Bool {
    guard identity != nil, let recorded, !recorded.hasTables, !recorded.hasDecoded,
      places.nodeShift == first - self.first, places.outerClips.elementsEqual(inherited, by: { $0.to == $1 })
    else { return false }
    return resources.images.haveHandles(recorded.images, places.images)
  }

  /// Lets the draws refer to the places of their resources in another plan. In most frames these are the same.
  func move(to new: ResourcePlaces) {
    if places.areSame(as: new, hasTables: recorded?.hasTables ?? true) { return }
    var way = ResourcePlaces(from: places, to: new)
    for index in draws.indices { draws[index].visitHandles(&way) }
    places = new
  }

  /// Forgets the recording.
  func forget() { (recorded, draws, identity, place, answers, bytes) = (nil, [], nil, nil, [], 0) }
}

/// The fragments of the last plan of a tree, kept for the next one.
///
/// An instance is used by one thread at a time.
package final class RetainedRecording {
  private var last: Fragments?
  /// The number of layers that the last plan took over from fragments.
  package private(set) var takenOver = 0

  /// The largest recording that is kept; bytes. A larger one is recorded anew each time.
  private let maximumBytes: Int

  /// The approximate memory that the recording takes, without pictures; bytes.
  package var bytes: Int { last?.bytes ?? 0 }

  /// Creates an empty recording.
  ///
  /// - Parameter maximumBytes: The largest recording that is kept; bytes.
  package init(maximumBytes: Int = 1 << 27) { self.maximumBytes = maximumBytes }

  /// Forgets the recording.
  package func removeAll() { last = nil }

  /// Returns the fragments that a walk over a snapshot may take over; `nil` if the walk need not make any.
  ///
  /// The fragments are handed over to the walk, so a walk that does not lead to a plan leaves none.
  func begin(
    _ snapshot: TreeSnapshot, _ options: PlanOptions, _ canvas: Canvas, _ limits: RenderLimits
  ) -> Fragments? {
    let before = last
    (last, takenOver) = (nil, 0)
    guard !snapshot.parts.isEmpty, options.overlay == nil else { return nil }
    return Fragments(Fragments.Context(snapshot, options, canvas, limits), of: snapshot.parts, after: before)
  }

  /// Keeps the fragments of a walk.
  func finish(_ fragments: Fragments) {
    takenOver = fragments.takenOver
    if fragments.bytes <= maximumBytes { last = fragments }
  }
}

/// The fragments that a walk may take over, and the ones that it leaves to the next walk.
struct Fragments {
  /// The values besides the tree that all fragments depend on.
  struct Context: Equatable {
    let options: PlanOptions
    /// The limits of the picture, which may be others than those of the options.
    let limits: RenderLimits
    /// The canvas and the points of its root, by which texels of paths and texts are chosen.
    let canvas: PixelSize
    let points: PointGrid
    let hostIsFlipped: Bool
    let reference: ReferenceRenderer
    /// Whether pictures are decoded.
    let isExact: Bool
    let blursBackground: Bool

    init(_ snapshot: TreeSnapshot, _ options: PlanOptions, _ canvas: Canvas, _ limits: RenderLimits) {
      (self.options, self.limits, self.canvas) = (options, limits, canvas.pixelSize)
      (points, isExact) = (canvas.grid, snapshot.isExact)
      (hostIsFlipped, reference) = (snapshot.hostIsFlipped, snapshot.reference)
      blursBackground = snapshot.blursBackground
    }
  }

  let context: Context
  /// The number of the walk among walks that take over fragments from one another.
  let walk: Int
  private let parts: [TreeSnapshot.PlacedPart]
  /// For each part of the snapshot, the fragment of the walk before.
  private let before: [PlanFragment?]
  /// For each part of the snapshot, the fragment that this walk leaves to the next one.
  private var used: [PlanFragment?]
  /// The fragments whose pictures are made when the list is flattened next, each with its first raster in the list.
  private var waiting: [(fragment: PlanFragment, firstRaster: Int)] = []
  /// The number of layers that were taken over.
  var takenOver = 0

  init(_ context: Context, of parts: [TreeSnapshot.PlacedPart], after last: Fragments?) {
    (self.context, self.parts) = (context, parts)
    walk = (last?.walk ?? 0) + 1
    before = last?.context == context ? Self.find(parts, in: last?.used ?? []) : []
    used = Array(repeating: nil, count: parts.count)
  }

  /// For each part, its fragment among others; these are nearly in the order of the parts.
  private static func find(_ parts: [TreeSnapshot.PlacedPart], in known: [PlanFragment?]) -> [PlanFragment?] {
    var (places, next): ([ObjectIdentifier: Int], Int) = ([:], 0)
    func isAt(_ place: Int, _ index: Int) -> Bool {
      index < parts.count && place < known.count && known[place]?.part === parts[index].part
    }
    return parts.indices.map { index in
      if !isAt(next, index) {
        guard parts[index].isTakenOver else {
          // It may be in the place of a known part.
          if isAt(next + 1, index + 1) { next += 1 }
          return nil
        }
        if places.isEmpty {
          for (place, fragment) in known.enumerated() {
            if let part = fragment?.part { places[ObjectIdentifier(part)] = place }
          }
        }
        guard let found = places[ObjectIdentifier(parts[index].part)] else { return nil }
        next = found
      }
      next += 1
      return known[next - 1]
    }
  }

  /// The approximate memory of the fragments, without pictures; bytes.
  var bytes: Int { used.reduce(0) { $0 + ($1?.bytes ?? 0) } }

  /// The fragment of a part of the snapshot, which is kept for the next walk.
  mutating func fragment(ofPart index: Int) -> PlanFragment {
    if let known = used[index] { return known }
    let fragment = (before.isEmpty ? nil : before[index]) ?? PlanFragment(parts[index].part)
    used[index] = fragment
    return fragment
  }

  /// Notes that the pictures of a fragment are made when the list is flattened next.
  mutating func wait(_ fragment: PlanFragment, firstRaster: Int) { waiting.append((fragment, firstRaster)) }

  /// Hands the pictures of a list over to the fragments that wait for them.
  mutating func take(_ answers: [Raster]) {
    for (fragment, first) in waiting {
      let end = first + (fragment.recorded?.list.rasters.count ?? 0)
      if end <= answers.count { fragment.answers = Array(answers[first..<end]) }
    }
    waiting = []
  }
}
