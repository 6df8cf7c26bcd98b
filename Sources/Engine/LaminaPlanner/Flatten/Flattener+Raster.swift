// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaPlan

extension Flattener {
  /// Draws the picture of a path or a text.
  mutating func draw(_ raster: Raster, at index: Int, of list: DisplayList) {
    // Read through a span, since indexing the list's array copies the element.
    let rasters = list.rasters.span
    guard var box = rasters[index].box else { return drawCaster(raster.picture, node: rasters[index].node) }
    draw(raster, on: rasters[index].request.grid, &box)
  }

  /// - Parameter box: The box that shows the picture, changed in place since it is large; its value is undefined
  ///   afterwards.
  private mutating func draw(_ raster: Raster, on grid: TexelGrid, _ box: inout RasterBox) {
    note(raster, node: box.part.node)
    // Taken out, since the boxes are added while the resources are changed.
    var resources = PlanResources()
    swap(&resources, &self.resources)
    box.forEachPart(of: raster, on: grid, in: &resources) { (part, resources) in
      surfaces.append(part, in: &resources)
    }
    swap(&resources, &self.resources)
  }

  /// Notes the diagnostics of a path or a text.
  mutating func note(_ raster: Raster, node: Int32) {
    if let text = raster.text { diagnostics.add(text.layout.diagnostics, node: Int(node), in: snapshot) }
    if raster.picture.hasFewerDashes { diagnostics.add(.tooManyDashes, node: Int(node), in: snapshot) }
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
