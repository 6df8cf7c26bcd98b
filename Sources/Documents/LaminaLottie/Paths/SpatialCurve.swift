// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// A cubic path between two places, followed as Core Animation does: progress is the curve's own parameter.
struct SpatialCurve {
  private let points: [SIMD3<Double>]

  init(from: SIMD3<Double>, spatial: Spatial, to: SIMD3<Double>) {
    points = [from, from + spatial.out, to + spatial.into, to]
  }

  /// The place at a progress, and the direction there; eased beyond its ends, the cubic goes on.
  func place(at progress: Double) -> (point: SIMD3<Double>, direction: SIMD2<Double>) {
    let slope = slope(progress)
    return (point(progress), SIMD2(slope.x, slope.y))
  }

  private func point(_ t: Double) -> SIMD3<Double> {
    let u = 1 - t
    return points[0] * (u * u * u) + points[1] * (3 * u * u * t) + points[2] * (3 * u * t * t) + points[3] * (t * t * t)
  }

  private func slope(_ t: Double) -> SIMD3<Double> {
    let u = 1 - t
    let slope =
      (points[1] - points[0]) * (u * u) + (points[2] - points[1]) * (2 * u * t) + (points[3] - points[2]) * (t * t)
    // Where a control point lies on its end, the direction is that of the whole.
    return slope == SIMD3() ? points[3] - points[0] : slope
  }
}
