import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import Synchronization

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
    guard let mask = PathMasks.shared.mask(of: path, pixelFromPath: affine, within: wanted) else { return nil }
    var box = RoundedRectangle(bounds: .zero)
    box.minimum = SIMD2(Double(mask.region.minX), Double(mask.region.minY))
    box.maximum = SIMD2(Double(mask.region.maxX), Double(mask.region.maxY))
    guard let plane = LayerPlane(targetFromLayer: .identity),
      let extent = BoxExtent(of: box.box, on: plane, limit: mask.region),
      let shape = ShapeGeometry(plane: plane, outline: box, antialiased: .zero, near: extent.pixelBounds)
    else { return nil }
    let size = SIMD2(Float(mask.image.width), Float(mask.image.height))
    let placement = ImagePlacement(
      offsetAndStop0: [-Float(mask.region.minX), -Float(mask.region.minY), 0, 0], stop1AndSlope0: [0, 0, 1, 1],
      slope1AndSlope2: [1, 1, 1, 1], limits: [0.5, 0.5, size.x - 0.5, size.y - 0.5], magnification: .nearest,
      minification: .nearest, bias: 0)
    return BoxOperation(
      shape: shape, outer: extent.boundsQuad, pixelBounds: extent.pixelBounds,
      image: imageIndex(of: .passUnretained(mask.image)), placement: placement, node: node)
  }
}

/// The coverage of paths that cast shadows, kept from frame to frame; the least recently used go first.
final class PathMasks: Sendable {
  static let shared = PathMasks(budget: 64 << 20)

  /// How much of each pixel a path covers, as a white picture.
  struct Mask {
    var region: PixelRect
    var image: CGImage
  }

  private struct Key: Hashable {
    var path: CGPath
    var map: [CGFloat]
    var region: PixelRect
  }

  private struct State {
    var masks: [Key: (mask: Mask?, lastUse: Int)] = [:]
    var bytes = 0
    var clock = 0
  }

  private let state = Mutex(State())
  private let budget: Int

  /// - Parameter budget: Bytes of pictures that are kept at most.
  init(budget: Int) {
    self.budget = budget
  }

  /// The mask of a path; `nil` where it covers nothing.
  func mask(of path: CGPath, pixelFromPath map: CGAffineTransform, within region: PixelRect) -> Mask? {
    let key = Key(path: path, map: [map.a, map.b, map.c, map.d, map.tx, map.ty], region: region)
    return state.withLock { state in
      state.clock += 1
      if let entry = state.masks[key] {
        state.masks[key]?.lastUse = state.clock
        return entry.mask
      }
      let coverage = PathRasterizer.coverage(of: path, fillRule: .winding, pixelFromPath: map, within: region)
      let mask = coverage.image(in: .white).map { Mask(region: coverage.region, image: $0) }
      state.masks[key] = (mask, state.clock)
      state.bytes += mask?.bytes ?? 0
      while state.bytes > budget, let oldest = state.masks.min(by: { $0.value.lastUse < $1.value.lastUse }),
        oldest.key != key
      {
        state.masks[oldest.key] = nil
        state.bytes -= oldest.value.mask?.bytes ?? 0
      }
      return mask
    }
  }
}

extension PathMasks.Mask {
  fileprivate var bytes: Int { 4 * image.width * image.height }
}
