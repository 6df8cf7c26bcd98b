import LaminaGeometry

/// Which entries of a space must be drawn before which others.
///
/// A sweep over the polygons' bounds finds the pairs that may share pixels; those whose polygons overlap are
/// compared over the overlap. Planes that pass through each other must each be drawn before the other: such a
/// circle is what says that there is something to cut.
struct OverlapRelations {
  /// More overlapping pairs than this are not looked at.
  private static let maximumPairs = 3_000_000
  /// Coplanar layers keep their order even where only their antialiased edges touch.
  ///
  /// - Units: points.
  private static let margin = 1.0
  /// Entries whose depths lie this far apart need not be compared point by point.
  private static let clearance = 1e-3

  private let entries: [SpaceEntry]
  /// Pairs of indices of entries: the first must be drawn before the second.
  private(set) var constraints: [DrawConstraint] = []
  /// Whether there were too many pairs to look at.
  private(set) var isOverLimit = false

  /// Compares the entries of `range`.
  init(_ entries: [SpaceEntry], in range: Range<Int>) {
    self.entries = entries
    sweep(range)
  }

  /// Entries sorted by their left edge, each against those whose right edge is not yet passed.
  private mutating func sweep(_ range: Range<Int>) {
    let order = range.sorted { (entries[$0].minimum.x, $0) < (entries[$1].minimum.x, $1) }
    var active: [Int] = []
    var pairs = 0
    for index in order {
      let (minimum, maximum) = (entries[index].minimum - Self.margin, entries[index].maximum + Self.margin)
      active.removeAll { entries[$0].maximum.x < minimum.x }
      for other in active where entries[other].minimum.y <= maximum.y && minimum.y <= entries[other].maximum.y {
        pairs += 1
        relate(min(index, other), max(index, other))
      }
      guard pairs <= Self.maximumPairs else {
        isOverLimit = true
        return
      }
      active.append(index)
    }
  }

  /// Compares two entries over their overlap.
  private mutating func relate(_ first: Int, _ second: Int) {
    if entries[second].depths.lowerBound - entries[first].depths.upperBound > Self.clearance {
      if entries[first].polygon.overlaps(entries[second].polygon) { constrain(first, before: second) }
      return
    }
    if entries[first].depths.lowerBound - entries[second].depths.upperBound > Self.clearance {
      if entries[first].polygon.overlaps(entries[second].polygon) { constrain(second, before: first) }
      return
    }
    var overlap = entries[first].polygon
    overlap.clip(to: entries[second].polygon)
    guard overlap.thickness > ConvexPolygon.touching else {
      relateTouching(first, second)
      return
    }
    switch DepthRelation(of: entries[first], to: entries[second], over: overlap) {
    case .behind: constrain(first, before: second)
    case .inFront: constrain(second, before: first)
    case .coplanar: keepArrayOrder(first, second)
    case .across:
      constrain(first, before: second)
      constrain(second, before: first)
    }
  }

  /// Side by side, only coplanar layers have an order: that of the array.
  private mutating func relateTouching(_ first: Int, _ second: Int) {
    let (a, b) = (entries[first], entries[second])
    guard case .coplanar = DepthRelation(of: a, to: b, over: a.polygon),
      case .coplanar = DepthRelation(of: a, to: b, over: b.polygon),
      a.polygon.overlaps(b.polygon, margin: Self.margin)
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
}

/// One entry must be drawn before another.
struct DrawConstraint {
  var first: Int32
  var second: Int32
}

extension ConvexPolygon {
  /// Polygons that overlap by less than this only touch.
  ///
  /// - Units: points.
  static var touching: Double { 1e-5 }

  /// About half the polygon's width where it is narrowest.
  var thickness: Double {
    guard count >= 3, let bounds = self.bounds else { return 0 }
    let size = bounds.maximum - bounds.minimum
    return abs(signedDoubleArea) / Swift.max(Swift.max(size.x, size.y), 1e-300) / 2
  }

  /// Whether two polygons overlap, or come closer than `margin`: no line along an edge of either lies between.
  func overlaps(_ other: ConvexPolygon, margin: Double = -ConvexPolygon.touching) -> Bool {
    !hasEdgeBetween(other, margin) && !other.hasEdgeBetween(self, margin)
  }

  private func hasEdgeBetween(_ other: ConvexPolygon, _ margin: Double) -> Bool {
    let direction: Double = signedDoubleArea < 0 ? -1 : 1
    var start = self[count - 1]
    for index in 0..<count {
      let end = self[index]
      let edge = end - start
      let length = (edge * edge).sum().squareRoot()
      if length > 0 {
        // Outward distance of the other's nearest vertex.
        let normal = SIMD2(edge.y, -edge.x) * (direction / length)
        let offset = (normal * start).sum()
        var nearest = Double.infinity
        for vertex in 0..<other.count { nearest = Swift.min(nearest, (normal * other[vertex]).sum() - offset) }
        if nearest > margin { return true }
      }
      start = end
    }
    return false
  }
}
