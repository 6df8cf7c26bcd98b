import Foundation
import LaminaGeometry

/// The convex polygon of a rounded box inside which every pixel is covered wholly.
///
/// The box's outline is replaced by chords (two a corner), which lie inside it because it is convex; the
/// chords' lines move inward by half a pixel, where the antialiasing ramp has reached 1; the result is cut to
/// the pixels the box may touch and to the inner polygon of its clips. Vertices beyond `maximumVertices` are
/// dropped, which only makes the polygon smaller.
struct InnerPolygon {
  /// Half a pixel, less a thousandth: so that pixels whose centre lies on the line count, at a coverage of 0.999.
  static let inset = 0.5 - 1.0 / 1024
  static let maximumVertices = 16

  /// In order around the polygon, target pixels. Empty where there is none.
  private(set) var vertices: [SIMD2<Double>] = []
  private var scratch: [SIMD2<Double>] = []

  /// Builds the polygon of `outline` on `plane`.
  mutating func make(_ outline: RoundedRectangle, plane: LayerPlane, extent: BoxExtent) {
    vertices.removeAll(keepingCapacity: true)
    guard extent.pixelBounds.area >= 4, !outline.isEmpty else { return }
    if plane.isAffine, outline.radii == .zero {
      let inset = plane.pointsPerPixel * Self.inset
      let (low, high) = (outline.minimum + inset, outline.maximum - inset)
      guard high.x > low.x, high.y > low.y else { return }
      append(low, plane)
      append([high.x, low.y], plane)
      append(high, plane)
      append([low.x, high.y], plane)
    } else {
      appendChords(of: outline, plane: plane)
      // Under perspective a ramp is half a pixel only to first order.
      shrink(by: plane.isAffine ? Self.inset : Self.inset + 0.25)
    }
    if !extent.isWhole { clip(to: extent.pixelBounds) }
  }

  /// Makes the polygon a whole rectangle of pixels.
  mutating func make(_ bounds: PixelRect) {
    let (left, top) = (Double(bounds.minX), Double(bounds.minY))
    let (right, bottom) = (Double(bounds.maxX), Double(bounds.maxY))
    vertices.removeAll(keepingCapacity: true)
    vertices += [[left, top], [right, top], [right, bottom], [left, bottom]]
  }

  /// Cuts the polygon to the convex polygon `outline`; an empty one leaves nothing.
  mutating func clip(to outline: ArraySlice<SIMD2<Double>>) {
    guard let last = outline.last else {
      vertices.removeAll(keepingCapacity: true)
      return
    }
    guard !vertices.isEmpty else { return }
    var orientation = 0.0
    var previous = last
    for point in outline {
      orientation += previous.x * point.y - previous.y * point.x
      previous = point
    }
    for point in outline {
      let edge = point - previous
      let normal = orientation >= 0 ? SIMD2(-edge.y, edge.x) : SIMD2(edge.y, -edge.x)
      clip(normal: normal, offset: (normal * previous).sum())
      previous = point
    }
    reduce()
  }

  // MARK: private

  private mutating func append(_ point: SIMD2<Double>, _ plane: LayerPlane) {
    let map = plane.targetFromLayer
    vertices.append(
      SIMD2(
        map.x.x * point.x + map.y.x * point.y + map.translation.x,
        map.x.y * point.x + map.y.y * point.y + map.translation.y))
  }

  /// Points on the outline: each square corner itself, each rounded one's two ends and middle.
  private mutating func appendChords(of outline: RoundedRectangle, plane: LayerPlane) {
    let smoothing = outline.smoothing
    // The curve's middle from both edges, in radii: 1 - 1/sqrt(2) for the circle, 0.2915 for the continuous curve.
    let middle = (1 - smoothing) * 0.292894 + smoothing * 0.291507
    let reach = 1 + smoothing * 0.528665
    for corner in 0..<4 {
      let isRight = corner == 1 || corner == 2
      let isBottom = corner >= 2
      let corner0 = SIMD2(
        isRight ? outline.maximum.x : outline.minimum.x, isBottom ? outline.maximum.y : outline.minimum.y)
      let inward = SIMD2<Double>(isRight ? -1 : 1, isBottom ? -1 : 1)
      let radius = outline.radii[corner]
      guard radius > 0 else {
        guard appendProjected(corner0, plane) else { return }
        continue
      }
      let along = reach * radius
      // Clockwise: the corners 0 and 2 arrive along y and leave along x, the others the reverse.
      let alongX = corner0 + SIMD2(inward.x * along, 0)
      let alongY = corner0 + SIMD2(0, inward.y * along)
      let between = corner0 + inward * (middle * radius)
      let isEven = corner % 2 == 0
      guard appendProjected(isEven ? alongY : alongX, plane), appendProjected(between, plane),
        appendProjected(isEven ? alongX : alongY, plane)
      else { return }
    }
  }

