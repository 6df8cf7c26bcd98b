// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

// The coverage of a pixel by a shape: the scalar equivalent of `boxCoverage` of the CPU renderer and `box_coverage` of
// the shaders, for queries of single points.

extension ShapeGeometry {
  /// A point of the target in layer space, and the steps of a pixel there.
  struct PlanePoint {
    /// The point; layer points.
    var place: SIMD2<Double>
    /// The step to the next pixel to the right, and to the next pixel below; layer points.
    var perColumn: SIMD2<Double>
    var perRow: SIMD2<Double>
  }

  /// The place of a point of the target in layer space; `nil` behind the eye.
  func planePoint(at target: SIMD2<Double>) -> PlanePoint? {
    let (column, row) = (target.x - Double(row0.w), target.y - Double(row1.w))
    let (x, y, start) = (SIMD4<Double>(row0), SIMD4<Double>(row1), SIMD4<Double>(row2))
    let image = x * column + y * row + start
    guard image.z > 0 else { return nil }
    let place = SIMD2(image.x, image.y) / image.z
    return PlanePoint(
      place: place, perColumn: (SIMD2(x.x, x.y) - place * x.z) / image.z,
      perRow: (SIMD2(y.x, y.y) - place * y.z) / image.z)
  }

  /// The fraction, 0...1, of the pixel around a point of the target that the shape covers.
  func coverage(at target: SIMD2<Double>) -> Double {
    guard let point = planePoint(at: target) else { return 0 }
    let (bounds, flags) = (SIMD4<Double>(box), antialiased)
    func pixelsPerPoint(_ axis: Int) -> Double {
      1 / (point.perColumn[axis] * point.perColumn[axis] + point.perRow[axis] * point.perRow[axis]).squareRoot()
    }
    func ramp(_ distance: Double, _ edge: Int) -> Double {
      if flags[edge] != 0 { return min(max(distance + 0.5, 0), 1) }
      return distance > 0 || (edge < 2 && distance == 0) ? 1 : 0
    }
    let (across, down) = (pixelsPerPoint(0), pixelsPerPoint(1))
    let horizontal =
      ramp((point.place.x - bounds.x) * across, 0) + ramp((bounds.z - point.place.x) * across, 2) - 1
    let vertical = ramp((point.place.y - bounds.y) * down, 1) + ramp((bounds.w - point.place.y) * down, 3) - 1
    let edge = max(0, horizontal) * max(0, vertical)
    return edge > 0 && radii != .zero ? min(edge, cornerCoverage(point, ramp)) : edge
  }

  /// The coverage by the curve of the corner that a point is in; 1 outside of all corners.
  private func cornerCoverage(_ point: PlanePoint, _ ramp: (Double, Int) -> Double) -> Double {
    let bounds = SIMD4<Double>(box)
    let (centre, half) = ((bounds.lowHalf + bounds.highHalf) / 2, (bounds.highHalf - bounds.lowHalf) / 2)
    let fromCentre = point.place - centre
    let (isRight, isBottom) = (fromCentre.x > 0, fromCentre.y > 0)
    let radius = Double(radii[isBottom ? (isRight ? 2 : 3) : (isRight ? 1 : 0)])
    let outline = CornerOutline(code: corner)
    let reach = radius * outline.reach
    let (a, b) = (abs(fromCentre.x) - (half.x - reach), abs(fromCentre.y) - (half.y - reach))
    guard radius > 0, a > 0, b > 0 else { return 1 }
    let (largest, slope) = (max(a, b), min(a, b) / max(a, b))
    let curve = outline.extent(slope)
    let turn = outline.slope(slope) / curve
    let alongLargest = -(1 + slope * turn)
    var normal = a >= b ? SIMD2(alongLargest, turn) : SIMD2(turn, alongLargest)
    if !isRight { normal.x = -normal.x }
    if !isBottom { normal.y = -normal.y }
    let steps = SIMD2((point.perColumn * normal).sum(), (point.perRow * normal).sum())
    let distance = (radius * curve - largest) / (steps * steps).sum().squareRoot()
    return max(ramp(distance, isRight ? 2 : 0), ramp(distance, isBottom ? 3 : 1))
  }
}
