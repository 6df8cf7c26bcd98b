// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// The grid on which a blurred or rasterized layer is drawn before it is composited onto the target.
struct OffscreenSurface {
  var grid: SurfaceGrid
  /// The pixels of the grid that may show, including the ones that their blur reaches.
  var wanted: PixelRect
  /// Whether the grid is the target's own, pixel for pixel.
  var isTarget: Bool
  /// Whether the finished picture is kept as a bitmap.
  var isRaster: Bool
  /// Whether the bitmap is sampled with the nearest filter, if the grid is not the target's.
  var isNearest = false
  /// The number of times the bitmap is halved before it is sampled, for trilinear minification.
  var halvings = 0
}

extension TreeRecorder {
  /// The longest side of a pass; every device supports this size.
  private static let longestSide = 8192

  /// Finds the grid for a layer that is blurred or rasterized; `nil` if nothing of the layer can show.
  ///
  /// If the plane is only rotated and scaled uniformly, a blur is computed in pixels of the target. Any other plane
  /// gets its own grid, and so does a bitmap, unless its pixels coincide with the target's.
  /// - Parameters:
  ///   - sigma: The standard deviation of all blurs together; points.
  ///   - limit: The pixels of the target in which the layer may show.
  /// - Conformance: GROUP-2, GROUP-4
  mutating func offscreenSurface(
    _ node: Int32, targetFromLayer: Homography, limit: PixelRect, sigma: Double, isRaster: Bool
  ) -> OffscreenSurface? {
    guard let extent = extents.extent(of: node, in: nodes, isOwnEffectsLeftOut: true) else { return nil }
    var isTarget = false
    var grid: SurfaceGrid
    let asked = isRaster ? rasterScale(Int(node)) : 0
    if isRaster {
      isTarget = targetFromLayer.isAligned(at: asked)
      grid = SurfaceGrid(targetFromLayer: targetFromLayer, scale: asked, extent: extent)
      if isTarget { (grid.surfaceFromLayer, grid.targetFromSurface) = (targetFromLayer, .identity) }
    } else {
      guard let found = SurfaceGrid(targetFromLayer: targetFromLayer, shift: .zero, extent: extent, limit: limit) else {
        return nil
      }
      grid = found
      isTarget = found.targetFromSurface == .identity
    }
    for _ in 0..<64 {
      let margin = (sigma * grid.scale * Double(BlurFilter.reach)).rounded(.up) + 2
      if margin < 0x1p22 {
        let wanted = grid.region(showing: limit, extent: extent, margin: margin)
        guard !wanted.isEmpty else { return nil }
        if wanted.area <= SurfaceGrid.largestArea, max(wanted.width, wanted.height) <= Self.longestSide {
          if isRaster, grid.scale < asked { report(scale: grid.scale, insteadOf: asked, node: node) }
          var result = OffscreenSurface(grid: grid, wanted: wanted, isTarget: isTarget, isRaster: isRaster)
          if isRaster, !isTarget { sample(&result, node, targetFromLayer, limit) }
          return result
        }
      }
      grid = grid.halved
      isTarget = false
    }
    return nil
  }

  /// The bitmap's scale in pixels per point: the layer's rasterization scale if it is above 0, otherwise 1.
  private mutating func rasterScale(_ index: Int) -> Double {
    let scale = Double(nodes[index].properties.extras?.rasterizationScale ?? 1)
    guard scale > 0, scale.isFinite else {
      diagnostics.add(
        [
          FilterProblem(
            code: "invalid-rasterization-scale",
            message: "a rasterizationScale of \(scale) cannot be drawn; the layer is rasterized at 1")
        ], node: index, in: snapshot)
      return 1
    }
    return min(scale, 1e9)
  }

  private mutating func report(scale: Double, insteadOf asked: Double, node: Int32) {
    diagnostics.add(
      [
        FilterProblem(
          code: "rasterization-scale-clamped",
          message: "a rasterizationScale of \(asked) would need more than \(SurfaceGrid.largestArea) pixels; "
            + "the layer is rasterized at \(scale)")
      ], node: Int(node), in: snapshot)
  }