  /// Fails, leaving no polygon, where the point is not safely before the eye.
  private mutating func appendProjected(_ point: SIMD2<Double>, _ plane: LayerPlane) -> Bool {
    let image = plane.targetFromLayer.homogeneous(point)
    guard image.z > 1e-9 else {
      vertices.removeAll(keepingCapacity: true)
      return false
    }
    let projected = SIMD2(image.x, image.y) / image.z
    // Neighbouring corners may meet in one point; an edge without length has no direction.
    if let last = vertices.last, ((projected - last) * (projected - last)).sum() < 1e-12 { return true }
    vertices.append(projected)
    return true
  }

  /// Moves every edge inward by `distance`.
  private mutating func shrink(by distance: Double) {
    if vertices.count > 1, let first = vertices.first, let last = vertices.last,
      ((first - last) * (first - last)).sum() < 1e-12
    {
      vertices.removeLast()
    }
    guard vertices.count >= 3 else {
      vertices.removeAll(keepingCapacity: true)
      return
    }
    let count = vertices.count
    let orientation: Double = ConvexOutline.doubledArea(vertices) < 0 ? -1 : 1
    scratch.removeAll(keepingCapacity: true)
    // Meeting neighbouring lines is right unless an edge vanishes; then cut by every line instead.
    var isSafe = true
    var previousNormal = inwardNormal(from: vertices[count - 1], to: vertices[0], orientation)
    for index in 0..<count {
      let next = vertices[index + 1 == count ? 0 : index + 1]
      let normal = inwardNormal(from: vertices[index], to: next, orientation)
      let sum = previousNormal + normal
      let squared = (sum * sum).sum()
      if squared < 0.1 { isSafe = false }
      scratch.append(vertices[index] + sum * (2 * distance / squared))
      previousNormal = normal
    }
    for index in 0..<count where isSafe {
      let next = index + 1 == count ? 0 : index + 1
      let (before, after) = (vertices[next] - vertices[index], scratch[next] - scratch[index])
      if (before * after).sum() <= 0 { isSafe = false }
    }
    if isSafe {
      swap(&vertices, &scratch)
      return
    }
    let outline = vertices
    for index in 0..<count {
      let next = outline[index + 1 == count ? 0 : index + 1]
      let normal = inwardNormal(from: outline[index], to: next, orientation)
      clip(normal: normal, offset: (normal * outline[index]).sum() + distance)
    }
  }

  private func inwardNormal(
    from start: SIMD2<Double>, to end: SIMD2<Double>, _ orientation: Double
  ) -> SIMD2<Double> {
    let edge = end - start
    return SIMD2(-edge.y, edge.x) * (orientation / (edge * edge).sum().squareRoot())
  }

  private mutating func clip(to bounds: PixelRect) {
    clip(normal: [1, 0], offset: Double(bounds.minX))
    clip(normal: [0, 1], offset: Double(bounds.minY))
    clip(normal: [-1, 0], offset: -Double(bounds.maxX))
    clip(normal: [0, -1], offset: -Double(bounds.maxY))
    reduce()
  }

  /// Keeps what lies where `normal * point >= offset` (Sutherland and Hodgman).
  mutating func clip(normal: SIMD2<Double>, offset: Double) {
    guard let last = vertices.last else { return }
    scratch.removeAll(keepingCapacity: true)
    var previous = last
    var previousSide = (normal * previous).sum() - offset
    for point in vertices {
      let side = (normal * point).sum() - offset
      if (side >= 0) != (previousSide >= 0) {
        scratch.append(previous + (point - previous) * (previousSide / (previousSide - side)))
      }
      if side >= 0 { scratch.append(point) }
      previous = point
      previousSide = side
    }
    if scratch.count < 3 { scratch.removeAll(keepingCapacity: true) }
    swap(&vertices, &scratch)
  }

  private mutating func reduce() {
    while vertices.count > Self.maximumVertices { vertices.remove(at: vertices.count / 2) }
  }
}
