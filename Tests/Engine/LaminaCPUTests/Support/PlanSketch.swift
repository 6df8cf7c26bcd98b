// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// A plan made by hand, box by box, without a planner: every operand is the test's own.
struct PlanSketch {
  var region: PixelRect
  var clear = SIMD4<Float>.zero
  var format = PassFormat.rgba8
  var operations: [DrawOperation] = []
  var innerVertices: [SIMD2<Float>] = []
  var clips: [ClipShape] = []
  var images: [CGImage] = []
  private var passes: [RenderPass] = []
  private var passStart = 0

  init(width: Int, height: Int, clear: SIMD4<Float> = .zero) {
    region = PixelRect(size: PixelSize(width: width, height: height))
    self.clear = clear
  }

  /// The plan, with everything not yet in a pass on the canvas.
  var plan: RenderPlan {
    let canvas = RenderPass(
      region: region, format: format, clear: clear, content: .draws(DrawList(Array(operations[passStart...]))))
    return RenderPlan(
      canvas: region.size, region: region, passes: passes + [canvas],
      innerVertices: innerVertices, clips: clips, images: images, diagnostics: [])
  }

  /// Moves everything not yet in a pass to an offscreen one.
  ///
  /// - Returns: Its index.
  mutating func endPass(region: PixelRect, format: PassFormat = .rgba8, clear: SIMD4<Float> = .zero) -> PassHandle {
    passes.append(
      RenderPass(
        region: region, format: format, clear: clear, content: .draws(DrawList(Array(operations[passStart...])))))
    passStart = operations.count
    return PassHandle(passes.count - 1)
  }

  /// Adds a box; `edit` may change every operand.
  ///
  /// - Parameters:
  ///   - inner: Whether to give it an inner polygon: the box less its corners, its border and half a pixel.
  mutating func box(
    _ box: SIMD4<Double>, map: Homography = .identity, radii: SIMD4<Double> = .zero, smoothing: Float = 0,
    fill: SIMD4<Float> = [1, 1, 1, 1], inner: Bool = true, edit: (inout BoxOperation) -> Void = { _ in }
  ) {
    guard let shape = Self.shape(box, map: map, radii: radii, smoothing: smoothing, near: region) else { return }
    let outline = Self.outline(box, map: map, outset: 1.5)
    var operation = BoxOperation(
      shape: shape, outer: outline.isEmpty ? .zero : Self.packed(outline), pixelBounds: region, fill: fill,
      placement: .stretching(PixelSize(width: 1, height: 1), over: box), isAffine: map.isAffine)
    edit(&operation)
    if inner, map.isAffine {
      let reach = radii.max() * (0.293 + 0.15 * Double(smoothing)) + Double(operation.borderWidth)
      let vertices = Self.outline(box + SIMD4(reach, reach, -reach, -reach), map: map, outset: -0.499)
      operation.innerStart = Int32(innerVertices.count)
      operation.innerCount = Int32(vertices.count)
      innerVertices += vertices
      operation.isInnerOpaque =
        operation.opacity >= 1
        && (operation.fill.w >= 1 || (operation.image.exists && images[operation.image].isOpaque))
      if operation.clip.exists { operation.innerCount = 0 }
    }
    operations.append(.box(operation))
  }

  /// Adds a clip.
  ///
  /// - Returns: Its index.
  mutating func clip(
    _ box: SIMD4<Double>, map: Homography = .identity, radii: SIMD4<Double> = .zero, smoothing: Float = 0,
    parent: ClipHandle = .none
  ) -> ClipHandle {
    guard let shape = Self.shape(box, map: map, radii: radii, smoothing: smoothing, near: region) else { return parent }
    clips.append(ClipShape(shape: shape, parent: parent))
    return ClipHandle(clips.count - 1)
  }

  /// Adds a composite of an earlier pass.
  mutating func composite(_ source: PassHandle, bounds: PixelRect, opacity: Float = 1, clip: ClipHandle = .none) {
    operations.append(
      .composite(CompositeOperation(source: source, pixelBounds: bounds, opacity: opacity, clip: clip, node: 0)))
  }

