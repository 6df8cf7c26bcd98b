internal import Foundation

/// A cubic path between two places, followed along its length.
struct SpatialCurve {
  private let points: [SIMD3<Double>]
  /// The length up to each of equally spaced parameters.
  private let lengths: [Double]
  private static let steps = 64

  init(from: SIMD3<Double>, spatial: Spatial, to: SIMD3<Double>) {
    points = [from, from + spatial.out, to + spatial.into, to]
    var lengths = [0.0]
    var last = from
    for step in 1...Self.steps {
      let next = Self.point(points, Double(step) / Double(Self.steps))
      let way = next - last
      lengths.append(lengths[step - 1] + (way * way).sum().squareRoot())
      last = next
    }
    self.lengths = lengths
  }

  /// The place at a fraction of the length, and the direction there.
  func place(at progress: Double) -> (point: SIMD3<Double>, direction: SIMD2<Double>) {
    let parameter = self.parameter(at: progress)
    let slope = Self.slope(points, parameter)
    let direction = SIMD2(slope.x, slope.y)
    guard progress >= 0, progress <= 1 else {
      // Eased beyond its ends, the way goes on straight.
      let end = progress < 0 ? points[0] : points[3]
      let length = (slope * slope).sum().squareRoot()
      guard length > 0 else { return (end, direction) }
      let beyond = (progress < 0 ? progress : progress - 1) * lengths[Self.steps]
      return (end + slope / length * beyond, direction)
    }
    return (Self.point(points, parameter), direction)
  }

  private func parameter(at progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    let wanted = progress * lengths[Self.steps]
    var (low, high) = (0, Self.steps)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= wanted { low = middle } else { high = middle }
    }
    let span = lengths[high] - lengths[low]
    let fraction = span > 0 ? (wanted - lengths[low]) / span : 0
    return (Double(low) + fraction) / Double(Self.steps)
  }

  private static func point(_ p: [SIMD3<Double>], _ t: Double) -> SIMD3<Double> {
    let u = 1 - t
    return p[0] * (u * u * u) + p[1] * (3 * u * u * t) + p[2] * (3 * u * t * t) + p[3] * (t * t * t)
  }

  private static func slope(_ p: [SIMD3<Double>], _ t: Double) -> SIMD3<Double> {
    let u = 1 - t
    let slope = (p[1] - p[0]) * (u * u) + (p[2] - p[1]) * (2 * u * t) + (p[3] - p[2]) * (t * t)
    // Where a control point lies on its end, the direction is that of the whole.
    return slope == SIMD3() ? p[3] - p[0] : slope
  }
}
