import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension PlanBuilder {
  /// Draws background and contents, and the border too where nothing comes between.
  ///
  /// - Parameter look: Not changed; a copy of it takes as long as much of what is drawn.
  /// - Returns: Whether the border has to wait for sublayers, or fades by itself.
  /// - Conformance: PAINT-1, PAINT-3
  mutating func drawUnderSublayers(_ look: inout LayerLook) -> Bool {
    let joins = look.image != nil && look.pictureJoinsFill
    let borderJoins =
      look.isLeaf && !look.partsFadeApart && !look.drawsOverContents && (look.contents == nil || joins)
    let hasBorder = look.borderWidth > 0
    let paintsApart = look.gradient >= 0 && look.partsFadeApart && look.fill.w > 0
    if look.fill.w > 0 || look.gradient >= 0 || joins || (hasBorder && borderJoins) {
      var part = BoxPart(look)
      part.fill = look.fill
      if !paintsApart {
        part.gradient = look.gradient
        part.isGradientOpaque = look.isGradientOpaque
      }
      if joins, let image = look.image, let contents = look.contents {
        part.image = resources.images.index(of: image)
        part.placement = contents.placement
      }
      if hasBorder && borderJoins {
        part.border = look.border
        part.borderWidth = look.borderWidth
      } else if hasBorder, look.border.w >= 1, look.partOpacity >= 1 {
        // The opaque border will hide the fill's edge: keep the fill from bleeding through its ramp.
        part.outline = part.outline.inset(by: look.borderWidth / 2)
      }
      draw(part)
    }
    if paintsApart {
      var part = BoxPart(look)
      part.gradient = look.gradient
      part.isGradientOpaque = look.isGradientOpaque
      draw(part)
    }
    if !joins, let image = look.image, let contents = look.contents { drawApart(image, contents, look) }
    return hasBorder && !borderJoins
  }

  /// Draws a picture that does not share the background's outline.
  private mutating func drawApart(_ image: Unmanaged<CGImage>, _ contents: ContentsPlacement, _ look: LayerLook) {
    var part = BoxPart(look)
    part.image = resources.images.index(of: image)
    part.placement = contents.placement
    part.outline.minimum = SIMD2(contents.box.x, contents.box.y)
    part.outline.maximum = SIMD2(contents.box.z, contents.box.w)
    part.outline.radii = .zero
    if look.masksToBounds {
      var clipped = Inherited(
        targetFromLayer: look.plane.targetFromLayer, isFlipped: false, clip: look.clip, limit: look.limit)
      guard pushClip(look, into: &clipped) else { return }
      part.clip = clipped.clip
      part.limit = clipped.limit
    }
    draw(part)
  }

  /// Measures one part and appends its operation, unless no pixel shows.
  mutating func draw(_ part: BoxPart) {
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
      if resources.clips.interior(of: part.clip, contains: extent.outer) {
        operation.clip = -1
      } else {
        inner.clip(to: resources.clips.interior(of: part.clip))
      }
    }
    operation.innerStart = Int32(resources.innerVertices.count)
    operation.innerCount = Int32(inner.polygon.count)
    for index in 0..<inner.polygon.count { resources.add(innerVertex: inner.polygon[index]) }

    operation.gradient = part.gradient
    operation.tint = part.tint
    let isPaintOpaque = part.isGradientOpaque || (part.image >= 0 && resources.images[part.image].isOpaque)
    let isOpaque = part.fill.w >= 1 || (isPaintOpaque && part.tint.w >= 1)
    operation.isInnerWhite = part.solid != nil
    operation.isInnerOpaque = (isOpaque || (part.solid != nil && part.tint.w >= 1)) && part.opacity >= 1
    walk.surfaces.append(.box(operation))
  }
}

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
