// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// Where a plan's lists of clips leave something of a shape, and which of its clips a part of the shape has to ask.
///
/// Software OpenGL asks all clips of a list at every pixel of what is drawn. Where a box lies in clips that are turned
/// against it, most of the box is outside of them, and at a pixel one or two of them matter.
struct ClipLists {
  /// What a cut has to leave out, pixels: a corner more costs software OpenGL as much as so many of them.
  private static let worthwhileCut: Float = 200
  /// How far from a clip nothing is left of it, pixels: one, and a bit for the rounding of vertices.
  private static let outside: Float = 1.125
  /// How far inside its octagon a clip covers wholly, pixels: half of one, and a bit.
  private static let inside: Float = 0.625
  /// How far inside a polygon in which clips cover .999 they cover wholly, pixels.
  private static let insideInterior: Float = 1.0 / 256
  /// Beyond so many pixels a `Float` says too little about where a line passes.
  private static let farthest: Float = 65_536
  /// A shorter side of an octagon leaves nothing out that is worth it, and far away a `Float` says too little about its
  /// direction.
  private static let shortestSide: Float = 0.25
  /// Longer lists are asked as they are.
  private static let longest = 64

  /// For each clip, the polygon outside of which it and all outward of it leave nothing: `nil` where nobody has looked,
  /// without corners where nothing is known to be left out.
  private var outlines: [[SIMD2<Float>]?] = []
  /// For each clip, where it covers wholly.
  private var interiors: [[HalfPlane]?] = []
  /// For each clip, where it and all outward of it cover wholly.
  private var commonInteriors: [[HalfPlane]?] = []
  /// Where links lie whose next one outward is another than in the plan.
  private var links: [Link: Int32] = [:]

  /// A clip, and where the next one outward lies.
  private struct Link: Hashable {
    let clip: ClipHandle
    let parent: Int32
  }

  private let plan: RenderPlan

  init(_ plan: RenderPlan) { self.plan = plan }

  /// Makes room for what is found, where nobody has asked yet.
  private mutating func makeRoom() {
    guard outlines.isEmpty else { return }
    outlines = Array(repeating: nil, count: plan.clips.count)
    interiors = Array(repeating: nil, count: plan.clips.count)
    commonInteriors = Array(repeating: nil, count: plan.clips.count)
  }

  /// The next clip outward. A list that does not lead outward, which no planner makes, ends there, as in the table of
  /// records.
  private func outward(of clip: ClipHandle) -> ClipHandle {
    let parent = plan.clips[clip.index].parent
    return parent.index < clip.index ? parent : .none
  }

  // MARK: Outlines

  /// The part of a convex polygon in which a list leaves something; all of it where the rest is too small to be worth a
  /// cut.
  ///
  /// - Parameter polygon: Target pixels.
  mutating func cut(_ polygon: [SIMD2<Float>], to clip: ClipHandle) -> [SIMD2<Float>] {
    makeRoom()
    return Self.cut(polygon, to: ConvexPieces.sides(of: outline(of: clip)))
  }

  private mutating func outline(of clip: ClipHandle) -> [SIMD2<Float>] {
    var unknown: [ClipHandle] = []
    var link = clip
    while link.exists, outlines[link.index] == nil {
      unknown.append(link)
      link = outward(of: link)
    }
    var outline = link.exists ? outlines[link.index] ?? [] : []
    for link in unknown.reversed() {
      outline = Self.outline(of: plan.clips[link.index].shape, within: outline)
      outlines[link.index] = outline
    }
    return outline
  }

  private static func outline(of shape: ShapeGeometry, within outline: [SIMD2<Float>]) -> [SIMD2<Float>] {
    let vertices = vertices(of: ShapeOctagon(around: shape))
    guard let first = vertices.first else { return outline }
    let sides = ConvexPieces.sides(of: vertices, longerThan: shortestSide).map { $0.moved(by: outside) }
    guard outline.isEmpty else { return cut(outline, to: sides) }
    let low = vertices.reduce(first, pointwiseMin) - outside
    let high = vertices.reduce(first, pointwiseMax) + outside
    return cut([low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)], to: sides)
  }

  /// Cuts a polygon along those lines that leave out enough of it.
  private static func cut(_ polygon: [SIMD2<Float>], to sides: [HalfPlane]) -> [SIMD2<Float>] {
    var polygon = polygon
    var area = ConvexPieces.area(of: polygon)
    for side in sides where polygon.contains(where: { side.distance(to: $0) > 0 }) {
      let rest = ConvexPieces.cut(polygon, to: side)
      let restArea = ConvexPieces.area(of: rest)
      guard area - restArea >= worthwhileCut else { continue }
      (polygon, area) = (rest, restArea)
    }
    return polygon
  }

  private static func vertices(of octagon: ShapeOctagon?) -> [SIMD2<Float>] {
    guard let octagon else { return [] }
    let vertices = (0..<8).map { octagon[$0] }
    return vertices.allSatisfy { max(abs($0.x), abs($0.y)) <= farthest } ? vertices : []
  }

  // MARK: Lists

  /// Where the list of those clips begins that may take something off a convex polygon; -1 where none does.
  ///
  /// - Parameters:
  ///   - clip: The innermost clip of the list of the plan.
  ///   - records: Has the plan's clips; gets links that leave some of them out.
  mutating func place(
    of clip: ClipHandle, askedBy polygon: [SIMD2<Float>], in records: inout RecordTable
  ) -> Int32 {
    makeRoom()
    var asked: [ClipHandle] = []
    var link = clip
    var length = 0
    while link.exists, !Self.holds(polygon, in: commonInterior(of: link)) {
      length += 1
      guard length <= Self.longest else { return RecordTable.place(of: clip) }
      if !Self.holds(polygon, in: interior(of: link)) { asked.append(link) }
      link = outward(of: link)
    }
    var place: Int32 = -1
    for clip in asked.reversed() { place = self.place(of: Link(clip: clip, parent: place), in: &records) }
    return place
  }

  private mutating func place(of link: Link, in records: inout RecordTable) -> Int32 {
    if RecordTable.place(of: outward(of: link.clip)) == link.parent {
      return RecordTable.place(of: link.clip)
    }
    if let known = links[link] { return known }
    // Without room for another one, the whole list is asked.
    let place = records.add(link.clip, outward: link.parent) ?? RecordTable.place(of: link.clip)
    links[link] = place
    return place
  }

  private mutating func interior(of clip: ClipHandle) -> [HalfPlane] {
    if let known = interiors[clip.index] { return known }
    let link = plan.clips[clip.index]
    // A gradient multiplies everywhere.
    let vertices = link.gradient.exists ? [] : Self.vertices(of: ShapeOctagon(inside: link.shape))
    let interior = ConvexPieces.sides(of: vertices).map { $0.moved(by: -Self.inside) }
    interiors[clip.index] = interior
    return interior
  }

  private mutating func commonInterior(of clip: ClipHandle) -> [HalfPlane] {
    if let known = commonInteriors[clip.index] { return known }
    let vertices = plan.clipInteriors[clip].vertices.map { SIMD2<Float>($0) }
    let interior = ConvexPieces.sides(of: vertices).map { $0.moved(by: -Self.insideInterior) }
    commonInteriors[clip.index] = interior
    return interior
  }

  /// Whether all of a polygon lies in an interior; nothing does where none is known.
  private static func holds(_ polygon: [SIMD2<Float>], in interior: [HalfPlane]) -> Bool {
    interior.count >= 3
      && interior.allSatisfy { side in polygon.allSatisfy { side.distance(to: $0) <= 0 } }
  }
}
