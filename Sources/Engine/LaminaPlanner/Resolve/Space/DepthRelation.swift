// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The relation of one plane of a space to another, over a polygon of the container's plane.
enum DepthRelation {
  case behind, inFront
  /// The planes coincide, apart from rounding errors.
  case coplanar
  /// The first plane is in front in one part, and behind in the other.
  case across

  /// The least width of the narrower side of a crossing. Narrower sides arise from rounding errors, for example where a
  /// wall stands on a floor.
  ///
  /// - Units: points of the container's plane.
  private static let narrowest = 1e-3
  /// The difference of depths, after the division by w, above which no closer comparison is needed.
  static let clearance = 1e-3

  /// Compares the planes of `first` and `second` over a polygon, and gives the position of `first`.
  ///
  /// Planes cross if their depths are equal along a line that leaves a part of the polygon on either side. The distance
  /// of that line from the polygon's corners does not depend on the angle between the planes, nor on the scaling of
  /// depth by perspective or a transform, so this distance alone distinguishes a crossing from rounding errors. Planes
  /// coincide only if they differ by no more than noise everywhere.
  ///
  /// - Conformance: D3-2, D3-9
  @inline(__always)
  init(
    of first: UnsafePointer<SpaceEntry>, to second: UnsafePointer<SpaceEntry>,
    over polygon: UnsafeBufferPointer<SIMD2<Double>>
  ) {
    let difference = first.pointee.depth - second.pointee.depth
    let (low, high) = difference.range(over: polygon)
    if low >= Self.clearance {
      self = .inFront
    } else if high <= -Self.clearance {
      self = .behind
    } else {
      self.init(of: first, to: second, over: polygon, difference, low, high)
    }
  }

  @inline(never)
  private init(
    of first: UnsafePointer<SpaceEntry>, to second: UnsafePointer<SpaceEntry>,
    over polygon: UnsafeBufferPointer<SIMD2<Double>>, _ difference: SIMD3<Double>, _ low: Double, _ high: Double
  ) {
    let apart = Swift.max(high, -low)
    if apart < Self.clearance, DepthNoise(of: first, to: second, over: polygon).covers(apart) {
      self = .coplanar
      return
    }
    let slope = (difference.x * difference.x + difference.y * difference.y).squareRoot()
    let narrower = Swift.min(high, -low)
    // For planes smaller than a point, as in an enlarged container, a thousandth of their size.
    if narrower > Swift.min(1, Self.size(of: polygon)) * Self.narrowest * slope {
      self = .across
    } else {
      self = high > -low ? .inFront : .behind
    }
  }

  /// The longer side of a polygon's bounds.
  private static func size(of polygon: UnsafeBufferPointer<SIMD2<Double>>) -> Double {
    var size = 0.0
    for point in polygon {
      let step = point - polygon[0]
      size = Swift.max(size, Swift.max(abs(step.x), abs(step.y)))
    }
    return size
  }
}

/// The greatest difference of two planes' depths that may be due to rounding alone.
struct DepthNoise {
  /// The difference below which depths are equal, if depth is not scaled down.
  ///
  /// - Units: points.
  private static let points = 1e-7
  /// The difference below which depths are equal, for planes parallel to the container's, whose depths are single
  /// numbers.
  ///
  /// - Units: points.
  private static let parallelPoints = 1e-9
  /// The difference below which depths are equal, as a part of the values that they are computed from, if depth is
  /// scaled down.
  private static let part = 1e-9
  /// The least error of double precision, as a part of depths and coordinates.
  private static let least = 1e-13

  /// The greatest difference that counts as noise, after the division by w.
  private let greatest: Double

  /// Computes the noise over a polygon, for planes of any direction.
  init(
    of first: UnsafePointer<SpaceEntry>, to second: UnsafePointer<SpaceEntry>,
    over polygon: UnsafeBufferPointer<SIMD2<Double>>
  ) {
    var (depth, reach, squeeze) = (0.0, 0.0, 1.0)
    for point in polygon {
      depth = max(depth, first.pointee.depth.magnitude(at: point) + second.pointee.depth.magnitude(at: point))
      reach = max(reach, max(abs(point.x), abs(point.y)))
      squeeze = min(
        squeeze, abs(first.pointee.shrinking.value(at: point) * second.pointee.shrinking.value(at: point)))
    }
    self.init(Self.points, depth: depth, reach: reach, squeeze: squeeze)
  }

  /// Computes the noise for two planes that are parallel to the container's.
  init(betweenParallel first: SpaceEntry, _ second: SpaceEntry) {
    let (low, high) = (first.minimum, first.maximum)
    self.init(
      Self.parallelPoints, depth: abs(first.middle) + abs(second.middle), reach: max(high.max(), -low.min()),
      squeeze: min(abs(first.shrinking.z * second.shrinking.z), 1))
  }

  private init(_ points: Double, depth: Double, reach: Double, squeeze: Double) {
    greatest = max(min(points * squeeze, Self.part * depth), Self.least * (depth + reach * squeeze))
  }

  /// Whether a difference of depths is noise.
  func covers(_ difference: Double) -> Bool { difference <= greatest }
}

extension SIMD3<Double> {
  /// The sum of the magnitudes of the linear function's terms at a point, to which rounding errors are proportional.
  fileprivate func magnitude(at point: SIMD2<Double>) -> Double { abs(x * point.x) + abs(y * point.y) + abs(z) }
}
