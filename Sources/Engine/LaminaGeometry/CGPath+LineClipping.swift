// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Cuts the line of a path where it crosses the edge of a shape. Both are flattened to find the crossings; the pieces
// are parts of the curves themselves.

internal import Foundation

extension CGPath {
  /// Returns the parts of this path's line that lie inside another path.
  ///
  /// Curves stay curves, cut to within a 50,000th of the box of both paths. Subpaths that are closed and not cut stay
  /// closed; lines along the edge of the other path belong to both sides.
  ///
  /// - Parameters:
  ///   - other: The shape. Open subpaths count as closed.
  ///   - rule: The rule that decides its inside.
  /// - Returns: The path; empty where nothing is inside.
  /// - Complexity: O(lines of this path × lines of the other), where their boxes meet.
  public final func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    line(of: other, rule, inside: true)
  }

  /// Returns the parts of this path's line that lie outside another path; see ``lineIntersection(_:using:)``.
  ///
  /// - Parameters:
  ///   - other: The shape. Open subpaths count as closed.
  ///   - rule: The rule that decides its inside.
  /// - Returns: The path; empty where nothing is outside.
  public final func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    line(of: other, rule, inside: false)
  }

  private func line(of other: CGPath, _ rule: CGPathFillRule, inside: Bool) -> CGPath {
    let box = elements.finiteControlBox.union(other.elements.finiteControlBox)
    let extent = max(Double(box.width), Double(box.height))
    let edge = EdgeLines(other.elements, tolerance: extent.isFinite && extent > 0 ? extent / 50_000 : 1e-6)
    var result = PathElements()
    for subpath in elements.subpaths() {
      var pieces: [[PathSegment]] = []
      var goesOn = false
      var isWhole = true
      for segment in subpath.segments {
        let times = [0] + edge.crossings(of: segment) + [1]
        for (low, high) in zip(times, times.dropFirst()) {
          let middle = segment.point(at: (low + high) / 2)
          guard other.contains(CGPoint(middle), using: rule) == inside else {
            (goesOn, isWhole) = (false, false)
            continue
          }
          let part = segment.part(from: low, to: high)
          if goesOn { pieces[pieces.count - 1].append(part) } else { pieces.append([part]) }
          goesOn = true
        }
      }
      if subpath.isClosed, isWhole {
        result.append(pieces.flatMap { $0 }, closed: true)
        continue
      }
      // A closed subpath has no start: a piece that runs through the start point is one piece.
      if subpath.isClosed, pieces.count > 1, let first = pieces.first?.first, let last = pieces.last?.last,
        goesOn, first.start == subpath.start, last.end == subpath.start
      {
        pieces[0] = pieces.removeLast() + pieces[0]
      }
      for piece in pieces { result.append(piece, closed: false) }
    }
    return CGPath(elements: result)
  }
}

/// The edge of a shape as lines.
private struct EdgeLines {
  private var lines: [(start: SIMD2<Double>, end: SIMD2<Double>)] = []
  private let tolerance: Double

  init(_ path: PathElements, tolerance: Double) {
    self.tolerance = tolerance
    for chain in path.flattened(tolerance: tolerance) where chain.points.count > 1 {
      for (start, end) in zip(chain.points, chain.points.dropFirst()) { lines.append((start, end)) }
      if let first = chain.points.first, let last = chain.points.last { lines.append((last, first)) }
    }
  }

  /// The parameters inside a segment where it crosses the edge, ascending.
  func crossings(of segment: PathSegment) -> [Double] {
    let count = Int(clamping: min(segment.lineCount(tolerance: tolerance), 65_536))
    let low = pointwiseMin(pointwiseMin(segment.start, segment.end), pointwiseMin(segment.control1, segment.control2))
    let high = pointwiseMax(pointwiseMax(segment.start, segment.end), pointwiseMax(segment.control1, segment.control2))
    let near = lines.filter {
      let (least, most) = (pointwiseMin($0.start, $0.end), pointwiseMax($0.start, $0.end))
      return most.x >= low.x && least.x <= high.x && most.y >= low.y && least.y <= high.y
    }
    guard !near.isEmpty else { return [] }
    var times: [Double] = []
    var from = segment.start
    for index in 0..<count {
      let to = index + 1 == count ? segment.end : segment.point(at: Double(index + 1) / Double(count))
      let step = to - from
      for line in near {
        let edge = line.end - line.start
        let denominator = step.cross(edge)
        guard denominator != 0 else { continue }
        let offset = line.start - from
        let along = offset.cross(edge) / denominator
        let across = offset.cross(step) / denominator
        guard along >= 0, along <= 1, across >= 0, across <= 1 else { continue }
        times.append((Double(index) + along) / Double(count))
      }
      from = to
    }
    var result: [Double] = []
    for time in times.sorted() where time > 1e-9 && time < 1 - 1e-9 {
      if let last = result.last, time - last < 1e-9 { continue }
      result.append(time)
    }
    return result
  }
}
