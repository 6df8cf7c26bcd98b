// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry
public import LaminaGraphics

/// The map from layer points to texels of a picture, along both axes, including nine-slice scaling.
///
/// Along x: `u = offset.x + slope0.x * min(x, stop0.x) + slope1.x * clamp(x, stop0.x, stop1.x) + slope2.x * max(x,
/// stop1.x)` and the same along y. For a plain placement all slopes are equal and both stops are 0, which makes it
/// linear. `u` and `v` are in texels of the full picture, from its top left corner, texel centres at halves.
///
/// - Conformance: CONTENT-2, CONTENT-3, CONTENT-4
@usableFromInline package struct ImagePlacement: Sendable, Hashable {
  /// The map from points to texels.
  @usableFromInline var mapping: ImageMapping
  /// The filter if a texel covers at least a pixel, and the filter if a pixel covers more than a texel.
  @usableFromInline var filters: ImageFilters
  /// The value added to the level of detail in trilinear minification.
  @usableFromInline package var bias: Float

  @inlinable init(_ mapping: ImageMapping, _ filters: ImageFilters, bias: Float) {
    (self.mapping, self.filters, self.bias) = (mapping, filters, bias)
  }

  package init(
    offsetAndStop0: SIMD4<Float>, stop1AndSlope0: SIMD4<Float>, slope1AndSlope2: SIMD4<Float>,
    limits: SIMD4<Float>, magnification: ContentsFilter, minification: ContentsFilter, bias: Float
  ) {
    mapping = ImageMapping(
      offsetAndStop0: offsetAndStop0, stop1AndSlope0: stop1AndSlope0, slope1AndSlope2: slope1AndSlope2, limits: limits)
    filters = ImageFilters(magnification: magnification, minification: minification)
    self.bias = bias
  }

  /// The offset in texels, offset.x and offset.y; then the first stop in points, stop0.x and stop0.y.
  @inlinable package var offsetAndStop0: SIMD4<Float> {
    get { mapping.offsetAndStop0 }
    set { mapping.offsetAndStop0 = newValue }
  }
  /// The second stop in points, stop1.x and stop1.y; then the first slope in texels per point, slope0.x and slope0.y.
  @inlinable package var stop1AndSlope0: SIMD4<Float> {
    get { mapping.stop1AndSlope0 }
    set { mapping.stop1AndSlope0 = newValue }
  }
  /// The other slopes in texels per point: slope1.x, slope1.y, slope2.x, slope2.y.
  @inlinable package var slope1AndSlope2: SIMD4<Float> {
    get { mapping.slope1AndSlope2 }
    set { mapping.slope1AndSlope2 = newValue }
  }
  /// The range that texel coordinates are clamped to before sampling: minimum u, v, maximum u, v. It lies half a texel
  /// inside the visible part of the picture, so that neighbouring texels do not show.
  @inlinable package var limits: SIMD4<Float> {
    get { mapping.limits }
    set { mapping.limits = newValue }
  }
  /// The filter if a texel covers at least a pixel.
  @inlinable package var magnification: ContentsFilter { filters.magnification }
  /// The filter if a pixel covers more than a texel.
  @inlinable package var minification: ContentsFilter { filters.minification }
}

extension ImagePlacement {
  /// The placement for operations without a picture.
  package static var none: ImagePlacement {
    ImagePlacement(
      offsetAndStop0: .zero, stop1AndSlope0: .zero, slope1AndSlope2: .zero, limits: .zero, magnification: .linear,
      minification: .linear, bias: 0)
  }
}

/// The coefficients of the map of an ``ImagePlacement``.
@usableFromInline struct ImageMapping: Sendable, Hashable {
  @usableFromInline var offsetAndStop0: SIMD4<Float>
  @usableFromInline var stop1AndSlope0: SIMD4<Float>
  @usableFromInline var slope1AndSlope2: SIMD4<Float>
  @usableFromInline var limits: SIMD4<Float>
}

/// The filters of an ``ImagePlacement`` in one byte, of which all bits are used.
@usableFromInline struct ImageFilters: Sendable, Hashable {
  /// The code of the filter for magnification, and above it four bits for that for minification.
  @usableFromInline let codes: UInt8

  @inlinable init(magnification: ContentsFilter, minification: ContentsFilter) {
    codes = Self.code(of: magnification) | Self.code(of: minification) << 4
  }

  @inlinable var magnification: ContentsFilter { Self.filter(codes & 15) }
  @inlinable var minification: ContentsFilter { Self.filter(codes >> 4) }

