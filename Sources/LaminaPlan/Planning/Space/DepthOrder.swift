import LaminaGeometry

/// Orders the entries of a space back to front, cutting them where that is the only way.
///
/// 1. If all planes are parallel, depth and array order decide.
/// 2. Otherwise a sweep finds the pairs whose polygons overlap (bounding boxes, then separating axes) and asks
///    which of the two is in front over the overlap.
/// 3. Groups of overlapping entries are sorted by those answers. A group in which two planes pass through each
///    other, or lie over one another in a circle, is partitioned and cut instead (`SpacePartition`).
///
/// - Complexity: O(n log n + p) for p overlapping pairs when nothing intersects.
/// - Conformance: D3-2, D3-9, PAINT-2
struct DepthOrder {
  /// Planes that differ by less than this over their overlap, in points, are one plane: rounding noise.
  static let coplanar = 1e-7
  /// Planes that are not parallel are cut only where they pierce each other by more than this, in points.
  static let piercing = 1.0 / 20

  let entries: [SpaceEntry]
  /// The result, back to front.
  private(set) var pieces: [SpacePiece] = []
  private(set) var cuts: [SpaceCut] = []
  /// Whether there were more cuts or pairs than allowed, so that plain depth decided.
  private(set) var gaveUp = false

  /// Orders `entries`, which come in array order.
  ///
  /// - Parameter maximumPieces: How many pieces cutting may make.
  init(_ entries: [SpaceEntry], maximumPieces: Int) {
    self.entries = entries
    if entries.allSatisfy(\.isParallel) {
      appendByDepth(Array(entries.indices))
      return
    }
    var relations = OverlapRelations(entries)
    guard !relations.isOverLimit else {
      gaveUp = true
      appendByDepth(Array(entries.indices))
      return
    }
    for group in relations.groups() {
      if !relations.intersects(group), let sorted = relations.sorted(group) {
        for index in sorted { append(index) }
      } else {
        var partition = SpacePartition(entries: entries, cuts: cuts, maximumPieces: maximumPieces - pieces.count)
        partition.run(group)
        pieces += partition.pieces
        cuts = partition.cuts
        gaveUp = gaveUp || partition.gaveUp
      }
    }
  }

  private mutating func append(_ index: Int) {
    pieces.append(SpacePiece(entry: Int32(index), polygon: entries[index].polygon, cut: -1))
  }

  /// Plain depth order: by the depth in the middle of each polygon, then array order.
  private mutating func appendByDepth(_ indices: [Int]) {
    let keyed = indices.map { index -> (depth: Double, index: Int) in
      let entry = entries[index]
      return (entry.isParallel ? entry.depth.z : entry.middleDepth, index)
    }
    for item in keyed.sorted(by: { ($0.depth, $0.index) < ($1.depth, $1.index) }) { append(item.index) }
  }
}

extension SpaceEntry {
  /// The depth at the middle of the polygon's bounding box.
  var middleDepth: Double {
    guard let bounds = polygon.bounds else { return depth.z }
    return depth(at: (bounds.minimum + bounds.maximum) / 2)
  }
}
