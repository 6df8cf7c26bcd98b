// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry
package import LaminaGraphics

/// Draws the result of an earlier pass onto this one, pixel for pixel, at an opacity, and optionally through colour
/// filters and a mask, with a blend mode of the layer.
///
/// A pixel of the source is mapped by `colors`, multiplied by opacity, clips and the mask's alpha, and then blended
/// with the pixel below it by `blend`.
///
/// - Conformance: GROUP-1, GROUP-4, CLIP-5
@usableFromInline package struct CompositeOperation: Sendable, Hashable {
  /// The index of the pass in `RenderPlan.passes`, before the one that holds this operation.
  @usableFromInline package var source: PassHandle
  /// The pixels to draw: inside the source's region and inside the target.
  @usableFromInline package var pixelBounds: PixelRect
  /// The opacity, 0...1.
  package var opacity: Float
  /// The innermost clip in `RenderPlan.clips`, or none.
  @usableFromInline package var clip: ClipHandle
  /// The pass whose alpha the source is multiplied by, before the one that holds this operation, or none. Nothing is
  /// drawn outside of its region.
  @usableFromInline package var mask: PassHandle = .none
  /// The mode by which the source is blended with the pixels below it.
  package var blend = LayerBlend.normal
  /// The clip in `RenderPlan.clips` inside which an operator that clears the backdrop also acts outside of the source,
  /// or none. The clips around it are the clips of this operation.
  @usableFromInline package var outline: ClipHandle = .none
  /// The range of maps in `RenderPlan.colorMaps`, applied to straight colours in order, each with
  /// clamping.
  @usableFromInline package var colors: Range<Int32> = 0..<0
  /// The snapshot node of the group, for printing.
  @usableFromInline package var node: Int32

  /// Whether the operation only draws the source over the pixels below it, at an opacity and inside clips.
  package var isSimple: Bool { !mask.exists && blend == .normal && colors.isEmpty }

  package init(source: PassHandle, pixelBounds: PixelRect, opacity: Float, clip: ClipHandle, node: Int32) {
    self.source = source
    self.pixelBounds = pixelBounds
    self.opacity = opacity
    self.clip = clip
    self.node = node
  }
}

extension CompositeOperation: HandleHolder {
  @inlinable @inline(__always) package mutating func visitHandles<Visitor: HandleVisitor>(
    beside other: CompositeOperation, _ visitor: inout Visitor
  ) {
    visitor.visit(&source, other.source, .samePixel)
    visitor.visit(&mask, other.mask, .samePixel)
    visitor.visit(&clip, other.clip)
    visitor.visit(&outline, other.outline)
    visitor.visit(colors: &colors, other.colors)
    visitor.visit(node: &node, other.node)
  }
}
