// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// What the stages of a plan made, kept for printing.
struct PlanTrace {
  /// Layers in the order in which they were placed; one that is drawn twice stands there twice.
  var layers: [PlacedLayer] = []
  /// What was recorded, and what became of the requests for rasters.
  var lists: [(list: DisplayList, rasters: [Raster])] = []

  /// Where a layer lies.
  struct PlacedLayer {
    let node: Int32
    /// The pixels that its bounds may touch; empty where none show.
    let pixels: PixelRect
    let isAffine: Bool
    /// With those of all layers above.
    let opacity: Float
    let clip: ClipHandle

    init(_ style: ResolvedStyle, opacity: Float) {
      (node, self.opacity, clip, isAffine) = (style.node, opacity, style.clip, style.plane.isAffine)
      pixels = BoxExtent(of: style.outline.box, on: style.plane, limit: style.limit)?.pixelBounds ?? .empty
    }
  }
}

/// The stages by which a plan comes about, in order.
package enum PlanStage: String, Sendable, CaseIterable {
  /// Which surfaces there are, one in the other, and on which grid of pixels each lies.
  case skeleton
  /// Where layers lie, and what is left of them.
  case resolve
  /// What is drawn in paint order, and what waits in between.
  case record
  /// What paths and texts look like as pixels.
  case rasterize
  /// The passes: the plan that renderers run.
  case flatten
}
