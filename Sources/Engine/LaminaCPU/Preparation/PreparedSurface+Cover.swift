// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

// A pane of glass is a blurred surface with one translucent colour on it. Where both cover pixels wholly, the colour
// can be laid on the surface's own pixels, which are fewer by far than those that it is drawn on.

extension PreparedSurface {
  /// Takes over what the next operation draws, where that is one colour on pixels that this covers wholly.
  ///
  /// - Parameters:
  ///   - color: What the next one's inner polygon shows, premultiplied, 0...255.
  ///   - bounds: The pixels that this is drawn on.
  /// - Returns: The pixels in which the next operation is drawn with this; empty where it is drawn by itself.
  mutating func takeCover(
    _ box: BoxOperation, color: PixelColor, of plan: RenderPlan, bounds: PixelRect
  ) -> PixelRect {
    guard isOpaque, isUprightPicture, !box.isInnerOpaque,
      box.isInnerWhite || (!box.image.exists && !box.gradient.exists), let range = box.innerRange(in: plan),
      isInside(bounds)
    else { return .empty }
    let polygon = ConvexPolygon(range.map { SIMD2<Double>(plan.innerVertices[$0]) })
    let pixels = polygon.uprightRectangle.intersection(box.pixelBounds).intersection(wholePixels).intersection(bounds)
    guard pixels.area >= 4096 else { return .empty }
    (cover, coveredPixels) = (color, pixels)
    return pixels
  }

  /// Whether some pixels lie well inside the surface, beyond its fading edge.
  private func isInside(_ bounds: PixelRect) -> Bool {
    func texel(_ x: Int32, _ y: Int32) -> SIMD2<Float> {
      let (right, down) = (Float(x) + 0.5 - row0.w, Float(y) + 0.5 - row1.w)
      return SIMD2(right * row0.x + down * row1.x + row2.x, down * row1.y + row2.y)
    }
    let corners = [
      texel(bounds.minX, bounds.minY), texel(bounds.maxX - 1, bounds.minY), texel(bounds.minX, bounds.maxY - 1),
      texel(bounds.maxX - 1, bounds.maxY - 1),
    ]
    let (width, height) = (Float(source.region.width), Float(source.region.height))
    return corners.allSatisfy { $0.x > 0.51 && $0.y > 0.51 && $0.x < width - 0.51 && $0.y < height - 0.51 }
  }
}
