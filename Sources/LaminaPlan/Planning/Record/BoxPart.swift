import Foundation
import LaminaGeometry
import LaminaGraphics

/// What a box shows inside its outline.
struct BoxPaint {
  var fill = SIMD4<Float>.zero
  var border = SIMD4<Float>.zero
  var borderWidth = 0.0
  /// The picture, or none.
  var image: ImageHandle = .none
  var placement = ImagePlacement.none
  /// Multiplies the picture or gradient, premultiplied.
  var tint = SIMD4<Float>(repeating: 1)
  /// Where in the outline the picture is white and opaque, where that is known.
  var solid: RoundedRectangle?
  /// The gradient, or none.
  var gradient: GradientHandle = .none
  var isGradientOpaque = false
}

/// One box to draw: a part of a layer, or all of it.
struct BoxPart: Placed {
  var placed: PlacedOutline
  var paint = BoxPaint()

  /// A part of a layer that shows nothing yet.
  init(_ style: ResolvedStyle) {
    placed = style.placed
    paint.tint = style.tint
  }
}

extension PlanResources {
  /// Measures one part and appends its operation, unless no pixel shows.
  ///
  /// - Parameters:
  ///   - region: The pixels that are wanted of the grid that it lies on.
  ///   - draws: Where it goes.
  mutating func append(_ part: BoxPart, region: PixelRect, to draws: inout [DrawOperation]) {
    append(part.paint, in: part.placed, region: region, to: &draws)
  }

  /// The same of a paint and an outline, each read where it is: together they are as large as the operation.
  mutating func append(
    _ paint: BoxPaint, in placed: PlacedOutline, region: PixelRect, to draws: inout [DrawOperation]
  ) {
    guard let extent = BoxExtent(of: placed.outline.box, on: placed.plane, limit: placed.limit),
      let shape = ShapeGeometry(
        plane: placed.plane, outline: placed.outline, antialiased: placed.antialiased, near: extent.pixelBounds,
        reach: paint.borderWidth)
    else { return }
    inner.make(
      paint.solid ?? (paint.borderWidth > 0 ? placed.outline.inset(by: paint.borderWidth) : placed.outline),
      plane: placed.plane, extent: extent)
    var clip = placed.clip
    if clip.exists {
      if clips.interior(of: clip, contains: extent.outer) {
        clip = .none
      } else {
        inner.clip(to: clips.interior(of: clip))
      }
    }
    let innerStart = Int32(innerVertices.count)
    inner.polygon.append(to: &innerVertices)

    let isPaintOpaque = paint.isGradientOpaque || (paint.image.exists && images[paint.image].isOpaque)
    let isOpaque = paint.fill.w >= 1 || (isPaintOpaque && paint.tint.w >= 1)
    draws.append(
      .box(
        BoxOperation(
          shape: shape, outer: extent.isWhole ? extent.outer : extent.cutOuter(region: region),
          pixelBounds: extent.pixelBounds, innerStart: innerStart, innerCount: Int32(inner.polygon.count), clip: clip,
          image: paint.image, gradient: paint.gradient, tint: paint.tint, fill: paint.fill, border: paint.border,
          borderWidth: Float(min(paint.borderWidth, 1e30)), opacity: placed.opacity, placement: paint.placement,
          isInnerOpaque: (isOpaque || (paint.solid != nil && paint.tint.w >= 1)) && placed.opacity >= 1,
          isInnerWhite: paint.solid != nil, isAffine: placed.plane.isAffine, node: placed.node)))
  }
}

extension ImagePlacement {
  /// For operations without a picture.
  static var none: ImagePlacement {
    ImagePlacement(
      offsetAndStop0: .zero, stop1AndSlope0: .zero, slope1AndSlope2: .zero, limits: .zero, magnification: .linear,
      minification: .linear, bias: 0)
  }
}

extension BoxExtent {
  /// The quadrilateral to draw where `limit` cut the box: the one around what is left, unless only the
  /// target's own edge did the cutting.
  func cutOuter(region: PixelRect) -> SIMD8<Float> {
    let cutByRegionOnly =
      (pixelBounds.minX == region.minX || Float(pixelBounds.minX) <= outer.evenHalf.min())
      && (pixelBounds.minY == region.minY || Float(pixelBounds.minY) <= outer.oddHalf.min())
      && (pixelBounds.maxX == region.maxX || Float(pixelBounds.maxX) >= outer.evenHalf.max())
      && (pixelBounds.maxY == region.maxY || Float(pixelBounds.maxY) >= outer.oddHalf.max())
    return cutByRegionOnly ? outer : boundsQuad
  }
}
