internal import Foundation
internal import LaminaGeometry

/// Adds up the signed areas of an outline's edges where they are; see ``CoverageAccumulator`` for how.
///
/// The outline's box is cut into cells of 64 by 64 pixels. Cells on one another that edges pass are a strip, and only
/// strips have sums; those along a row go on from one strip to the next.
struct CoverageStrips {
  private typealias Edge = (from: SIMD2<Double>, to: SIMD2<Double>)

  /// A cell: the rows in which edges pass it, and where the sums of row 0 of its strip would be.
  private struct Cell {
    var rows = SIMD2<Int32>(.max, .min)
    var base = Cell.none

    static let none = Int.min
    var isPassed: Bool { rows.x < rows.y }
  }

  /// Coordinates beyond this are left to those who cut paths.
  static let limit = Double(1 << 20)
  /// Pixels of a cell's side. Cells begin at multiples of it, whatever region is wanted.
  private static let side = 64
  /// The sums of a row: one more, for what an edge in the last pixel leaves to the next.
  private static let stride = side + 1
  /// More cells than this are looked at by nobody, and more that edges pass are no line.
  private static let mostCells = 1 << 16
  private static let mostPassedCells = 1 << 12
  /// An outline whose edges pass more cells than this, one for each edge, is no line either.
  private static let mostPassages = 1 << 20
  /// Windings above this are more than rounding.
  private static let least: Float = 0.002

  private let region: PixelRect
  private var edges: [Edge] = []
  /// The first cell's place, in cells, and how many columns and rows of cells there are.
  private let origin: SIMD2<Int>
  private let columns: Int
  private let rows: Int
  /// Column by column.
  private var cells: [Cell]

