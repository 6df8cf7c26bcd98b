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
    case order([Int32])
    case emit([Int32])
  }

  private let entries: [SpaceEntry]
  /// The pieces made so far; those that were cut again stay, and are not drawn.
  private var pool: [SpacePiece] = []
  private(set) var cuts: [SpaceCut]
  /// The pieces in the order they are drawn.
  private(set) var pieces: [SpacePiece] = []
  /// Whether cutting more would have cost too much.
  private(set) var gaveUp = false
  /// How many layers may still be drawn again.
  private(set) var budget: CutBudget
  private var lineCount: Int32

  init(entries: [SpaceEntry], cuts: [SpaceCut], budget: CutBudget) {
    self.entries = entries
    self.cuts = cuts
    self.budget = budget
    lineCount = cuts.last.map { $0.lineIndex + 1 } ?? 0
  }

  /// Orders the entries of `knot`.
  mutating func run(_ knot: [Int]) {
    pool = knot.map { SpacePiece(entry: Int32($0), cut: -1, polygon: entries[$0].polygon) }
    var tasks = [Task.order((0..<Int32(knot.count)).map { $0 })]
    while let task = tasks.popLast() {
      switch task {
      case .emit(let coplanar):
        emit(coplanar.sorted { entries[Int(pool[Int($0)].entry)].order < entries[Int(pool[Int($1)].entry)].order })
      case .order(let list):
        guard list.count > 1 else {
          emit(list)
          continue
        }
        guard !budget.isSpent else {
          gaveUp = true
          emit(list.sorted { (middle($0), pool[Int($0)].entry) < (middle($1), pool[Int($1)].entry) })
          continue
        }
        let parts = split(list, by: list[pivot(of: list)])
        if !parts.front.isEmpty { tasks.append(.order(parts.front)) }
        tasks.append(.emit(parts.coplanar))
        if !parts.back.isEmpty { tasks.append(.order(parts.back)) }
      }
    }
  }

  private mutating func emit(_ list: [Int32]) {
    for index in list { pieces.append(pool[Int(index)]) }
  }

  private func middle(_ index: Int32) -> Double {
    let piece = pool[Int(index)]
    guard let bounds = piece.polygon.bounds else { return 0 }
    return entries[Int(piece.entry)].depth.value(at: (bounds.minimum + bounds.maximum) / 2)
  }

  /// Of a few candidates, the one whose plane cuts fewest of a few others.
  private func pivot(of list: [Int32]) -> Int {
    guard list.count > 2 else { return 0 }
    let candidateStep = max(1, list.count / 6)
    let sampleStep = max(1, list.count / 32)
    var best = (cuts: Int.max, index: 0)
    for candidate in stride(from: 0, to: list.count, by: candidateStep) {
      var cutCount = 0
      for other in stride(from: 0, to: list.count, by: sampleStep)
      where relation(of: list[other], to: list[candidate]) == .across {
        cutCount += 1
        if cutCount >= best.cuts { break }
      }
      if cutCount < best.cuts { best = (cutCount, candidate) }
      if cutCount == 0 { break }
    }
    return best.index
  }

  /// Where a piece lies relative to the plane of another.
  @inline(__always)
  private func relation(of piece: Int32, to pivot: Int32) -> DepthRelation {
    let (first, second) = (Int(pool[Int(piece)].entry), Int(pool[Int(pivot)].entry))
    if first == second { return .coplanar }
    return DepthRelation(of: entries[first], to: entries[second], over: pool[Int(piece)].polygon)
  }

  private mutating func split(_ list: [Int32], by pivot: Int32) -> (back: [Int32], coplanar: [Int32], front: [Int32]) {
    var (back, coplanar, front): ([Int32], [Int32], [Int32]) = ([], [], [])
    for piece in list {
      switch relation(of: piece, to: pivot) {
      case .coplanar: coplanar.append(piece)
      case .inFront: front.append(piece)
      case .behind: back.append(piece)
      case .across:
        let (entry, cutter) = (pool[Int(piece)].entry, pool[Int(pivot)].entry)
        budget.charge(entries[Int(entry)].weight)
        let line = entries[Int(entry)].depth - entries[Int(cutter)].depth
        for keepsFront in [false, true] {
          guard let part = part(of: piece, line: line, cutter: cutter, keepsFront: keepsFront) else { continue }
          if keepsFront { front.append(part) } else { back.append(part) }
        }
        lineCount += 1
      }
    }
    return (back, coplanar, front)
  }

  /// One side of a cut piece.
  private mutating func part(of piece: Int32, line: SIMD3<Double>, cutter: Int32, keepsFront: Bool) -> Int32? {
    var part = pool[Int(piece)]
    let sign: Double = keepsFront ? 1 : -1
    part.polygon.clip(normal: SIMD2(line.x, line.y) * sign, offset: -line.z * sign)
    guard !part.polygon.isEmpty else { return nil }
    cuts.append(
      SpaceCut(line: line, lineIndex: lineCount, keepsFront: keepsFront, cutter: cutter, parent: part.cut))
    part.cut = Int32(cuts.count - 1)
    pool.append(part)
    return Int32(pool.count - 1)
  }
}

/// How much cutting a plan may still do: every piece is drawn by itself, with all that is in it.
struct CutBudget {
  /// Pieces more than there are layers.
  private var pieces = 30_000
  /// Layers drawn again, those inside of the ones that are cut included.
  private var layers = 300_000

  /// Whether nothing is left.
  var isSpent: Bool { pieces <= 0 || layers <= 0 }

  /// Pays for one cut.
  mutating func charge(_ weight: Int32) {
    pieces -= 1
    layers -= Int(weight)
  }
}
