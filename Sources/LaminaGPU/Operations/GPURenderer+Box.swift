import LaminaGeometry
import LaminaLayers
import LaminaPlan

extension GPURenderer.FrameBuilder {
  /// Adds the opaque interior of a box, by the simplest shader that can draw it.
  ///
  /// - Parameter depth: Clip space.
  mutating func addInterior(of box: BoxOperation, depth: Float) {
    let polygon = innerPolygon(of: box)
    if let picture = picture(of: box) {
      if let texels = AffineTexels(box) {
        addInterior(
          InteriorInstance(box, texels: texels, place: picture.levels[0], depth: depth), polygon)
      } else {
        var instance = BoxInstance(box, picture: picture, depth: depth)
        ConvexPieces.forEach(of: polygon) {
          (instance.corners01, instance.corners23) = ($0, $1)
          boxes.append(instance)
        }
      }
    } else {
      addInterior(InteriorInstance(fill: box.fill, depth: depth), polygon)
    }
  }

  private mutating func addInterior(_ instance: InteriorInstance, _ polygon: ArraySlice<SIMD2<Float>>) {
    var instance = instance
    ConvexPieces.forEach(of: polygon) {
      (instance.corners01, instance.corners23) = ($0, $1)
      interiors.append(instance)
    }
  }

  /// Adds everything of a box that its interior, where that is drawn apart, leaves over.
  ///
  /// - Parameter depth: Clip space.
  mutating func addEdges(of box: BoxOperation, depth: Float) {
    var area = Float(box.pixelBounds.area)
    if usesDepth, box.isInnerOpaque, box.innerCount >= 3 {
      let polygon = innerPolygon(of: box)
      if ConvexPieces.isRectangle(polygon, covering: box.pixelBounds) { return }
      area -= ConvexPieces.area(of: polygon)
    }
    let first = boxes.count
    addPieces(of: box, BoxInstance(box, picture: picture(of: box), depth: depth))
    guard boxes.count > first else { return }
    // In painter's order, one shader that can draw everything draws everything.
    let isPlain = strategy == .depth && isPlain(box)
    if let last = runs.last, last.isPlain == isPlain {
      runs[runs.count - 1].instances = last.instances.lowerBound..<boxes.count
      runs[runs.count - 1].area += area
    } else {
      runs.append(BoxRun(isPlain: isPlain, instances: first..<boxes.count, area: area))
    }
  }

  /// Adds the quadrilateral around the box, cut to the pixels it may touch.
  private mutating func addPieces(of box: BoxOperation, _ instance: BoxInstance) {
    var instance = instance
    let outer = box.outer
    let bounds = box.pixelBounds
    let (xs, ys) = (outer.evenHalf, outer.oddHalf)
    if xs.min() >= Float(bounds.minX), xs.max() <= Float(bounds.maxX), ys.min() >= Float(bounds.minY),
      ys.max() <= Float(bounds.maxY)
    {
      (instance.corners01, instance.corners23) = (outer.lowHalf, outer.highHalf)
      boxes.append(instance)
      return
    }
    let corners = (0..<4).map { SIMD2(xs[$0], ys[$0]) }
    ConvexPieces.forEach(of: ConvexPieces.clip(corners, to: bounds)) {
      (instance.corners01, instance.corners23) = ($0, $1)
      boxes.append(instance)
    }
  }

  /// Whether `box_plain` draws the same as `box`.
  private func isPlain(_ box: BoxOperation) -> Bool {
    guard box.clip < 0, box.borderWidth <= 0 else { return false }
    return box.placement.minification != .trilinear || picture(of: box) == nil || AffineTexels(box) != nil
  }

  private func innerPolygon(of box: BoxOperation) -> ArraySlice<SIMD2<Float>> {
    plan.innerVertices[Int(box.innerStart)..<Int(box.innerStart) + Int(box.innerCount)]
  }
}
