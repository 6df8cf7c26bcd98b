// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaSystem

/// The pairs of entries of a space of which one must be drawn before the other.
///
/// A sweep over the polygons' bounds finds the pairs that may share pixels. Pairs whose polygons overlap are compared
/// over the overlap. Planes that intersect must each be drawn before the other, and this cycle shows that they have to
/// be cut.
struct OverlapRelations {
  /// The greatest number of pairs that are compared; their constraints take 128 MiB.
  private static let maximumPairs = 1 << 24
  /// The greatest number of crossing pairs that are counted; with more, nearly all overlapping entries are one knot.
  private static let maximumCrossings = 1 << 20
  /// The number of pairs that are compared between two checks of the time.
  private static let pairsBetweenLooks = 1 << 14
  /// The margin around polygons: coplanar layers keep their order even if only their antialiased edges touch.
  ///
  /// - Units: points.
  private static let margin = 1.0
  /// The overlap of polygons below which they only touch.
  ///
  /// - Units: points.
  private static let touching = 1e-5

  private let entries: UnsafePointer<SpaceEntry>
  private let vertices: UnsafePointer<SIMD2<Double>>
  private let edges: PolygonEdges
  /// Pairs of indices of entries, of which the first must be drawn before the second.
  private(set) var constraints: [DrawConstraint] = []
  private var crossings = 0
  /// Whether there were too many pairs to compare, so that the constraints are incomplete.
  private(set) var isOverLimit = false

  /// Compares the entries of `range`.
  ///
  /// - Parameters:
  ///   - entries: All entries; valid during the call.
  ///   - vertices: The vertices of their polygons; valid during the call.
  ///   - edges: The edges of the polygons in the range.
  ///   - meter: Ends the comparison if the picture exceeds a limit.
  init(
    _ entries: UnsafeBufferPointer<SpaceEntry>, _ vertices: UnsafeBufferPointer<SIMD2<Double>>, _ edges: PolygonEdges,
    in range: Range<Int>, _ meter: LimitMeter
  ) {
    guard let firstEntry = entries.baseAddress, let firstVertex = vertices.baseAddress else {
      preconditionFailure("a space that is compared has entries")
    }
    self.entries = firstEntry
    self.vertices = firstVertex
    self.edges = edges
    sweep(range, meter)
  }

  /// Compares entries, sorted by their left edge, with all entries whose right edge has not been passed.
  private mutating func sweep(_ range: Range<Int>, _ meter: LimitMeter) {
    let entries = self.entries
    let order = range.sorted { (entries[$0].minimum.x, $0) < (entries[$1].minimum.x, $1) }
    /// The entries that the sweep line crosses: the index, and the bounds without the left edge.
    var active: [(index: Int, maximumX: Double, minimumY: Double, maximumY: Double)] = []
    var pairs = 0
    var looked = 0
    for index in order {
      let minimum = entries[index].minimum - Self.margin
      let maximum = entries[index].maximum + Self.margin
      var kept = 0
      for place in active.indices where active[place].maximumX >= minimum.x {
        let other = active[place]
        active[kept] = other
        kept += 1
        guard other.minimumY <= maximum.y, minimum.y <= other.maximumY else { continue }
        pairs += 1
        relate(min(index, other.index), max(index, other.index))
      }
      active.removeLast(active.count - kept)
      if pairs - looked > Self.pairsBetweenLooks {
        looked = pairs
        isOverLimit = pairs > Self.maximumPairs || crossings > Self.maximumCrossings
        if isOverLimit || meter.isOutOfTime(CutBudget.work) { return }
      }
      active.append((index, entries[index].maximum.x, entries[index].minimum.y, entries[index].maximum.y))
    }
  }

