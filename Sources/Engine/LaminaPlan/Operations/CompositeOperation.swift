// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry
package import LaminaGraphics

/// Draws the result of an earlier pass onto this one, pixel for pixel, at an opacity; through colour filters and a
/// mask, and blended as its layer asks, where it asks.
///
/// A pixel of the source goes through `colors`, is multiplied by opacity, clips and the mask's alpha, and then meets
/// what is there as `blend` says.
///
/// - Conformance: GROUP-1, GROUP-4, CLIP-5
package struct CompositeOperation: Sendable, Hashable {
  /// The index of the pass in `RenderPlan.passes`, before the one that holds this operation.
  package var source: PassHandle
  /// The pixels to draw: inside the source's region and inside the target.
  package var pixelBounds: PixelRect
  /// 0...1.
  package var opacity: Float
  /// The innermost clip in `RenderPlan.clips`, or none.
  package var clip: ClipHandle
  /// The pass whose alpha multiplies, before the one that holds this operation, or none. It draws nothing outside its
  /// region.
  package var mask: PassHandle = .none
  /// How it meets what is there.
  package var blend = LayerBlend.normal
  /// The clip in `RenderPlan.clips` inside which an operator that clears the backdrop acts besides where the source
  /// draws, or none. The clips outward of it are those of this operation.
  package var outline: ClipHandle = .none
  /// Maps of straight colours in `RenderPlan.colorMatrices`, each clamped, in order.
  package var colors: Range<Int32> = 0..<0
  /// The snapshot node whose group this is, for printing.
  package var node: Int32

  /// Whether it does no more than lie over what is there, at an opacity and inside clips.
  package var isSimple: Bool { !mask.exists && blend == .normal && colors.isEmpty }

  package init(source: PassHandle, pixelBounds: PixelRect, opacity: Float, clip: ClipHandle, node: Int32) {
    self.source = source
    self.pixelBounds = pixelBounds
    self.opacity = opacity
    self.clip = clip
    self.node = node
  }
}
