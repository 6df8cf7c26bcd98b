// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension TreeRecorder {
  /// Draws the shadow of a path that is not a rounded rectangle: the coverage of the path as a picture, blurred like
  /// the shadow of a subtree.
  ///
  /// - Conformance: SHADOW-5
  mutating func drawShadow(
    _ shadow: LayerShadow, ofPath path: CGPath, targetFromLayer: Homography, _ style: ResolvedStyle,
    under parent: Inherited
  ) {
    let box = path.boundingBoxOfPath
    let extent = SIMD4(Double(box.minX), Double(box.minY), Double(box.maxX), Double(box.maxY))
    let size = extent.highHalf - extent.lowHalf
    guard size - size == .zero, size.x > 0, size.y > 0,
      let grid = SurfaceGrid(targetFromLayer: targetFromLayer, shift: shadow.offset, extent: extent, limit: style.limit)
    else { return }
    guard let room = ShadowSurface(shadow, grid, extent: extent, limit: style.limit) else { return }
    let map = room.grid.surfaceFromLayer
    let affine = CGAffineTransform(
      a: map.x.x, b: map.x.y, c: map.y.x, d: map.y.y, tx: map.translation.x, ty: map.translation.y)
    let request = RasterRequest(
      subject: .path(.fill(KeyedPath(path), .winding)), grid: TexelGrid(pixelFromLayer: affine, region: room.wanted),
      isWhole: true)
    list.beginApart(room.wanted)
    list.append(RasterDraw(request: request, node: style.node, box: nil))
    list.end(SurfaceShadow(shadow, room, style))
  }
}
