// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The clips of a plan, each naming the next outward, and the area that each of them is known to cover wholly.
///
/// Clips are added and never changed: the index of a clip also fixes all clips outward of it. Each clip has a higher
/// index than the clips outward of it, so that a list leads to lower and lower indices, as renderers assume.
struct ClipTable {
  private(set) var shapes: [ClipShape] = []
  /// The area that each clip and all clips outward of it cover wholly.
  private(set) var interiors = ClipInteriors()

  subscript(clip: ClipHandle) -> ClipShape { shapes[clip.index] }

  /// Adds a clip.
  ///
  /// - Parameter interior: The area that it and all clips outward of it cover wholly; empty where none is known.
  /// - Returns: The index of the clip.
  mutating func add(_ shape: ClipShape, interior: ConvexPolygon = ConvexPolygon()) -> ClipHandle {
    interiors.add(interior)
    shapes.append(shape)
    return ClipHandle(shapes.count - 1)
  }

  /// Adds a clip whose interior is not needed: a link of a chain whose last link gets the interior of all of them.
  ///
  /// - Returns: The index of the clip.
  mutating func addLink(_ shape: ClipShape) -> ClipHandle {
    interiors.addUnknown()
    shapes.append(shape)
    return ClipHandle(shapes.count - 1)
  }

  /// Adds a link that, with all outward of it, covers wholly what another one does.
  ///
  /// - Parameter source: The other one; none where that is unknown.
  mutating func add(_ shape: ClipShape, holdingAs source: ClipHandle) -> ClipHandle {
    if source.exists { interiors.add(sameAs: source) } else { interiors.addUnknown() }
    shapes.append(shape)
    return ClipHandle(shapes.count - 1)
  }

  /// Ends a chain: says what its last link, the clip that was added last, and all outward of it cover wholly.
  mutating func endChain(interior: ConvexPolygon) { interiors.setLast(interior) }

  /// The part of a clip list that may cut a quadrilateral: `clip` and the links outward of it, up to the first link
  /// that, with all links beyond, contains the whole quadrilateral.
  ///
  /// Without this, pixels at the edge of a clip inside a hundred others would be tested against all of them.
  ///
  /// - Returns: The first link of that part, or none if nothing may be cut.
  mutating func openPart(of clip: ClipHandle, around quad: SIMD8<Float>) -> ClipHandle {
    var (link, length) = (clip, 0)
    while link.exists, length <= Self.longestCopy, !interiors.holds(quad, in: link) {
      link = shapes[link].parent
      length += 1
    }
    if length == 0 { return .none }
    guard link.exists, length <= Self.longestCopy else { return clip }
    // Other operations use the existing links, so the part gets its own links: the outermost first, as everywhere.
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

  /// Longer parts use the existing links.
  private static var longestCopy: Int { 64 }

  /// A table of a clip and all clips outward of it, for recording its content separately.
  ///
  /// - Returns: The table, innermost last, and the handles in this table of its clips.
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
      // A gradient's index is meaningless in that table, and is not read there.
      table.shapes.append(shape)
      if interiors.isKnown(index) { table.interiors.add(interiors[index]) } else { table.interiors.addUnknown() }
    }
    return (table, handles)
  }

  /// Adds the clips of a chunk's table behind the ones around the chunk, which this table already contains.
  mutating func append(_ chunk: ClipTable, at places: ResourcePlaces) {
    let outer = places.outerClips.count
    guard chunk.shapes.count > outer else { return }
    interiors.append(chunk.interiors, clips: outer..<chunk.shapes.count, known: places.outerClips)
    shapes += chunk.shapes[outer...].map { $0.placed(at: places) }
  }

  /// Whether two tables contain the same clips, without gradients, with the same interiors.
  func isSame(as other: ClipTable) -> Bool {
    shapes == other.shapes && shapes.allSatisfy { !$0.gradient.exists }
      && shapes.indices.allSatisfy { index in
        let clip = ClipHandle(index)
        return interiors.isKnown(clip) == other.interiors.isKnown(clip)
          && interiors[clip].vertices == other.interiors[clip].vertices
      }
  }

  /// The index of the clip that is added next.
  var nextIndex: Int32 { Int32(shapes.count) }

  /// Reserves space, so that adding many clips does not move the existing ones repeatedly.
  mutating func makeRoom(forClips clips: Int, interiors polygons: Int) {
    shapes.makeRoom(for: clips)
    interiors.makeRoom(forClips: clips, interiors: polygons)
  }
}
