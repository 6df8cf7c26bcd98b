// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The clips of a plan, each naming the next outward, and where each of them is known to cover wholly.
///
/// Clips are added and never changed: whoever holds the index of one may rely on all outward of it. Each stands behind those
/// outward of it, so that a list leads to lower and lower indices; renderers count on that.
struct ClipTable {
  private(set) var shapes: [ClipShape] = []
  /// For each clip, its interior in `interiors`: what it and all outward of it cover wholly; -1 where nothing asks.
  private var interiorIndices: [Int32] = []
  private var interiors: [ConvexPolygon] = []

  subscript(clip: ClipHandle) -> ClipShape { shapes[clip.index] }

  /// Adds a clip.
  ///
  /// - Parameter interior: What it and all outward of it cover wholly; empty where nothing is known to lie inside.
  /// - Returns: Its index.
  mutating func add(_ shape: ClipShape, interior: ConvexPolygon = ConvexPolygon()) -> ClipHandle {
    interiorIndices.append(Int32(interiors.count))
    interiors.append(interior)
    shapes.append(shape)
    return ClipHandle(shapes.count - 1)
  }

  /// Adds a clip whose interior nobody asks for: a link of a chain whose last link gets the interior of all of them.
  ///
  /// - Returns: Its index.
  mutating func addLink(_ shape: ClipShape) -> ClipHandle {
    interiorIndices.append(-1)
    shapes.append(shape)
    return ClipHandle(shapes.count - 1)
  }

  /// Ends a chain: says what its last link, the clip that was added last, and all outward of it cover wholly.
  mutating func endChain(interior: ConvexPolygon) {
    guard let last = interiorIndices.indices.last else { return }
    interiorIndices[last] = Int32(interiors.count)
    interiors.append(interior)
  }

  /// What a clip and all outward of it cover wholly.
  @inline(__always) func interior(of clip: ClipHandle) -> ConvexPolygon {
    let interior = Int(interiorIndices[clip.index])
    return interior >= 0 ? interiors[interior] : ConvexPolygon()
  }

  /// Whether all of a quadrilateral lies where a clip and everything outward of it cover wholly.
  func interior(of clip: ClipHandle, contains quad: SIMD8<Float>) -> Bool {
    let polygon = Int(interiorIndices[clip.index])
    guard polygon >= 0 else { return false }
    let count = interiors[polygon].count
    guard count >= 3 else { return false }
    let direction: Double = interiors[polygon].signedDoubleArea < 0 ? -1 : 1
    let (xs, ys) = (SIMD4<Double>(quad.evenHalf), SIMD4<Double>(quad.oddHalf))
    var start = interiors[polygon][count - 1]
    for index in 0..<count {
      let end = interiors[polygon][index]
      let edge = (end - start) * direction
      let side = (ys - start.y) * edge.x - (xs - start.x) * edge.y
      if any(side .< 0) { return false }
      start = end
    }
    return true
  }

  /// The part of a clip list that may cut something off a quadrilateral: `clip` and what is outward of it, up to the first
  /// link that holds all of the quadrilateral together with all beyond.
  ///
  /// Without this, the pixels at the edge of a clip in a hundred others would be asked about all of them.
  ///
  /// - Returns: The first link of that part, or none where nothing may be cut off.
  mutating func openPart(of clip: ClipHandle, around quad: SIMD8<Float>) -> ClipHandle {
    var (link, length) = (clip, 0)
    while link.exists, length <= Self.longestCopy, !interior(of: link, contains: quad) {
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
      interiorIndices.append(interiorIndices[source.index])
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
      let interior = interiorIndices[index.index]
      table.interiorIndices.append(interior < 0 ? -1 : Int32(table.interiors.count))
      if interior >= 0 { table.interiors.append(interiors[Int(interior)]) }
    }
    return (table, handles)
  }

  /// How many interiors are kept.
  var interiorCount: Int { interiors.count }

  /// How many of them belong to the first clips.
  func interiorCount(ofFirst count: Int) -> Int { interiorIndices[..<count].count { $0 >= 0 } }

  /// Adds some of another table.
  mutating func append(_ other: ClipTable, _ stretch: RecordStretch, at places: ResourcePlaces) {
    guard !stretch.clips.isEmpty else { return }
    // Links that were copied share the interiors of those around them, which are here already.
    let known = places.outerClips.map { (other.interiorIndices[$0.from.index], interiorIndices[$0.to.index]) }
    let (first, shift) = (stretch.from.interiors, Int32(interiors.count) - stretch.from.interiors)
    shapes += other.shapes[stretch.clips].map { $0.placed(at: places) }
    interiorIndices += other.interiorIndices[stretch.clips].map { index in
      index < 0 ? -1 : index >= first ? index + shift : known.last { $0.0 == index }?.1 ?? -1
    }
    interiors += other.interiors[stretch.interiors]
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
      (interiorIndices[mine.index] < 0) == (other.interiorIndices[its.index] < 0)
    else { return false }
    return interiorIndices[mine.index] < 0 || interior(of: mine).vertices == other.interior(of: its).vertices
  }

  /// The index of the clip that is added next.
  var nextIndex: Int32 { Int32(shapes.count) }

  /// Makes room, so that many clips at once do not move those that are there again and again.
  mutating func makeRoom(forClips clips: Int, interiors polygons: Int) {
    shapes.makeRoom(for: clips)
    interiorIndices.makeRoom(for: clips)
    interiors.makeRoom(for: polygons)
  }
}
