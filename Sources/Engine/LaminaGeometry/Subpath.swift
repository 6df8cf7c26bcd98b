// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// A connected piece of a path, as segments.
///
/// Points that are not finite are left out: their element is ignored, and a subpath that starts at such a point is left
/// out as a whole.
package struct Subpath: Sendable {
  /// The start.
  package var start: SIMD2<Double>
  /// The lines and curves, the closing line included. Segments of no length are left out.
  package var segments: [PathSegment] = []
  /// Whether the end is joined to the start.
  package var isClosed = false
  /// Whether the subpath has any element beyond its start, even an element of no length: a point that becomes a dot
  /// with round caps.
  package var drawsPoint = false
}

extension PathElements {
  /// The subpaths in order, without subpaths that consist of a start point only.
  package func subpaths() -> [Subpath] {
    var result: [Subpath] = []
    var open: Subpath?
    var current = SIMD2<Double>.zero
    points.withUnsafeBufferPointer { all in
      var next = 0
      for type in types {
        let first = next
        next += type.pointCount
        @inline(__always) func point(_ index: Int) -> SIMD2<Double> {
          SIMD2(Double(all[first + index].x), Double(all[first + index].y))
        }
        guard (first..<next).allSatisfy({ all[$0].x.isFinite && all[$0].y.isFinite }) else {
          if type == .moveToPoint {
            if let done = open { result.append(done) }
            open = nil
          }
          continue
        }
        switch type {
        case .moveToPoint:
          if let done = open { result.append(done) }
          open = Subpath(start: point(0))
          current = point(0)
        case .addLineToPoint:
          open?.append(PathSegment(from: current, to: point(0)))
          current = point(0)
        case .addQuadCurveToPoint:
          open?.append(PathSegment(from: current, control: point(0), to: point(1)))
          current = point(1)
        case .addCurveToPoint:
          open?.append(PathSegment(from: current, control1: point(0), control2: point(1), to: point(2)))
          current = point(2)
        case .closeSubpath:
          guard var done = open else { continue }
          // An element that follows without a move begins where this subpath began.
          open = Subpath(start: done.start)
          done.append(PathSegment(from: current, to: done.start))
          done.isClosed = true
          current = done.start
          result.append(done)
        }
      }
    }
    if let done = open { result.append(done) }
    return result.filter(\.drawsPoint)
  }

  /// Adds a subpath of segments in order.
  mutating func append(_ segments: [PathSegment], closed: Bool) {
    guard let first = segments.first else { return }
    move(to: CGPoint(first.start))
    for segment in segments {
      if segment.isLine {
        line(to: CGPoint(segment.end))
      } else {
        curve(
          control1: CGPoint(segment.control1), control2: CGPoint(segment.control2), to: CGPoint(segment.end))
      }
    }
    if closed { close() }
  }
}

extension Subpath {
  fileprivate mutating func append(_ segment: PathSegment) {
    drawsPoint = true
    if segment.start != segment.end || segment.control1 != segment.start || segment.control2 != segment.end {
      segments.append(segment)
    }
  }
}

extension SIMD2<Double> {
  /// Whether neither component is infinite or NaN.
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension CGPoint {
  init(_ vector: SIMD2<Double>) {
    self.init(x: vector.x, y: vector.y)
  }
}
