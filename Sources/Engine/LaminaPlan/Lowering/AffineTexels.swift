// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import LaminaGeometry
import LaminaGraphics

/// The single affine map from pixels to texels of a box on an affine plane with a plain placement.
package struct AffineTexels {
  /// The steps in texels per pixel: u and v to the right, u and v down.
  package var steps: SIMD4<Float>
  /// The texel coordinates at the shape's origin.
  package var atOrigin: SIMD2<Float>
  /// 1 if the nearest texel is used unchanged, 0 if four are interpolated.
  package var nearest: Float
  /// Whether smaller levels are sampled too.
  package private(set) var hasLevels = false
  private let texelsPerPixelSquared: Float
  private let bias: Float

  /// The level of detail before it is clamped to the existing levels; `nil` if only level 0 is sampled.
  package var level: Float? { hasLevels ? 0.5 * log2(texelsPerPixelSquared) + bias : nil }

  /// - Returns: `nil` under perspective and with nine slices.
  package init?(atAnyLevel box: UnsafePointer<BoxOperation>) {
    guard box.pointee.isAffine else { return nil }
    let placement = box.placement
    let slope = placement.stop1AndSlope0.highHalf
    guard slope == placement.slope1AndSlope2.lowHalf, slope == placement.slope1AndSlope2.highHalf else { return nil }
    let right = slope * box.pointee.shape.row0.lowHalf
    let down = slope * box.pointee.shape.row1.lowHalf
    texelsPerPixelSquared = max((right * right).sum(), (down * down).sum())
    let filter = texelsPerPixelSquared <= 1.0002 ? placement.magnification : placement.minification
    bias = placement.bias
    switch filter {
    case .trilinear: hasLevels = texelsPerPixelSquared > 1.0002
    case .linear, .nearest: break
    }
    steps = SIMD4(lowHalf: right, highHalf: down)
    // min(x, a) + clamp(x, a, b) + max(x, b) is x + a + b.
    let moved = box.pointee.shape.row2.lowHalf + placement.offsetAndStop0.highHalf + placement.stop1AndSlope0.lowHalf
    atOrigin = placement.offsetAndStop0.lowHalf + slope * moved
    nearest = filter == .nearest ? 1 : 0
  }
}

extension AffineTexels {
  /// The distance of a sample from a texel's centre within which it shows that texel alone, to half a level of 8 bits;
  /// texels.
  private static let tolerance: Float = 1 / 512

  /// The texels of a picture that some pixels of a box show one by one, unchanged; `nil` if they do not.
  ///
  /// - Parameter size: The size of the picture; texels.
  package func square(of pixels: PixelRect, of box: UnsafePointer<BoxOperation>, size: PixelSize) -> PixelRect? {
    let drift = steps - SIMD4(1, 0, 0, 1)
    let extent = Float(max(pixels.width, pixels.height))
    guard (drift * drift).max().squareRoot() * extent <= Self.tolerance / 2 else { return nil }
    let shift = atOrigin - SIMD2(box.pointee.shape.row0.w, box.pointee.shape.row1.w)
    let whole = shift.rounded(.toNearestOrAwayFromZero)
    guard abs(shift.x - whole.x) <= Self.tolerance / 2, abs(shift.y - whole.y) <= Self.tolerance / 2,
      abs(whole.x) < 4_000_000, abs(whole.y) < 4_000_000
    else { return nil }
    let moved = SIMD2(Int32(clamping: whole.x), Int32(clamping: whole.y))
    let square = PixelRect(
      minX: pixels.minX &+ moved.x, minY: pixels.minY &+ moved.y, maxX: pixels.maxX &+ moved.x,
      maxY: pixels.maxY &+ moved.y)
    // Pixels outside of the limits would show the texels at the limits.
    let limits = box.placement.limits
    guard square.minX >= 0, square.minY >= 0, Int(square.maxX) <= size.width, Int(square.maxY) <= size.height,
      Float(square.minX) + 0.5 >= limits.x - Self.tolerance, Float(square.minY) + 0.5 >= limits.y - Self.tolerance,
      Float(square.maxX) - 0.5 <= limits.z + Self.tolerance, Float(square.maxY) - 0.5 <= limits.w + Self.tolerance
    else { return nil }
    return square
  }
}
