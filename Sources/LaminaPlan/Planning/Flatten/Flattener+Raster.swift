// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics

extension Flattener {
  /// Draws what became of a path or a text.
  mutating func draw(_ raster: Raster, at index: Int, of list: DisplayList) {
    // Read where they are: asking the list for one copies all of it.
    let rasters = list.rasters.span
    guard var box = rasters[index].box else { return drawCaster(raster.picture, node: rasters[index].node) }
    draw(raster, on: rasters[index].request.grid, &box)
  }

  /// - Parameter box: How; of no use afterwards. It is large, so it is changed in place.
  private mutating func draw(_ raster: Raster, on grid: TexelGrid, _ box: inout RasterBox) {
    let node = Int(box.part.node)
    if let text = raster.text {
      diagnostics.add(text.layout.diagnostics, node: node, in: snapshot)
      if !text.isOfOneColor { box.part.paint.tint = box.ownColors }
    }
    guard box.part.paint.tint.w > 0 else { return }
    let picture = raster.picture
    if picture.hasFewerDashes { diagnostics.add(.tooManyDashes, node: node, in: snapshot) }
    // Pieces lie beside one another on whole pixels.
    for piece in picture.pieces {
      var box = box
      draw(piece, on: grid, &box)
    }
    draw(picture, on: grid, &box)
  }

  private mutating func draw(_ picture: RasterPicture, on grid: TexelGrid, _ box: inout RasterBox) {
    guard let image = picture.image else { return }
    box.part.paint.image = resources.images.handle(of: .passUnretained(image))
    box.part.place(picture, on: grid, cut: box.cut)
    if !box.part.outline.isEmpty { surfaces.append(box.part, in: &resources) }
  }

  /// Draws the coverage of a path that casts a shadow on the shadow's own grid.
  private mutating func drawCaster(_ mask: RasterPicture, node: Int32) {
    guard let image = mask.image else { return }
    var box = RoundedRectangle(bounds: .zero)
    box.minimum = SIMD2(Double(mask.region.minX), Double(mask.region.minY))
    box.maximum = SIMD2(Double(mask.region.maxX), Double(mask.region.maxY))
    guard let plane = LayerPlane(targetFromLayer: .identity),
      let extent = BoxExtent(of: box.box, on: plane, limit: mask.region),
      let shape = ShapeGeometry(plane: plane, outline: box, antialiased: .zero, near: extent.pixelBounds)
    else { return }
    let size = SIMD2(Float(image.width), Float(image.height))
    let placement = ImagePlacement(
      offsetAndStop0: SIMD4(-Float(mask.region.minX), -Float(mask.region.minY), 0, 0),
      stop1AndSlope0: SIMD4(0, 0, 1, 1),
      slope1AndSlope2: SIMD4(1, 1, 1, 1), limits: SIMD4(0.5, 0.5, size.x - 0.5, size.y - 0.5), magnification: .nearest,
      minification: .nearest, bias: 0)
    surfaces.append(
      .box(
        BoxOperation(
          shape: shape, outer: extent.boundsQuad, pixelBounds: extent.pixelBounds,
          image: resources.images.handle(of: .passUnretained(image)), placement: placement, node: node)))
  }
}

extension BoxPart {
  /// Up to 2^1.25 texels a pixel are what a picture is made for, and level 0.
  private static let densityBias: Float = -1.25

  /// Puts a picture where its texels lie.
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
    // Linear sampling looks half a texel around.
    let reach = grid.isExact ? 0 : 0.5
    let low = SIMD2(Double(picture.solid.minX - region.minX), Double(picture.solid.minY - region.minY)) + reach
    let high = SIMD2(Double(picture.solid.maxX - region.minX), Double(picture.solid.maxY - region.minY)) - reach
    if high.x > low.x, high.y > low.y { paint.solid = RoundedRectangle(from: low / slope, to: high / slope) }
  }
}

extension TexelGrid {
  /// Where a box of the layer lies, in texels from the corner of `region`: minimum x, y, maximum x, y.
  fileprivate func texels(of box: SIMD4<Double>, from region: PixelRect) -> SIMD4<Double> {
    let rect = CGRect(x: box.x, y: box.y, width: box.z - box.x, height: box.w - box.y).applying(texelFromLayer)
    let corner = SIMD2(Double(region.minX), Double(region.minY))
    return rect.corners - SIMD4(lowHalf: corner, highHalf: corner)
  }
}

extension RoundedRectangle {
  /// Keeps what lies in a box of texels.
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
