// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The clips of a plan, each naming the next outward, and where each of them is known to cover wholly.
///
/// Clips are added and never changed: whoever holds the index of one may rely on all outward of it. Each stands behind
/// those outward of it, so that a list leads to lower and lower indices; renderers count on that.
struct ClipTable {
  private(set) var shapes: [ClipShape] = []
  /// What each and all outward of it cover wholly.
  private(set) var interiors = ClipInteriors()

  subscript(clip: ClipHandle) -> ClipShape { shapes[clip.index] }

  /// Adds a clip.
  ///
  /// - Parameter interior: What it and all outward of it cover wholly; empty where nothing is known to lie inside.
  /// - Returns: Its index.
  mutating func add(_ shape: ClipShape, interior: ConvexPolygon = ConvexPolygon()) -> ClipHandle {
    interiors.add(interior)
    shapes.append(shape)
    return ClipHandle(shapes.count - 1)
  }

  /// Adds a clip whose interior nobody asks for: a link of a chain whose last link gets the interior of all of them.
  ///
  /// - Returns: Its index.
  mutating func addLink(_ shape: ClipShape) -> ClipHandle {
    interiors.addUnknown()
    shapes.append(shape)
    return ClipHandle(shapes.count - 1)
  }

  /// Ends a chain: says what its last link, the clip that was added last, and all outward of it cover wholly.
  mutating func endChain(interior: ConvexPolygon) { interiors.setLast(interior) }

  /// The part of a clip list that may cut something off a quadrilateral: `clip` and what is outward of it, up to the
  /// first link that holds all of the quadrilateral together with all beyond.
  ///
  /// Without this, the pixels at the edge of a clip in a hundred others would be asked about all of them.
  ///
  /// - Returns: The first link of that part, or none where nothing may be cut off.
  mutating func openPart(of clip: ClipHandle, around quad: SIMD8<Float>) -> ClipHandle {
    var (link, length) = (clip, 0)
    while link.exists, length <= Self.longestCopy, !interiors.holds(quad, in: link) {
      link = shapes[link].parent
      length += 1
    }
    if length == 0 { return .none }
    guard link.exists, length <= Self.longestCopy else { return clip }
    // Others use the links as they are, so the part gets links of its own: the outermost first, as everywhere.
    var part = [clip]
    while part.count < length { part.append(shapes[part[part.count - 1]].parent) }
    var outward = ClipHandle.none
    for source in part.reversed() {
      var copy = shapes[source.index]
      copy.parent = outward
      outward = ClipHandle(shapes.count)
      shapes.append(copy)
      interiors.add(sameAs: source)
    }
    return outward
  }

  /// Longer parts are used as they are.
  private static var longestCopy: Int { 64 }

  /// A table of a clip and all outward of it, for recording what lies inside by itself.
  ///
  /// - Returns: The table, innermost last, and the places here of what is in it.
  func chain(to clip: ClipHandle) -> (table: ClipTable, handles: [ClipHandle]) {
    var handles: [ClipHandle] = []
    var link = clip
    while link.exists {
      handles.append(link)
      link = shapes[link].parent
    }
    handles.reverse()
    var table = ClipTable()
    for (place, index) in handles.enumerated() {
      var shape = shapes[index]
      shape.parent = ClipHandle(place - 1)
      // A gradient's index means nothing there, and nothing looks at it.
      table.shapes.append(shape)
      if interiors.isKnown(index) { table.interiors.add(interiors[index]) } else { table.interiors.addUnknown() }
    }
    return (table, handles)
  }

  /// Adds some of another table.
  mutating func append(_ other: ClipTable, _ stretch: RecordStretch, at places: ResourcePlaces) {
    guard !stretch.clips.isEmpty else { return }
    interiors.append(other.interiors, stretch, known: places.outerClips)
    shapes += other.shapes[stretch.clips].map { $0.placed(at: places) }
  }

  /// The links of a list and those of another table's that say the same, outermost first.
  ///
  /// - Returns: `nil` where they say something else, and of long lists and masks, which nobody looks through.
  func pairs(
    from clip: ClipHandle, to otherClip: ClipHandle, in other: ClipTable
  ) -> [(from: ClipHandle, to: ClipHandle)]? {
    var (mine, its) = (clip, otherClip)
    var pairs: [(from: ClipHandle, to: ClipHandle)] = []
    while mine.exists, its.exists, pairs.count < Self.longestCopy {
      guard saysSame(as: other, at: mine, its) else { return nil }
      pairs.append((mine, its))
      (mine, its) = (shapes[mine].parent, other.shapes[its].parent)
    }
    return mine.exists || its.exists ? nil : pairs.reversed()
  }

  private func saysSame(as other: ClipTable, at mine: ClipHandle, _ its: ClipHandle) -> Bool {
    let (link, otherLink) = (shapes[mine], other.shapes[its])
    guard link.shape == otherLink.shape, !link.gradient.exists, !otherLink.gradient.exists,
      interiors.isKnown(mine) == other.interiors.isKnown(its)
    else { return false }
    return interiors[mine].vertices == other.interiors[its].vertices
  }

  /// The index of the clip that is added next.
  var nextIndex: Int32 { Int32(shapes.count) }

  /// Makes room, so that many clips at once do not move those that are there again and again.
  mutating func makeRoom(forClips clips: Int, interiors polygons: Int) {
    shapes.makeRoom(for: clips)
    interiors.makeRoom(forClips: clips, interiors: polygons)
  }
}
