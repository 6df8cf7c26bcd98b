import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension PlanBuilder {
  /// Draws a layer's path: the inside, over it the stroke.
  ///
  /// - Conformance: SHAPE-1, PAINT-1
  mutating func drawShape(_ shape: ShapeContent, _ look: LayerLook, plane: LayerPlane) {
    guard var part = contentPart(look, plane: plane) else { return }
    part.antialiased = SIMD4(repeating: 1)
    let exactly = shape.hasExactEdges
    // Where parts fade apart, the path is one part (`GROUP-1`).
    let fades = part.opacity < 1 && shape.fill != nil && shape.stroke != nil
    let group = Group(opacity: part.opacity)
    if fades {
      part.opacity = 1
      walk.surfaces.begin()
    }
    if let fill = shape.fill { drawInside(of: shape, in: LayerLook.shown(fill) * look.tint, part) }
    if let stroke = shape.stroke {
      let subject = DrawnSubject.stroke(
        shape.path, shape.strokeStyle, start: shape.strokeStart, end: shape.strokeEnd)
      draw(subject, box: shape.box.corners, tint: LayerLook.shown(stroke) * look.tint, exactly: exactly, part)
    }
    if fades { close(group, node: part.node) }
  }

  private mutating func drawInside(of shape: ShapeContent, in color: SIMD4<Float>, _ part: BoxPart) {
    guard let plain = shape.path.plainShape, !shape.hasExactEdges || plain.isExact(on: part.plane) else {
      draw(
        .fill(shape.path, shape.fillRule), box: shape.path.box.corners, tint: color, exactly: shape.hasExactEdges, part)
      return
    }
    // A rounded box is sharp at any size and costs no picture.
    var part = part
    part.plane.moveOrigin(to: plain.minimum)
    part.outline = plain
    part.outline.maximum -= plain.minimum
    part.outline.minimum = .zero
    part.fill = color
    draw(part)
  }

  /// Draws what becomes a picture first.
  ///
  /// - Parameters:
  ///   - box: What holds it in the layer's space: minimum x, y, maximum x, y.
  ///   - tint: The colour of what is white in the picture.
  ///   - cut: Where the picture is cut off, likewise; `nil` for nowhere.
  ///   - exactly: Whether it is drawn in pixels of the target on any affine plane.
  mutating func draw(
    _ subject: DrawnSubject, box: SIMD4<Double>, tint: SIMD4<Float>, cut: SIMD4<Double>? = nil,
    exactly: Bool = false, _ part: BoxPart
  ) {
    guard tint.w > 0 else { return }
    guard box.isWithinReach else {
      diagnostics.add(.unboundedPath, node: Int(part.node), in: snapshot)
      return
    }
    guard let grid = texelGrid(box: box, exactly: exactly, part) else { return }
    draw(subject, on: grid, tint: tint, cut: cut, part)
  }

  /// How far from its layer's origin a path may reach, in points: squares of it, and of it enlarged, are still numbers.
  static let farthest = 1e100

  /// Where the texels of a picture of what lies in `box` are; `nil` where nothing of it shows.
  func texelGrid(box: SIMD4<Double>, exactly: Bool = false, _ part: BoxPart) -> TexelGrid? {
    TexelGrid(
      box: box, plane: part.plane, limit: part.limit, canvas: canvas, rootScale: rootScale, exactly: exactly)
  }

  /// Draws what becomes a picture first, where its texels are known.
  mutating func draw(
    _ subject: DrawnSubject, on grid: TexelGrid, tint: SIMD4<Float>, cut: SIMD4<Double>? = nil, _ part: BoxPart
  ) {
    if grid.isCoarse { diagnostics.add(.coarsePicture, node: Int(part.node), in: snapshot) }
    guard let picture = rasters.picture(of: subject, on: grid) else { return }
    if picture.hasFewerDashes { diagnostics.add(.tooManyDashes, node: Int(part.node), in: snapshot) }
    var part = part
    part.tint = tint
    draw(picture, on: grid, cut: cut, part)
    // They lie beside one another on whole pixels.
    for piece in picture.pieces { draw(piece, on: grid, cut: cut, part) }
  }

  private mutating func draw(_ picture: DrawnPicture, on grid: TexelGrid, cut: SIMD4<Double>?, _ part: BoxPart) {
    guard let image = picture.image else { return }
    var part = part
    part.image = resources.images.index(of: .passUnretained(image))
    place(picture, on: grid, cut: cut, &part)
    if !part.outline.isEmpty { draw(part) }
  }

  /// Puts a picture where its texels lie.
  private func place(_ picture: DrawnPicture, on grid: TexelGrid, cut: SIMD4<Double>?, _ part: inout BoxPart) {
    let region = picture.region
    let size = SIMD2(Double(region.width), Double(region.height))
    var slope = SIMD2(1.0, 1.0)
    if grid.isExact {
      // In pixels of the target, measured from the picture's own corner.
      part.plane = LayerPlane(
        pixelsFrom: SIMD2(grid.pixelOfOrigin.x &+ region.minX, grid.pixelOfOrigin.y &+ region.minY))
    } else {
      slope = SIMD2(Double(grid.texelFromLayer.a), Double(grid.texelFromLayer.d))
      part.plane.moveOrigin(to: SIMD2(Double(region.minX), Double(region.minY)) / slope)
    }
    part.outline = RoundedRectangle(from: .zero, to: size / slope)
    if let cut { part.outline.cut(to: grid.texels(of: cut, from: region), texelsPerPoint: slope) }
    part.placement = ImagePlacement(
      offsetAndStop0: .zero, stop1AndSlope0: SIMD4(0, 0, Float(slope.x), Float(slope.y)),
      slope1AndSlope2: SIMD4(Float(slope.x), Float(slope.y), Float(slope.x), Float(slope.y)),
      limits: SIMD4(0.5, 0.5, Float(size.x) - 0.5, Float(size.y) - 0.5), magnification: .linear,
      minification: part.plane.isAffine ? .linear : .trilinear, bias: part.plane.isAffine ? 0 : Self.densityBias)
    guard !picture.solid.isEmpty else { return }
    // Linear sampling looks half a texel around.
    let reach = grid.isExact ? 0 : 0.5
    let low = SIMD2(Double(picture.solid.minX - region.minX), Double(picture.solid.minY - region.minY)) + reach
    let high = SIMD2(Double(picture.solid.maxX - region.minX), Double(picture.solid.maxY - region.minY)) - reach
    if high.x > low.x, high.y > low.y { part.solid = RoundedRectangle(from: low / slope, to: high / slope) }
  }

  /// Up to 2^1.25 texels a pixel are what a picture is made for, and level 0.
  private static let densityBias: Float = -1.25
}

extension SIMD4<Double> {
  /// Whether all corners of a box are where paths are drawn.
  fileprivate var isWithinReach: Bool {
    max() <= PlanBuilder.farthest && min() >= -PlanBuilder.farthest && (self - self).sum() == 0
  }
}

extension LayerPlane {
  /// The target's pixels, measured from one of them.
  fileprivate init(pixelsFrom origin: SIMD2<Int32>) {
    let (x, y) = (Double(origin.x), Double(origin.y))
    targetFromLayer = Homography(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    layerFromTarget = Homography(a: 1, b: 0, c: 0, d: 1, tx: -x, ty: -y)
    isAffine = true
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
  /// Whether drawing it as a box gives the area that it covers in every pixel: square corners, upright.
  fileprivate func isExact(on plane: LayerPlane) -> Bool {
    radii == .zero && plane.isAffine && plane.uprightMap != nil
  }

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
