// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// A rounded rectangle in its layer's plane, with what a pixel needs to measure its distance to it.
///
/// A pixel centre `(x, y)` of the target becomes the homogeneous layer point
/// `P = row0 * (x - origin.x) + row1 * (y - origin.y) + row2`, visible where `P.z > 0`, at `P.xy / P.z`.
/// `origin` lies near the shape, so that 32-bit floats keep their precision on large canvases.
package struct ShapeGeometry: Sendable, Hashable {
  /// What one pixel to the right adds to P (w component: `origin.x`, a whole number of pixels).
  package var row0: SIMD4<Float>
  /// What one pixel down adds to P (w component: `origin.y`, a whole number of pixels).
  package var row1: SIMD4<Float>
  /// P at `origin` (w component unused, 0).
  package var row2: SIMD4<Float>
  /// Layer space, points: minimum x, minimum y, maximum x, maximum y.
  package var box: SIMD4<Float>
  /// Layer space, points: radii at (minX, minY), (maxX, minY), (maxX, maxY), (minX, maxY); each at most half the
  /// shorter side.
  package var radii: SIMD4<Float>
  /// The outline of the corners, as `CornerOutline.code`.
  package var corner: Float
  /// Bits 1 minX, 2 minY, 4 maxX, 8 maxY: which edges are antialiased.
  private var softEdges: UInt8

  package init(
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
  package var antialiased: SIMD4<Float> {
    get {
      let bits = SIMD4<Int32>(repeating: Int32(softEdges)) & SIMD4<Int32>(1, 2, 4, 8)
      return SIMD4<Float>.zero.replacing(with: 1, where: bits .!= 0)
    }
    set { softEdges = Self.bits(of: newValue) }
  }

  /// What is no number is no antialiased edge.
  private static func bits(of edges: SIMD4<Float>) -> UInt8 {
    if edges == SIMD4(repeating: 1) { return 15 }
    var bits: UInt8 = 0
    for edge in 0..<4 where edges[edge] > 0 { bits |= 1 << UInt8(edge) }
    return bits
  }
}

/// One clip of a stack: a shape whose coverage multiplies, and the rest of the stack below it.
///
/// A link with a gradient is a mask: the gradient's alpha multiplies too. Only boxes and composites may stand in a
/// stack that has one.
package struct ClipShape: Sendable, Hashable {
  package var shape: ShapeGeometry
  /// The next clip outward in `RenderPlan.clips`, or none.
  package var parent: ClipHandle
  /// The gradient in `RenderPlan.gradients` whose alpha multiplies, over points of the shape's layer, or none.
  package var gradient: GradientHandle = .none

  package init(shape: ShapeGeometry, parent: ClipHandle, gradient: GradientHandle = .none) {
    self.shape = shape
    self.parent = parent
    self.gradient = gradient
  }
}
