// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// The drawing of one layer by itself, with all rules for ranges applied, ready to be converted to operations.
struct ResolvedStyle: Placed {
  /// The bounds of the layer, and the factor by which each part is multiplied.
  var placed: PlacedOutline
  var isLeaf: Bool
  /// Whether the layer's space is y-up on the canvas.
  var isFlipped: Bool

  /// The background colour, premultiplied, clamped to the range of pictures.
  var fill: SIMD4<Float>
  var border: SIMD4<Float>
  var borderWidth: Double
  /// The picture, kept alive by the snapshot.
  var image: Unmanaged<CGImage>?
  var contents: ContentsPlacement?
  /// The gradient, or none.
  var gradient: GradientHandle = .none
  /// Whether every stop of the gradient is opaque.
  var isGradientOpaque = false
  var masksToBounds: Bool
  /// Whether the picture is a background pattern, in place of a background colour.
  var picturesBackground = false
  /// The colour by which replicators multiply every colour, premultiplied; `fill` and `border` already include it.
  var tint = SIMD4<Float>(repeating: 1)
  /// Whether content is drawn between `contents` and sublayers: a path or a text.
  var drawsOverContents = false
  /// Whether the layer shows `contents`, if it has any; not if a gradient or a text takes their place.
  var drawsContents = true
  /// The factor by which each part is multiplied.
  var partOpacity: Float {
    @inline(__always) get { placed.opacity }
    @inline(__always) set { placed.opacity = newValue }
  }
  /// Whether background, contents and border each fade by themselves (`GROUP-1`).
  var partsFadeApart = false

  /// The distance in points beyond which the step of a float is above 1/4096 point.
  private static let farOrigin = 2048.0

  @inline(__always)
  init(node: Int32, _ layer: UnsafePointer<LayerProperties>, plane: LayerPlane, isFlipped: Bool, isLeaf: Bool) {
    self.isLeaf = isLeaf
    self.isFlipped = isFlipped
    let drawsNothing = layer.pointee.flags.contains(.keepsDepth)
    placed = PlacedOutline(
      plane: plane,
      outline: RoundedRectangle(
        bounds: layer.pointee.bounds, cornerRadius: drawsNothing ? 0 : layer.pointee.cornerRadius,
        maskedCorners: layer.pointee.maskedCorners, curve: layer.pointee.cornerCurve),
      antialiased: Self.edges(
        allowed: layer.pointee.flags.contains(.allowsEdgeAntialiasing), mask: layer.pointee.edgeAntialiasingMask),
      node: node)
    if max(abs(placed.outline.minimum.x), abs(placed.outline.minimum.y)) > Self.farOrigin {
      // Measured from the layer's own corner, since 32-bit floats would lose the fractions of the points of a layer
      // scrolled far.
      placed.plane.moveOrigin(to: placed.outline.minimum)
      placed.outline.maximum -= placed.outline.minimum
      placed.outline.minimum = .zero
    }
    fill = drawsNothing ? .zero : Self.shown(layer.pointee.backgroundColor)
    borderWidth = drawsNothing || !(layer.pointee.borderWidth > 0) ? 0 : Double(layer.pointee.borderWidth)
    border = borderWidth > 0 ? Self.shown(layer.pointee.borderColor) : .zero
    if border.w == 0 { borderWidth = 0 }
    masksToBounds = !drawsNothing && layer.pointee.flags.contains(.masksToBounds)
    drawsContents = !drawsNothing && !layer.pointee.kind.is(.gradient)
    if drawsContents, let picture = layer.uncountedContents {
      image = picture
      contents = ContentsPlacement(
        imageSize: picture._withUnsafeGuaranteedRef { $0.texels }, properties: layer.pointee.contentsProperties,
        bounds: placed.outline.box,
        isFlipped: isFlipped)
    }
  }

  /// A colour as it is drawn: premultiplied, with each component clamped to the range of pictures.
  static func shown(_ color: CGColor?) -> SIMD4<Float> {
    guard let color else { return .zero }
    var straight = color.straight
    straight.replace(with: 0, where: .!(straight .> 0))
    straight.replace(with: 1, where: straight .> 1)
    var result = straight * straight.w
    result.w = straight.w
    return result
  }

  /// The antialiased edges: minX, minY, maxX, maxY. Bits of the mask: 1 left, 2 right, 4 bottom (minimum y), 8 top.
  ///
  /// - Conformance: GROUP-3
  private static func edges(allowed: Bool, mask: UInt8) -> SIMD4<Float> {
    guard allowed else { return .zero }
    if mask & 15 == 15 { return SIMD4(repeating: 1) }
    return SIMD4(mask & 1 != 0 ? 1 : 0, mask & 4 != 0 ? 1 : 0, mask & 2 != 0 ? 1 : 0, mask & 8 != 0 ? 1 : 0)
  }

  /// Multiplies every colour of the style.
  mutating func multiply(by tint: SIMD4<Float>) {
    self.tint *= tint
    fill *= tint
    border *= tint
    if border.w == 0 { borderWidth = 0 }
  }

  /// Whether the border hides everything directly under it.
  var hidesUnderBorder: Bool { borderWidth > 0 && border.w >= 1 && partOpacity >= 1 }

  /// The outline of drawings under the border. If the border hides them, their edge lies inside the border, so that
  /// nothing shows through the border's antialiasing.
  var placedUnderBorder: PlacedOutline {
    var result = placed
    if hidesUnderBorder { result.outline = result.outline.inset(by: borderWidth / 2) }
    return result
  }

  /// An opacity for drawing: clamped to 0...1; a value that is not a number becomes 0.
  static func unit(_ value: Float) -> Float {
    value > 0 ? min(value, 1) : 0
  }

  /// The border as a separate part.
  var borderPart: BoxPart {
    var part = BoxPart(self)
    part.paint.border = border
    part.paint.borderWidth = borderWidth
    return part
  }

  /// Whether the picture covers the whole bounds, and is cut by the same outline as the background. One operation then
  /// draws both, so that no background shows through the antialiased edge.
  @inline(__always) var pictureJoinsFill: Bool {
    guard let box = contents?.box, !partsFadeApart else { return false }
    let bounds = outline.box
    if box == bounds { return masksToBounds || picturesBackground || outline.radii == .zero }
    return masksToBounds && box.x <= bounds.x && box.y <= bounds.y && box.z >= bounds.z && box.w >= bounds.w
  }
}

extension RoundedRectangle {
  /// The edges: minimum x, y, maximum x, y.
  var box: SIMD4<Double> { SIMD4(minimum.x, minimum.y, maximum.x, maximum.y) }
}

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
