// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry

/// Draws an earlier pass as a surface on a plane: translated, rotated, scaled, in perspective, and tinted.
///
/// A pixel is mapped by `shape` to a point of the surface's space, and from there by `texelFromSurface` to a pixel of
/// the pass, where four neighbours are interpolated. Outside of the pass's region nothing is drawn except half a pixel
/// of fading edge, so a surface whose content should fade softly needs a margin in its pass.
///
/// - Conformance: SHADOW-4, GROUP-2
@usableFromInline package struct SurfaceOperation: Sendable, Hashable {
  /// The index of the pass in `RenderPlan.passes`, before the one that holds this operation.
  @usableFromInline package var source: PassHandle
  /// The map from the target to the surface's space; its box is the area that the surface covers there.
  package var shape: ShapeGeometry
  /// The pixels of the pass per unit of the surface's space, x and y; then the pass's pixel at the space's origin, x
  /// and y.
  package var texelFromSurface: SIMD4<Float>
  /// Whether the nearest pixel is used unchanged instead of interpolating four.
  package var isNearest: Bool
  /// Whether only the alpha is used and `tint` is the colour, as for shadows; otherwise `tint` multiplies the colour.
  package var isSilhouette: Bool
  /// The tint, premultiplied, 0...1, including the opacity.
  package var tint: SIMD4<Float>
  /// A quadrilateral in target pixels that contains every pixel that the surface may touch: four corners as x, y pairs.
  package var outer: SIMD8<Float>
  /// The pixels to draw.
  @usableFromInline package var pixelBounds: PixelRect
  /// The innermost clip in `RenderPlan.clips`, or none.
  @usableFromInline package var clip: ClipHandle
  /// Pixels that lie wholly inside all clips; other pixels may as well. Empty if there is no clip, or if none are
  /// known.
  package var wholePixels = PixelRect.empty
  /// Whether the surface is opaque apart from clips: the whole source is opaque, and so is `tint`.
  package var isOpaque = false
  /// The snapshot node of the surface, for printing.
  @usableFromInline package var node: Int32

  package init(
    source: PassHandle, shape: ShapeGeometry, texelFromSurface: SIMD4<Float>, isNearest: Bool = false,
    isSilhouette: Bool,
    tint: SIMD4<Float>, outer: SIMD8<Float>, pixelBounds: PixelRect, clip: ClipHandle, node: Int32
  ) {
    self.source = source
    self.shape = shape
    self.texelFromSurface = texelFromSurface
    self.isNearest = isNearest
    self.isSilhouette = isSilhouette
    self.tint = tint
    self.outer = outer
    self.pixelBounds = pixelBounds
    self.clip = clip
    self.node = node
  }

  /// The rows of the shape from pixels of the target to pixels of the pass, with the first pixel of `region` at 0; as
  /// in `ShapeGeometry`.
  ///
  /// - Parameter region: The pixels of the pass.
  package func texelRows(of region: PixelRect) -> (row0: SIMD4<Float>, row1: SIMD4<Float>, row2: SIMD4<Float>) {
    let texel = SIMD4<Double>(texelFromSurface)
    let scale = SIMD4(texel.x, texel.y, 1, 0)
    let offset = SIMD4(texel.z - Double(region.minX), texel.w - Double(region.minY), 0, 0)
    // texel = surface * scale + offset, in homogeneous coordinates, so the offset is multiplied by z.
    func carried(_ row: SIMD4<Float>) -> SIMD4<Float> {
      let row = SIMD4<Double>(row)
      return SIMD4<Float>(row * scale + offset * row.z)
    }
    var (right, down) = (carried(shape.row0), carried(shape.row1))
    (right.w, down.w) = (shape.row0.w, shape.row1.w)
    return (right, down, carried(shape.row2))
  }
}

extension SurfaceOperation: HandleHolder {
  @inlinable @inline(__always) package mutating func visitHandles<Visitor: HandleVisitor>(
    beside other: SurfaceOperation, _ visitor: inout Visitor
  ) {
    visitor.visit(&source, other.source, .anyPixels)
    visitor.visit(&clip, other.clip)
    visitor.visit(node: &node, other.node)
  }
}
