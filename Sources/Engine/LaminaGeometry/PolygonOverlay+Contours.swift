// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension PolygonOverlay {
  /// A closed chain of edges with the inside on its left where y is up: from x towards y around pieces, the other way
  /// around holes.
  struct Contour {
    var points: [GridPoint]
    /// Twice the area; negative for holes.
    var area: Int128
  }

  /// The pieces of the inside, each with its outer contour first and its holes after it.
  ///
  /// - Parameter isInside: Whether a place with these winding numbers is inside.
  func pieces(_ isInside: (WindingPair) -> Bool) -> [[Contour]] {
    let contours = chains(boundary(isInside)).map { points in
      Contour(points: points, area: Self.area(points))
    }
    let outers = contours.filter { $0.area > 0 }
    var result = outers.map { [$0] }
    for hole in contours where hole.area < 0 {
      // The smallest of all contours around the hole.
      var found: Int?
      for (index, outer) in outers.enumerated() where outer.holds(hole) {
        if found.map({ outer.area < outers[$0].area }) ?? true { found = index }
      }
      if let found { result[found].append(hole) }
    }
    return result
  }

  /// The edges that have the inside on one side only, each directed so that it is on the left.
  private func boundary(_ isInside: (WindingPair) -> Bool) -> [(from: GridPoint, to: GridPoint)] {
    let columns = EdgeColumns(edges)
    var result: [(from: GridPoint, to: GridPoint)] = []
    for edge in edges {
      let below = columns.windings(beside: edge)
      // `below` holds the winding numbers below the edge; for a vertical edge, they are the numbers on its left.
      let (left, right) = edge.start.x == edge.end.x ? (below, below + -edge.turns) : (below + edge.turns, below)
      switch (isInside(left), isInside(right)) {
      case (true, false): result.append((edge.start, edge.end))
      case (false, true): result.append((edge.end, edge.start))
      default: break
      }
    }
    return result
  }

  /// Chains edges so that each contour goes around one piece: where several edges begin, it takes the edge that bounds
  /// the inside.
  private func chains(_ boundary: [(from: GridPoint, to: GridPoint)]) -> [[GridPoint]] {
    var leaving: [GridPoint: [Int]] = [:]
    for (index, edge) in boundary.enumerated() { leaving[edge.from, default: []].append(index) }
    var isUsed = [Bool](repeating: false, count: boundary.count)
    var result: [[GridPoint]] = []
    for first in boundary.indices where !isUsed[first] {
      var points: [GridPoint] = []
      var current = first
      while !isUsed[current] {
        isUsed[current] = true
        let edge = boundary[current]
        points.append(edge.from)
        let back = edge.from - edge.to
        var best: Int?
        for candidate in leaving[edge.to] ?? [] where !isUsed[candidate] || candidate == first {
          let direction = boundary[candidate].to - edge.to
          if let known = best, !Self.isBefore(direction, boundary[known].to - edge.to, turningFrom: back) { continue }
          best = candidate
        }
        guard let best else { break }
        current = best
      }
      if points.count >= 3 { result.append(points) }
    }
    return result
  }

  /// Whether one direction comes before another when turning from a third one against the way from x to y.
  private static func isBefore(_ first: GridPoint, _ second: GridPoint, turningFrom zero: GridPoint) -> Bool {
    func quarter(_ direction: GridPoint) -> Int {
      let side = zero.cross(direction)
      if side != 0 { return side < 0 ? 0 : 2 }
      return zero.dot(direction) < 0 ? 1 : 3
    }
    let (one, other) = (quarter(first), quarter(second))
    return one == other ? first.cross(second) < 0 : one < other
  }

  private static func area(_ points: [GridPoint]) -> Int128 {
    guard var previous = points.last else { return 0 }
    var sum: Int128 = 0
    for point in points {
      sum += Int128(previous.cross(point))
      previous = point
    }
    return sum
  }
}

extension PolygonOverlay.Contour {
  /// Whether another contour, which does not cross this one, lies inside it.
  fileprivate func holds(_ other: PolygonOverlay.Contour) -> Bool {
    // No edge of one contour lies on an edge of the other, so testing the middle of one edge is enough.
    let middle = GridPoint(x: other.points[0].x + other.points[1].x, y: other.points[0].y + other.points[1].y)
    guard var previous = points.last else { return false }
    var isInside = false
    for point in points {
      let (low, high) = previous.y < point.y ? (previous, point) : (point, previous)
      if 2 * low.y <= middle.y, middle.y < 2 * high.y {
        let offset = GridPoint(x: middle.x - 2 * low.x, y: middle.y - 2 * low.y)
        // The edge is to the right of the middle.
        if (high - low).cross(offset) > 0 { isInside.toggle() }
      }
      previous = point
    }
    return isInside
  }
}

/// The edges by the columns of the grid that they reach, to find the edges below a point.
private struct EdgeColumns {
  private let edges: [OverlayEdge]
  private let left: Int64
  private let width: Int64
  private var columns: [[Int]]

  init(_ edges: [OverlayEdge]) {
    self.edges = edges
    left = edges.first?.start.x ?? 0
    let right = edges.map(\.end.x).max() ?? left
    let count = Int64(min(max(edges.count, 1), 4096))
    width = (right - left) / count + 1
    columns = Array(repeating: [], count: Int(count) + 1)
    for (index, edge) in edges.enumerated() {
      for column in (edge.start.x - left) / width...(edge.end.x - left) / width { columns[Int(column)].append(index) }
    }
  }

  /// The winding numbers right below the middle of an edge; for a vertical edge, on the side of lesser x.
  func windings(beside edge: OverlayEdge) -> WindingPair {
    // Twice the middle, which is a point of a grid twice as fine.
    let middle = GridPoint(x: edge.start.x + edge.end.x, y: edge.start.y + edge.end.y)
    let isVertical = edge.start.x == edge.end.x
    var sum = WindingPair()
    for index in columns[Int((middle.x / 2 - left) / width)] {
      let other = edges[index]
      let (from, to) = (2 * other.start.x, 2 * other.end.x)
      guard isVertical ? from < middle.x && middle.x <= to : from <= middle.x && middle.x < to else { continue }
      let offset = GridPoint(x: middle.x - from, y: middle.y - 2 * other.start.y)
      if other.direction.cross(offset) > 0 { sum = sum + other.turns }
    }
    return sum
  }
}