  /// Compares two entries over their overlap.
  private mutating func relate(_ first: Int, _ second: Int) {
    let (a, b) = (entries + first, entries + second)
    let clearance = DepthRelation.clearance
    if b.pointee.furthest - a.pointee.nearest > clearance {
      if overlaps(a, b, margin: -Self.touching) { constrain(first, before: second) }
      return
    }
    if a.pointee.furthest - b.pointee.nearest > clearance {
      if overlaps(a, b, margin: -Self.touching) { constrain(second, before: first) }
      return
    }
    // A relation that holds over the whole of one polygon also holds over the overlap.
    let difference = a.pointee.depth - b.pointee.depth
    for polygon in [a.pointee.polygon, b.pointee.polygon] {
      let (low, high) = difference.range(over: points(of: polygon))
      guard low > clearance || high < -clearance else { continue }
      if overlaps(a, b, margin: -Self.touching) {
        if low > 0 { constrain(second, before: first) } else { constrain(first, before: second) }
      }
      return
    }
    relateOverOverlap(first, second)
  }

  private mutating func relateOverOverlap(_ first: Int, _ second: Int) {
    let (a, b) = (entries + first, entries + second)
    guard overlaps(a, b, margin: -Self.touching) else {
      relateTouching(first, second)
      return
    }
    var overlap = ConvexPolygon(points(of: a.pointee.polygon))
    overlap.clip(to: ConvexPolygon(points(of: b.pointee.polygon)))
    guard !overlap.isEmpty else {
      relateTouching(first, second)
      return
    }
    let relation = withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: overlap.count) { copy in
      for index in 0..<overlap.count { copy.initializeElement(at: index, to: overlap[index]) }
      return DepthRelation(of: a, to: b, over: UnsafeBufferPointer(copy))
    }
    switch relation {
    case .behind: constrain(first, before: second)
    case .inFront: constrain(second, before: first)
    case .coplanar: keepArrayOrder(first, second)
    case .across:
      crossings += 1
      constrain(first, before: second)
      constrain(second, before: first)
    }
  }

  /// Relates two adjacent entries: only coplanar layers have an order, which is the order of the array.
  private mutating func relateTouching(_ first: Int, _ second: Int) {
    let (a, b) = (entries + first, entries + second)
    guard case .coplanar = DepthRelation(of: a, to: b, over: points(of: a.pointee.polygon)),
      case .coplanar = DepthRelation(of: a, to: b, over: points(of: b.pointee.polygon)),
      overlaps(a, b, margin: Self.margin)
    else { return }
    keepArrayOrder(first, second)
  }

  private mutating func keepArrayOrder(_ first: Int, _ second: Int) {
    if entries[first].order < entries[second].order {
      constrain(first, before: second)
    } else {
      constrain(second, before: first)
    }
  }

  private mutating func constrain(_ first: Int, before second: Int) {
    constraints.append(DrawConstraint(first: Int32(first), second: Int32(second)))
  }

  // MARK: polygons

  private func points(of polygon: SpacePolygon) -> UnsafeBufferPointer<SIMD2<Double>> {
    UnsafeBufferPointer(start: vertices + Int(polygon.start), count: Int(polygon.count))
  }

  /// Whether two polygons overlap, or come closer than `margin`: no edge of either polygon separates it from the other.
  private func overlaps(_ a: UnsafePointer<SpaceEntry>, _ b: UnsafePointer<SpaceEntry>, margin: Double) -> Bool {
    !hasEdge(of: a.pointee.polygon, before: b.pointee.polygon, margin)
      && !hasEdge(of: b.pointee.polygon, before: a.pointee.polygon, margin)
  }

  @inline(__always)
  private func hasEdge(of polygon: SpacePolygon, before other: SpacePolygon, _ margin: Double) -> Bool {
    let outline = points(of: other)
    for index in polygon.indices {
      let edge = edges.lines[index]
      var nearest = Double.infinity
      for point in outline { nearest = Swift.min(nearest, edge.x * point.x + edge.y * point.y) }
      if nearest + edge.z > margin { return true }
    }
    return false
  }
}

/// The constraint that one entry must be drawn before another.
struct DrawConstraint {
  var first: Int32
  var second: Int32
}
