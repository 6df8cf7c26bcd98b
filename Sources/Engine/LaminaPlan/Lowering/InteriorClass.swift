// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// What the pixels of a box's inner polygon show, by what has to be worked out at each of them.
///
/// Both renderers ask for it once a box, and draw each class in the cheapest way that they have;
/// docs/rendering-notes.md lists both ways.
package enum InteriorClass {
  /// One colour, premultiplied, before opacity.
  case plain(SIMD4<Float>)
  /// A gradient over the fill.
  case gradient
  /// A picture over the fill, its texels by one affine map of the pixels.
  case texels(AffineTexels)
  /// A picture over the fill in perspective or in nine slices: every pixel asks for its own texels.
  case general
}

extension BoxOperation {
  /// What its inner polygon shows.
  package func interior(in plan: RenderPlan) -> InteriorClass {
    if let color = plainInterior(in: plan) { return .plain(color) }
    if plan.gradients.holds(gradient) { return .gradient }
    return AffineTexels(atAnyLevel: self).map(InteriorClass.texels) ?? .general
  }

  /// The one colour that its inner polygon shows, premultiplied, before opacity; `nil` where there is more.
  package func plainInterior(in plan: RenderPlan) -> SIMD4<Float>? {
    if isInnerWhite { return innerColor }
    return plan.gradients.holds(gradient) || plan.images.holds(image) ? nil : fill
  }

  /// Whether every pixel of its inner polygon hides what is behind, and there is such a pixel.
  package var hidesBehind: Bool { isInnerOpaque && innerCount >= 3 }
}
