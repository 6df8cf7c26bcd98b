// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The positions of eight pixel centres in a layer's plane, and the steps of one pixel there.
struct LanePlane {
  /// Layer points.
  var x: Lanes
  var y: Lanes
  /// The change of x and y for one pixel to the right, layer points.
  var xPerColumn: Lanes
  var yPerColumn: Lanes
  /// The change of x and y for one pixel down, layer points.
  var xPerRow: Lanes
  var yPerRow: Lanes
  /// Whether the point lies in front of the eye.
  var isVisible: LaneBits

  /// Maps the centres at `x`, `y` (target pixels) to the plane; the rows are the ones of `ShapeGeometry`.
  @inline(__always) init(
    row0: SIMD4<Float>, row1: SIMD4<Float>, row2: SIMD4<Float>, isAffine: Bool, x pixelX: Lanes, y pixelY: Lanes
  ) {
    let column = pixelX - row0.w
    let row = pixelY - row1.w
    x = column * row0.x + (row * row1.x + row2.x)
    y = column * row0.y + (row * row1.y + row2.y)
    xPerColumn = Lanes(repeating: row0.x)
    yPerColumn = Lanes(repeating: row0.y)
    xPerRow = Lanes(repeating: row1.x)
    yPerRow = Lanes(repeating: row1.y)
    isVisible = LaneBits(repeating: .max)
    guard !isAffine else { return }
    let depth = column * row0.z + (row * row1.z + row2.z)
    isVisible = depth.isAbove(.zero)
    let reciprocal = 1 / Lanes.choose(isVisible, depth, else: Lanes(repeating: 1))
    x *= reciprocal
    y *= reciprocal
    xPerColumn = (row0.x - x * row0.z) * reciprocal
    yPerColumn = (row0.y - y * row0.z) * reciprocal
    xPerRow = (row1.x - x * row1.z) * reciprocal
    yPerRow = (row1.y - y * row1.z) * reciprocal
  }
}