  /// Whether a pixel that covers more than a texel shows smaller levels.
  @inlinable var mayShowLevels: Bool { codes >> 4 == Self.code(of: .trilinear) }

  @inlinable @inline(__always) static func code(of filter: ContentsFilter) -> UInt8 {
    switch filter {
    case .nearest: 0
    case .linear: 1
    case .trilinear: 2
    }
  }

  @inlinable @inline(__always) static func filter(_ code: UInt8) -> ContentsFilter {
    switch code {
    case 0: .nearest
    case 1: .linear
    default: .trilinear
    }
  }
}

/// Draws one rounded box: its fill, a picture over the fill, and a border over both, inside one shape and a stack of
/// clips.
///
/// The colour of a pixel is
/// `(border over (tint * (picture or gradient) over fill)) * opacity * coverage(shape) * coverage(clips)`,
/// composited source-over. `inner` is the convex polygon of pixels whose coverage is known to be 1, and that no border
/// reaches: inside it, renderers skip all computations of coverage. If `isInnerOpaque` is set, they may draw front to
/// back, and skip hidden pixels.
///
/// - Conformance: PAINT-1, PAINT-3, PAINT-4, CLIP-1, GROUP-3
@usableFromInline package struct BoxOperation: Sendable, Hashable {
  // Ordered so that there is no padding between them, since there are as many boxes as layers. All bits are used, so
  // that `DrawOperation` keeps its case in a byte of its own. It would keep its case in padding, or in the unused bits
  // of a `Bool` or of an enumeration, and then each access to an operation would copy it in order to clear these bits.

  /// A quadrilateral in target pixels that contains every pixel that the box may touch: four corners as x, y pairs, in
  /// order around it.
  @usableFromInline package var outer: SIMD8<Float>
  /// The colour by which the picture or gradient is multiplied, component by component; 1 leaves it unchanged.
  /// Premultiplied, 0...1. A white mask in this colour gives the colour where the mask covers.
  @usableFromInline package var tint: SIMD4<Float>
  /// The colour of the inside, premultiplied, 0...1.
  @usableFromInline package var fill: SIMD4<Float>
  /// The colour of the border, premultiplied, 0...1.
  @usableFromInline package var border: SIMD4<Float>
  /// The pixels that the box may touch; no pixel outside may be written. Already cut to the pass and to whole-pixel
  /// clips.
  @usableFromInline package var pixelBounds: PixelRect
  /// The map from points to texels; meaningless without a picture.
  @usableFromInline var mapping: ImageMapping
  /// The shape, which also maps pixels to the layer.
  @usableFromInline package var shape: ShapeGeometry
  /// The number of vertices of the inner polygon: 0, or 3 to 16, in order around it.
  @usableFromInline var vertexCount: UInt8
  /// ``isInnerOpaque``, ``isInnerWhite`` and ``isAffine``, from the lowest bit on.
  @usableFromInline var flags: UInt8
  /// The filters of the picture; meaningless without one.
  @usableFromInline var filters: ImageFilters
  /// The index of the inner polygon's first vertex in the vertices of its run, ``DrawList/Run/vertices``.
  @usableFromInline package var innerStart: Int32
  /// The innermost clip in `RenderPlan.clips`, or none. The inner polygon already lies inside all clips.
  @usableFromInline package var clip: ClipHandle
  /// The picture in `RenderPlan.images`, or none.
  @usableFromInline package var image: ImageHandle
  /// The gradient in `RenderPlan.gradients`, or none. It lies on the fill; a box with a gradient has no picture.
  @usableFromInline package var gradient: GradientHandle
  /// The snapshot node of the box, for printing.
  @usableFromInline package var node: Int32
  /// The width of the border, at least 0; points. The border lies between the shape and the shape inset by this width.
  @usableFromInline package var borderWidth: Float
  /// The opacity by which everything is multiplied, 0...1.
  @usableFromInline package var opacity: Float
  /// The value added to the level of detail in trilinear minification; meaningless without a picture.
  @usableFromInline var bias: Float

  @inlinable package init(
    shape: ShapeGeometry, outer: SIMD8<Float>, pixelBounds: PixelRect, innerStart: Int32 = 0, innerCount: Int32 = 0,
    clip: ClipHandle = .none, image: ImageHandle = .none, gradient: GradientHandle = .none,
    tint: SIMD4<Float> = SIMD4(repeating: 1),
    fill: SIMD4<Float> = .zero, border: SIMD4<Float> = .zero, borderWidth: Float = 0, opacity: Float = 1,
    placement: ImagePlacement, isInnerOpaque: Bool = false, isInnerWhite: Bool = false, isAffine: Bool = true,
    node: Int32 = 0
  ) {
    self.shape = shape
    self.outer = outer
    self.pixelBounds = pixelBounds
    self.innerStart = innerStart
    vertexCount = UInt8(clamping: innerCount)
    self.clip = clip
    self.image = image
    self.gradient = gradient
    self.tint = tint
    self.fill = fill
    self.border = border
    self.borderWidth = borderWidth
    self.opacity = opacity
    (mapping, filters, bias) = (placement.mapping, placement.filters, placement.bias)
    flags = (isInnerOpaque ? 1 : 0) | (isInnerWhite ? 2 : 0) | (isAffine ? 4 : 0)
    self.node = node
  }
}

