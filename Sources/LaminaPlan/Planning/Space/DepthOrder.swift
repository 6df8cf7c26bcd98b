import LaminaGeometry

/// Orders the entries of a space back to front, cutting them where that is the only way.
///
/// 1. If all planes are parallel, depth and array order decide.
/// 2. Otherwise entries whose depths do not meet are apart already; of the others, a sweep finds the pairs whose
///    polygons overlap and asks which of the two is in front over the overlap (`OverlapRelations`).
/// 3. The answers are sorted (`DrawSequence`). Knots, where planes pass through each other or lie over one another
///    in a circle, are partitioned and cut instead (`SpacePartition`), each by itself.
///
/// Nothing depends on array order but the order of planes that are equally deep.
///
/// - Complexity: O(n log n + p) for p pairs that overlap in the plane and in depth, when nothing intersects.
/// - Conformance: D3-2, D3-9, PAINT-2
struct DepthOrder {
  /// Parallel planes that differ by less than this are one plane: rounding noise.
  ///
  /// - Units: points.
  private static let coplanarity = 1e-9
  /// Entries whose depths lie this far apart are surely not in one plane.
  private static let clearance = 1e-3

  /// The entries; pieces and cuts name them by their index here.
  let entries: [SpaceEntry]
  /// The result, back to front.
  private(set) var pieces: [SpacePiece] = []
  private(set) var cuts: [SpaceCut] = []
  /// Whether there were more cuts or pairs than allowed, so that plain depth decided.
  private(set) var gaveUp = false

  /// Orders `entries`, which come in array order.
  ///
  /// - Parameter budget: What cutting may cost; what is left of it comes back.
  init(_ unsorted: [SpaceEntry], budget: inout CutBudget) {
    let order = unsorted.indices.sorted { SpaceEntry.isBefore(unsorted[$0], unsorted[$1]) }
    entries = order.map { unsorted[$0] }
    pieces.reserveCapacity(entries.count)
    if entries.allSatisfy(\.isParallel) {
      appendParallel()
      return
    }
    for range in rangesApart() {
      guard range.count > 1 else {
        append(range.lowerBound)
        continue
      }
      let relations = OverlapRelations(entries, in: range)
      guard !relations.isOverLimit else {
        gaveUp = true
        for index in range { append(index) }
        continue
      }
      for knot in DrawSequence(range, relations.constraints).knots {
        if knot.count == 1 { append(knot[0]) } else { partition(knot, &budget) }
      }
    }
  }

  private mutating func append(_ index: Int) {
    pieces.append(SpacePiece(entry: Int32(index), cut: -1, polygon: entries[index].polygon))
  }

  private mutating func partition(_ knot: [Int], _ budget: inout CutBudget) {
    var partition = SpacePartition(entries: entries, cuts: cuts, budget: budget)
    partition.run(knot)
    pieces += partition.pieces
    cuts = partition.cuts
    budget = partition.budget
    gaveUp = gaveUp || partition.gaveUp
  }

  /// Appends entries that are sorted by their one depth; runs of equal depth in array order.
  private mutating func appendParallel() {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, isOnePlane(entries[end - 1], entries[end]) { end += 1 }
      if end - start > 1 {
        for index in (start..<end).sorted(by: { entries[$0].order < entries[$1].order }) { append(index) }
      } else {
        append(start)
      }
      start = end
    }
  }

  private func isOnePlane(_ first: SpaceEntry, _ second: SpaceEntry) -> Bool {
    let squeeze = abs(first.shrinking.z * second.shrinking.z)
    return second.middleDepth - first.middleDepth <= Self.coplanarity * min(squeeze, 1)
  }

  /// Runs of entries whose depths meet; each run lies behind the next.
  private func rangesApart() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    // Entries are sorted by the middle of their depths: a run ends where all that follow begin further in front.
    var least = [Double](repeating: .infinity, count: entries.count + 1)
    for index in entries.indices.reversed() { least[index] = min(least[index + 1], entries[index].depths.lowerBound) }
    var (start, greatest) = (0, -Double.infinity)
    for index in entries.indices {
      greatest = max(greatest, entries[index].depths.upperBound)
      if least[index + 1] > greatest + Self.clearance {
        ranges.append(start..<(index + 1))
        (start, greatest) = (index + 1, -.infinity)
      }
    }
    if start < entries.count { ranges.append(start..<entries.count) }
    return ranges
  }
}
