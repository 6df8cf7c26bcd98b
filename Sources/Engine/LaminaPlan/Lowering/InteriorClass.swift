// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A class of the pixels of a box's inner polygon, by the computation that each of them needs.
///
/// Both renderers determine the class once per box, and draw each class in their cheapest way; docs/rendering-notes.md
/// lists both ways.
package enum InteriorClass {
  /// The pixels have one colour, premultiplied, before opacity.
  case plain(SIMD4<Float>)
  /// The pixels show a gradient over the fill.
  case gradient
  /// The pixels show a picture over the fill, whose texels are found by one affine map of the pixels.
  case texels(AffineTexels)
  /// The pixels show a picture over the fill in perspective or in nine slices: the texels of each pixel are computed
  /// separately.
  case general
}

extension UnsafePointer<BoxOperation> {
  /// The class of the pixels of the box's inner polygon.
  ///
  /// - Parameters:
  ///   - hasPicture: Whether the picture of the box exists.
  ///   - hasGradient: Whether the gradient of the box exists.
  ///   - texels: The affine map of its texels, if there is one.
  package func interior(hasPicture: Bool, hasGradient: Bool, texels: AffineTexels?) -> InteriorClass {
    if pointee.isInnerWhite { return .plain(pointee.innerColor) }
    if hasGradient { return .gradient }
    guard hasPicture else { return .plain(pointee.fill) }
    return texels.map(InteriorClass.texels) ?? .general
  }
}

extension BoxOperation {
  /// The single colour of the box's inner polygon, premultiplied, before opacity; `nil` if it shows more than one
  /// colour.
  package func plainInterior(in plan: RenderPlan) -> SIMD4<Float>? {
    if isInnerWhite { return innerColor }
    return plan.gradients.holds(gradient) || plan.images.holds(image) ? nil : fill
  }

  /// Whether every pixel of the box's inner polygon hides the pixels behind it, and there is at least one such pixel.
  package var hidesBehind: Bool { isInnerOpaque && innerCount >= 3 }
}
