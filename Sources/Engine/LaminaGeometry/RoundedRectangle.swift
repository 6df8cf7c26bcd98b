// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// An upright rectangle with a radius for each corner and one curve for all of them.
///
/// It holds the values that are drawn: radii that fit, and as much of the curve as fits.
///
/// - Conformance: CLIP-1, CLIP-2, CLIP-3
package struct RoundedRectangle: Equatable, Sendable {
  /// The corner of least x and y.
  package var minimum: SIMD2<Double>
  /// The opposite corner.
  package var maximum: SIMD2<Double>
  /// The radii at (minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY): clockwise where y points down.
  package var radii: SIMD4<Double>
  /// The outline of the corners.
  package var corner: CornerOutline

  /// Makes the shape that a layer draws.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle. A negative size means the same rectangle with positive sides.
  ///   - cornerRadius: The requested radius; clamped to half the shorter side; negative values and NaN are 0.
  ///   - maskedCorners: Bits 1 minXminY, 2 maxXminY, 4 minXmaxY, 8 maxXmaxY; other bits are dropped.
  ///   - curve: The curve of the corners.
  package init(bounds: CGRect, cornerRadius: CGFloat = 0, maskedCorners: UInt8 = 15, curve: CornerCurve = .circular) {
    let origin = SIMD2(Double(bounds.origin.x), Double(bounds.origin.y))
    let opposite = origin + SIMD2(Double(bounds.size.width), Double(bounds.size.height))
    minimum = origin.replacing(with: opposite, where: opposite .< origin)
    maximum = opposite.replacing(with: origin, where: opposite .< origin)
    let size = maximum - minimum
    let shorterSide = min(size.x, size.y)
    let radius = Self.radius(Double(cornerRadius), shorterSide: shorterSide)
    // Radii are in order around the rectangle, the bits are not.
    radii = SIMD4(
      maskedCorners & 1 != 0 ? radius : 0, maskedCorners & 2 != 0 ? radius : 0,
      maskedCorners & 8 != 0 ? radius : 0, maskedCorners & 4 != 0 ? radius : 0)
    switch curve {
    case .circular: corner = .circular
    default: corner = CornerOutline(curve, radius: radius, shorterSide: shorterSide)
    }
  }

  /// The radius that is drawn: at least 0, at most half the shorter side.
  ///
  /// - Conformance: CLIP-1 (the upper limit is our choice)
  package static func radius(_ radius: Double, shorterSide: Double) -> Double {
    radius > 0 && shorterSide > 0 ? min(radius, shorterSide / 2) : 0
  }

  /// The shape `distance` further inside: radii shrink by the same distance, the curve stays.
  ///
  /// - Conformance: PAINT-3
  package func inset(by distance: Double) -> RoundedRectangle {
    var result = self
    result.minimum += SIMD2(repeating: distance)
    result.maximum -= SIMD2(repeating: distance)
    let smaller = radii - SIMD4(repeating: distance)
    result.radii = smaller.replacing(with: 0, where: smaller .< 0)
    return result
  }

  /// Whether the shape encloses nothing.
  package var isEmpty: Bool { !(minimum.x < maximum.x && minimum.y < maximum.y) }

  /// Whether a point lies inside or on the outline.
  package func contains(_ point: SIMD2<Double>) -> Bool {
    guard point.x >= minimum.x, point.y >= minimum.y, point.x <= maximum.x, point.y <= maximum.y else { return false }
    let (offset, radius) = cornerOffset(of: point)
    guard radius > 0, offset.x > 0, offset.y > 0 else { return true }
    return max(offset.x, offset.y) <= radius * corner.extent(min(offset.x, offset.y) / max(offset.x, offset.y))
  }

  /// The distances of a point from the corner's centre outward along both axes, and the corner's radius.
  private func cornerOffset(of point: SIMD2<Double>) -> (offset: SIMD2<Double>, radius: Double) {
    let center = (minimum + maximum) / 2
    let isRight = point.x > center.x
    let isBottom = point.y > center.y
    let radius = isRight ? (isBottom ? radii.z : radii.y) : (isBottom ? radii.w : radii.x)
    let reach = radius * corner.reach
    let fromEdge = SIMD2(
      isRight ? maximum.x - point.x : point.x - minimum.x, isBottom ? maximum.y - point.y : point.y - minimum.y)
    return (SIMD2(repeating: reach) - fromEdge, radius)
  }
}
