// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// The colours, picture, gradient and border that a box shows inside its outline.
struct BoxPaint {
  var fill = SIMD4<Float>.zero
  var border = SIMD4<Float>.zero
  var borderWidth = 0.0
  /// The picture, or none.
  var image: ImageHandle = .none
  var placement = ImagePlacement.none
  /// The colour that the picture or gradient is multiplied by, premultiplied.
  var tint = SIMD4<Float>(repeating: 1)
  /// The part of the outline in which the picture is white and opaque, if it is known.
  var solid: RoundedRectangle?
  /// The gradient, or none.
  var gradient: GradientHandle = .none
  var isGradientOpaque = false
}

/// One box to draw: a whole layer, or a part of it.
struct BoxPart: Placed {
  var placed: PlacedOutline
  var paint = BoxPaint()

  /// Creates a part of a layer that does not show anything yet.
  @inline(__always) init(_ style: ResolvedStyle) {
    placed = style.placed
    paint.tint = style.tint
  }
}

extension PlanResources {
  /// Measures one part and appends its operation, unless no pixel shows.
  ///
  /// - Parameters:
  ///   - region: The requested pixels of the grid that the part lies on.
  ///   - draws: The list that the operation is appended to.
  mutating func append(_ part: BoxPart, region: PixelRect, to draws: inout [DrawOperation]) {
    withUnsafePointer(to: part.placed) { _ = append(part.paint, in: $0, region: region, to: &draws) }
  }

  /// Measures a paint and an outline, and appends their operation, unless no pixel shows. The outline is passed by
  /// pointer, since it is as large as the operation and is not to be copied.
  ///
  /// - Returns: Whether an operation was appended that blends with the pixels below it in more than its edges.
  mutating func append(
    _ paint: BoxPaint, in placed: UnsafePointer<PlacedOutline>, region: PixelRect, to draws: inout [DrawOperation]
  ) -> Bool {
    let plane = placed.pointee.plane
    guard let extent = BoxExtent(of: placed.pointee.outline.box, on: plane, limit: placed.pointee.limit),
      let shape = ShapeGeometry(
        plane: plane, outline: placed.pointee.outline, antialiased: placed.pointee.antialiased,
        near: extent.pixelBounds,
        reach: paint.borderWidth)
    else { return false }
    let outline = placed.pointee.outline
    inner.make(
      paint.solid ?? (paint.borderWidth > 0 ? outline.inset(by: paint.borderWidth) : outline), plane: plane,
      extent: extent)
    var clip = placed.pointee.clip
    if clip.exists {
      if clips.interiors.holds(extent.outer, in: clip) {
        clip = .none
      } else {
        inner.clip(to: clips.interiors[clip])
      }
    }
    let innerStart = Int32(innerVertices.count)
    inner.polygon.append(to: &innerVertices)

    let isPaintOpaque = paint.isGradientOpaque || (paint.image.exists && images[paint.image].isOpaque)
    let isOpaque = paint.fill.w >= 1 || (isPaintOpaque && paint.tint.w >= 1)
    let isInnerOpaque = (isOpaque || (paint.solid != nil && paint.tint.w >= 1)) && placed.pointee.opacity >= 1
    draws.append(
      .box(
        BoxOperation(
          shape: shape, outer: extent.isWhole ? extent.outer : extent.cutOuter(region: region),
          pixelBounds: extent.pixelBounds, innerStart: innerStart, innerCount: Int32(inner.polygon.count), clip: clip,
          image: paint.image, gradient: paint.gradient, tint: paint.tint, fill: paint.fill, border: paint.border,
          borderWidth: Float(min(paint.borderWidth, 1e30)), opacity: placed.pointee.opacity, placement: paint.placement,
          isInnerOpaque: isInnerOpaque, isInnerWhite: paint.solid != nil, isAffine: plane.isAffine,
          node: placed.pointee.node)))
    return !isInnerOpaque
  }
}

extension BoxExtent {
  /// The quadrilateral to draw if `limit` cut the box: the one around the remaining pixels, unless only the target's
  /// own edge cut the box.
  func cutOuter(region: PixelRect) -> SIMD8<Float> {
    let cutByRegionOnly =
      (pixelBounds.minX == region.minX || Float(pixelBounds.minX) <= outer.evenHalf.min())
      && (pixelBounds.minY == region.minY || Float(pixelBounds.minY) <= outer.oddHalf.min())
      && (pixelBounds.maxX == region.maxX || Float(pixelBounds.maxX) >= outer.evenHalf.max())
      && (pixelBounds.maxY == region.maxY || Float(pixelBounds.maxY) >= outer.oddHalf.max())
    return cutByRegionOnly ? outer : boundsQuad
  }
}
