import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds a box that shows a picture and nothing else, a texel a pixel, as these texels, and its edges around them, on
  /// devices where the shader that knows all kinds of boxes costs much a pixel: most texts and lines.
  ///
  /// - Parameter depth: Clip space.
  /// - Returns: `false` where the box is none, and nothing was added.
  mutating func addTexels(of box: BoxOperation, depth: Float) -> Bool {
    guard leavesHoles, strategy == .depth, storesColor, !box.isInnerOpaque, box.innerCount >= 4, box.fill == .zero,
      let picture = picture(of: box), let first = picture.levels.first, let texels = AffineTexels(box),
      let shift = texels.wholeShift(of: box)
    else { return false }
    let vertices = plan.innerVertices[Int(box.innerStart)..<Int(box.innerStart) + Int(box.innerCount)]
    let whole = ConvexPolygon(vertices.map { SIMD2<Double>($0) }).uprightRectangle.intersection(box.pixelBounds)
    guard 2 * whole.area >= box.pixelBounds.area else { return false }
    // In texels, where it must lie inside what may be sampled.
    let (left, top) = (Int(whole.minX) + shift.x, Int(whole.minY) + shift.y)
    let (right, bottom) = (left + whole.width, top + whole.height)
    guard left >= 0, top >= 0, right <= first.width, bottom <= first.height,
      all(SIMD2(Float(left), Float(top)) + 0.5 .>= box.placement.limits.lowHalf - AffineTexels.tolerance),
      all(SIMD2(Float(right), Float(bottom)) - 0.5 .<= box.placement.limits.highHalf + AffineTexels.tolerance)
    else { return false }
    var instance = instance(of: box, depth: depth)
    let start = boxes.count
    // A small picture is one tile; of a large one, each tile is a quadrilateral.
    let side = AtlasPlace.isSmall(width: first.width, height: first.height) ? AtlasLayout.tile : AtlasLayout.inside
    for row in top / side...(bottom - 1) / side {
      for column in left / side...(right - 1) / side {
        let low = SIMD2(Float(max(left, column * side) - shift.x), Float(max(top, row * side) - shift.y))
        let high = SIMD2(
          Float(min(right, (column + 1) * side) - shift.x), Float(min(bottom, (row + 1) * side) - shift.y))
        instance.corners01 = SIMD4(low.x, low.y, high.x, low.y)
        instance.corners23 = SIMD4(high.x, high.y, low.x, high.y)
        boxes.append(instance)
      }
    }
    addRun(from: start, program: .boxTexels, area: Float(whole.area), bounds: whole)
    guard whole != box.pixelBounds else { return true }
    let corners = (0..<4).map { SIMD2(box.outer[2 * $0], box.outer[2 * $0 + 1]) }
    let firstEdge = boxes.count
    ConvexPieces.forEach(of: corners, in: box.pixelBounds, around: whole) {
      (instance.corners01, instance.corners23) = ($0, $1)
      boxes.append(instance)
    }
    addRun(
      from: firstEdge, program: program(for: box), area: Float(box.pixelBounds.area - whole.area),
      bounds: box.pixelBounds)
    return true
  }
}

extension AffineTexels {
  /// Texels that a sample may be off a texel's centre and still show that texel alone, to half a level of 8 bits.
  static let tolerance: Float = 1 / 512

  /// What leads from pixels to texels where each pixel of a box shows one texel as it is; `nil` where it does not.
  func wholeShift(of box: BoxOperation) -> SIMD2<Int>? {
    let drift = steps - SIMD4(1, 0, 0, 1)
    let extent = Float(max(box.pixelBounds.width, box.pixelBounds.height))
    guard (drift * drift).max().squareRoot() * extent <= Self.tolerance / 2 else { return nil }
    let shift = atOrigin - SIMD2(box.shape.row0.w, box.shape.row1.w)
    let whole = shift.rounded(.toNearestOrAwayFromZero)
    guard abs(shift.x - whole.x) <= Self.tolerance / 2, abs(shift.y - whole.y) <= Self.tolerance / 2,
      abs(whole.x) < 4_000_000, abs(whole.y) < 4_000_000
    else { return nil }
    return SIMD2(Int(whole.x), Int(whole.y))
  }
}
