// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import LaminaPlan

/// The outlines of all visited layers, for the overlay that shows them.
struct LayerOutlines {
  /// The outlines, each with a border one pixel wide, in target pixels.
  var boxes: [BoxOperation] = []
}

extension TreeRecorder {
  /// Notes a layer's bounds on the canvas, whether or not the layer draws anything there.
  ///
  /// The outline of a layer that is drawn on the grid of another layer is mapped to the canvas by the plane of that
  /// other layer. The mask of such a layer lies on the grid around it.
  mutating func noteOutline(of style: ResolvedStyle, targetFromLayer: Homography) {
    var canvasFromLayer = targetFromLayer
    for chain in walk.chains.reversed() {
      guard !chain.hasBegunMask, let offscreen = chain.ownGrid else { continue }
      canvasFromLayer = canvasFromLayer.concatenating(offscreen.grid.targetFromSurface)
    }
    guard var plane = LayerPlane(targetFromLayer: canvasFromLayer) else { return }
    // Measured from the layer's corner if the corner is far from the origin, as in the layer's style.
    let corner = SIMD2(
      Double(nodes[Int(style.node)].properties.bounds.minX) - style.outline.minimum.x,
      Double(nodes[Int(style.node)].properties.bounds.minY) - style.outline.minimum.y)
    if corner != .zero { plane.moveOrigin(to: corner) }
    guard let extent = BoxExtent(of: style.outline.box, on: plane, limit: canvas) else { return }
    var outline = style.outline
    outline.radii = .zero
    guard
      let shape = ShapeGeometry(
        plane: plane, outline: outline, antialiased: SIMD4(repeating: 1), near: extent.pixelBounds)
    else { return }
    var box = BoxOperation(
      shape: shape, outer: extent.outer, pixelBounds: extent.pixelBounds, clip: .none, placement: .none,
      isAffine: plane.isAffine, node: style.node)
    if !extent.isWhole { box.outer = extent.cutOuter(region: canvas) }
    (box.border, box.borderWidth) = ([1, 0, 1, 1], shape.pointsOfPixel)
    outlines?.boxes.append(box)
  }
}
