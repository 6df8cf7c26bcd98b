// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// An edge of a convex polygon. A polygon is prepared for one query: where it starts and ends in a row of pixels.
//
// Each edge that is not level bounds every row from the left or from the right by a line; the span of a row is
// between the last left bound and the first right bound. Eight rows are done at once.

import LaminaGeometry

/// One edge as a bound of rows: at height y it lies at `x + (y - self.y) * slope`. Target pixels.
struct PolygonEdge: BitwiseCopyable {
  var x: Float
  var y: Float
  /// The change of x from one row to the next.
  var slope: Float

  @inline(__always) func bound(at height: Float) -> Float { x + (height - y) * slope }
}

/// A convex polygon, with its edges sorted into left and right ones.
struct PreparedPolygon: BitwiseCopyable {
  /// The left edges, then the right edges.
  private var edges = UnsafeBufferPointer<PolygonEdge>(start: nil, count: 0)
  private var leftCount = 0
  /// The heights between which the polygon lies; a pixel's centre is inside from `minY` on and below `maxY`.
  private var minY: Float = 0
  private var maxY: Float = 0

  /// Without any pixel.
  static var nothing: PreparedPolygon { PreparedPolygon() }
  /// With every pixel.
  static var everything: PreparedPolygon { PreparedPolygon(minY: -.infinity, maxY: .infinity) }

  /// Whether the polygon certainly contains no pixel.
  var isEmpty: Bool { !(maxY > minY) }

  /// Whether the polygon contains every pixel.
  var isEverything: Bool { minY == -.infinity }

  private init(minY: Float = 0, maxY: Float = 0) {
    (self.minY, self.maxY) = (minY, maxY)
  }

  /// Prepares the polygon of `count` vertices.
  ///
  /// - Parameters:
  ///   - slack: The least distance in pixels by which its edges are moved outward; below 0, inward.
  ///   - arena: The memory for its edges.
  ///   - vertex: Returns a vertex, in order around the polygon.
  /// - Returns: `nil` if the vertices are no convex polygon with an area, or not finite.
  init?(count: Int, slack: Float, in arena: Arena, vertex: (Int) -> SIMD2<Float>) {
    guard count >= 3 else { return nil }
    // With coordinates beyond 2^24 pixels, floats cannot distinguish neighbouring pixels.
    let limit: Float = 16_777_216
    var area: Double = 0
    var low = vertex(0).y
    var high = low
    var previous = vertex(count - 1)
    for index in 0..<count {
      let point = vertex(index)
      guard abs(point.x) <= limit, abs(point.y) <= limit else { return nil }
      area += Double(previous.x) * Double(point.y) - Double(previous.y) * Double(point.x)
      low = min(low, point.y)
      high = max(high, point.y)
      previous = point
    }
    guard area != 0 else { return nil }
    self.init(minY: low - slack, maxY: high + slack)
    let room = arena.room(for: count, of: PolygonEdge.self)
    var used = 0
    // Two walks, so that left edges come first; the inward normal of an edge is (-dy, dx) where the area is positive.
    for isLeft in [true, false] {
      previous = vertex(count - 1)
      for index in 0..<count {
        let point = vertex(index)
        let start = previous
        previous = point
        let rise = point.y - start.y
        guard rise != 0, (rise < 0) == ((area > 0) == isLeft) else { continue }
        let slope = Float((Double(point.x) - Double(start.x)) / Double(rise))
        guard slope.isFinite else { continue }
        let shift = slack * (1 + abs(slope))
        room.initializeElement(
          at: used, to: PolygonEdge(x: start.x + (isLeft ? -shift : shift), y: start.y, slope: slope))
        used += 1
      }
      if isLeft { leftCount = used }
    }
    edges = UnsafeBufferPointer(rebasing: room[..<used])
  }

  /// Whether the centres of all pixels from (`minX`, `minY`) to (`maxX`, `maxY`) are inside; bounds are centres.
  func containsCentres(minX: Float, minY low: Float, maxX: Float, maxY high: Float) -> Bool {
    guard low >= minY, high < maxY else { return false }
    for index in 0..<leftCount where max(edges[index].bound(at: low), edges[index].bound(at: high)) > minX {
      return false
    }
    for index in leftCount..<edges.count
    where min(edges[index].bound(at: low), edges[index].bound(at: high)) <= maxX {
      return false
    }
    return true
  }

  /// Whether no centre of the pixels from (`minX`, `minY`) to (`maxX`, `maxY`) is inside, as far as a single edge shows
  /// it.
  func missesCentres(minX: Float, minY low: Float, maxX: Float, maxY high: Float) -> Bool {
    guard high >= minY, low < maxY else { return true }
    for index in 0..<leftCount where min(edges[index].bound(at: low), edges[index].bound(at: high)) > maxX {
      return true
    }
    for index in leftCount..<edges.count
    where max(edges[index].bound(at: low), edges[index].bound(at: high)) <= minX {
      return true
    }
    return false
  }

  /// Finds the pixels of some rows of a tile that are inside: one bit for each pixel, the leftmost in the lowest bit.
  ///
  /// - Parameters:
  ///   - rows: Rows of the tile; masks of up to seven rows around them are written as well.
  ///   - tileX: The tile's first column, target pixels.
  ///   - tileY: The tile's first row.
  ///   - masks: One word for each row of the tile.
  @inline(__always) func fillMasks(
    rows: Range<Int>, tileX: Float, tileY: Float, masks: Row<UInt64>
  ) {
    // Bounds are measured from the first pixel's centre: the first pixel inside is the bound rounded up.
    let firstCentre = tileX + 0.5
    let tileWidth = Lanes(repeating: Float(Tile.maximumWidth))
    var row = rows.lowerBound & ~7
    while row < rows.upperBound {
      let heights = Lanes.indices + (tileY + Float(row) + 0.5)
      var left = Lanes.zero
      var right = tileWidth
      for index in 0..<leftCount {
        let bound = (heights - edges[index].y) * edges[index].slope + (edges[index].x - firstCentre)
        left = bound.greatest(left)
      }
      for index in leftCount..<edges.count {
        let bound = (heights - edges[index].y) * edges[index].slope + (edges[index].x - firstCentre)
        right = bound.least(right)
      }
      let isInside = heights.isAtLeast(Lanes(repeating: minY)) & Lanes(repeating: maxY).isAbove(heights)
      let starts = left.least(tileWidth).roundedUp.wholeNumbers
      let ends = right.nonNegative.masked(by: isInside).roundedUp.wholeNumbers
      for lane in 0..<8 { masks[row + lane] = Self.mask(from: starts[lane], to: ends[lane]) }
      row += 8
    }
  }

  /// The bits from `start` up to, not including, `end`; both 0...64.
  @inline(__always) static func mask(from start: Int32, to end: Int32) -> UInt64 {
    guard end > start else { return 0 }
    return (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- (end &- start))) &<< UInt64(truncatingIfNeeded: start)
  }
}