  /// Chooses the filter of the layer with which its bitmap is sampled.
  private func sample(
    _ offscreen: inout OffscreenSurface, _ node: Int32, _ targetFromLayer: Homography, _ limit: PixelRect
  ) {
    let contents = nodes[Int(node)].properties.contentsProperties
    let middle = SIMD2(Double(limit.minX + limit.maxX), Double(limit.minY + limit.maxY)) / 2
    guard let plane = LayerPlane(targetFromLayer: targetFromLayer) else { return }
    let points = plane.pointsPerPixel(at: middle)
    let texelsPerPixel = max(points.x, points.y) * offscreen.grid.scale
    let filter = texelsPerPixel > 1.0001 ? contents.minificationFilter : contents.magnificationFilter
    offscreen.isNearest = filter == .nearest
    if filter == .trilinear, texelsPerPixel > 1, texelsPerPixel.isFinite {
      let level = log2(texelsPerPixel) + Double(contents.minificationFilterBias)
      offscreen.halvings = Int(clamping: max(0, min(level.rounded(), 16)))
    }
  }
}

extension SurfaceGrid {
  /// Creates the plane's own grid at a scale in pixels per point. The grid is mirrored if the plane is seen mirrored,
  /// so that it shows which sublayers face away. If the layer draws far from its origin, the grid begins at the
  /// drawing, since 32-bit floats would lose the fractions of far pixels.
  ///
  /// - Parameter extent: The extent of the drawing in layer space: minimum x, y, maximum x, y.
  init(targetFromLayer: Homography, scale: Double, extent: SIMD4<Double>) {
    let flip: Double = targetFromLayer.determinant < 0 ? -1 : 1
    let corner = SIMD2(extent.x, flip < 0 ? -extent.w : extent.y) * scale
    let isFar = max(abs(corner.x), abs(corner.y)) > Self.farOrigin && corner - corner == .zero
    let start = isFar ? corner.rounded(.down) : .zero
    let layerFromSurface = Homography(
      a: 1 / scale, b: 0, c: 0, d: flip / scale, tx: start.x / scale, ty: flip * start.y / scale)
    self.init(
      surfaceFromLayer: Homography(a: scale, b: 0, c: 0, d: scale * flip, tx: -start.x, ty: -start.y),
      targetFromSurface: layerFromSurface.concatenating(targetFromLayer), scale: scale)
  }

  /// The distance in pixels beyond which the step of a float is above 1/4096 pixel.
  private static let farOrigin = 2048.0
}

extension Homography {
  /// Whether a grid with this scale in pixels per point coincides with the target's pixels, upright or mirrored.
  fileprivate func isAligned(at scale: Double) -> Bool {
    guard isAffine, x.y == 0, y.x == 0 else { return false }
    func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-6 * scale }
    func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) <= 1.0 / 1024 }
    return isClose(abs(x.x), scale) && isClose(abs(y.y), scale) && isWhole(translation.x) && isWhole(translation.y)
  }
}

extension ResolvedStyle {
  /// Moves the layer to its own grid; its opacity, tint, clip and limit stay the same.
  ///
  /// - Returns: `false` if the layer cannot be drawn on that grid.
  mutating func move(to offscreen: OffscreenSurface, _ layer: UnsafePointer<LayerProperties>, isFlipped: Bool) -> Bool {
    guard let plane = LayerPlane(targetFromLayer: offscreen.grid.surfaceFromLayer) else { return false }
    var moved = ResolvedStyle(node: node, layer, plane: plane, isFlipped: isFlipped, isLeaf: isLeaf)
    if tint != SIMD4(repeating: 1) { moved.multiply(by: tint) }
    (moved.clip, moved.limit) = (clip, limit)
    (moved.partOpacity, moved.partsFadeApart) = (partOpacity, partsFadeApart)
    self = moved
    return true
  }
}
