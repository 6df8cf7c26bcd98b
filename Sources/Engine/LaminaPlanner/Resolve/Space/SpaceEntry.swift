// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// One flattened layer in the three-dimensional space of a container's sublayers, seen from the container's plane.
///
/// The container looks along -z at the space after its perspective division. There, a layer's plane is a depth that is
/// linear in the container's x and y, so order and cuts are computed in the container's plane: polygons overlap or not,
/// and differences of depth change sign along a straight line or not.
///
/// - Conformance: D3-2, D3-5, D3-7
struct SpaceEntry {
  /// The snapshot node.
  var node: Int32
  /// The layer's index in paint order among all entries of the space.
  var order: Int32
  /// The area that the layer and its subtree may cover in the container's plane, cut to the part in front of the eye;
  /// points.
  var polygon: SpacePolygon
  /// The polygon's bounds.
  var minimum: SIMD2<Double>
  var maximum: SIMD2<Double>
  /// The depth at (x, y), after the division by w: `x * depth.x + y * depth.y + depth.z`; points towards the viewer.
  var depth: SIMD3<Double>
  /// 1 / w at (x, y), in the same form: the factor by which perspective shrinks that place.
  var shrinking: SIMD3<Double>
  /// The least and the greatest depth of the polygon.
  var nearest: Double
  var furthest: Double
  /// The depth at the middle of the polygon's bounds.
  var middle: Double
  /// The layer's plane, flattened into the container's.
  var containerFromLayer: Homography
  /// The factor by which the transform layers between container and layer multiply its opacity.
  var opacity: Float
  /// Whether an odd number of the transform layers between container and layer is flipped.
  var isFlipped: Bool
  /// The colour by which replicators between container and layer multiply its colours, and the time by which they delay
  /// it.
  var tint = SIMD4<Float>(repeating: 1)
  var delay = 0.0

  /// Fails if the plane is seen edge-on, lies behind the eye, or is not finite, so that nothing on it shows.
  ///
  /// - Parameter vertices: The list to which the polygon's vertices are appended.
  init?(
    node: Int32, order: Int32, plane: PlaneInSpace, extent: SIMD4<Double>, opacity: Float,
    isFlipped: Bool, vertices: inout [SIMD2<Double>]
  ) {
    let flattened = plane.flattened
    guard flattened.isFinite, let inverse = flattened.inverted() else { return nil }
    let z = SIMD3(plane.x.z, plane.y.z, plane.translation.z)
    depth = SIMD3((inverse.x * z).sum(), (inverse.y * z).sum(), (inverse.translation * z).sum())
    shrinking = SIMD3(inverse.x.z, inverse.y.z, inverse.translation.z)
    let check = depth + shrinking
    guard check - check == .zero else { return nil }
    let outline = flattened.image(ofBoxFrom: SIMD2(extent.x, extent.y), to: SIMD2(extent.z, extent.w))
    guard !outline.isEmpty, let bounds = outline.bounds else { return nil }
    (minimum, maximum) = bounds
    polygon = SpacePolygon(start: Int32(vertices.count), count: Int32(outline.count))
    for index in 0..<outline.count { vertices.append(outline[index]) }
    let range = depth.range(over: vertices[polygon.indices])
    guard range.low <= range.high else {
      vertices.removeLast(outline.count)
      return nil
    }
    (furthest, nearest) = range
    middle = depth.value(at: (minimum + maximum) / 2)
    self.node = node
    self.order = order
    self.containerFromLayer = flattened
    self.opacity = opacity
    self.isFlipped = isFlipped
  }

  /// Whether the plane is parallel to the container's, so that its depth is a single number.
  var isParallel: Bool { abs(depth.x) < 1e-12 && abs(depth.y) < 1e-12 }

  /// Whether `first` comes before `second` in the order in which entries are processed, which begins with the furthest.
  ///
  /// Array order is only used if everything else is equal, so that a permutation of sublayers does not change the cuts.
  static func isBefore(_ first: UnsafePointer<SpaceEntry>, _ second: UnsafePointer<SpaceEntry>) -> Bool {
    if first.pointee.middle != second.pointee.middle { return first.pointee.middle < second.pointee.middle }
    let a = SIMD8(first.pointee.bounds, SIMD4(first.pointee.depth, 0))
    let b = SIMD8(second.pointee.bounds, SIMD4(second.pointee.depth, 0))
    for index in 0..<8 where a[index] != b[index] { return a[index] < b[index] }
    return first.pointee.order < second.pointee.order
  }

  private var bounds: SIMD4<Double> { SIMD4(lowHalf: minimum, highHalf: maximum) }
}

extension SIMD8<Double> {
  fileprivate init(_ low: SIMD4<Double>, _ high: SIMD4<Double>) { self.init(lowHalf: low, highHalf: high) }
}

/// A convex polygon of the container's plane: a range of the space's vertices, in order around the polygon.
struct SpacePolygon {
  var start: Int32
  var count: Int32

  var indices: Range<Int> { Int(start)..<Int(start + count) }
  /// Whether the polygon has no area.
  var isEmpty: Bool { count < 3 }
}

/// A part of an entry: the whole entry, or the part that cuts leave.
struct SpacePiece {
  /// The index of the entry.
  var entry: Int32
  /// The last of the piece's cuts in `DepthOrder.cuts`, or -1.
  var cut: Int32
  /// The remaining part of the entry's polygon.
  var polygon: SpacePolygon
}

/// One side of the line along which two planes meet, in the container's plane.
struct SpaceCut {
  /// The line: `x * line.x + y * line.y + line.z` is positive on the side where the cut entry is in front of the other.
  var line: SIMD3<Double>
  /// The number of the line, which both sides of one cut share.
  var lineIndex: Int32
  /// Whether the side where the cut entry is in front is kept.
  var keepsFront: Bool
  /// The entry whose plane makes the cut.
  var cutter: Int32
  /// The cut before this one, or -1.
  var parent: Int32
}

extension SIMD3<Double> {
  /// The value of the linear function `x * self.x + y * self.y + self.z`.
  @inline(__always) func value(at point: SIMD2<Double>) -> Double {
    x * point.x + y * point.y + z
  }

  /// The least and the greatest value of that function at the points.
  @inline(__always) func range(over points: some Sequence<SIMD2<Double>>) -> (low: Double, high: Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for point in points {
      let value = value(at: point)
      if value < low { low = value }
      if value > high { high = value }
    }
    return (low, high)
  }
}