  /// - Parameters:
  ///   - outline: In pixels, to be filled with the winding rule; turns one way.
  ///   - region: The pixels that are wanted.
  /// - Returns: `nil` where strips would hold more than half of the outline's box.
  init?(_ outline: PathElements, region: PixelRect) {
    self.region = region
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for line in outline.flattened(tolerance: 0.02) {
      guard var previous = line.points.last else { continue }
      for point in line.points {
        if point.y != previous.y || point.x != previous.x { edges.append((previous, point)) }
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
    guard let passed = markCells(), passed <= Self.mostPassedCells else { return nil }
    let size = high - low
    guard 2 * Double(passed * Self.side * Self.side) <= size.x * size.y else { return nil }
  }

  /// An edge that ends between two cells belongs to both.
  private static let slack = 1.0 / 64

  private static func cell(at place: SIMD2<Double>) -> SIMD2<Int> {
    let cell = (place / Double(side)).rounded(.down)
    return SIMD2(Int(cell.x), Int(cell.y))
  }

  /// Notes which cells edges pass.
  ///
  /// - Returns: How many; `nil` where that takes too long.
  private mutating func markCells() -> Int? {
    var (passages, passed) = (0, 0)
    for edge in edges {
      let (left, right) = (min(edge.from.x, edge.to.x), max(edge.from.x, edge.to.x))
      let (top, bottom) = (min(edge.from.y, edge.to.y), max(edge.from.y, edge.to.y))
      let first = Self.cell(at: SIMD2(left, top) - Self.slack).x - origin.x
      let last = Self.cell(at: SIMD2(right, bottom) + Self.slack).x - origin.x
      let slope = (edge.to.y - edge.from.y) / (edge.to.x - edge.from.x)
      for column in first...last {
        var (upper, lower) = (top, bottom)
        if last > first, slope.isFinite {
          let start = max(Double((column + origin.x) * Self.side) - Self.slack, left)
          let end = min(Double((column + origin.x + 1) * Self.side) + Self.slack, right)
          let (a, b) = (edge.from.y + (start - edge.from.x) * slope, edge.from.y + (end - edge.from.x) * slope)
          (upper, lower) = (max(min(a, b) - Self.slack, top), min(max(a, b) + Self.slack, bottom))
        }
        passages += mark(
          Int32(upper.rounded(.down))..<max(Int32(lower.rounded(.up)), Int32(upper.rounded(.down)) + 1),
          column, &passed)
        guard passages <= Self.mostPassages else { return nil }
      }
    }
    return passed
  }

  /// Notes rows of a column of cells; returns how many cells they are in.
  private mutating func mark(_ rows: Range<Int32>, _ column: Int, _ passed: inout Int) -> Int {
    let side = Int32(Self.side)
    let (first, last) = (rows.lowerBound >> 6, (rows.upperBound - 1) >> 6)
    for row in first...last {
      let index = column * self.rows + Int(row) - origin.y
      guard cells.indices.contains(index) else { continue }
      if !cells[index].isPassed { passed += 1 }
      cells[index].rows = SIMD2(
        min(cells[index].rows.x, max(rows.lowerBound, row * side)),
        max(cells[index].rows.y, min(rows.upperBound, (row + 1) * side)))
    }
    return Int(last - first) + 1
  }

  /// The coverage of each strip; `nil` where the outline covers a pixel more than once.
  func masks() -> [CoverageMask]? {
    var cells = cells
    var strips: [(column: Int, rows: Range<Int32>, base: Int)] = []
    var count = 0
    for column in 0..<columns where (column + origin.x) * Self.side < Int(region.maxX) {
      var row = 0
      while row < rows {
        let first = row
        while row < rows, cells[column * rows + row].isPassed { row += 1 }
        guard row > first else {
          row += 1
          continue
        }
        let top = max(cells[column * rows + first].rows.x, region.minY)
        let bottom = min(cells[column * rows + row - 1].rows.y, region.maxY)
        guard top < bottom else { continue }
        let base = count - Int(top) * Self.stride
        for cell in first..<row { cells[column * rows + cell].base = base }
        strips.append((column, top..<bottom, base))
        count += Int(bottom - top) * Self.stride
      }
    }
    var sums = [Float](repeating: 0, count: count)
    sums.withUnsafeMutableBufferPointer { sums in
      cells.withUnsafeBufferPointer { cells in
        for edge in edges { add(edge, cells, to: sums) }
      }
    }
    var carry = Carry(rows: region.minY..<max(region.minY, region.maxY))
    var masks: [CoverageMask] = []
    for strip in strips {
      guard carry.enter(strip.column), let bytes = coverage(strip.rows, strip.base, sums, &carry) else { return nil }
      let left = Int32((origin.x + strip.column) * Self.side)
      let mask = CoverageMask(
        region: PixelRect(
          minX: left, minY: strip.rows.lowerBound, maxX: left + Int32(Self.side), maxY: strip.rows.upperBound),
        bytesPerRow: Self.side, coverage: bytes)
      if let inside = mask.cut(to: region) { masks.append(inside) }
    }
    return masks
  }

  /// Windings that go on from one column of cells to the next.
  private struct Carry {
    let rows: Range<Int32>
    var windings: [Float]
    /// The column that takes them over, how many rows' windings there are, how many it took, and how many it leaves.
    private var column = -1
    private var (waiting, taken, left) = (0, 0, 0)

    init(rows: Range<Int32>) {
      self.rows = rows
      windings = Array(repeating: 0, count: rows.count)
    }

    /// Begins another strip.
    ///
    /// - Returns: `false` where cells were skipped that something covers.
    mutating func enter(_ column: Int) -> Bool {
      guard column != self.column else { return true }
      let isNext = column == self.column + 1
      guard taken == waiting, isNext || left == 0 else { return false }
      (waiting, taken, left) = (left, 0, 0)
      self.column = column
      return true
    }

    mutating func take(_ row: Int32) -> Float {
      let winding = windings[Int(row - rows.lowerBound)]
      if abs(winding) > CoverageStrips.least { taken += 1 }
      return winding
    }

    mutating func leave(_ winding: Float, _ row: Int32) {
      windings[Int(row - rows.lowerBound)] = winding
      if abs(winding) > CoverageStrips.least { left += 1 }
    }
  }

  /// Adds an edge to all rows that it passes.
  private func add(_ edge: Edge, _ cells: UnsafeBufferPointer<Cell>, to sums: UnsafeMutableBufferPointer<Float>) {
    guard edge.from.y != edge.to.y else { return }
    let direction: Double = edge.from.y < edge.to.y ? 1 : -1
    let (top, bottom) = edge.from.y < edge.to.y ? (edge.from, edge.to) : (edge.to, edge.from)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    let first = max(Double(region.minY), top.y.rounded(.down))
    let end = min(Double(region.maxY), bottom.y.rounded(.up))
    guard first < end else { return }
    var x = top.y < first ? top.x + (first - top.y) * slope : top.x
    for row in Int32(first)..<Int32(end) {
      let (upper, lower) = (max(Double(row), top.y), min(Double(row + 1), bottom.y))
      guard lower > upper else { continue }
      let next = lower == bottom.y ? bottom.x : top.x + (lower - top.y) * slope
      add(row: row, from: min(x, next), to: max(x, next), height: (lower - upper) * direction, cells, to: sums)
      x = next
    }
  }

  /// Adds the part of an edge inside one row, in each cell that it passes.
  private func add(
    row: Int32, from low: Double, to high: Double, height: Double, _ cells: UnsafeBufferPointer<Cell>,
    to sums: UnsafeMutableBufferPointer<Float>
  ) {
    var (left, rest) = (low - Double(origin.x * Self.side), height)
    let right = high - Double(origin.x * Self.side)
    let perPixel = right > left ? rest / (right - left) : 0
    let cellRow = Int(row >> 6) - origin.y
    var column = Int(left) / Self.side
    while column < columns {
      let start = Double(column * Self.side)
      let part = min(right, start + Double(Self.side))
      let share = part < right ? perPixel * (part - left) : rest
      let base = cells[column * rows + cellRow].base
      if base != Cell.none {
        Self.add(base + Int(row) * Self.stride, from: left - start, to: part - start, height: share, to: sums)
      }
      guard part < right else { return }
      (left, rest) = (part, rest - share)
      column += 1
    }
  }

  /// Adds the part of an edge inside one row of a cell, from column `low` to `high`, of a signed height.
  private static func add(
    _ line: Int, from low: Double, to high: Double, height: Double, to sums: UnsafeMutableBufferPointer<Float>
  ) {
    let (firstColumn, lastColumn) = (min(Int(low), side - 1), min(Int(high.rounded(.up)), side))
    guard lastColumn > firstColumn + 1 else {
      let left = height * (0.5 * (low + high) - Double(firstColumn))
      sums[line + firstColumn] += Float(height - left)
      sums[line + firstColumn + 1] += Float(left)
      return
    }
    let perColumn = height / (high - low)
    var before = 0.0
    for column in firstColumn..<lastColumn {
      let right = min(Double(column + 1), high)
      let left = max(Double(column), low)
      let inside = perColumn * (right - left)
      let covered = inside * (Double(column + 1) - 0.5 * (left + right))
      sums[line + column] += Float(covered + before)
      before = inside - covered
    }
    sums[line + lastColumn] += Float(before)
  }

  /// Sums up a strip's rows, from what was carried to what it carries on.
  private func coverage(_ rows: Range<Int32>, _ base: Int, _ sums: [Float], _ carry: inout Carry) -> [UInt8]? {
    var largest: Float = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: rows.count * Self.side) { bytes, count in
      count = rows.count * Self.side
      sums.withUnsafeBufferPointer { sums in
        guard let sums = sums.baseAddress, let bytes = bytes.baseAddress else { return }
        for row in rows {
          let line = sums + (base + Int(row) * Self.stride)
          let out = bytes + Int(row - rows.lowerBound) * Self.side
          carry.leave(Self.sum(line, from: carry.take(row), to: out, &largest), row)
        }
      }
    }
    return largest <= 1 + Self.least ? bytes : nil
  }

  /// Sums up a row; most of it changes nothing, and is skipped eight pixels at a time.
  ///
  /// - Returns: What it carries on.
  @inline(__always) private static func sum(
    _ line: UnsafePointer<Float>, from carried: Float, to bytes: UnsafeMutablePointer<UInt8>, _ largest: inout Float
  ) -> Float {
    var winding = carried
    var byte = UInt8(min(abs(winding), 1) * 255 + 0.5)
    for first in Swift.stride(from: 0, to: side, by: 8) {
      let eight = UnsafeRawPointer(line + first).loadUnaligned(as: SIMD4<UInt64>.self)
      if eight.x | eight.y | eight.z | eight.w == 0 {
        UnsafeMutableRawPointer(bytes + first)
          .storeBytes(of: UInt64(byte) &* 0x0101_0101_0101_0101, as: UInt64.self)
        continue
      }
      for column in first..<(first &+ 8) {
        winding += line[column]
        let share = abs(winding)
        largest = max(largest, share)
        byte = UInt8(min(share, 1) * 255 + 0.5)
        bytes[column] = byte
      }
    }
    return winding + line[side]
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
