// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaSystem

/// A binary space partition that cuts intersecting planes, and is traversed back to front while it is made.
///
/// One piece becomes the pivot. Every other piece of the list lies in front of its plane, behind it or in it, or is cut
/// by it along the straight line of equal depths. The viewer looks along -z, so pieces behind the pivot are drawn
/// first. The stack is explicit, and the number of pieces is bounded by `CutBudget`.
///
/// - Conformance: D3-2, D3-9
struct SpacePartition {
  private enum Task {
    case order([Int32])
    case emit([Int32])
  }

  private let entries: UnsafePointer<SpaceEntry>
  /// The vertices of all polygons; cuts add more.
  private(set) var vertices: [SIMD2<Double>]
  /// The pieces made so far; pieces that were cut again stay in the list, and are not drawn.
  private var pool: [SpacePiece] = []
  private(set) var cuts: [SpaceCut]
  /// The pieces in paint order.
  private var pieces: [SpacePiece] = []
  /// The remaining budget for cutting.
  private(set) var budget: CutBudget
  private var lineCount: Int32 = 0

  /// - Parameter entries: All entries; they have to remain valid while the partition is used.
  init(entries: UnsafePointer<SpaceEntry>, vertices: [SIMD2<Double>], cuts: [SpaceCut], budget: CutBudget) {
    self.entries = entries
    self.vertices = vertices
    self.cuts = cuts
    self.budget = budget
  }

  /// Takes out the pieces that were ordered since the last call.
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

  /// The memory of the pieces, including the ones of the space before; bytes.
  private var bytes: Int {
    vertices.count * MemoryLayout<SIMD2<Double>>.stride + cuts.count * MemoryLayout<SpaceCut>.stride
      + (pool.count + pieces.count) * MemoryLayout<SpacePiece>.stride
  }

  private mutating func emit(_ list: [Int32]) {
    for index in list { pieces.append(pool[Int(index)]) }
  }

  /// The pivot: of a few candidates, the one whose plane cuts the fewest of a sample of the others. If several cut
  /// equally few, the one closest to the middle is taken, since lists are roughly sorted by depth, and a plane in the
  /// middle halves them.
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

  /// The position of a piece relative to the plane of another.
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

  /// Cuts a piece along the line where its plane meets the plane of another entry.
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

  /// The part of a polygon where a linear function is not negative, by the algorithm of Sutherland and Hodgman.
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

/// The budget for cutting: pieces count as elements besides the layers of the tree, as copies and particles do.
///
/// Every piece is drawn by itself, with its whole subtree; that cost counts as for any other layer.
struct CutBudget {
  /// The name of this work in errors.
  static let work = "cutting planes that pass through one another"

  let meter: LimitMeter
  /// The greatest number of pieces beyond one per layer.
  let allowed: Int
  /// The number of cuts that were made.
  private(set) var cuts = 0
  /// The memory that is already recorded; bytes.
  let held: Int

  /// - Parameters:
  ///   - meter: The meter with the limits of time and memory.
  ///   - allowed: The greatest number of pieces beyond one per layer.
  ///   - held: The memory that is already recorded; bytes.
  init(_ meter: LimitMeter, allowed: Int, held: Int) { (self.meter, self.allowed, self.held) = (meter, allowed, held) }

  /// Whether more pieces were needed than are permitted.
  var isSpent: Bool { cuts > allowed }

  /// Counts one cut.
  mutating func chargeCut() { cuts += 1 }

  /// Whether the pieces, the time or the memory are used up; the meter notes the latter two.
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
