internal import Foundation
internal import LaminaGeometry

// A point that follows a path (TIME-5). The pieces of the path are its keyframes; a piece that is a curve is followed
// along its length, so that a layer does not hurry where control points are far apart.

/// A path to follow, measured. A class for the same reason as `KeyframeTimes`.
final class PathMotion {
  let segments: [PathSegment]
  let lengths: [Double]
  private let tables: [ArcLengthTable?]

  /// More pieces than this are left out; no film has frames to show them.
  static let maximumSegments = 100_000

  /// - Returns: `nil` for a path that has no points.
  init?(_ path: CGPath) {
    let subpaths = path.elements.subpaths()
    var segments = Array(subpaths.flatMap(\.segments).prefix(Self.maximumSegments))
    if segments.isEmpty {
      guard let point = path.elements.points.first(where: { $0.x.isFinite && $0.y.isFinite }) else { return nil }
      let place = SIMD2(Double(point.x), Double(point.y))
      segments = [PathSegment(from: place, to: place)]
    }
    self.segments = segments
    lengths = segments.map(\.length)
    tables = zip(segments, lengths).map { ArcLengthTable($0, length: $1) }
  }

  /// The point of a piece, and the direction there.
  ///
  /// - Parameters:
  ///   - index: The piece; beyond the last, the path's end.
  ///   - fraction: How far along its length.
  ///   - needsDirection: Whether the direction is wanted; zero without.
  func place(_ index: Int, _ fraction: Double, needsDirection: Bool) -> (point: SIMD2<Double>, direction: SIMD2<Double>)
  {
    let isBeyond = index >= segments.count
    let piece = min(index, segments.count - 1)
    let segment = segments[piece]
    let along = isBeyond ? 1 : fraction
    if along <= 0 || along >= 1 || segment.isLine {
      // Timing curves may overshoot; there the path goes on straight, as from its end.
      if along < 0 || along > 1 {
        let end = along < 0 ? 0.0 : 1.0
        let direction = segment.direction(at: end)
        return (segment.point(at: end) + direction * ((along - end) * lengths[piece]), direction)
      }
      return (segment.point(at: along), needsDirection ? segment.direction(at: along) : .zero)
    }
    let length = along * lengths[piece]
    let time = tables[piece]?.time(atLength: length) ?? segment.time(atLength: length, of: lengths[piece])
    return (segment.point(at: time), needsDirection ? segment.direction(at: time) : .zero)
  }
}
