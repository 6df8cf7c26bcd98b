// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// Adds up the signed areas of an outline's edges, only in cells that edges pass; see ``EdgeSlice``.
///
/// The outline's box is cut into cells of 64 by 64 pixels. Vertically adjacent cells that edges pass form a strip, and
/// only strips are visited, one column of cells after the other; windings along a row are carried from one strip to the
/// next.
struct CoverageStrips {
  /// A cell: the rows in which edges pass it, and its strip in its column.
  private struct Cell {
    var rows = SIMD2<Int32>(.max, .min)
    var strip = 0

    var isPassed: Bool { rows.x < rows.y }
  }

  /// An edge in a column of cells, and the next edge in the same column.
  private struct Passage {
    var edge: Int32
    var next: Int32
  }

  /// Paths with coordinates beyond this are not taken; the callers cut them.
  static let limit = Double(1 << 20)
  /// The pixels of a cell's side: a word has a bit for each. Cells begin at multiples of this number, for any region.
  static let side = 1 << sideExponent
  private static let sideExponent = 6
  /// Limits on the number of cells, for the time to visit them, and on cells that edges pass, since a line passes
  /// fewer.
  private static let mostCells = 1 << 16
  private static let mostPassedCells = 1 << 12
  /// The greatest number of pairs of an edge and a cell that it passes; outlines with more are not treated as lines
  /// either.
  private static let mostPassages = 1 << 20
  /// Windings above this are not rounding errors.
  static let least: Float = 0.002

  private let region: PixelRect
  private var edges: [OutlineEdge] = []
  /// The position of the first cell, in cells, and the numbers of columns and rows of cells.
  private let origin: SIMD2<Int>
  private let columns: Int
  private let rows: Int
  /// The cells, column by column.
  private var cells: [Cell]
  /// The edges of each column of cells, as lists.
  private var passages: [Passage] = []
  private var firstPassages: [Int32]

  /// - Parameters:
  ///   - outline: In pixels, to be filled with the winding rule; turns one way.
  ///   - region: The pixels that are needed.
  /// - Returns: `nil` where strips would hold more than half of the outline's box.
  init?(_ outline: PathElements, region: PixelRect) {
    self.region = region
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for line in outline.flattened(tolerance: 0.02) {
      guard var previous = line.points.last else { continue }
      edges.makeRoom(for: line.points.count)
      for point in line.points {
        if point.y != previous.y || point.x != previous.x { edges.append(OutlineEdge(from: previous, to: point)) }
        previous = point
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
      }
    }
    guard low.x < high.x, low.y < high.y, low.min() > -2 * Self.limit, high.max() < 2 * Self.limit else { return nil }
    let (first, last) = (Self.cell(at: low - Self.slack), Self.cell(at: high + Self.slack))
    (origin, columns, rows) = (first, last.x - first.x + 1, last.y - first.y + 1)
    guard columns * rows <= Self.mostCells else { return nil }
    cells = Array(repeating: Cell(), count: columns * rows)
    firstPassages = Array(repeating: -1, count: columns)
    guard let passed = markCells(), passed <= Self.mostPassedCells else { return nil }
    let size = high - low
    guard 2 * Double(passed * Self.side * Self.side) <= size.x * size.y else { return nil }
  }

  /// An edge that ends between two cells belongs to both.
  private static let slack = 1.0 / 64

  private static func cell(at place: SIMD2<Double>) -> SIMD2<Int> {
    SIMD2(column(at: place.x), column(at: place.y))
  }

  /// The column of cells, or the row, in which a coordinate lies.
  @inline(__always) private static func column(at place: Double) -> Int { Int(wholeBelow: place) >> sideExponent }

  /// Marks the cells that edges pass, and lists the edges of each column.
  ///
  /// - Returns: The number of cells; `nil` where the work would take too long.
  private mutating func markCells() -> Int? {
    var (marks, passed) = (0, 0)
    passages.reserveCapacity(2 * edges.count)
    for (index, edge) in edges.enumerated() {
      let (left, right) = (min(edge.top.x, edge.bottom.x), max(edge.top.x, edge.bottom.x))
      let first = Self.column(at: left - Self.slack) - origin.x
      let last = Self.column(at: right + Self.slack) - origin.x
      let (firstInside, lastInside) = (Self.column(at: left) - origin.x, Self.column(at: right) - origin.x)
      guard marks + passages.count + last - first <= Self.mostPassages else { return nil }
      for column in first...last {
        // A level edge adds nothing, but the pixels along it have to be in a strip.
        if !edge.isLevel, column >= firstInside, column <= lastInside {
          passages.append(Passage(edge: Int32(index), next: firstPassages[column]))
          firstPassages[column] = Int32(passages.count - 1)
        }
        var (upper, lower) = (edge.top.y, edge.bottom.y)
        if last > first, edge.steepness.isFinite {
          let start = max(Double((column + origin.x) * Self.side) - Self.slack, left)
          let end = min(Double((column + origin.x + 1) * Self.side) + Self.slack, right)
          let turn = (edge.top.x < edge.bottom.x ? edge.steepness : -edge.steepness)
          let (a, b) = (edge.top.y + (start - edge.top.x) * turn, edge.top.y + (end - edge.top.x) * turn)
          (upper, lower) = (max(min(a, b) - Self.slack, upper), min(max(a, b) + Self.slack, lower))
        }
        let top = Int(wholeBelow: upper)
        marks += mark(top..<max(Int(wholeAbove: lower), top + 1), column, &passed)
      }
    }
    return passed
  }

