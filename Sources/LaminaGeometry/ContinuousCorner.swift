/// The corner that Apple calls continuous: a curve whose bend sets in gradually.
///
/// Apple draws it as three Béziers (`CLIP-3`). Renderers need, for any pixel, the distance to the curve, so they
/// use the same curve in a polar form. With a radius of 1 and the origin 1.528665 inside both edges, the curve is
/// the set of points (a, b) >= 0 with
///
///     max(a, b) = m(u),   u = min(a, b) / max(a, b)
///
/// where `m` falls from 1.528665 at u = 0, where the curve leaves the edge, to 1.2757 on the diagonal. `m` is two
/// quartic and quintic polynomials that meet where Apple's curve has its bend; they were fitted to the Béziers and
/// leave them by at most 2e-5. The bend is Apple's and stays.
///
/// This is the reference that the shader and the CPU renderer repeat in 32-bit floats.
///
/// - Conformance: CLIP-3
package enum ContinuousCorner {
  /// How far the curve reaches along the edges, in radii.
  @usableFromInline package static let expansion = 1.528665

  /// Where the middle Bézier begins, as u.
  package static let seam = 0.61714117

  /// `max(a, b)` on the curve of radius 1, for `u = min(a, b) / max(a, b)` in 0...1.
  package static func extent(_ u: Double) -> Double {
    guard u >= seam else {
      let inner = -0.20434130728244781 + u * (0.4772939682006836 + u * (-2.3897817134857178 + u * 2.1079487800598145))
      return expansion + u * u * (0.003621881129220128 + u * inner)
    }
    let t = u - seam
    let inner = -0.6165511012077332 + t * (0.8453830480575562 + t * -0.3844689130783081)
    return 1.4537534713745117 + t * (-0.4320220351219177 + t * inner)
  }

  /// The derivative of ``extent(_:)``.
  package static func slope(_ u: Double) -> Double {
    guard u >= seam else {
      let inner =
        3 * -0.20434130728244781
        + u * (4 * 0.4772939682006836 + u * (5 * -2.3897817134857178 + u * (6 * 2.1079487800598145)))
      return u * (2 * 0.003621881129220128 + u * inner)
    }
    let t = u - seam
    let inner = 2 * -0.6165511012077332 + t * (3 * 0.8453830480575562 + t * (4 * -0.3844689130783081))
    return -0.4320220351219177 + t * inner
  }
}
