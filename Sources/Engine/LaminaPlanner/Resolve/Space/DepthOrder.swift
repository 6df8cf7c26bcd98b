// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// An order of the entries of a space from back to front, with cuts where no order exists otherwise.
///
/// 1. If all planes are parallel, depth and array order decide.
/// 2. Otherwise entries whose ranges of depth do not meet are already in order. For the others, a sweep finds the pairs
///    whose polygons overlap, and determines which of the two is in front over the overlap (`OverlapRelations`).
/// 3. These relations are sorted (`DrawSequence`). Knots, in which planes intersect or overlap in a cycle, are
///    partitioned and cut instead (`SpacePartition`), each separately. The same is done with entries that have so many
///    overlapping pairs that comparing all of them costs more than partitioning.
///
/// Array order only affects the order of planes at the same depth.
///
/// - Complexity: O(n log n + p) for p pairs that overlap in the plane and in depth, if no planes intersect.
/// - Conformance: D3-2, D3-9, PAINT-2
struct DepthOrder {
  /// The entries; pieces and cuts refer to them by index.
  let entries: [SpaceEntry]
  /// The vertices of all polygons.
  private(set) var vertices: [SIMD2<Double>]
  /// The resulting pieces, back to front.
  private(set) var pieces: [SpacePiece] = []
  private(set) var cuts: [SpaceCut] = []
  /// Orders entries that are given in array order.
  ///
  /// - Parameters:
  ///   - unsorted: The entries.
  ///   - vertices: The vertices of their polygons.
  ///   - budget: The budget for cutting. If it is exceeded, the result is undefined.
  init(_ unsorted: [SpaceEntry], _ vertices: [SIMD2<Double>], budget: inout CutBudget) {
    self.vertices = vertices
    let order = unsorted.withUnsafeBufferPointer { buffer -> [Int] in
      guard let first = buffer.baseAddress else { return [] }
      return buffer.indices.sorted { SpaceEntry.isBefore(first + $0, first + $1) }
    }
    entries = order.map { unsorted[$0] }
    pieces.reserveCapacity(entries.count)
    if entries.allSatisfy(\.isParallel) {
      appendParallel()
    } else {
      let ranges = rangesApart()
      let edges = PolygonEdges(of: entries, in: ranges, vertices)
      entries.withUnsafeBufferPointer { buffer in
        for range in ranges { appendSorted(range, of: buffer, edges, &budget) }
      }
    }
  }

  private mutating func append(_ index: Int) {
    pieces.append(SpacePiece(entry: Int32(index), cut: -1, polygon: entries[index].polygon))
  }

  /// Appends entries that are sorted by their single depth, with entries of equal depth in array order.
  private mutating func appendParallel() {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, isOnePlane(entries[end - 1], entries[end]) { end += 1 }
      for index in (start..<end).sorted(by: { entries[$0].order < entries[$1].order }) { append(index) }
      start = end
    }
  }

  private func isOnePlane(_ first: SpaceEntry, _ second: SpaceEntry) -> Bool {
    DepthNoise(betweenParallel: first, second).covers(second.middle - first.middle)
  }

  /// Runs of entries whose ranges of depth meet; each run lies behind the next.
  private func rangesApart() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    // Entries are sorted by their middle depth; a run ends where all following entries begin further in front.
    var least = [Double](repeating: .infinity, count: entries.count + 1)
    for index in entries.indices.reversed() { least[index] = min(least[index + 1], entries[index].furthest) }
    var (start, greatest) = (0, -Double.infinity)
    for index in entries.indices {
      greatest = max(greatest, entries[index].nearest)
      if least[index + 1] > greatest + DepthRelation.clearance {
        ranges.append(start..<(index + 1))
        (start, greatest) = (index + 1, -.infinity)
      }
    }
    return ranges
  }

  private mutating func appendSorted(
    _ range: Range<Int>, of buffer: UnsafeBufferPointer<SpaceEntry>, _ edges: PolygonEdges, _ budget: inout CutBudget
  ) {
    guard range.count > 1, let first = buffer.baseAddress else {
      for index in range { append(index) }
      return
    }
    let relations = vertices.withUnsafeBufferPointer { OverlapRelations(buffer, $0, edges, in: range, budget.meter) }
    var partition = SpacePartition(entries: first, vertices: vertices, cuts: cuts, budget: budget)
    // A shared array would be copied, for each knot, when it is appended to.
    (vertices, cuts) = ([], [])
    if relations.isOverLimit {
      partition.run(ArraySlice(range))
      pieces += partition.takePieces()
    } else {
      let sequence = DrawSequence(range, relations.constraints)
      var start = 0
      for end in sequence.ends {
        let knot = sequence.indices[start..<end]
        start = end
        guard knot.count > 1 else {
          append(knot[knot.startIndex])
          continue
        }
        partition.run(knot)
        pieces += partition.takePieces()
      }
    }
    (vertices, cuts, budget) = (partition.vertices, partition.cuts, partition.budget)
  }
}
