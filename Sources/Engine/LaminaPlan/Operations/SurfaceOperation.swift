// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// Draws an earlier pass as a surface on a plane: moved, turned, scaled, in perspective, and tinted.
///
/// A pixel goes back through `shape` to a point of the surface's space, from there by `texelFromSurface` to a pixel of
/// the pass, where four neighbours are mixed. Outside the pass's region nothing is drawn but half a pixel of
/// fading edge: whoever plans a surface leaves a margin where its content should fade softly.
///
/// - Conformance: SHADOW-4, GROUP-2
package struct SurfaceOperation: Sendable, Hashable {
  /// The index of the pass in `RenderPlan.passes`, before the one that holds this operation.
  package var source: PassHandle
  /// From the target to the surface's space; its box is what the surface covers there.
  package var shape: ShapeGeometry
  /// Pixels of the pass a unit of the surface's space, x and y; then the pass's pixel at the space's origin, x and y.
  package var texelFromSurface: SIMD4<Float>
  /// Whether the nearest pixel is taken as it is instead of mixing four.
  package var isNearest: Bool
  /// Whether only the alpha counts and `tint` is the colour, as for shadows; else `tint` multiplies the colour.
  package var isSilhouette: Bool
  /// Premultiplied, 0...1; opacity included.
  package var tint: SIMD4<Float>
  /// A quadrilateral in target pixels that holds every pixel this may touch: four corners as x, y pairs.
  package var outer: SIMD8<Float>
  /// The pixels to draw.
  package var pixelBounds: PixelRect
  /// The innermost clip in `RenderPlan.clips`, or none.
  package var clip: ClipHandle
  /// Pixels that lie wholly inside all clips; others may, too. Empty where there is no clip, or none is known.
  package var wholePixels = PixelRect.empty
  /// Whether it is opaque, but for clips: all of the source is, and so is `tint`.
  package var isOpaque = false
  /// The snapshot node this came from, for printing.
  package var node: Int32

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

  /// The rows of its shape from pixels of the target to pixels of the pass, the first of `region` at 0; as in
  /// `ShapeGeometry`.
  ///
  /// - Parameter region: The pixels of the pass.
  package func texelRows(of region: PixelRect) -> (row0: SIMD4<Float>, row1: SIMD4<Float>, row2: SIMD4<Float>) {
    let texel = SIMD4<Double>(texelFromSurface)
    let scale = SIMD4(texel.x, texel.y, 1, 0)
    let offset = SIMD4(texel.z - Double(region.minX), texel.w - Double(region.minY), 0, 0)
    // texel = surface * scale + offset, in homogeneous coordinates: the offset counts as often as z says.
    func carried(_ row: SIMD4<Float>) -> SIMD4<Float> {
      let row = SIMD4<Double>(row)
      return SIMD4<Float>(row * scale + offset * row.z)
    }
    var (right, down) = (carried(shape.row0), carried(shape.row1))
    (right.w, down.w) = (shape.row0.w, shape.row1.w)
    return (right, down, carried(shape.row2))
  }
}
