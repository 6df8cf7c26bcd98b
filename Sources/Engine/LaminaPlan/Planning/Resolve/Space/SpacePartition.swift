// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

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

  private let entries: UnsafePointer<SpaceEntry>
  /// The vertices of all polygons; cutting adds more.
  private(set) var vertices: [SIMD2<Double>]
  /// The pieces made so far; those that were cut again stay, and are not drawn.
  private var pool: [SpacePiece] = []
  private(set) var cuts: [SpaceCut]
  /// The pieces in the order they are drawn.
  private var pieces: [SpacePiece] = []
  /// Whether cutting more would have cost too much.
  private(set) var gaveUp = false
  /// How many layers may still be drawn again.
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
          emit(list.map { (middle($0), pool[Int($0)].entry, $0) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2))
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
    var sum = SIMD2<Double>.zero
    for place in piece.polygon.indices { sum += vertices[place] }
    return entries[Int(piece.entry)].depth.value(at: sum / Double(piece.polygon.count))
  }

  /// Of a few candidates, the one whose plane cuts fewest of a few others.
  private func pivot(of list: [Int32]) -> Int {
    guard list.count > 2 else { return 0 }
    let candidateStep = max(1, list.count / 5)
    let sampleStep = max(1, list.count / 24)
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
        budget.charge(entries[Int(pool[Int(piece)].entry)].weight)
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

/// How much cutting a plan may still do: every piece is drawn by itself, with all that is in it.
struct CutBudget: Equatable {
  /// Pieces more than there are layers.
  private var pieces = 30_000
  /// Layers drawn again, those inside of the ones that are cut included.
  private var layers = 300_000

  /// Whether nothing is left.
  var isSpent: Bool { pieces <= 0 || layers <= 0 }

  /// Pays for what somebody else has cut, who had `start` to begin with.
  mutating func charge(what left: CutBudget, hasLeftOf start: CutBudget) {
    pieces -= start.pieces - left.pieces
    layers -= start.layers - left.layers
  }

  /// Pays for one cut.
  mutating func charge(_ weight: Int32) {
    pieces -= 1
    layers -= Int(weight)
  }
}
