// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

extension CGPath {
  /// The arc length of all subpaths together, closing lines included.
  ///
  /// - Units: the path's own.
  /// - Complexity: O(elements).
  package final var length: Double {
    elements.subpaths().reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.length } }
  }

  /// The part of the path between two fractions of its arc length, made of the same curves.
  ///
  /// The arc length decides in which curves the part begins and ends; inside such a curve, a fraction of its length is
  /// taken as the same fraction of its parameter. Core Animation does the same, as pictures of animated strokes show:
  /// where control points are far apart, an end of the stroke hurries.
  ///
  /// Subpaths follow one another. A closed subpath that lies wholly inside the part stays closed; a subpath that is cut
  /// is open.
  ///
  /// - Parameters:
  ///   - start: 0 is the path's beginning. Below 0 and NaN are 0.
  ///   - end: 1 is the path's end. Above 1 and NaN are 1. Nothing is left when it is at or before `start`.
  /// - Complexity: O(elements).
  /// - Conformance: SHAPE-1
  package final func trimmed(from start: CGFloat, to end: CGFloat) -> CGPath {
    let first = start > 0 ? Double(start) : 0
    let last = end < 1 ? Double(end) : 1
    if first == 0, last == 1 { return self }
    var result = PathElements()
    guard first < last else { return CGPath(elements: result) }
    let subpaths = elements.subpaths().map(MeasuredSubpath.init)
    let total = subpaths.reduce(0) { $0 + $1.length }
    // A subpath that ends within rounding of the end of the part counts as whole.
    let slack = 1e-12 * total
    let (low, high) = (first * total, last * total)
    var position = 0.0
    for subpath in subpaths {
      if position >= low - slack, position + subpath.length <= high + slack {
        result.append(subpath.whole, closed: subpath.isClosed)
      } else if position < high, position + subpath.length > low {
        result.append(subpath.part(from: low - position, to: high - position), closed: false)
      }
      position += subpath.length
    }
    return CGPath(elements: result)
  }
}

/// A subpath with the arc length of each of its segments.
struct MeasuredSubpath {
  let segments: [PathSegment]
  let lengths: [Double]
  let length: Double
  let isClosed: Bool
  private let start: SIMD2<Double>

  init(_ subpath: Subpath) {
    segments = subpath.segments
    lengths = subpath.segments.map(\.length)
    length = lengths.reduce(0, +)
    isClosed = subpath.isClosed
    start = subpath.start
  }

  /// The whole subpath; a line of no length where it is only a point. The closing line is left out.
  var whole: [PathSegment] {
    if segments.isEmpty { return [PathSegment(from: start, to: start)] }
    if isClosed, segments.count > 1, let last = segments.last, last.isLine, last.end == start {
      return Array(segments.dropLast())
    }
    return segments
  }

  /// The part between two distances from the start.
  func part(from low: Double, to high: Double) -> [PathSegment] {
    var result: [PathSegment] = []
    var position = 0.0
    for (segment, length) in zip(segments, lengths) {
      defer { position += length }
      if position >= high { break }
      if position + length <= low { continue }
      let first = length > 0 ? max((low - position) / length, 0) : 0
      let last = length > 0 ? min((high - position) / length, 1) : 1
      if first < last { result.append(segment.part(from: first, to: last)) }
    }
    return result
  }
}
