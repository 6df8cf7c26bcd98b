import LaminaGeometry

/// Cuts planes that pass through each other: a binary space partition, walked back to front as it is made.
///
/// One piece becomes the pivot; every other piece of the list lies in front of its plane, behind it, in it, or is
/// cut by it along the straight line where the depths are equal. Since the viewer looks along -z, what lies behind
/// is drawn first. The stack is explicit, and the number of pieces is bounded.
///
/// - Conformance: D3-2, D3-9
struct SpacePartition {
  private enum Task {
    case order([SpacePiece])
    case emit([SpacePiece])
  }

  let entries: [SpaceEntry]
  private(set) var cuts: [SpaceCut]
  private(set) var pieces: [SpacePiece] = []
  private(set) var gaveUp = false
  private let maximumPieces: Int
  private var pieceCount = 0
  private var lineCount: Int32 = 0

  init(entries: [SpaceEntry], cuts: [SpaceCut], maximumPieces: Int) {
    self.entries = entries
    self.cuts = cuts
    self.maximumPieces = maximumPieces
    lineCount = (cuts.map(\.lineIndex).max() ?? -1) + 1
  }

  /// Orders the entries of `group`, which come in array order.
  mutating func run(_ group: [Int]) {
    pieceCount = group.count
    var tasks = [
      Task.order(group.map { SpacePiece(entry: Int32($0), polygon: entries[$0].polygon, cut: -1) })
    ]
    while let task = tasks.popLast() {
      switch task {
      case .emit(let coplanar):
        pieces += coplanar.sorted { $0.entry < $1.entry }
      case .order(let list):
        guard list.count > 1 else {
          pieces += list
          continue
        }
        guard pieceCount <= maximumPieces else {
          gaveUp = true
          pieces += list.sorted { (middle($0), $0.entry) < (middle($1), $1.entry) }
          continue
        }
        let parts = split(list, by: pivot(of: list))
        tasks.append(.order(parts.front))
        tasks.append(.emit(parts.coplanar))
        tasks.append(.order(parts.back))
      }
    }
  }

  private func middle(_ piece: SpacePiece) -> Double {
    guard let bounds = piece.polygon.bounds else { return 0 }
    return entries[Int(piece.entry)].depth(at: (bounds.minimum + bounds.maximum) / 2)
  }

  /// Of a few candidates, the one whose plane cuts fewest of the others.
  private func pivot(of list: [SpacePiece]) -> Int {
    let step = max(1, list.count / 6)
    var best = (cuts: Int.max, index: 0)
    for candidate in stride(from: 0, to: list.count, by: step) {
      var cutCount = 0
      for piece in list where side(of: piece, list[candidate]) == .across { cutCount += 1 }
      if cutCount < best.cuts { best = (cutCount, candidate) }
      if cutCount == 0 { break }
    }
    return best.index
  }

  private enum Side { case front, back, coplanar, across }

  /// Where a piece lies relative to the plane of another.
  private func side(of piece: SpacePiece, _ pivot: SpacePiece) -> Side {
    if piece.entry == pivot.entry { return .coplanar }
    let difference = entries[Int(piece.entry)].depth - entries[Int(pivot.entry)].depth
    var (low, high) = (Double.infinity, -Double.infinity)
    for index in 0..<piece.polygon.count {
      let point = piece.polygon[index]
      let value = difference.x * point.x + difference.y * point.y + difference.z
      low = min(low, value)
      high = max(high, value)
    }
    if low >= -DepthOrder.coplanar, high <= DepthOrder.coplanar { return .coplanar }
    if low < -DepthOrder.piercing, high > DepthOrder.piercing { return .across }
    return high > -low ? .front : .back
  }

  private mutating func split(
    _ list: [SpacePiece], by pivotIndex: Int
  ) -> (back: [SpacePiece], coplanar: [SpacePiece], front: [SpacePiece]) {
    let pivot = list[pivotIndex]
    var (back, coplanar, front): ([SpacePiece], [SpacePiece], [SpacePiece]) = ([], [], [])
    for piece in list {
      switch side(of: piece, pivot) {
      case .coplanar: coplanar.append(piece)
      case .front: front.append(piece)
      case .back: back.append(piece)
      case .across:
        let line = entries[Int(piece.entry)].depth - entries[Int(pivot.entry)].depth
        let lineIndex = lineCount
        lineCount += 1
        pieceCount += 1
        if let positive = self.piece(piece, keeping: line, lineIndex, positive: true) { front.append(positive) }
        if let negative = self.piece(piece, keeping: line, lineIndex, positive: false) { back.append(negative) }
      }
    }
    return (back, coplanar, front)
  }

  /// One side of a cut piece, unless it is but a sliver of rounding noise.
  private mutating func piece(
    _ piece: SpacePiece, keeping line: SIMD3<Double>, _ lineIndex: Int32, positive: Bool
  ) -> SpacePiece? {
    let sign: Double = positive ? 1 : -1
    var polygon = piece.polygon
    polygon.clip(normal: SIMD2(line.x, line.y) * sign, offset: -line.z * sign)
    guard !polygon.isEmpty else { return nil }
    cuts.append(SpaceCut(line: line, lineIndex: lineIndex, keepsPositive: positive, parent: piece.cut))
    return SpacePiece(entry: piece.entry, polygon: polygon, cut: Int32(cuts.count - 1))
  }
}
