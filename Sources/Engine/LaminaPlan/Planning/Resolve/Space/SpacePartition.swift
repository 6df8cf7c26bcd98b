// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// Cuts planes that pass through each other: a binary space partition, walked back to front as it is made.
///
/// One piece becomes the pivot; every other piece of the list lies in front of its plane, behind it, in it, or is
/// cut by it along the straight line where the depths are equal. Since the viewer looks along -z, what lies behind
/// is drawn first. The stack is explicit, and the number of pieces is bounded: `CutBudget`.
///
/// - Conformance: D3-2, D3-9
struct SpacePartition {
  private enum Task {
    case order([Int32])
    case emit([Int32])
  }

  private let entries: UnsafePointer<SpaceEntry>
  /// The vertices of all polygons; cutting adds more.
  private(set) var vertices: [SIMD2<Double>]
  /// The pieces made so far; those that were cut again stay, and are not drawn.
  private var pool: [SpacePiece] = []
  private(set) var cuts: [SpaceCut]
  /// The pieces in the order they are drawn.
  private var pieces: [SpacePiece] = []
  /// What cutting may still cost.
  private(set) var budget: CutBudget
  private var lineCount: Int32 = 0

  /// - Parameter entries: All entries; valid as long as this is used.
  init(entries: UnsafePointer<SpaceEntry>, vertices: [SIMD2<Double>], cuts: [SpaceCut], budget: CutBudget) {
    self.entries = entries
    self.vertices = vertices
    self.cuts = cuts
    self.budget = budget
  }

  /// Hands over the pieces that were ordered since they were last taken.
  mutating func takePieces() -> [SpacePiece] {
    defer { pieces = [] }
    return pieces
  }

  /// Orders the entries of `knot`.
  mutating func run(_ knot: ArraySlice<Int>) {
    lineCount = cuts.last.map { $0.lineIndex + 1 } ?? 0
    pool = knot.map { SpacePiece(entry: Int32($0), cut: -1, polygon: entries[$0].polygon) }
    var tasks = [Task.order((0..<Int32(knot.count)).map { $0 })]
    while !budget.isOver(bytes: bytes), let task = tasks.popLast() {
      switch task {
      case .emit(let coplanar):
        emit(coplanar.sorted { entries[Int(pool[Int($0)].entry)].order < entries[Int(pool[Int($1)].entry)].order })
      case .order(let list):
        guard list.count > 1 else {
          emit(list)
          continue
        }
        let parts = split(list, by: list[pivot(of: list)])
        if !parts.front.isEmpty { tasks.append(.order(parts.front)) }
        tasks.append(.emit(parts.coplanar))
        if !parts.back.isEmpty { tasks.append(.order(parts.back)) }
      }
    }
  }

  /// What the pieces take, those of the space before included.
  private var bytes: Int {
    vertices.count * MemoryLayout<SIMD2<Double>>.stride + cuts.count * MemoryLayout<SpaceCut>.stride
      + (pool.count + pieces.count) * MemoryLayout<SpacePiece>.stride
  }

  private mutating func emit(_ list: [Int32]) {
    for index in list { pieces.append(pool[Int(index)]) }
  }

  /// Of a few candidates, the one whose plane cuts fewest of a few others; of several, the one nearest to the middle,
  /// since lists are about in order of depth, and a plane in the middle halves them.
  private func pivot(of list: [Int32]) -> Int {
    guard list.count > 2 else { return 0 }
    let (middle, candidateStep, sampleStep) = (list.count / 2, max(1, list.count / 5), max(1, list.count / 24))
    var best = (cuts: Int.max, index: middle)
    for distance in stride(from: 0, through: middle, by: candidateStep) {
      for candidate in distance == 0 ? [middle] : [middle - distance, middle + distance]
      where list.indices.contains(candidate) {
        var cutCount = 0
        for other in stride(from: 0, to: list.count, by: sampleStep)
        where relation(of: list[other], to: list[candidate]) == .across {
          cutCount += 1
          if cutCount >= best.cuts { break }
        }
        if cutCount < best.cuts { best = (cutCount, candidate) }
        if cutCount == 0 { return candidate }
      }
    }
    return best.index
  }

