// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The results of the stages of a plan, kept for printing.
struct PlanTrace {
  /// The layers in the order in which they were placed; a layer that is drawn twice is listed twice.
  var layers: [PlacedLayer] = []
  /// The recorded lists, with the results of their requests for rasters.
  var lists: [(list: DisplayList, rasters: [Raster])] = []

  /// The placement of a layer.
  struct PlacedLayer {
    let node: Int32
    /// The pixels that the layer's bounds may touch; empty if none show.
    let pixels: PixelRect
    let isAffine: Bool
    /// The product of the opacities of the layer and of all its ancestors.
    let opacity: Float
    let clip: ClipHandle

    init(_ style: ResolvedStyle, opacity: Float) {
      (node, self.opacity, clip, isAffine) = (style.node, opacity, style.clip, style.plane.isAffine)
      pixels = BoxExtent(of: style.outline.box, on: style.plane, limit: style.limit)?.pixelBounds ?? .empty
    }
  }
}

/// The stages of planning, in order.
package enum PlanStage: String, Sendable, CaseIterable {
  /// The nested surfaces, and the pixel grid of each.
  case skeleton
  /// The placements of layers, and their visible parts.
  case resolve
  /// The draws in paint order, and the steps between them.
  case record
  /// The pictures of paths and texts.
  case rasterize
  /// The passes: the plan that renderers run.
  case flatten
}
