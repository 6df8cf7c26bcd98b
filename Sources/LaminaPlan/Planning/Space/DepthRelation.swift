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

  /// Compares the planes of `first` and `second` over `polygon`: where `first` lies.
  ///
  /// Depths are compared after the division by w; tolerances hold for depths before it, so that they mean the
  /// same far away, where perspective squeezes depth.
  ///
  /// - Conformance: D3-2, D3-9
  init(of first: SpaceEntry, to second: SpaceEntry, over polygon: ConvexPolygon) {
    let difference = first.depth - second.depth
    let (low, high) = difference.range(over: polygon)
    // Clear without measuring.
    if low >= 1e-3 {
      self = .inFront
      return
    }
    if high <= -1e-3 {
      self = .behind
      return
    }
    var (nearest, furthest) = (-Double.infinity, Double.infinity)
    var size = 0.0
    for index in 0..<polygon.count {
      let point = polygon[index]
      let squeeze = first.shrinking.value(at: point) * second.shrinking.value(at: point)
      let value = difference.value(at: point) / Swift.max(abs(squeeze), 1e-300)
      nearest = Swift.max(nearest, value)
      furthest = Swift.min(furthest, value)
      let step = point - polygon[0]
      size = Swift.max(size, Swift.max(abs(step.x), abs(step.y)))
    }
    if furthest >= -Self.coplanarity, nearest <= Self.coplanarity {
      self = .coplanar
      return
    }
    // Where layers are but a few points large, a 20th of a point would be much of them.
    let tolerance = Swift.min(Self.tolerance, size * 1e-3)
    if furthest < -tolerance, nearest > tolerance {
      self = .across
    } else {
      self = nearest > -furthest ? .inFront : .behind
    }
  }
}
