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
/// (``SnapshotPart``), as long as the layers around the part hand down the same values. Appending moves handles only.
final class PlanFragment {
  /// The part; `nil` for a chunk of a long run, whose recording is appended once.
  let part: SnapshotPart?
  /// The identity of the recording.
  private(set) var identity = DrawnFragment.Identity(edges: nil)
  /// A box that contains everything that the part draws, in the space of its sublayers; NaN if that is unknown, `nil`
  /// if it was not measured.
  var reach: SIMD4<Double>?
  /// The depth of the sublayers of the part, if they lie in their plane at one depth; `nil` if that is not so or not
  /// known.
  var depth: CGFloat?
  /// The recording without its draws; `nil` if there is none that can be taken over.
  private(set) var recorded: RecordedChunk?
  /// The draws of the recording, which refer to resources at their places in the plan that they were appended to last.
  private(set) var draws: [DrawOperation] = []
  private var places = ResourcePlaces(recordedInside: 0)
  /// The place in which the part was recorded.
  private var place: ChunkPlace?
  /// The first node of the part when it was recorded.
  private(set) var first: Int32 = 0
  /// The pictures of the recorded paths and texts, once they are known.
  var answers: [Raster] = []

  init(_ part: SnapshotPart?) { self.part = part }

  /// The approximate memory of the recording, without pictures; bytes.
  var bytes: Int {
    var bytes =
      draws.count * MemoryLayout<DrawOperation>.stride
      + (identity.edges?.count ?? 0) * MemoryLayout<UInt32>.stride
    if let recorded {
      bytes += recorded.list.bytes + recorded.resources.bytes
      bytes += recorded.list.rasters.count * (MemoryLayout<RasterDraw>.stride + MemoryLayout<Raster>.stride)
    }
    return bytes
  }

  /// Whether the recording is the one that the part has in a place.
  func isRecorded(at place: ChunkPlace) -> Bool {
    guard let recorded, let known = self.place else { return false }
    return answers.count == recorded.list.rasters.count && known.records(sameAs: place)
  }

  /// Keeps a recording, whose pictures are not known yet.
  func keep(_ recorded: RecordedChunk, at place: ChunkPlace, first: Int32) {
    (self.recorded, self.place, self.first, answers) = (recorded, place, first, [])
    draws = self.recorded?.list.takeDraws() ?? []
    places = ResourcePlaces(recordedInside: place.inheritedClips.count)
    guard part != nil else { return }
    var edges = EdgeKeys()
    if recorded.list.steps.isEmpty { edges.add(draws.span, draws.indices, in: recorded.resources.clips) }
    identity = DrawnFragment.Identity(edges: edges.isComplete ? edges.keys : nil)
  }

  /// Lets the draws refer to the places of their resources in another plan. In most frames these are the same.
  func move(to new: ResourcePlaces) {
    var way = ResourcePlaces(from: places, to: new)
    if !way.areSame {
      for index in draws.indices { draws[index].visitHandles(&way) }
    }
    places = new
  }

  /// Forgets the recording.
  func forget() { (recorded, draws, place, answers) = (nil, [], nil, []) }
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
    return Fragments(Fragments.Context(snapshot, options, canvas, limits), after: before)
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
    /// The canvas and the scale of its root, by which texels of paths and texts are chosen.
    let canvas: PixelSize
    let rootScale: Double
    let hostIsFlipped: Bool
    let reference: ReferenceRenderer
    /// Whether pictures are decoded.
    let isExact: Bool
    let blursBackground: Bool

    init(_ snapshot: TreeSnapshot, _ options: PlanOptions, _ canvas: Canvas, _ limits: RenderLimits) {
      (self.options, self.limits, self.canvas) = (options, limits, canvas.pixelSize)
      (rootScale, isExact) = (canvas.rootScale, snapshot.isExact)
      (hostIsFlipped, reference) = (snapshot.hostIsFlipped, snapshot.reference)
      blursBackground = snapshot.blursBackground
    }
  }

  let context: Context
  private let before: [ObjectIdentifier: PlanFragment]
  private var used: [ObjectIdentifier: PlanFragment] = [:]
  /// The fragments whose pictures are made when the list is flattened next, each with its first raster in the list.
  private var waiting: [(fragment: PlanFragment, firstRaster: Int)] = []
  /// The number of layers that were taken over.
  var takenOver = 0

  init(_ context: Context, after last: Fragments?) {
    self.context = context
    before = last?.context == context ? last?.used ?? [:] : [:]
  }

  /// The approximate memory of the fragments, without pictures; bytes.
  var bytes: Int { used.values.reduce(0) { $0 + $1.bytes } }

  /// The fragment of a part, which is kept for the next walk.
  mutating func fragment(of part: SnapshotPart) -> PlanFragment {
    let fragment = before[ObjectIdentifier(part)] ?? used[ObjectIdentifier(part)] ?? PlanFragment(part)
    used[ObjectIdentifier(part)] = fragment
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
