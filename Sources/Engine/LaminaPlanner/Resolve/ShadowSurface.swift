// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaPlan

/// The pixel grid and region that a blurred shadow needs.
struct ShadowSurface {
  var grid: SurfaceGrid
  /// The standard deviation; pixels of the grid.
  var sigma: Double
  /// The reach of the blur; pixels of the grid.
  var margin: Int32
  /// The pixels of the grid that may show, including the ones that their blur reaches.
  var wanted: PixelRect

  /// The longest side of a pass; every device supports this size.
  private static let longestSide = 8192

  /// - Parameter extent: The extent of the caster in layer space: minimum x, y, maximum x, y.
  /// - Returns: `nil` if nothing of the shadow shows.
  init?(_ shadow: LayerShadow, _ grid: SurfaceGrid, extent: SIMD4<Double>, limit: PixelRect) {
    var grid = grid
    for _ in 0..<40 {
      let sigma = shadow.sigma * grid.scale
      let margin = (sigma * Double(BlurFilter.reach)).rounded(.up) + 2
      if margin < 0x1p22 {
        let wanted = grid.region(showing: limit, extent: extent, margin: margin)
        guard !wanted.isEmpty else { return nil }
        if wanted.area <= SurfaceGrid.largestArea, max(wanted.width, wanted.height) <= Self.longestSide {
          (self.grid, self.sigma, self.margin, self.wanted) = (grid, sigma, Int32(clamping: margin), wanted)
          return
        }
      }
      // So wide a blur, or so large a layer, shows no difference at half the resolution.
      grid = grid.halved
    }
    return nil
  }
}
