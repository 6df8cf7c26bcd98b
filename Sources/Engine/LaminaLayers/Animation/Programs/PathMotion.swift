// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// A point that follows a path (TIME-5). The pieces of the path are its keyframes. Along a curve, progress is the
// curve's own parameter, as in Core Animation: the layer moves faster where control points are far apart, so documents
// can ease by control points alone; and a timing curve that overshoots moves it beyond the ends of the same cubic. Only
// the paced modes follow the length.

/// A path to follow, with its lengths. A class for the same reason as `KeyframeTimes`.
final class PathMotion {
  let segments: [PathSegment]
  let lengths: [Double]
  /// For each piece that is followed along its length, the table from length to parameter; empty where none is.
  private let tables: [ArcLengthTable?]

  /// The maximum number of pieces; more of them are left out, since no film has frames to show them.
  static let maximumSegments = 100_000

  /// - Parameter isPaced: Whether curves are followed along their length.
  /// - Returns: `nil` for a path without points.
  init?(_ path: CGPath, isPaced: Bool) {
    var segments = Self.pieces(of: path.elements)
    if segments.isEmpty {
      guard let point = path.elements.points.first(where: { $0.x.isFinite && $0.y.isFinite }) else { return nil }
      let place = SIMD2(Double(point.x), Double(point.y))
      segments = [PathSegment(from: place, to: place)]
    }
    self.segments = segments
    lengths = segments.map(\.length)
    tables = isPaced ? zip(segments, lengths).map { ArcLengthTable($0, length: $1) } : []
  }

  /// Returns the pieces between the ends of a path's elements. A zero-length piece counts, because key times count it;
  /// only a closing line whose subpath already ends at its start does not.
  private static func pieces(of elements: PathElements) -> [PathSegment] {
    var pieces: [PathSegment] = []
    var (start, current) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    elements.forEach { type, points in
      guard pieces.count < maximumSegments, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
      let ends = points.map { SIMD2(Double($0.x), Double($0.y)) }
      switch type {
      case .moveToPoint: start = ends[0]
      case .addLineToPoint: pieces.append(PathSegment(from: current, to: ends[0]))
      case .addQuadCurveToPoint: pieces.append(PathSegment(from: current, control: ends[0], to: ends[1]))
      case .addCurveToPoint:
        pieces.append(PathSegment(from: current, control1: ends[0], control2: ends[1], to: ends[2]))
      case .closeSubpath:
        let (way, size) = (start - current, start * start + current * current)
        if (way * way).sum() > 1e-18 * size.sum() { pieces.append(PathSegment(from: current, to: start)) }
      }
      current = ends.last ?? start
    }
    return pieces
  }

  /// Returns a point of a piece, and the direction there.
  ///
  /// - Parameters:
  ///   - index: The piece; beyond the last, the path's end.
  ///   - fraction: The fraction of the piece.
  ///   - needsDirection: Whether to compute the direction; otherwise it is zero.
  func place(_ index: Int, _ fraction: Double, needsDirection: Bool) -> (point: SIMD2<Double>, direction: SIMD2<Double>)
  {
    let isBeyond = index >= segments.count
    let piece = min(index, segments.count - 1)
    let segment = segments[piece]
    var time = isBeyond ? 1 : fraction
    if !tables.isEmpty, !segment.isLine, time > 0, time < 1 {
      let length = time * lengths[piece]
      time = tables[piece]?.time(atLength: length) ?? segment.time(atLength: length, of: lengths[piece])
    }
    return (segment.point(at: time), needsDirection ? segment.direction(at: time) : .zero)
  }
}
