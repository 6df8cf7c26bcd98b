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

  /// Planes that differ by less than this over a polygon are one plane: rounding noise.
  ///
  /// - Units: points.
  private static let coplanarity = 1e-7
  /// Planes that are not parallel count as crossing only where they pierce each other by more than this.
  ///
  /// - Units: points.
  private static let tolerance = 1.0 / 20
  /// Depths that differ by more than this, after the division by w, need no measuring.
  static let clearance = 1e-3

  /// Compares the planes of `first` and `second` over a polygon: where `first` lies.
  ///
  /// Depths are compared after the division by w. Far away, where perspective squeezes depth, tolerances hold for
  /// depths before it; close to the eye, where it stretches them, for what it makes of them: there planes come within
  /// a hair of each other over much of the picture.
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
    } else if low < -Self.tolerance, high > Self.tolerance {
      // Before the division depths differ by no less.
      self = .across
    } else {
      self.init(
        measuring: difference, over: polygon, shrinking: (first.pointee.shrinking, second.pointee.shrinking))
    }
  }

  @inline(never)
  private init(
    measuring difference: SIMD3<Double>, over polygon: UnsafeBufferPointer<SIMD2<Double>>,
    shrinking: (SIMD3<Double>, SIMD3<Double>)
  ) {
    var (nearest, furthest) = (-Double.infinity, Double.infinity)
    var (size, apart) = (0.0, 0.0)
    for point in polygon {
      let squeeze = Swift.max(abs(shrinking.0.value(at: point) * shrinking.1.value(at: point)), 1e-300)
      let shown = difference.value(at: point)
      let value = shown / Swift.min(squeeze, 1)
      nearest = Swift.max(nearest, value)
      furthest = Swift.min(furthest, value)
      apart = Swift.max(apart, abs(shown / squeeze))
      let step = point - polygon[0]
      size = Swift.max(size, Swift.max(abs(step.x), abs(step.y)))
    }
    // Where layers are but a few points large, a 20th of a point would be much of them.
    let tolerance = Swift.min(Self.tolerance, size * 1e-3)
    if apart <= Self.coplanarity {
      self = .coplanar
    } else if furthest < -tolerance, nearest > tolerance {
      self = .across
    } else {
      self = nearest > -furthest ? .inFront : .behind
    }
  }
}
