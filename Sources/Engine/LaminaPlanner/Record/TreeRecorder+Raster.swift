// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

extension TreeRecorder {
  /// Records the drawing of a path or a text. All threads make the pictures together when a list is flattened, so that
  /// pictures kept from earlier frames do not affect the plan.
  ///
  /// - Parameters:
  ///   - ownColors: The tint to use if the raster has its own colours.
  ///   - cut: The box to which the drawing is cut, in layer space: minimum x, y, maximum x, y; `nil` for no cut.
  @inline(__always) mutating func request(
    _ subject: RasterRequest.Subject, on grid: TexelGrid, ownColors: SIMD4<Float>, cut: SIMD4<Double>? = nil,
    _ part: BoxPart
  ) {
    if grid.isCoarse { diagnostics.add(.coarsePicture, node: Int(part.node), in: snapshot) }
    list.append(
      RasterDraw(
        request: RasterRequest(subject: subject, grid: grid), node: part.node,
        box: RasterBox(part: part, ownColors: ownColors, cut: cut)))
  }
}
