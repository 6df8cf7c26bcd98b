// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

// Perspective puts parts of a layer at or behind the eye, where w <= 0. These parts have no place on the screen, and a
// division by such a w would wrap them around it. So a shape is cut in homogeneous coordinates, before the division, at
// a small positive w. A convex shape stays convex.

extension Homography {
  /// The smallest w that still counts as before the eye, where w is 1 on a plane without perspective.
  ///
  /// Nearer points would be magnified more than a hundred thousand times.
  @inlinable package static var nearestW: Double { 1e-5 }

  /// The smallest upright rectangle that holds the image of the part of `rect` before the eye.
  ///
  /// - Returns: `nil` where no part is before the eye, or the result is not finite.
  /// - Conformance: D3-5
  package func boundingBox(of rect: CGRect) -> CGRect? {
    let minimum = SIMD2(Double(rect.origin.x), Double(rect.origin.y))
    let size = SIMD2(Double(rect.size.width), Double(rect.size.height))
    if isAffine { return affineBoundingBox(minimum: minimum, size: size) }
    let polygon = image(ofBoxFrom: minimum, to: minimum + size)
    guard let bounds = polygon.bounds else { return nil }
    return CGRect(
      x: bounds.minimum.x, y: bounds.minimum.y,
      width: bounds.maximum.x - bounds.minimum.x, height: bounds.maximum.y - bounds.minimum.y)
  }

  private func affineBoundingBox(minimum: SIMD2<Double>, size: SIMD2<Double>) -> CGRect? {
    let origin = homogeneous(minimum)
    let across = x * size.x
    let down = y * size.y
    let width = abs(across.x) + abs(down.x)
    let height = abs(across.y) + abs(down.y)
    let left = origin.x + min(0, across.x) + min(0, down.x)
    let top = origin.y + min(0, across.y) + min(0, down.y)
    guard (left + width).isFinite, (top + height).isFinite else { return nil }
    return CGRect(x: left, y: top, width: width, height: height)
  }

  /// The image of the part of an upright box that lies before the eye.
  ///
  /// - Parameters:
  ///   - minimum: The corner of least x and y.
  ///   - maximum: The opposite corner.
  ///   - nearest: The w at which the box is cut.
  /// - Returns: A polygon in the order minimum, (maximum x, minimum y), maximum, (minimum x, maximum y); empty
  ///   where nothing lies before the eye. Its turn follows the sign of the determinant.
  /// - Conformance: D3-5
  @inlinable package func image(
    ofBoxFrom minimum: SIMD2<Double>, to maximum: SIMD2<Double>, nearest: Double = Homography.nearestW
  ) -> ConvexPolygon {
    let corners = (
      homogeneous(minimum), homogeneous(SIMD2(maximum.x, minimum.y)), homogeneous(maximum),
      homogeneous(SIMD2(minimum.x, maximum.y))
    )
    var result = ConvexPolygon()
    Homography.appendClipped(from: corners.0, to: corners.1, nearest: nearest, into: &result)
    Homography.appendClipped(from: corners.1, to: corners.2, nearest: nearest, into: &result)
    Homography.appendClipped(from: corners.2, to: corners.3, nearest: nearest, into: &result)
    Homography.appendClipped(from: corners.3, to: corners.0, nearest: nearest, into: &result)
    return result
  }

  /// Appends the contribution of one edge: its start where the start is before the eye, and the point where the edge
  /// crosses `nearest`.
  @inlinable static func appendClipped(
    from start: SIMD3<Double>, to end: SIMD3<Double>, nearest: Double, into polygon: inout ConvexPolygon
  ) {
    let startIsVisible = start.z >= nearest
    if startIsVisible { polygon.append(SIMD2(start.x, start.y) / start.z) }
    guard startIsVisible != (end.z >= nearest) else { return }
    let crossing = start + (end - start) * ((nearest - start.z) / (end.z - start.z))
    polygon.append(SIMD2(crossing.x, crossing.y) / nearest)
  }
}
