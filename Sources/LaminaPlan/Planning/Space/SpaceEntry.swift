import LaminaGeometry

/// One flattened layer in the three-dimensional space of a container's sublayers, seen from the container's plane.
///
/// The container looks along -z at the space after its perspective division. There a layer's plane is a depth that
/// is linear in the container's x and y, so everything about order and cutting happens in that plane: polygons
/// overlap or not, differences of depth change sign along a straight line or not.
///
/// - Conformance: D3-2, D3-5, D3-7
struct SpaceEntry {
  /// The snapshot node.
  var node: Int32
  /// Its place in paint order among all entries of the space.
  var order: Int32
  /// The layer's plane, flattened into the container's.
  var containerFromLayer: Homography
  /// Depth at (x, y): `x * depth.x + y * depth.y + depth.z`, points towards the viewer.
  var depth: SIMD3<Double>
  /// What the layer and its subtree may cover, container plane, points; cut to what is before the eye.
  var polygon: ConvexPolygon
  /// What the transform layers between container and layer multiply into its opacity.
  var opacity: Float
  /// Whether an odd number of those transform layers is flipped.
  var isFlipped: Bool

  /// The depth at a point of the container's plane.
  @inline(__always)
  func depth(at point: SIMD2<Double>) -> Double {
    depth.x * point.x + depth.y * point.y + depth.z
  }

  /// Fails where the plane is seen edge-on, lies behind the eye, or is not finite: nothing of it shows.
  init?(
    node: Int32, order: Int32, plane: PlaneInSpace, extent: SIMD4<Double>, opacity: Float, isFlipped: Bool
  ) {
    let flattened = plane.flattened
    guard flattened.isFinite, let inverse = flattened.inverted() else { return nil }
    let z = SIMD3(plane.x.z, plane.y.z, plane.translation.z)
    depth = SIMD3((inverse.x * z).sum(), (inverse.y * z).sum(), (inverse.translation * z).sum())
    guard depth - depth == .zero else { return nil }
    polygon = flattened.image(ofBoxFrom: SIMD2(extent.x, extent.y), to: SIMD2(extent.z, extent.w))
    guard !polygon.isEmpty, polygon.bounds != nil else { return nil }
    self.node = node
    self.order = order
    self.containerFromLayer = flattened
    self.opacity = opacity
    self.isFlipped = isFlipped
  }

  /// Whether the plane is parallel to the container's, so that one number is its depth.
  var isParallel: Bool { abs(depth.x) < 1e-9 && abs(depth.y) < 1e-9 }
}

/// A part of an entry: all of it, or what cuts left.
struct SpacePiece {
  /// The index of the entry.
  var entry: Int32
  /// What is left of the entry's polygon.
  var polygon: ConvexPolygon
  /// The last of its cuts in `DepthOrder.cuts`, or -1.
  var cut: Int32
}

/// One side of a line in the container's plane.
struct SpaceCut {
  /// `x * line.x + y * line.y + line.z` is positive on one side.
  var line: SIMD3<Double>
  /// Which line it is: both sides of one cut share the number.
  var lineIndex: Int32
  /// Whether the positive side is kept; the line itself belongs to it.
  var keepsPositive: Bool
  /// The cut before this one, or -1.
  var parent: Int32
}