  /// Marks rows of a column of cells; returns the number of cells that they are in.
  @inline(__always) private mutating func mark(_ rows: Range<Int>, _ column: Int, _ passed: inout Int) -> Int {
    let (first, last) = (rows.lowerBound >> Self.sideExponent, (rows.upperBound - 1) >> Self.sideExponent)
    for row in first...last {
      let index = column * self.rows + row - origin.y
      guard cells.indices.contains(index) else { continue }
      if !cells[index].isPassed { passed += 1 }
      cells[index].rows = SIMD2(
        min(cells[index].rows.x, Int32(truncatingIfNeeded: max(rows.lowerBound, row << Self.sideExponent))),
        max(cells[index].rows.y, Int32(truncatingIfNeeded: min(rows.upperBound, (row + 1) << Self.sideExponent))))
    }
    return last - first + 1
  }

  // MARK: adding up

  /// The coverage of each strip; `nil` where the outline covers a pixel more than once.
  func masks() -> [CoverageMask]? {
    var masks: [CoverageMask] = []
    var cells = cells
    var sums = StripSums()
    var carry = StripCarry(rows: Int(region.minY)..<Int(max(region.minY, region.maxY)))
    for column in 0..<columns where (column + origin.x) * Self.side < Int(region.maxX) {
      let strips = strips(of: column, &cells)
      guard let last = strips.last else { continue }
      sums.makeRoom(lines: last.base + last.rows.upperBound)
      sums.withLines { lines, touched in
        edges.withUnsafeBufferPointer { edges in
          var next = firstPassages[column]
          while next >= 0 {
            let passage = passages[Int(next)]
            add(edges[Int(passage.edge)], column, strips, cells, to: lines, touched)
            next = passage.next
          }
        }
      }
      let left = Int32((origin.x + column) * Self.side)
      for strip in strips where !strip.rows.isEmpty {
        guard carry.enter(column), let taken = sums.take(strip.rows, strip.base, &carry) else { return nil }
        let top = Int32(strip.rows.lowerBound)
        let whole = PixelRect(
          minX: left, minY: top, maxX: left + Int32(Self.side), maxY: top + Int32(strip.rows.count))
        let shown = PixelRect(
          minX: left + Int32(taken.columns.lowerBound), minY: top, maxX: left + Int32(taken.columns.upperBound),
          maxY: whole.maxY)
        let mask = CoverageMask(region: whole, bytesPerRow: Self.side, coverage: taken.bytes)
        if let inside = mask.cut(to: shown.intersection(region)) { masks.append(inside) }
      }
    }
    return masks
  }

  /// A strip: its rows, and the index of the line of sums that corresponds to row 0.
  private typealias Strip = (rows: Range<Int>, base: Int)

  /// The strips of a column of cells; also stores in each cell its strip.
  private func strips(of column: Int, _ cells: inout [Cell]) -> [Strip] {
    var strips: [Strip] = []
    var (row, lines) = (0, 0)
    while row < rows {
      let first = row
      while row < rows, cells[column * rows + row].isPassed {
        cells[column * rows + row].strip = strips.count
        row += 1
      }
      guard row > first else {
        row += 1
        continue
      }
      let top = Int(max(cells[column * rows + first].rows.x, region.minY))
      let bottom = Int(min(cells[column * rows + row - 1].rows.y, region.maxY))
      strips.append((top..<max(top, bottom), lines - top))
      lines += max(0, bottom - top)
    }
    return strips
  }

  /// Adds the part of an edge that lies in a column of cells.
  @inline(__always) private func add(
    _ edge: OutlineEdge, _ column: Int, _ strips: [Strip], _ cells: [Cell], to lines: UnsafeMutablePointer<Float>,
    _ touched: UnsafeMutablePointer<UInt64>
  ) {
    let left = Double((column + origin.x) * Self.side)
    let right = left + Double(Self.side)
    let goesRight = edge.top.x < edge.bottom.x
    let turn = goesRight ? edge.steepness : -edge.steepness
    // Neighbouring columns compute the same height where the edge passes from one to the other.
    @inline(__always) func crossing(_ x: Double) -> SIMD2<Double> {
      SIMD2(x, min(max(edge.top.y + (x - edge.top.x) * turn, edge.top.y), edge.bottom.y))
    }
    var (upper, lower) = (edge.top, edge.bottom)
    if upper.x < left || upper.x >= right { upper = crossing(goesRight ? left : right) }
    if lower.x < left || lower.x >= right { lower = crossing(goesRight ? right : left) }
    // The comparison is also false for NaN.
    guard lower.y > upper.y else { return }
    let cellRow = (Int(wholeBelow: upper.y) >> Self.sideExponent) - origin.y
    guard cellRow >= 0, cellRow < rows else { return }
    let strip = strips[cells[column * rows + cellRow].strip]
    upper.x -= left
    lower.x -= left
    edge.visitRows(from: upper, to: lower, rows: strip.rows) { row, slice in
      let line = strip.base &+ row
      let changed = slice.add(to: lines + line &* StripSums.stride, columns: Self.side)
      touched[line] |= (.max &<< UInt64(truncatingIfNeeded: changed.first)) & ~(.max << UInt64(changed.last &+ 1))
    }
  }
}

extension CoverageMask {
  /// The part inside `wanted`; `nil` where there is none.
  fileprivate func cut(to wanted: PixelRect) -> CoverageMask? {
    let part = region.intersection(wanted)
    guard !part.isEmpty else { return nil }
    guard part != region else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.area)
    for y in part.minY..<part.maxY {
      let row = Int(y - region.minY) * bytesPerRow + Int(part.minX - region.minX)
      bytes += coverage[row..<row + part.width]
    }
    return CoverageMask(region: part, bytesPerRow: part.width, coverage: bytes)
  }
}
