// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// How one plane of a space lies to another, over some polygon of the container's plane.
enum DepthRelation {
  case behind, inFront
  /// In one plane, but for rounding noise.
  case coplanar
  /// In front here, behind there.
  case across

  /// How wide the narrower side of a crossing has to be. Narrower ones come from rounding, as where a wall stands on a
  /// floor.
  ///
  /// - Units: points of the container's plane.
  private static let narrowest = 1e-3
  /// Depths that differ by more than this, after the division by w, need no measuring.
  static let clearance = 1e-3

  /// Compares the planes of `first` and `second` over a polygon: where `first` lies.
  ///
  /// Planes cross where their depths are equal along a line that leaves a part of the polygon on either side. How far
  /// that line lies from the polygon's corners does not depend on the angle of the planes, nor on how perspective or a
  /// transform squeezes depth, so it alone tells a crossing from rounding. Only planes that differ by no more than
  /// noise all over are one plane.
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
    // Of planes that are smaller than a point, as where the container is enlarged, a thousandth of them.
    if narrower > Swift.min(1, Self.size(of: polygon)) * Self.narrowest * slope {
      self = .across
    } else {
      self = high > -low ? .inFront : .behind
    }
  }

  /// The greater side of a polygon's bounds.
  private static func size(of polygon: UnsafeBufferPointer<SIMD2<Double>>) -> Double {
    var size = 0.0
    for point in polygon {
      let step = point - polygon[0]
      size = Swift.max(size, Swift.max(abs(step.x), abs(step.y)))
    }
    return size
  }
}

/// How far the depths of planes may differ by rounding alone.
struct DepthNoise {
  /// Depths that differ by less are equal, wherever depth is not squeezed.
  ///
  /// - Units: points.
  private static let points = 1e-7
  /// The same for planes that are parallel to the container's, whose depths are single numbers.
  ///
  /// - Units: points.
  private static let parallelPoints = 1e-9
  /// Depths that differ by less than this part of what they are computed from are equal where depth is squeezed.
  private static let part = 1e-9
  /// What double precision leaves undecided at the least, as a part of depths and coordinates.
  private static let least = 1e-13

  /// The greatest difference that is noise, after the division by w.
  private let greatest: Double

  /// Over a polygon, for planes of any direction.
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

  /// For two planes that are parallel to the container's.
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
  /// The magnitudes of the terms of the linear function at a point together, of which rounding leaves a part undecided.
  fileprivate func magnitude(at point: SIMD2<Double>) -> Double { abs(x * point.x) + abs(y * point.y) + abs(z) }
}
