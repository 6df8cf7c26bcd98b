// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// Measures of the convex polygons that instances draw.
package enum ConvexPieces {
  /// The area of a convex polygon.
  static func area(of vertices: UnsafeBufferPointer<SIMD2<Float>>) -> Float {
    guard let first = vertices.first else { return 0 }
    var doubled: Float = 0
    var previous = SIMD2<Float>.zero
    for vertex in vertices {
      let spoke = vertex - first
      doubled += previous.x * spoke.y - previous.y * spoke.x
      previous = spoke
    }
    return abs(doubled) / 2
  }

  /// The area of a quadrilateral given as x, y pairs, of which at most `bounds` is drawn.
  static func area(ofOuter outer: SIMD8<Float>, bounds: PixelRect) -> Float {
    let (x, y) = (outer.evenHalf, outer.oddHalf)
    let doubled = (x.z - x.x) * (y.w - y.y) - (x.w - x.y) * (y.z - y.x)
    return min(abs(doubled) / 2, Float(bounds.area))
  }

  /// Whether a quadrilateral, given as x, y pairs, contains no centre of a pixel outside of some pixels, also after a
  /// device has rounded its corners.
  package static func touchesOnly(_ bounds: PixelRect, _ outer: SIMD8<Float>) -> Bool {
    let reach: Float = 0.5 - 1.0 / 64
    let (left, top) = (Float(bounds.minX) - reach, Float(bounds.minY) - reach)
    let (right, bottom) = (Float(bounds.maxX) + reach, Float(bounds.maxY) + reach)
    func isNear(_ x: Float, _ y: Float) -> Bool { x >= left && x <= right && y >= top && y <= bottom }
    return isNear(outer[0], outer[1]) && isNear(outer[2], outer[3]) && isNear(outer[4], outer[5])
      && isNear(outer[6], outer[7])
  }
}

/// The part of a convex quadrilateral inside whole pixels.
package struct CutQuadrilateral {
  /// Each of four lines adds at most one corner to a convex polygon.
  private var corners = InlineArray<8, SIMD2<Float>>(repeating: .zero)
  private var count = 4

  /// - Parameter outer: The corners in order around, as x, y pairs.
  package init(_ outer: SIMD8<Float>, to bounds: PixelRect) {
    for index in 0..<4 { corners[index] = SIMD2(outer[2 * index], outer[2 * index + 1]) }
    let (x, y) = (outer.evenHalf, outer.oddHalf)
    if x.x == x.y && x.z == x.w && y.y == y.z && y.w == y.x || y.x == y.y && y.z == y.w && x.y == x.z && x.w == x.x {
      cutUpright(0, at: Float(bounds.minX), sign: 1)
      cutUpright(0, at: Float(bounds.maxX), sign: -1)
      cutUpright(1, at: Float(bounds.minY), sign: 1)
      cutUpright(1, at: Float(bounds.maxY), sign: -1)
      return
    }
    cut(0, at: Float(bounds.minX), sign: 1)
    cut(0, at: Float(bounds.maxX), sign: -1)
    cut(1, at: Float(bounds.minY), sign: 1)
    cut(1, at: Float(bounds.maxY), sign: -1)
  }

  /// Passes on the corners of the part, in order around; none if it is empty.
  @inline(__always) package func withCorners(_ body: (Span<SIMD2<Float>>) -> Void) {
    body(corners.span.extracting(first: count))
  }

  /// Keeps the part on one side of an upright line, including the line.
  ///
  /// - Parameter sign: 1 for the part right of the line or below, -1 for the other side.
  @inline(__always) private mutating func cut(_ axis: Int, at limit: Float, sign: Float) {
    // Inlined for each of the four lines, so that no component is chosen at run time.
    func isInside(_ vertex: SIMD2<Float>) -> Bool { (vertex[axis] - limit) * sign >= 0 }
    var outside = 0
    for index in 0..<count where !isInside(corners[index]) { outside += 1 }
    guard outside > 0 else { return }
    let (old, oldCount) = (corners, count)
    count = 0
    var previous = old[oldCount - 1]
    var wasInside = isInside(previous)
    for index in 0..<oldCount {
      let vertex = old[index]
      let isInside = isInside(vertex)
      if isInside != wasInside {
        var crossing = previous + (vertex - previous) * ((limit - previous[axis]) / (vertex[axis] - previous[axis]))
        crossing[axis] = limit
        append(crossing)
      }
      if isInside { append(vertex) }
      (previous, wasInside) = (vertex, isInside)
    }
  }

  /// Keeps the part of an upright rectangle, with the first corner that `cut` finds.
  @inline(__always) private mutating func cutUpright(_ axis: Int, at limit: Float, sign: Float) {
    func isOutside(_ index: Int) -> Bool { (corners[index][axis] - limit) * sign < 0 }
    guard count > 0 else { return }
    let (first, second, last) = (isOutside(0), isOutside(1), isOutside(3))
    // Of the two sides across the axis, one or both.
    guard first || second || last else { return }
    if first, second, isOutside(2) {
      count = 0
      return
    }
    for index in 0..<4 where isOutside(index) { corners[index][axis] = limit }
    if last && !first {
      (corners[0], corners[1], corners[2], corners[3]) = (corners[3], corners[0], corners[1], corners[2])
    }
  }

  /// Adds a corner; a quadrilateral that is not convex may have too many, which are left out.
  @inline(__always) private mutating func append(_ vertex: SIMD2<Float>) {
    guard count < 8 else { return }
    corners[count] = vertex
    count += 1
  }
}
