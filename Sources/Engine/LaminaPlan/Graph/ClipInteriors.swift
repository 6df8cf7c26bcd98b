// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry

/// For each clip of a plan, the pixels that the clip and all clips around it cover wholly.
///
/// If these pixels contain a whole drawing, the clip and the clips around it need not be evaluated: they would multiply
/// by 1.
@usableFromInline package struct ClipInteriors: Sendable {
  /// For each clip, its index in `polygons`; -1 if its polygon was not determined.
  @usableFromInline var places: [Int32] = []
  @usableFromInline var polygons: [ConvexPolygon] = []

  package init() {}

  /// The pixels that a clip and all clips around it cover wholly, in target pixels; empty if unknown.
  @inlinable @inline(__always) package subscript(clip: ClipHandle) -> ConvexPolygon {
    let place = place(of: clip)
    return place >= 0 ? polygons[place] : ConvexPolygon()
  }

  /// Whether a whole quadrilateral lies in the pixels that a clip and all clips around it cover wholly.
  ///
  /// - Parameter quad: The corners in target pixels, as x and y of each corner in turn.
  package func holds(_ quad: SIMD8<Float>, in clip: ClipHandle) -> Bool {
    let place = place(of: clip)
    guard place >= 0 else { return false }
    let (xs, ys) = (SIMD4<Double>(quad.evenHalf), SIMD4<Double>(quad.oddHalf))
    return polygons[place].withVertices { vertices in
      guard vertices.count >= 3 else { return false }
      var area = 0.0
      for index in 1..<(vertices.count - 1) {
        let (first, second) = (vertices[index] - vertices[0], vertices[index + 1] - vertices[0])
        area += first.x * second.y - first.y * second.x
      }
      let direction: Double = area < 0 ? -1 : 1
      var start = vertices[vertices.count - 1]
      for index in vertices.indices {
        let end = vertices[index]
        let edge = (end - start) * direction
        let side = (ys - start.y) * edge.x - (xs - start.x) * edge.y
        if any(side .< 0) { return false }
        start = end
      }
      return true
    }
  }

  /// The index in `polygons`; less than 0 if the polygon was not determined.
  @inlinable @inline(__always) package func place(of clip: ClipHandle) -> Int {
    places.indices.contains(clip.index) ? Int(places[clip.index]) : -1
  }

  /// Whether the wholly covered pixels of a clip were determined.
  @inlinable package func isKnown(_ clip: ClipHandle) -> Bool { place(of: clip) >= 0 }

  /// Adds the polygon of the next clip.
  package mutating func add(_ interior: ConvexPolygon) {
    places.append(Int32(polygons.count))
    polygons.append(interior)
  }

  /// Adds a clip whose polygon is never requested.
  package mutating func addUnknown() { places.append(-1) }

  /// Adds a clip with the polygon of another clip.
  package mutating func add(sameAs clip: ClipHandle) { places.append(places[clip.index]) }

  /// Sets the pixels that the last added clip and all clips around it cover wholly.
  package mutating func setLast(_ interior: ConvexPolygon) {
    guard let last = places.indices.last else { return }
    places[last] = Int32(polygons.count)
    polygons.append(interior)
  }

  /// The number of polygons.
  package var count: Int { polygons.count }

  /// The number of polygons that belong to the first clips.
  private func count(ofFirst clips: Int) -> Int { places[..<clips].count { $0 >= 0 } }

  /// Adds the polygons of some of another table's clips.
  ///
  /// - Parameters:
  ///   - clips: The clips of the other table that are added.
  ///   - known: The clips of the other table that this one already contains, with their handles here.
  package mutating func append(
    _ other: Self, clips: Range<Int>, known: [(from: ClipHandle, to: ClipHandle)]
  ) {
    // Copied links share the interiors of the clips around them, which this table already contains.
    let known = known.map { (from: other.places[$0.from.index], to: places[$0.to.index]) }
    let first = Int32(other.count(ofFirst: clips.lowerBound))
    let shift = Int32(polygons.count) - first
    places += other.places[clips].map { place in
      place < 0 ? -1 : place >= first ? place + shift : known.last { $0.from == place }?.to ?? -1
    }
    polygons += other.polygons[Int(first)...]
  }

  /// Reserves memory, so that many clips at once do not move the existing ones repeatedly.
  package mutating func makeRoom(forClips clips: Int, interiors: Int) {
    places.makeRoom(for: clips)
    polygons.makeRoom(for: interiors)
  }
}