extension BoxOperation: HandleHolder {
  @inlinable @inline(__always) package mutating func visitHandles<Visitor: HandleVisitor>(
    beside other: BoxOperation, _ visitor: inout Visitor
  ) {
    visitor.visit(&clip, other.clip)
    visitor.visit(&image, other.image)
    visitor.visit(&gradient, other.gradient)
    var inner = VertexPlace(start: innerStart, count: innerCount)
    visitor.visit(vertices: &inner, VertexPlace(start: other.innerStart, count: other.innerCount))
    innerStart = inner.start
    visitor.visit(node: &node, other.node)
  }
}

extension BoxOperation {
  /// Whether every pixel of the inner polygon has alpha 1 in the result.
  @inlinable package var isInnerOpaque: Bool {
    get { flags & 1 != 0 }
    set { flags = newValue ? flags | 1 : flags & ~1 }
  }

  /// Whether the picture is white and opaque in every pixel of the inner polygon, so that the tint over the fill shows
  /// there.
  @inlinable package var isInnerWhite: Bool { flags & 2 != 0 }

  /// Whether the map from the target to the layer is affine: P.z is 1 for every pixel.
  @inlinable package var isAffine: Bool { flags & 4 != 0 }

  /// The number of vertices of the inner polygon: 0, or 3 to 16, in order around it.
  @inlinable package var innerCount: Int32 {
    get { Int32(vertexCount) }
    set { vertexCount = UInt8(clamping: newValue) }
  }

  /// The range of the inner polygon in the vertices of its run; empty if there is none.
  package func innerRange(in vertices: [SIMD2<Float>]) -> Range<Int> {
    vertexCount < 3 ? 0..<0 : vertices.range(of: VertexPlace(start: innerStart, count: Int32(vertexCount)))
  }

  /// The inner polygon in target pixels, in place; empty if there is none.
  ///
  /// - Parameter vertices: The vertices of the inner polygons of its run.
  @inlinable package func innerPolygon(
    in vertices: UnsafeBufferPointer<SIMD2<Float>>
  ) -> UnsafeBufferPointer<SIMD2<Float>> {
    vertices.polygon(at: VertexPlace(start: innerStart, count: Int32(vertexCount)))
  }

  /// The placement of the picture; meaningless without a picture.
  @inlinable package var placement: ImagePlacement {
    get { ImagePlacement(mapping, filters, bias: bias) }
    set { (mapping, filters, bias) = (newValue.mapping, newValue.filters, newValue.bias) }
  }

  /// The colour of every pixel of the inner polygon before opacity; meaningful only if `isInnerWhite` is set.
  @inlinable package var innerColor: SIMD4<Float> { tint + fill * (1 - tint.w) }
}

extension UnsafeBufferPointer<SIMD2<Float>> {
  /// The polygon at a place; empty if there is none.
  @inlinable package func polygon(at place: VertexPlace) -> Self {
    let (start, count) = (Int(place.start), Int(place.count))
    let isKnown = count >= 3 && start >= 0 && start + count <= self.count
    return UnsafeBufferPointer(rebasing: self[isKnown ? start..<(start + count) : 0..<0])
  }
}

extension UnsafePointer<BoxOperation> {
  /// The inner polygon in target pixels, in place; empty if there is none.
  ///
  /// - Parameter vertices: The vertices of the inner polygons of its run.
  @inlinable package func innerPolygon(
    in vertices: UnsafeBufferPointer<SIMD2<Float>>
  ) -> UnsafeBufferPointer<SIMD2<Float>> {
    pointee.innerPolygon(in: vertices)
  }

  /// The placement of the picture; meaningless without a picture.
  @inlinable package var placement: ImagePlacement { pointee.placement }

  /// The colour of every pixel of the inner polygon before opacity; meaningful only if `isInnerWhite` is set.
  @inlinable package var innerColor: SIMD4<Float> { pointee.innerColor }
}