  /// A box's geometry as pixels near `bounds` measure it.
  static func shape(
    _ box: SIMD4<Double>, map: Homography, radii: SIMD4<Double>, smoothing: Float, near bounds: PixelRect
  ) -> ShapeGeometry? {
    guard var inverse = map.inverted() else { return nil }
    if map.isAffine { (inverse.x.z, inverse.y.z, inverse.translation.z) = (0, 0, 1) }
    let origin = SIMD2(Double(bounds.minX + bounds.maxX) / 2, Double(bounds.minY + bounds.maxY) / 2)
    let start = inverse.homogeneous(origin.rounded(.down))
    func row(_ vector: SIMD3<Double>, _ last: Double) -> SIMD4<Float> {
      SIMD4<Float>(Float(vector.x), Float(vector.y), Float(vector.z), Float(last))
    }
    return ShapeGeometry(
      row0: row(inverse.x, origin.x.rounded(.down)), row1: row(inverse.y, origin.y.rounded(.down)),
      row2: row(start, 0), box: SIMD4<Float>(box), radii: SIMD4<Float>(radii), corner: smoothing,
      antialiased: SIMD4(repeating: 1))
  }

  /// The corners of a box on the target, moved out by `outset` pixels along both of its sides.
  private static func outline(_ box: SIMD4<Double>, map: Homography, outset: Double) -> [SIMD2<Float>] {
    let corners = [SIMD2(box.x, box.y), SIMD2(box.z, box.y), SIMD2(box.z, box.w), SIMD2(box.x, box.w)]
    guard corners.allSatisfy({ map.homogeneous($0).z > 0 }) else { return [] }
    let points = corners.map(map.apply)
    let signs: [SIMD2<Double>] = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    func unit(_ vector: SIMD2<Double>) -> SIMD2<Double> { vector / (vector * vector).sum().squareRoot() }
    let (across, down) = (unit(points[1] - points[0]), unit(points[3] - points[0]))
    // Sides at an angle need more than `outset` along themselves.
    let sine = abs(across.x * down.y - across.y * down.x)
    let result = zip(points, signs).map { $0 + (across * $1.x + down * $1.y) * (outset / sine) }
    let crossing = result[2] - result[0]
    guard box.z > box.x, box.w > box.y, (crossing * across).sum() > 0, (crossing * down).sum() > 0 else { return [] }
    return result.map { SIMD2<Float>($0) }
  }

  private static func packed(_ points: [SIMD2<Float>]) -> SIMD8<Float> {
    SIMD8(
      points[0].x, points[0].y, points[1].x, points[1].y, points[2].x, points[2].y, points[3].x, points[3].y)
  }
}

extension Homography {
  /// Turns about a point by `angle`, after scaling, and moves it to another.
  static func turned(
    _ angle: Double, scale: SIMD2<Double> = [1, 1], from: SIMD2<Double> = .zero, to: SIMD2<Double>
  ) -> Homography {
    let (cosine, sine) = (cosineOf(angle), cosineOf(angle - 1.5707963267948966))
    let (a, b, c, d) = (cosine * scale.x, sine * scale.x, -sine * scale.y, cosine * scale.y)
    return Homography(
      a: a, b: b, c: c, d: d, tx: to.x - a * from.x - c * from.y, ty: to.y - b * from.x - d * from.y)
  }

  /// A plane turned about its vertical middle and seen from `distance` points: its point 0 lies at `to`.
  static func swung(_ angle: Double, distance: Double, to: SIMD2<Double>) -> Homography {
    let (cosine, sine) = (cosineOf(angle), cosineOf(angle - 1.5707963267948966))
    let lean = Homography(x: [cosine, 0, sine / distance], y: [0, 1, 0], translation: [0, 0, 1])
    return lean.concatenating(Homography(a: 1, b: 0, c: 0, d: 1, tx: to.x, ty: to.y))
  }

  private static func cosineOf(_ angle: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for index in 1...20 {
      term *= -angle * angle / Double((2 * index - 1) * (2 * index))
      sum += term
    }
    return sum
  }
}

extension ImagePlacement {
  /// Stretches a picture over a box.
  static func stretching(
    _ size: PixelSize, over box: SIMD4<Double>, filter: ContentsFilter = .linear, bias: Float = 0
  ) -> ImagePlacement {
    let slope = SIMD2(Double(size.width) / (box.z - box.x), Double(size.height) / (box.w - box.y))
    let offset = SIMD2(-box.x * slope.x, -box.y * slope.y)
    return ImagePlacement(
      offsetAndStop0: [Float(offset.x), Float(offset.y), 0, 0],
      stop1AndSlope0: [0, 0, Float(slope.x), Float(slope.y)],
      slope1AndSlope2: [Float(slope.x), Float(slope.y), Float(slope.x), Float(slope.y)],
      limits: [0.5, 0.5, Float(size.width) - 0.5, Float(size.height) - 0.5], magnification: filter,
      minification: filter, bias: bias)
  }
}
