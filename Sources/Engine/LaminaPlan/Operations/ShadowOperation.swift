// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry

/// Draws the shadow of a rounded rectangle, which is the rectangle's Gaussian blur, in closed form and without a pass.
///
/// With A and B the blurred widths and heights, `A(x) * B(y)` is the blurred rectangle. The values that the blur of
/// each corner's notch takes away are read from a `ShadowCornerTable`. Everything is computed in the caster's plane, so
/// the shadow is rotated, scaled and projected with it.
///
/// - Conformance: SHADOW-2, SHADOW-3, SHADOW-5
@usableFromInline package struct ShadowOperation: Sendable, Hashable {
  /// The caster, already moved by the offset; the antialiasing of its edges is not used.
  package var shape: ShapeGeometry
  /// The standard deviation along x and y, above 0; points. Below one and a half pixels, it is widened by a pixel's
  /// own.
  package var sigma: SIMD2<Float>
  /// The colour, premultiplied, 0...1, including the opacity.
  package var color: SIMD4<Float>
  /// A quadrilateral in target pixels that contains every pixel that the shadow may touch: four corners as x, y pairs.
  package var outer: SIMD8<Float>
  /// The pixels that the shadow may touch.
  @usableFromInline package var pixelBounds: PixelRect
  /// The innermost clip in `RenderPlan.clips`, or none.
  @usableFromInline package var clip: ClipHandle
  /// Whether the plane is affine.
  package var isAffine: Bool
  /// The snapshot node of the shadow, for printing.
  @usableFromInline package var node: Int32

  /// The reach of a shadow in standard deviations: at most a quarter of a level lies beyond.
  package static let reach: Float = 3.2
  /// The greatest radius, in standard deviations, of a corner drawn with a table; larger ones use the distance to the
  /// outline.
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

  /// The standard deviation in which corners are measured: the geometric mean if the axes differ.
  package var cornerSigma: Float {
    sigma.x == sigma.y ? sigma.x : (sigma.x * sigma.y).squareRoot()
  }

  /// The radius of each corner in standard deviations.
  package var cornerRadii: SIMD4<Float> { shape.radii / cornerSigma }

  /// The way in which corners are drawn.
  package enum Corners: Sendable, Equatable, BitwiseCopyable {
    /// The corners are square.
    case square
    /// All corners are the same, and the blur of none extends into another's quarter: one lookup per pixel.
    case alike
    /// The corners differ, or their blurs meet: four lookups per pixel.
    case mixed
    /// At least one corner is too wide for a table, and is drawn by the distance to the outline; the others as in
    /// `mixed`.
    case wide
  }

  /// The way in which the corners of this shadow are drawn.
  package func corners(by tables: ShadowCornerTables) -> Corners {
    corners { tables.table(ShadowCornerTable.Key(radius: $0, corner: shape.corner)).reach }
  }

  /// The way in which the corners are drawn.
  ///
  /// - Parameter reach: Returns the reach of the table of a radius in standard deviations.
  fileprivate func corners(_ reach: (Float) -> Float) -> Corners {
    let radii = cornerRadii
    let largest = radii.max()
    guard largest > 0 else { return .square }
    guard largest <= Self.widestRadius else { return .wide }
    guard radii == SIMD4(repeating: largest) else { return .mixed }
    let half = SIMD2(shape.box.z - shape.box.x, shape.box.w - shape.box.y) / sigma * 0.5
    return half.min() >= reach(largest) ? .alike : .mixed
  }
}

extension ShadowOperation: HandleHolder {
  @inlinable @inline(__always) package mutating func visitHandles<Visitor: HandleVisitor>(
    beside other: ShadowOperation, _ visitor: inout Visitor
  ) {
    visitor.visit(&clip, other.clip)
    visitor.visit(node: &node, other.node)
  }
}

extension UnsafePointer<ShadowOperation> {
  /// The standard deviation in which corners are measured: the geometric mean if the axes differ.
  package var cornerSigma: Float { pointee.cornerSigma }

  /// The radius of each corner in standard deviations.
  package var cornerRadii: SIMD4<Float> { pointee.cornerRadii }

  /// The way in which the corners of this shadow are drawn.
  ///
  /// - Parameter reach: The reach of the table of the largest radius, if there is one; standard deviations.
  package func corners(reach: Float) -> ShadowOperation.Corners { pointee.corners { _ in reach } }
}
