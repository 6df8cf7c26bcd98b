// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry

/// A rounded rectangle in its layer's plane, with what a pixel needs to measure its distance to it.
///
/// A pixel centre `(x, y)` of the target becomes the homogeneous layer point
/// `P = row0 * (x - origin.x) + row1 * (y - origin.y) + row2`, visible where `P.z > 0`, at `P.xy / P.z`.
/// `origin` lies near the shape, so that 32-bit floats keep their precision on large canvases.
@usableFromInline package struct ShapeGeometry: Sendable, Hashable {
  /// The change of P by one pixel to the right (w component: `origin.x`, a whole number of pixels).
  @usableFromInline package var row0: SIMD4<Float>
  /// The change of P by one pixel down (w component: `origin.y`, a whole number of pixels).
  @usableFromInline package var row1: SIMD4<Float>
  /// P at `origin` (w component unused, 0).
  @usableFromInline package var row2: SIMD4<Float>
  /// Layer space, points: minimum x, minimum y, maximum x, maximum y.
  @usableFromInline package var box: SIMD4<Float>
  /// Layer space, points: radii at (minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY); each at most half the
  /// shorter side.
  @usableFromInline package var radii: SIMD4<Float>
  /// The outline of the corners, as `CornerOutline.code`.
  @usableFromInline package var corner: Float
  /// Bits 1 minX, 2 minY, 4 maxX, 8 maxY: which edges are antialiased.
  @usableFromInline package private(set) var softEdges: UInt8

  @inlinable package init(
    row0: SIMD4<Float>, row1: SIMD4<Float>, row2: SIMD4<Float>, box: SIMD4<Float>, radii: SIMD4<Float>,
    corner: Float = 0, antialiased: SIMD4<Float>
  ) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
    self.box = box
    self.radii = radii
    self.corner = corner
    softEdges = Self.bits(of: antialiased)
  }

  /// 1 for each antialiased edge, else 0: minX, minY, maxX, maxY. A byte holds them: every operation has a shape or
  /// two.
  @inlinable package var antialiased: SIMD4<Float> {
    get {
      let bits = SIMD4<Int32>(repeating: Int32(softEdges)) & SIMD4<Int32>(1, 2, 4, 8)
      return SIMD4<Float>.zero.replacing(with: 1, where: bits .!= 0)
    }
    set { softEdges = Self.bits(of: newValue) }
  }

  /// NaN is no antialiased edge.
  @inlinable static func bits(of edges: SIMD4<Float>) -> UInt8 {
    if edges == SIMD4(repeating: 1) { return 15 }
    var bits: UInt8 = 0
    for edge in 0..<4 where edges[edge] > 0 { bits |= 1 << UInt8(edge) }
    return bits
  }

  /// Whether the plane is not seen in perspective.
  @inlinable package var isAffine: Bool { row0.z == 0 && row1.z == 0 }

  /// The pixels between which the box lies: minimum x, minimum y, maximum x, maximum y; `nil` in perspective, and where
  /// the plane is seen from its edge.
  package var extent: SIMD4<Float>? {
    let determinant = row0.x * row1.y - row0.y * row1.x
    guard isAffine, row2.z == 1, determinant != 0 else { return nil }
    let half = SIMD2(box.z - box.x, box.w - box.y) / 2
    let middle = box.lowHalf + half - row2.lowHalf
    let (x, y) = (middle.x * row1.y - middle.y * row1.x, middle.y * row0.x - middle.x * row0.y)
    let (reachX, reachY) = (
      half.x * abs(row1.y) + half.y * abs(row1.x), half.y * abs(row0.x) + half.x * abs(row0.y)
    )
    let (centre, reach) = (SIMD2(x, y) / determinant, SIMD2(reachX, reachY) / abs(determinant))
    let place = centre + SIMD2(row0.w, row1.w)
    return SIMD4(lowHalf: place - reach, highHalf: place + reach)
  }

  /// Whether the shape is a box without rounded corners that contains the corners of some pixels.
  @inlinable @inline(__always) package func holds(_ pixels: PixelRect) -> Bool {
    guard radii == .zero else { return false }
    let (left, right) = (Float(pixels.minX) - row0.w, Float(pixels.maxX) - row0.w)
    let (top, bottom) = (Float(pixels.minY) - row1.w, Float(pixels.maxY) - row1.w)
    let (columns, rows) = (SIMD4(left, right, right, left), SIMD4(top, top, bottom, bottom))
    let x = columns * row0.x + rows * row1.x + row2.x
    let y = columns * row0.y + rows * row1.y + row2.y
    let z = columns * row0.z + rows * row1.z + row2.z
    let isInX = (x .>= z * box.x) .& (x .<= z * box.z)
    let isInY = (y .>= z * box.y) .& (y .<= z * box.w)
    return all(isInX .& isInY .& (z .> 0))
  }
}

