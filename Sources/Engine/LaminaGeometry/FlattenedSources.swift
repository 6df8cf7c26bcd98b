// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// The origins of the points of flattened paths, to restore curves from them.
struct FlattenedSources {
  /// The origin of a point of a flattened path.
  enum Origin: Hashable {
    /// An end of a line.
    case corner
    /// A place on a curve: the number of the curve, and of its step.
    case step(Int, Int)
  }

  private struct Curve {
    var segment: PathSegment
    var steps: Int
  }

  private var curves: [Curve] = []
  /// The places on curves that lie at a point of the grid. Two paths may share one.
  private var steps: [GridPoint: [(curve: Int, step: Int)]] = [:]
  /// The exact place of each point of the grid.
  private var places: [GridPoint: SIMD2<Double>] = [:]

  /// Remembers a curve that is cut into steps; returns its number.
  mutating func add(_ segment: PathSegment, steps: Int) -> Int {
    curves.append(Curve(segment: segment, steps: steps))
    return curves.count - 1
  }

  /// Remembers the origin of a point of the grid.
  mutating func note(_ point: GridPoint, _ origin: Origin, at place: SIMD2<Double>) {
    if case .step(let curve, let step) = origin {
      steps[point, default: []].append((curve, step))
      // Only exact places are kept: corners and the ends of curves. Places inside a curve are not exact.
      if step != 0, step != curves[curve].steps { return }
    }
    if places[point] == nil { places[point] = place }
  }

  /// An edge of a contour.
  private struct Edge {
    /// The curve that the edge is a step of; `nil` for a line.
    var curve: Int?
    /// The steps of the curve at which the edge begins and ends.
    var from = 0
    var to = 0
  }

  /// A closed contour as a subpath: curves where it runs along a curve, lines elsewhere.
  func restored(_ vertices: [GridPoint], on grid: ClippingGrid) -> PathElements {
    var result = PathElements()
    guard vertices.count >= 3 else { return result }
    var (points, edges) = (vertices, vertices.indices.map { edge(vertices[$0], vertices[($0 + 1) % vertices.count]) })
    // Begins where a run of edges begins, so that no curve is cut by the start.
    let start =
      edges.indices.first { index in
        let before = edges[(index + edges.count - 1) % edges.count]
        return !continues(before, edges[index]) && (before.curve != nil || !isStraight(points, edges, at: index))
      } ?? 0
    points = Array(points[start...] + points[..<start])
    edges = Array(edges[start...] + edges[..<start])

    var index = 0
    result.move(to: CGPoint(place(points[0], on: grid)))
    while index < edges.count {
      var end = index + 1
      while end < edges.count, continues(edges[end - 1], edges[end]) { end += 1 }
      let target = place(points[end % points.count], on: grid)
      if let number = edges[index].curve {
        let part = part(of: curves[number], from: edges[index].from, to: edges[end - 1].to)
        result.curve(control1: CGPoint(part.control1), control2: CGPoint(part.control2), to: CGPoint(target))
      } else if end < edges.count {
        if !isStraight(points, edges, at: end) { result.line(to: CGPoint(target)) }
      }
      index = end
    }
    result.close()
    return result
  }

  /// Whether a vertex lies in the middle of a straight line, so that it can be left out.
  private func isStraight(_ points: [GridPoint], _ edges: [Edge], at index: Int) -> Bool {
    guard edges[index].curve == nil else { return false }
    let before = points[(index + points.count - 1) % points.count]
    let (here, after) = (points[index], points[(index + 1) % points.count])
    let (first, second) = ((here.x - before.x, here.y - before.y), (after.x - here.x, after.y - here.y))
    return first.0 * second.1 == first.1 * second.0
  }

  private func place(_ point: GridPoint, on grid: ClippingGrid) -> SIMD2<Double> {
    places[point] ?? grid.place(point)
  }

  /// The curve that an edge is a step of, forwards or backwards.
  private func edge(_ from: GridPoint, _ to: GridPoint) -> Edge {
    guard let begins = steps[from], let ends = steps[to] else { return Edge() }
    for begin in begins {
      for end in ends where begin.curve == end.curve && abs(begin.step - end.step) == 1 {
        return Edge(curve: begin.curve, from: begin.step, to: end.step)
      }
    }
    return Edge()
  }

  /// Whether an edge continues along the curve of the edge before it.
  private func continues(_ first: Edge, _ second: Edge) -> Bool {
    guard let curve = first.curve, curve == second.curve else { return false }
    return first.to == second.from && (first.to > first.from) == (second.to > second.from)
  }

  private func part(of curve: Curve, from: Int, to: Int) -> PathSegment {
    let (low, high) = (min(from, to), max(from, to))
    let part =
      low == 0 && high == curve.steps
      ? curve.segment
      : curve.segment.part(from: Double(low) / Double(curve.steps), to: Double(high) / Double(curve.steps))
    return from < to
      ? part : PathSegment(from: part.end, control1: part.control2, control2: part.control1, to: part.start)
  }
}
