import Foundation
import LaminaGeometry
import LaminaGraphics

/// One box to draw: a part of a layer, or all of it.
struct BoxPart {
  var plane: LayerPlane
  var outline: RoundedRectangle
  var antialiased: SIMD4<Float>
  var clip: Int32
  var limit: PixelRect
  var opacity: Float
  var node: Int32
  var fill = SIMD4<Float>.zero
  var border = SIMD4<Float>.zero
  var borderWidth = 0.0
  /// The picture's index, or -1.
  var image: Int32 = -1
  var placement = ImagePlacement.none
  /// Multiplies the picture or gradient, premultiplied.
  var tint = SIMD4<Float>(repeating: 1)
  /// Where in the outline the picture is white and opaque, where that is known.
  var solid: RoundedRectangle?
  /// The gradient's index, or -1.
  var gradient: Int32 = -1
  var isGradientOpaque = false

  init(_ look: LayerLook) {
    plane = look.plane
    outline = look.outline
    antialiased = look.antialiased
    clip = look.clip
    limit = look.limit
    opacity = look.partOpacity
    node = look.node
    tint = look.tint
  }
}

extension PlanResources {
  /// Measures one part and appends its operation, unless no pixel shows.
  ///
  /// - Parameters:
  ///   - region: The pixels that are wanted of the grid that it lies on.
  ///   - draws: Where it goes.
  mutating func append(_ part: BoxPart, region: PixelRect, to draws: inout [DrawOperation]) {
    guard let extent = BoxExtent(of: part.outline.box, on: part.plane, limit: part.limit),
      let shape = ShapeGeometry(
        plane: part.plane, outline: part.outline, antialiased: part.antialiased, near: extent.pixelBounds,
        reach: part.borderWidth)
    else { return }
    var operation = BoxOperation(
      shape: shape, outer: extent.outer, pixelBounds: extent.pixelBounds, clip: part.clip,
      image: part.image, fill: part.fill,
      border: part.border, borderWidth: Float(min(part.borderWidth, 1e30)), opacity: part.opacity,
      placement: part.placement, isAffine: part.plane.isAffine, node: part.node)
    if !extent.isWhole { operation.outer = extent.cutOuter(region: region) }

    inner.make(
      part.solid ?? (part.borderWidth > 0 ? part.outline.inset(by: part.borderWidth) : part.outline),
      plane: part.plane, extent: extent)
    if part.clip >= 0 {
      if clips.interior(of: part.clip, contains: extent.outer) {
        operation.clip = -1
      } else {
        inner.clip(to: clips.interior(of: part.clip))
      }
    }
    operation.innerStart = Int32(innerVertices.count)
    operation.innerCount = Int32(inner.polygon.count)
    for index in 0..<inner.polygon.count { innerVertices.append(SIMD2<Float>(inner.polygon[index])) }

    operation.gradient = part.gradient
    operation.tint = part.tint
    let isPaintOpaque = part.isGradientOpaque || (part.image >= 0 && images[part.image].isOpaque)
    let isOpaque = part.fill.w >= 1 || (isPaintOpaque && part.tint.w >= 1)
    operation.isInnerWhite = part.solid != nil
    operation.isInnerOpaque = (isOpaque || (part.solid != nil && part.tint.w >= 1)) && part.opacity >= 1
    draws.append(.box(operation))
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
