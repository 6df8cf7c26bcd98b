internal import Foundation
internal import LaminaGeometry

// A point that follows a path (TIME-5). The pieces of the path are its keyframes. Along a piece that is a curve progress is
// the curve's own parameter, as Core Animation has it: the layer hurries where control points are far apart, which is how
// documents ease by control points alone; and a timing curve that overshoots takes it on along the same cubic. Only the
// paced modes follow the length.

/// A path to follow, measured.
struct PathMotion {
  let segments: [PathSegment]
  let lengths: [Double]
  /// Whether a curve is followed along its length.
  private let isPaced: Bool

  /// More pieces than this are left out; no film has frames to show them.
  static let maximumSegments = 100_000

  /// - Parameter isPaced: Whether a curve is followed along its length.
  /// - Returns: `nil` for a path that has no points.
  init?(_ path: CGPath, isPaced: Bool) {
    let subpaths = path.elements.subpaths()
    var segments = Array(subpaths.flatMap(\.segments).prefix(Self.maximumSegments))
    if segments.isEmpty {
      guard let point = path.elements.points.first(where: { $0.x.isFinite && $0.y.isFinite }) else { return nil }
      let place = SIMD2(Double(point.x), Double(point.y))
      segments = [PathSegment(from: place, to: place)]
    }
    self.segments = segments
    self.isPaced = isPaced
    lengths = segments.map(\.length)
  }

  /// The point of a piece, and the direction there.
  ///
  /// - Parameters:
  ///   - index: The piece; beyond the last, the path's end.
  ///   - fraction: How far along it.
  func place(_ index: Int, _ fraction: Double) -> (point: SIMD2<Double>, direction: SIMD2<Double>) {
    let isBeyond = index >= segments.count
    let piece = min(index, segments.count - 1)
    let segment = segments[piece]
    var time = isBeyond ? 1 : fraction
    if isPaced, !segment.isLine, time > 0, time < 1 {
      time = segment.time(atLength: time * lengths[piece], of: lengths[piece])
    }
    return (segment.point(at: time), segment.direction(at: time))
  }
}
