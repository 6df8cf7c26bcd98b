import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension PlanBuilder {
  /// Draws the shadow of a path that is no rounded rectangle: its coverage as a picture, blurred like a subtree's.
  ///
  /// - Conformance: SHADOW-5
  mutating func drawShadow(
    _ shadow: LayerShadow, ofPath path: CGPath, targetFromLayer: Homography, _ look: LayerLook,
    under parent: Inherited
  ) {
    let box = path.boundingBoxOfPath
    let extent = SIMD4(Double(box.minX), Double(box.minY), Double(box.maxX), Double(box.maxY))
    let size = extent.highHalf - extent.lowHalf
    guard size - size == .zero, size.x > 0, size.y > 0,
      let grid = SheetGrid(targetFromLayer: targetFromLayer, shift: shadow.offset, extent: extent, limit: look.limit)
    else { return }
    guard let room = ShadowRoom(shadow, grid, extent: extent, limit: look.limit),
      let caster = caster(path, on: room.grid, within: room.wanted, node: look.node)
    else { return }
    drawSilhouette([.box(caster)], of: shadow, in: room, look)
  }

  /// The coverage of a path as a picture on a sheet.
  private mutating func caster(
    _ path: CGPath, on grid: SheetGrid, within wanted: PixelRect, node: Int32
  ) -> BoxOperation? {
    let map = grid.sheetFromLayer
    let affine = CGAffineTransform(
      a: map.x.x, b: map.x.y, c: map.y.x, d: map.y.y, tx: map.translation.x, ty: map.translation.y)
    let texels = TexelGrid(pixelFromLayer: affine, region: wanted)
    let subject = DrawnSubject.fill(KeyedPath(path), .winding)
    let mask = rasters.wholePicture(of: subject, on: texels)
    guard let image = mask.image else { return nil }
    var box = RoundedRectangle(bounds: .zero)
    box.minimum = SIMD2(Double(mask.region.minX), Double(mask.region.minY))
    box.maximum = SIMD2(Double(mask.region.maxX), Double(mask.region.maxY))
    guard let plane = LayerPlane(targetFromLayer: .identity),
      let extent = BoxExtent(of: box.box, on: plane, limit: mask.region),
      let shape = ShapeGeometry(plane: plane, outline: box, antialiased: .zero, near: extent.pixelBounds)
    else { return nil }
    let size = SIMD2(Float(image.width), Float(image.height))
    let placement = ImagePlacement(
      offsetAndStop0: [-Float(mask.region.minX), -Float(mask.region.minY), 0, 0], stop1AndSlope0: [0, 0, 1, 1],
      slope1AndSlope2: [1, 1, 1, 1], limits: [0.5, 0.5, size.x - 0.5, size.y - 0.5], magnification: .nearest,
      minification: .nearest, bias: 0)
    return BoxOperation(
      shape: shape, outer: extent.boundsQuad, pixelBounds: extent.pixelBounds,
      image: resources.images.index(of: .passUnretained(image)), placement: placement, node: node)
  }
}