  /// Where a piece lies relative to the plane of another.
  @inline(__always)
  private func relation(of piece: Int32, to pivot: Int32) -> DepthRelation {
    let (first, second) = (Int(pool[Int(piece)].entry), Int(pool[Int(pivot)].entry))
    if first == second { return .coplanar }
    return vertices.withUnsafeBufferPointer {
      DepthRelation(
        of: entries + first, to: entries + second,
        over: UnsafeBufferPointer(rebasing: $0[pool[Int(piece)].polygon.indices]))
    }
  }

  private mutating func split(_ list: [Int32], by pivot: Int32) -> (back: [Int32], coplanar: [Int32], front: [Int32]) {
    var (back, coplanar, front): ([Int32], [Int32], [Int32]) = ([], [], [])
    for piece in list {
      switch relation(of: piece, to: pivot) {
      case .coplanar: coplanar.append(piece)
      case .inFront: front.append(piece)
      case .behind: back.append(piece)
      case .across:
        budget.chargeCut()
        let parts = cut(pool[Int(piece)], by: pool[Int(pivot)].entry)
        if let part = parts.back { back.append(part) }
        if let part = parts.front { front.append(part) }
      }
    }
    return (back, coplanar, front)
  }

  /// Cuts a piece along the line where its plane meets another's.
  private mutating func cut(_ piece: SpacePiece, by cutter: Int32) -> (back: Int32?, front: Int32?) {
    let line = entries[Int(piece.entry)].depth - entries[Int(cutter)].depth
    let lineIndex = lineCount
    lineCount += 1
    var parts: (Int32?, Int32?)
    for keepsFront in [false, true] {
      let polygon = clip(piece.polygon, to: keepsFront ? line : -line)
      guard !polygon.isEmpty else { continue }
      cuts.append(
        SpaceCut(line: line, lineIndex: lineIndex, keepsFront: keepsFront, cutter: cutter, parent: piece.cut))
      pool.append(SpacePiece(entry: piece.entry, cut: Int32(cuts.count - 1), polygon: polygon))
      let index = Int32(pool.count - 1)
      if keepsFront { parts.1 = index } else { parts.0 = index }
    }
    return parts
  }

  /// The part of a polygon where a linear function is not negative, after Sutherland and Hodgman.
  private mutating func clip(_ polygon: SpacePolygon, to line: SIMD3<Double>) -> SpacePolygon {
    let start = vertices.count
    var previous = vertices[polygon.indices.upperBound - 1]
    var previousSide = line.value(at: previous)
    for index in polygon.indices {
      let current = vertices[index]
      let side = line.value(at: current)
      if (side >= 0) != (previousSide >= 0) {
        vertices.append(previous + (current - previous) * (previousSide / (previousSide - side)))
      }
      if side >= 0 { vertices.append(current) }
      previous = current
      previousSide = side
    }
    return SpacePolygon(start: Int32(start), count: Int32(vertices.count - start))
  }
}

/// What cutting may cost: pieces are elements besides the layers of the tree, as copies and particles are.
///
/// Every piece is drawn by itself, with all that is in it; what that takes counts as for any other layer.
struct CutBudget {
  /// The words for this work in errors.
  static let work = "cutting planes that pass through one another"

  let meter: LimitMeter
  /// How many pieces more than there are layers may still be made.
  let allowed: Int
  /// How many were made.
  private(set) var cuts = 0
  /// What the space around holds already.
  let held: Int

  /// - Parameters:
  ///   - meter: Knows the limits on time and memory.
  ///   - allowed: How many pieces more than there are layers may be made.
  ///   - held: What is recorded already, in bytes.
  init(_ meter: LimitMeter, allowed: Int, held: Int) { (self.meter, self.allowed, self.held) = (meter, allowed, held) }

  /// Whether more pieces were needed than are allowed.
  var isSpent: Bool { cuts > allowed }

  /// Pays for one cut.
  mutating func chargeCut() { cuts += 1 }

  /// Whether pieces, time or memory are used up; notes the latter two.
  func isOver(bytes: Int) -> Bool {
    if isSpent { return true }
    if held + bytes > meter.limits.memory {
      meter.refuse(
        LimitExceeded(
          .memory, allowed: Double(meter.limits.memory), needed: Double(held + bytes), what: Self.work))
    }
    return meter.isOutOfTime(Self.work)
  }
}