/// How the coverage of one link counts in a stack of clips.
///
/// A stack of clips leaves the product e of their coverages. Where later draws of the subtree cover the same edge, an
/// earlier draw gets less, so that the result is the finished subtree, clipped once: where the later draws let the
/// fraction T through, the earlier one gets e T / (1 - e (1 - T)).
@usableFromInline package enum ClipRole: Sendable, Hashable {
  /// The coverage multiplies e.
  case clip
  /// The same; then later draws of this alpha cover all of the clip's edge: T is 1 - alpha.
  case covered(Float)
  /// A later draw of this alpha covers the shape: T is 1 - alpha * coverage, for the clips outward of the link.
  case cover(Float)
  /// A later draw of this alpha covers the pixels outside of the shape, as a border does.
  case coverAround(Float)
  /// The coverage multiplies that of the next clip or cover outward: a clip inside which that draw lies.
  case part
  /// The coverage divides that of the next clip or cover outward, which becomes 1 at most: the shape is the part of a
  /// clip farther outward whose edges lie along those of what it divides.
  case divisor
  /// The coverage divides e, inward of all others: the shape is the part of a clip along whose edges those of the draw
  /// lie.
  case outline

  /// Whether it takes something off draws.
  @inlinable package var isClip: Bool {
    switch self {
    case .clip, .covered: true
    case .cover, .coverAround, .part, .divisor, .outline: false
    }
  }

  /// As one number: of a clip, up to 1, the alpha that covers it; of a cover 1 and of one around 2 more than its alpha;
  /// 4 for a part, 5 for a divisor, 6 for an outline.
  package var code: Float {
    switch self {
    case .clip: 0
    case .covered(let alpha): alpha
    case .cover(let alpha): 1 + alpha
    case .coverAround(let alpha): 2 + alpha
    case .part: 4
    case .divisor: 5
    case .outline: 6
    }
  }
}

/// One clip of a stack: a shape whose coverage multiplies, and the rest of the stack below it.
///
/// A link with a gradient is a mask: the gradient's alpha multiplies its coverage. Only boxes and composites may stand
/// in a stack that has one. Links that are no clips say what covers the edges of clips outward of them.
@usableFromInline package struct ClipShape: Sendable, Hashable {
  @usableFromInline package var shape: ShapeGeometry
  /// The next clip outward in `RenderPlan.clips`, or none.
  @usableFromInline package var parent: ClipHandle
  /// The gradient in `RenderPlan.gradients` whose alpha multiplies, over points of the shape's layer, or none.
  @usableFromInline package var gradient: GradientHandle
  /// How its coverage counts.
  @usableFromInline package var role: ClipRole

  @inlinable package init(
    shape: ShapeGeometry, parent: ClipHandle, gradient: GradientHandle = .none, role: ClipRole = .clip
  ) {
    self.shape = shape
    self.parent = parent
    self.gradient = gradient
    self.role = role
  }
}
