// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Two sets of closed polygons laid over each other, on whole numbers, so that every question about where something lies
// has an exact answer. Edges are cut where they meet, until edges meet at their ends only; then each edge has the same
// winding numbers along the whole of each side. An edge belongs to the result where one side is inside and the other is
// not; the edges of the result are chained to contours.

/// A point of the grid. Coordinates are within 2^29 of 0, so that products of differences fit.
struct GridPoint: Hashable, Comparable {
  var x: Int64
  var y: Int64

  /// From left to right, then from bottom to top where y is up.
  static func < (first: GridPoint, second: GridPoint) -> Bool {
    first.x == second.x ? first.y < second.y : first.x < second.x
  }

  static func - (first: GridPoint, second: GridPoint) -> GridPoint {
    GridPoint(x: first.x - second.x, y: first.y - second.y)
  }

  /// The z component of the cross product.
  func cross(_ other: GridPoint) -> Int64 { x * other.y - y * other.x }

  /// The scalar product.
  func dot(_ other: GridPoint) -> Int64 { x * other.x + y * other.y }
}

/// How often each of two shapes turns around a place.
struct WindingPair: Equatable {
  var first = 0
  var second = 0

  static func + (one: WindingPair, other: WindingPair) -> WindingPair {
    WindingPair(first: one.first + other.first, second: one.second + other.second)
  }

  static prefix func - (pair: WindingPair) -> WindingPair { WindingPair(first: -pair.first, second: -pair.second) }
}

/// A piece of the edge of either shape or of both, from its lesser end to its greater.
struct OverlayEdge {
  var start: GridPoint
  var end: GridPoint
  /// The number of times that the shapes run along the edge from `start` to `end`, minus the number of times that they
  /// run back.
  var turns: WindingPair

  /// Makes an edge, reversed where necessary.
  init(_ from: GridPoint, _ to: GridPoint, _ turns: WindingPair) {
    (start, end, self.turns) = from < to ? (from, to, turns) : (to, from, -turns)
  }

  var direction: GridPoint { end - start }
  var low: Int64 { min(start.y, end.y) }
  var high: Int64 { max(start.y, end.y) }
}

/// The edges of two shapes that meet at ends only.
struct PolygonOverlay {
  private(set) var edges: [OverlayEdge] = []

  /// Cuts the edges of closed polygons where they meet.
  init(_ first: [[GridPoint]], _ second: [[GridPoint]]) {
    add(first, WindingPair(first: 1, second: 0))
    add(second, WindingPair(first: 0, second: 1))
    merge()
    // Rounding a meeting point to the grid bends edges by less than a step, after which other edges may meet: two or
    // three rounds are usual. Each round only adds points, and their number is finite.
    for _ in 0..<64 {
      let cuts = findCuts()
      guard !cuts.isEmpty else { return }
      apply(cuts)
      merge()
    }
  }

  private mutating func add(_ polygons: [[GridPoint]], _ turns: WindingPair) {
    for polygon in polygons {
      guard var previous = polygon.last else { continue }
      for point in polygon {
        if point != previous { edges.append(OverlayEdge(previous, point, turns)) }
        previous = point
      }
    }
  }

  /// Merges edges that lie on one another into one edge, and removes edges whose turns add up to 0, as where a shape
  /// runs along an edge in both directions.
  private mutating func merge() {
    edges.sort { $0.start == $1.start ? $0.end < $1.end : $0.start < $1.start }
    var merged: [OverlayEdge] = []
    merged.reserveCapacity(edges.count)
    for edge in edges {
      if let last = merged.last, last.start == edge.start, last.end == edge.end {
        merged[merged.count - 1].turns = last.turns + edge.turns
      } else {
        if merged.last?.turns == WindingPair() { merged.removeLast() }
        merged.append(edge)
      }
    }
    if merged.last?.turns == WindingPair() { merged.removeLast() }
    edges = merged
  }

  /// The places where edges have to be cut: the number of an edge and the point. Edges are in the order of their
  /// starts.
  private func findCuts() -> [(edge: Int, point: GridPoint)] {
    var cuts: [(edge: Int, point: GridPoint)] = []
    for index in edges.indices {
      let edge = edges[index]
      let (low, high, right) = (edge.low, edge.high, edge.end.x)
      var next = index + 1
      while next < edges.count, edges[next].start.x <= right {
        if edges[next].low <= high, edges[next].high >= low { findCuts(index, next, into: &cuts) }
        next += 1
      }
    }
    return cuts
  }

  private func findCuts(_ first: Int, _ second: Int, into cuts: inout [(edge: Int, point: GridPoint)]) {
    let (one, other) = (edges[first], edges[second])
    let (along, across) = (one.direction, other.direction)
    let startSide = along.cross(other.start - one.start)
    let endSide = along.cross(other.end - one.start)
    let ownStartSide = across.cross(one.start - other.start)
    let ownEndSide = across.cross(one.end - other.start)
    // An end of one edge lies on the other edge, between its ends.
    if startSide == 0, one.start < other.start, other.start < one.end { cuts.append((first, other.start)) }
    if endSide == 0, one.start < other.end, other.end < one.end { cuts.append((first, other.end)) }
    if ownStartSide == 0, other.start < one.start, one.start < other.end { cuts.append((second, one.start)) }
    if ownEndSide == 0, other.start < one.end, one.end < other.end { cuts.append((second, one.end)) }
    // The edges cross: the ends of each are on both sides of the other.
    guard (startSide < 0 && endSide > 0) || (startSide > 0 && endSide < 0),
      (ownStartSide < 0 && ownEndSide > 0) || (ownStartSide > 0 && ownEndSide < 0)
    else { return }
    let share = Double(ownStartSide) / (Double(ownStartSide) - Double(ownEndSide))
    let point = GridPoint(
      x: one.start.x + Int64(clamping: (Double(along.x) * share).rounded()),
      y: one.start.y + Int64(clamping: (Double(along.y) * share).rounded()))
    if point != one.start, point != one.end { cuts.append((first, point)) }
    if point != other.start, point != other.end { cuts.append((second, point)) }
  }

  private mutating func apply(_ cuts: [(edge: Int, point: GridPoint)]) {
    for (edge, group) in Dictionary(grouping: cuts, by: \.edge) {
      let whole = edges[edge]
      let direction = whole.direction
      let points = group.map(\.point).sorted { direction.dot($0 - whole.start) < direction.dot($1 - whole.start) }
      var from = whole.start
      var isFirst = true
      for point in points + [whole.end] where point != from {
        let piece = OverlayEdge(from, point, whole.turns)
        if isFirst { edges[edge] = piece } else { edges.append(piece) }
        (from, isFirst) = (point, false)
      }
    }
  }
}
