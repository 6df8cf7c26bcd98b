// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// The way in which a raster is drawn on its layer.
struct RasterBox {
  /// The part of the layer; its tint is the colour of white texels of the raster.
  var part: BoxPart
  /// The tint to use if the raster has its own colours.
  let ownColors: SIMD4<Float>
  /// The box to which the raster is cut, in layer space: minimum x, y, maximum x, y; `nil` for no cut.
  let cut: SIMD4<Double>?
}

extension RasterBox {
  /// Calls `append` for each box that a raster is drawn as: one for each visible piece of its picture.
  ///
  /// The value is changed in place, since it is large, and is undefined afterwards.
  mutating func forEachPart(
    of raster: Raster, on grid: TexelGrid, in resources: inout PlanResources,
    _ append: (BoxPart, inout PlanResources) -> Void
  ) {
    if raster.text?.isOfOneColor == false { part.paint.tint = ownColors }
    guard part.paint.tint.w > 0 else { return }
    // Pieces adjoin one another on whole pixels.
    for piece in raster.picture.pieces {
      var box = self
      box.place(piece, on: grid, in: &resources, append)
    }
    place(raster.picture, on: grid, in: &resources, append)
  }

  private mutating func place(
    _ picture: RasterPicture, on grid: TexelGrid, in resources: inout PlanResources,
    _ append: (BoxPart, inout PlanResources) -> Void
  ) {
    guard let image = picture.image else { return }
    part.paint.image = resources.images.handle(of: .passUnretained(image))
    part.place(picture, on: grid, cut: cut)
    if !part.outline.isEmpty { append(part, &resources) }
  }
}

extension BoxPart {
  /// The bias for pictures that are made for up to 2^1.25 texels per pixel, to be sampled at level 0.
  private static let densityBias: Float = -1.25

  /// Places a picture on its texels.
  fileprivate mutating func place(_ picture: RasterPicture, on grid: TexelGrid, cut: SIMD4<Double>?) {
    let region = picture.region
    let size = SIMD2(Double(region.width), Double(region.height))
    var slope = SIMD2(1.0, 1.0)
    if grid.isExact {
      // In pixels of the target, measured from the picture's own corner.
      plane = LayerPlane(
        pixelsFrom: SIMD2(grid.pixelOfOrigin.x &+ region.minX, grid.pixelOfOrigin.y &+ region.minY))
    } else {
      slope = SIMD2(Double(grid.texelFromLayer.a), Double(grid.texelFromLayer.d))
      plane.moveOrigin(to: SIMD2(Double(region.minX), Double(region.minY)) / slope)
    }
    outline = RoundedRectangle(from: .zero, to: size / slope)
    if let cut { outline.cut(to: grid.texels(of: cut, from: region), texelsPerPoint: slope) }
    paint.placement = ImagePlacement(
      offsetAndStop0: .zero, stop1AndSlope0: SIMD4(0, 0, Float(slope.x), Float(slope.y)),
      slope1AndSlope2: SIMD4(Float(slope.x), Float(slope.y), Float(slope.x), Float(slope.y)),
      limits: SIMD4(0.5, 0.5, Float(size.x) - 0.5, Float(size.y) - 0.5), magnification: .linear,
      minification: plane.isAffine ? .linear : .trilinear, bias: plane.isAffine ? 0 : Self.densityBias)
    guard !picture.solid.isEmpty else { return }
    // Linear sampling reads half a texel around a point.
    let reach = grid.isExact ? 0 : 0.5
    let low = SIMD2(Double(picture.solid.minX - region.minX), Double(picture.solid.minY - region.minY)) + reach
    let high = SIMD2(Double(picture.solid.maxX - region.minX), Double(picture.solid.maxY - region.minY)) - reach
    if high.x > low.x, high.y > low.y { paint.solid = RoundedRectangle(from: low / slope, to: high / slope) }
  }
}

extension TexelGrid {
  /// The place of a box of the layer, in texels from the corner of `region`: minimum x, y, maximum x, y.
  fileprivate func texels(of box: SIMD4<Double>, from region: PixelRect) -> SIMD4<Double> {
    let rect = CGRect(x: box.x, y: box.y, width: box.z - box.x, height: box.w - box.y).applying(texelFromLayer)
    let corner = SIMD2(Double(region.minX), Double(region.minY))
    return rect.corners - SIMD4(lowHalf: corner, highHalf: corner)
  }
}

extension RoundedRectangle {
  /// Cuts the rectangle to a box of texels.
  fileprivate mutating func cut(to texels: SIMD4<Double>, texelsPerPoint slope: SIMD2<Double>) {
    let (low, high) = (texels.lowHalf / slope, texels.highHalf / slope)
    minimum.replace(with: low, where: low .> minimum)
    maximum.replace(with: high, where: high .< maximum)
  }

  /// A rectangle with square corners.
  fileprivate init(from low: SIMD2<Double>, to high: SIMD2<Double>) {
    self.init(bounds: CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y))
  }
}
