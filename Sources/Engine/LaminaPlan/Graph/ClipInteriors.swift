// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// For each clip of a plan, the pixels that it and all outward of it cover wholly.
///
/// Where these hold all that is drawn, the clip and what is outward of it need not be asked: they would multiply by 1.
package struct ClipInteriors: Sendable {
  /// For each clip, its place in `polygons`; -1 where nobody has looked.
  private var places: [Int32] = []
  private var polygons: [ConvexPolygon] = []

  package init() {}

  /// What a clip and all outward of it cover wholly, target pixels; empty where nothing is known to be.
  @inline(__always) package subscript(clip: ClipHandle) -> ConvexPolygon {
    let place = place(of: clip)
    return place >= 0 ? polygons[place] : ConvexPolygon()
  }

  /// Whether all of a quadrilateral lies where a clip and everything outward of it cover wholly.
  ///
  /// - Parameter quad: Target pixels, x and y of each corner in turn.
  package func holds(_ quad: SIMD8<Float>, in clip: ClipHandle) -> Bool {
    let place = place(of: clip)
    guard place >= 0 else { return false }
    let count = polygons[place].count
    guard count >= 3 else { return false }
    let direction: Double = polygons[place].signedDoubleArea < 0 ? -1 : 1
    let (xs, ys) = (SIMD4<Double>(quad.evenHalf), SIMD4<Double>(quad.oddHalf))
    var start = polygons[place][count - 1]
    for index in 0..<count {
      let end = polygons[place][index]
      let edge = (end - start) * direction
      let side = (ys - start.y) * edge.x - (xs - start.x) * edge.y
      if any(side .< 0) { return false }
      start = end
    }
    return true
  }

  /// Less than 0 where nobody has looked.
  @inline(__always) private func place(of clip: ClipHandle) -> Int {
    places.indices.contains(clip.index) ? Int(places[clip.index]) : -1
  }

  /// Whether somebody has looked what a clip and all outward of it cover wholly.
  func isKnown(_ clip: ClipHandle) -> Bool { place(of: clip) >= 0 }

  /// Adds that of the next clip.
  mutating func add(_ interior: ConvexPolygon) {
    places.append(Int32(polygons.count))
    polygons.append(interior)
  }

  /// Adds a clip whose interior nobody asks for.
  mutating func addUnknown() { places.append(-1) }

  /// Adds a clip that has that of another one.
  mutating func add(sameAs clip: ClipHandle) { places.append(places[clip.index]) }

  /// Says what the clip that was added last and all outward of it cover wholly.
  mutating func setLast(_ interior: ConvexPolygon) {
    guard let last = places.indices.last else { return }
    places[last] = Int32(polygons.count)
    polygons.append(interior)
  }

  /// How many there are.
  var count: Int { polygons.count }

  /// How many of them belong to the first clips.
  func count(ofFirst clips: Int) -> Int { places[..<clips].count { $0 >= 0 } }

  /// Adds those of some of another table's clips.
  ///
  /// - Parameter known: Clips of that table that are here already, and where.
  mutating func append(_ other: Self, _ stretch: RecordStretch, known: [(from: ClipHandle, to: ClipHandle)]) {
    // Links that were copied share the interiors of those around them, which are here already.
    let known = known.map { (from: other.places[$0.from.index], to: places[$0.to.index]) }
    let (first, shift) = (stretch.from.interiors, Int32(polygons.count) - stretch.from.interiors)
    places += other.places[stretch.clips].map { place in
      place < 0 ? -1 : place >= first ? place + shift : known.last { $0.from == place }?.to ?? -1
    }
    polygons += other.polygons[stretch.interiors]
  }

  /// Makes room, so that many clips at once do not move those that are there again and again.
  mutating func makeRoom(forClips clips: Int, interiors: Int) {
    places.makeRoom(for: clips)
    polygons.makeRoom(for: interiors)
  }
}
