// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The corner that Apple calls continuous: a curve whose curvature begins gradually.
///
/// Apple draws it as three Béziers (`CLIP-3`). Renderers need, for any pixel, the distance to the curve, so they
/// use the same curve in a polar form. With a radius of 1 and the origin 1.528665 inside both edges, the curve is
/// the set of points (a, b) >= 0 with
///
///     max(a, b) = m(u),   u = min(a, b) / max(a, b)
///
/// where `m` falls from 1.528665 at u = 0, where the curve leaves the edge, to 1.2757 on the diagonal. `m` is two
/// quartic and quintic polynomials that meet where Apple's curve has its bend; they were fitted to the Béziers and
/// leave them by at most 2e-5. The bend is Apple's and is kept.
///
/// - Conformance: CLIP-3
@usableFromInline package enum ContinuousCorner {
  /// The length of the corner along the edges, in radii.
  @inlinable package static var expansion: Double { 1.528665 }

  /// The amount by which this is longer than for a circle.
  @inlinable package static var excess: Double { 0.528665 }

  /// The value of u at which the middle Bézier begins.
  @inlinable package static var seam: Double { 0.61714117 }

  /// The coefficients of u^2, u^3 and so on, which are added to `expansion` for `m` below the seam.
  @inlinable package static var side: (Double, Double, Double, Double, Double) {
    (0.003621881129220128, -0.20434130728244781, 0.4772939682006836, -2.3897817134857178, 2.1079487800598145)
  }

  /// The coefficients of 1, t, t^2 and so on for `m` from the seam on, where t is u minus the seam.
  @inlinable package static var middle: (Double, Double, Double, Double, Double) {
    (1.4537534713745117, -0.4320220351219177, -0.6165511012077332, 0.8453830480575562, -0.3844689130783081)
  }

  /// `max(a, b)` on the curve of radius 1, for `u = min(a, b) / max(a, b)` in 0...1.
  package static func extent(_ u: Double) -> Double {
    guard u >= seam else {
      let (a, b, c, d, e) = side
      return expansion + u * u * (a + u * (b + u * (c + u * (d + u * e))))
    }
    let (a, b, c, d, e) = middle
    let t = u - seam
    return a + t * (b + t * (c + t * (d + t * e)))
  }

  /// The derivative of ``extent(_:)``.
  package static func slope(_ u: Double) -> Double {
    guard u >= seam else {
      let (a, b, c, d, e) = side
      return u * (2 * a + u * (3 * b + u * (4 * c + u * (5 * d + u * (6 * e)))))
    }
    let (_, b, c, d, e) = middle
    let t = u - seam
    return b + t * (2 * c + t * (3 * d + t * (4 * e)))
  }
}
