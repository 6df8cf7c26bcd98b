// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// Draws the shadow of a rounded rectangle: its Gaussian blur, in closed form and without a pass.
///
/// With A and B the blurred widths and heights, `A(x) * B(y)` is the blurred rectangle; what the blur of each
/// corner's notch takes away is read from a `ShadowCornerTable`. Everything happens in the caster's plane, so the
/// shadow turns, stretches and recedes with it.
///
/// - Conformance: SHADOW-2, SHADOW-3, SHADOW-5
package struct ShadowOperation: Sendable, Hashable {
  /// What casts it, already moved by the offset; its edges' antialiasing has no meaning.
  package var shape: ShapeGeometry
  /// Points, along x and y, above 0: the standard deviation, widened below one and a half pixels by a pixel's own.
  package var sigma: SIMD2<Float>
  /// Premultiplied, 0...1; opacity included.
  package var color: SIMD4<Float>
  /// A quadrilateral in target pixels that holds every pixel this may touch: four corners as x, y pairs.
  package var outer: SIMD8<Float>
  /// The pixels this may touch.
  package var pixelBounds: PixelRect
  /// The innermost clip in `RenderPlan.clips`, or none.
  package var clip: ClipHandle
  /// Whether the plane is affine.
  package var isAffine: Bool
  /// The snapshot node this came from, for printing.
  package var node: Int32

  /// Where a shadow counts as over, in standard deviations: at most a quarter of a level lies beyond.
  package static let reach: Float = 3.2
  /// Radii above this many standard deviations are drawn by the distance to the outline instead of a table.
  package static let widestRadius: Float = 12

  package init(
    shape: ShapeGeometry, sigma: SIMD2<Float>, color: SIMD4<Float>, outer: SIMD8<Float>, pixelBounds: PixelRect,
    clip: ClipHandle, isAffine: Bool, node: Int32
  ) {
    self.shape = shape
    self.sigma = sigma
    self.color = color
    self.outer = outer
    self.pixelBounds = pixelBounds
    self.clip = clip
    self.isAffine = isAffine
    self.node = node
  }

  /// The standard deviation that corners are measured in: the geometric mean where the axes differ.
  package var cornerSigma: Float {
    sigma.x == sigma.y ? sigma.x : (sigma.x * sigma.y).squareRoot()
  }

  /// The radius of each corner in standard deviations.
  package var cornerRadii: SIMD4<Float> { shape.radii / cornerSigma }

  /// How the corners are drawn.
  package enum Corners: Sendable, Equatable, BitwiseCopyable {
    /// They are square.
    case square
    /// All are alike, and none reaches into another's quarter: one lookup a pixel.
    case alike
    /// They differ, or their blurs meet: four lookups a pixel.
    case mixed
    /// One at least is too wide for a table: there by the distance to the outline, elsewhere as `mixed`.
    case wide
  }

  /// How its corners are drawn.
  package var corners: Corners {
    let radii = cornerRadii
    let largest = radii.max()
    guard largest > 0 else { return .square }
    guard largest <= Self.widestRadius else { return .wide }
    guard radii == SIMD4(repeating: largest) else { return .mixed }
    let half = SIMD2(shape.box.z - shape.box.x, shape.box.w - shape.box.y) / sigma * 0.5
    let table = ShadowCornerTable.table(radius: largest, smoothing: shape.smoothing)
    return half.min() >= table.reach ? .alike : .mixed
  }
}
