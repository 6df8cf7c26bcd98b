// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// Cuts paths to a part of their length: for fills, which a shape layer does not trim, and for nested trims.

/// One cubic piece of a path, with its length.
private struct Piece {
  var points: [SIMD2<Double>]
  private(set) var length = 0.0
  private static let steps = 24

  init(_ points: [SIMD2<Double>]) {
    self.points = points
    let isStraight = points[0] == points[1] && points[2] == points[3]
    var last = points[0]
    for step in 1...(isStraight ? 1 : Self.steps) {
      let next = isStraight ? points[3] : point(Double(step) / Double(Self.steps))
      let way = next - last
      length += (way * way).sum().squareRoot()
      last = next
    }
  }

  private func point(_ t: Double) -> SIMD2<Double> {
    let u = 1 - t
    return points[0] * (u * u * u) + points[1] * (3 * u * u * t) + points[2] * (3 * u * t * t) + points[3] * (t * t * t)
  }

  /// As with `strokeStart` and `strokeEnd`, a fraction of the length is taken as the same fraction of the parameter.
  private func parameter(at wanted: Double) -> Double {
    if points[0] == points[1], points[2] == points[3] { return straightParameter(at: wanted) }
    return length > 0 ? min(max(wanted / length, 0), 1) : 0
  }

  /// With control points on the ends, the curve is straight, but its speed is not constant: at t it has covered 3t² -
  /// 2t³ of the distance.
  private func straightParameter(at wanted: Double) -> Double {
    let way = length > 0 ? min(max(wanted / length, 0), 1) : 0
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if middle * middle * (3 - 2 * middle) < way { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The control points of the part between two lengths.
  func part(from first: Double, to last: Double) -> [SIMD2<Double>] {
    let (a, b) = (parameter(at: first), parameter(at: last))
    let right = Self.split(points, at: a).right
    return Self.split(right, at: a < 1 ? (b - a) / (1 - a) : 0).left
  }

  private static func split(_ p: [SIMD2<Double>], at t: Double) -> (left: [SIMD2<Double>], right: [SIMD2<Double>]) {
    let (a, b, c) = (p[0] + (p[1] - p[0]) * t, p[1] + (p[2] - p[1]) * t, p[2] + (p[3] - p[2]) * t)
    let (d, e) = (a + (b - a) * t, b + (c - b) * t)
    let middle = d + (e - d) * t
    return ([p[0], a, d, middle], [middle, e, c, p[3]])
  }
}

extension Bezier {
  private var pieces: [Piece] {
    (0..<pieceCount).map { index in
      let end = (index + 1) % vertices.count
      return Piece([vertices[index], vertices[index] + out[index], vertices[end] + into[end], vertices[end]])
    }
  }

  /// The length of the path.
  var length: Double { pieces.reduce(0) { $0 + $1.length } }

  /// The parts of the path between fractions of its length; each range is within 0...1.
  ///
  /// If a path is closed, a part that ends at its end is joined with a part that begins at its beginning.
  fileprivate func parts(_ ranges: [ClosedRange<Double>]) -> [Bezier] {
    let pieces = self.pieces
    let total = pieces.reduce(0) { $0 + $1.length }
    var result: [Bezier] = []
    for range in ranges {
      let wanted = ClosedRange(between: range.lowerBound * total, and: range.upperBound * total)
      var curves: [[SIMD2<Double>]] = []
      var done = 0.0
      for piece in pieces {
        let first = max(wanted.lowerBound - done, 0)
        let last = min(wanted.upperBound - done, piece.length)
        done += piece.length
        if first < last { curves.append(piece.part(from: first, to: last)) }
      }
      if isClosed, range.lowerBound == 0, let before = result.last, let beforeRange = ranges.first,
        beforeRange.upperBound == 1, ranges.count == 2
      {
        result[result.count - 1] = before.continued(by: curves)
      } else {
        result.append(Bezier().continued(by: curves))
      }
    }
    return result
  }

  private func continued(by curves: [[SIMD2<Double>]]) -> Bezier {
    var result = self
    for curve in curves {
      if result.vertices.isEmpty {
        result.add(curve[0], out: curve[1] - curve[0])
      } else {
        result.out[result.out.count - 1] = curve[1] - curve[0]
      }
      result.add(curve[3], into: curve[2] - curve[3])
    }
    return result
  }
}

extension BezierList {
  /// The parts of the paths that a trim keeps.
  ///
  /// - Parameters:
  ///   - start: A fraction of the length, as are `end` and `offset`.
  ///   - isSequential: Whether all paths count as one long path.
  func trimmed(start: Double, end: Double, offset: Double, isSequential: Bool) -> BezierList {
    let ranges = Self.ranges(start: start, end: end, offset: offset)
    if ranges.count == 1, ranges[0] == 0...1 { return self }
    guard isSequential, paths.count > 1 else {
      return BezierList(
        paths: paths.flatMap { $0.parts(ranges) }.filter { !$0.vertices.isEmpty }, isOutline: isOutline)
    }
    let lengths = paths.map(\.length)
    let total = lengths.reduce(0, +)
    guard total > 0 else { return BezierList(paths: []) }
    var result: [Bezier] = []
    var done = 0.0
    for (path, length) in zip(paths, lengths) where length > 0 {
      let local: [ClosedRange<Double>] = ranges.compactMap { range in
        let first = max((range.lowerBound * total - done) / length, 0)
        let last = min((range.upperBound * total - done) / length, 1)
        return first < last ? first...last : nil
      }
      done += length
      result += local == [0...1] ? [path] : path.parts(local)
    }
    return BezierList(paths: result.filter { !$0.vertices.isEmpty }, isOutline: isOutline)
  }

  /// The parts of 0...1 that a trim keeps: none, one, or two if it passes the end.
  static func ranges(start: Double, end: Double, offset: Double) -> [ClosedRange<Double>] {
    var first = min(max(min(start, end), 0), 1)
    var last = min(max(max(start, end), 0), 1)
    guard last - first < 1 else { return [0...1] }
    guard last > first else { return [] }
    let whole = (first + offset).rounded(.down)
    first += offset - whole
    last += offset - whole
    guard last > 1 else { return [ClosedRange(between: first, and: last)] }
    let toEnd = ClosedRange(between: min(first, 1), and: 1)
    return last - 1 < 1e-9 ? [toEnd] : [toEnd, 0...(last - 1)]
  }
}
