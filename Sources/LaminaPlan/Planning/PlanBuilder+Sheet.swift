import Foundation
import LaminaGeometry
import LaminaLayers

/// A pass on a plane of its own, and how it lies on the target.
struct Sheet {
  /// Sheet space to target pixels. The pass's pixels are sheet units, or these halved some times.
  var targetFromSheet: Homography
  /// The pass.
  var pass: Int32
  /// How many times it was halved.
  var halvings: Int
  /// What it covers, sheet space.
  var region: PixelRect
}

/// The pixel grid that a part of the tree is drawn on apart from the target's.
struct SheetGrid {
  var sheetFromLayer: Homography
  var targetFromSheet: Homography
  /// Sheet units a point of the layer.
  var scale: Double
}

extension SheetGrid {
  /// More pixels than this no sheet has, whatever is asked for.
  static let largestArea = 1 << 25

  /// The target's own pixels where the plane is only moved, turned, mirrored and scaled evenly: then a sheet lies on it
  /// pixel for pixel. Else the plane's own, at the scale at which a place of it is seen largest near `limit`.
  ///
  /// - Parameters:
  ///   - shift: Moves the sheet, points of the layer.
  ///   - extent: What will be drawn, layer space: minimum x, y, maximum x, y.
  init?(targetFromLayer: Homography, shift: SIMD2<Double>, extent: SIMD4<Double>, limit: PixelRect) {
    var moved = targetFromLayer
    moved.translation += moved.x * shift.x + moved.y * shift.y
    let (a, b) = (SIMD2(moved.x.x, moved.x.y), SIMD2(moved.y.x, moved.y.y))
    let (across, down) = ((a * a).sum(), (b * b).sum())
    if moved.isAffine, abs((a * b).sum()) <= 1e-6 * across, abs(across - down) <= 1e-6 * across {
      // The grid begins where the layer's drawing does: moved by whole pixels, the layer's sheet stays what it is.
      let corner = moved.image(ofBoxFrom: SIMD2(extent.x, extent.y), to: SIMD2(extent.z, extent.w)).bounds?.minimum
      var start = SIMD3<Double>.zero
      if let corner, max(abs(corner.x), abs(corner.y)) < 0x1p22 {
        start = SIMD3(corner.x.rounded(.down), corner.y.rounded(.down), 0)
      }
      moved.translation -= start
      self.init(
        sheetFromLayer: moved, targetFromSheet: Homography(a: 1, b: 0, c: 0, d: 1, tx: start.x, ty: start.y),
        scale: across.squareRoot())
      return
    }
    guard let plane = LayerPlane(targetFromLayer: moved) else { return nil }
    // The largest magnification is where the plane comes nearest to the eye: at a corner of what shows.
    var scale = 0.0
    let outline = plane.project(extent)
    let corners = [
      SIMD2(Double(limit.minX), Double(limit.minY)), SIMD2(Double(limit.maxX), Double(limit.minY)),
      SIMD2(Double(limit.minX), Double(limit.maxY)), SIMD2(Double(limit.maxX), Double(limit.maxY)),
    ]
    var places = (0..<outline.count).map { outline[$0] }
    places += plane.isAffine ? [] : corners
    for place in places {
      let inside = SIMD2(
        min(max(place.x, Double(limit.minX)), Double(limit.maxX)),
        min(max(place.y, Double(limit.minY)), Double(limit.maxY)))
      let points = plane.pointsPerPixel(at: inside)
      let least = min(points.x, points.y)
      if least > 0 { scale = max(scale, 1 / least) }
    }
    let size = SIMD2(extent.z - extent.x, extent.w - extent.y)
    guard scale > 0, scale.isFinite, size.x > 0, size.y > 0 else { return nil }
    scale = min(scale, (Double(Self.largestArea) / (size.x * size.y)).squareRoot())
    self.init(targetFromLayer: moved, scale: scale, extent: extent)
  }

  /// The same at half the resolution.
  var halved: SheetGrid {
    let half = Homography(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0, ty: 0)
    let double = Homography(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0)
    return SheetGrid(
      sheetFromLayer: sheetFromLayer.concatenating(half), targetFromSheet: double.concatenating(targetFromSheet),
      scale: scale / 2)
  }

  /// The pixels of the sheet that show inside `limit`, with `margin` more on all sides.
  ///
  /// - Parameter extent: What will be drawn, layer space.
  func region(showing limit: PixelRect, extent: SIMD4<Double>, margin: Double) -> PixelRect {
    let drawn = sheetFromLayer.image(ofBoxFrom: SIMD2(extent.x, extent.y), to: SIMD2(extent.z, extent.w)).bounds
    guard let drawn, let sheetFromTarget = targetFromSheet.inverted() else { return .empty }
    var (low, high) = (drawn.minimum - margin, drawn.maximum + margin)
    let seen = sheetFromTarget.image(
      ofBoxFrom: SIMD2(Double(limit.minX), Double(limit.minY)), to: SIMD2(Double(limit.maxX), Double(limit.maxY))
    ).bounds
    // What lies beyond the horizon needs no pixel, but where the horizon itself shows, all of the extent may.
    if let seen, sheetFromTarget.isAffine || !showsHorizon(limit, sheetFromTarget) {
      low = low.replacing(with: seen.minimum - margin, where: low .< seen.minimum - margin)
      high = high.replacing(with: seen.maximum + margin, where: high .> seen.maximum + margin)
    }
    func whole(_ value: Double) -> Int32 { Int32(clamping: min(max(value, -0x1p24), 0x1p24)) }
    return PixelRect(
      minX: whole(low.x.rounded(.down)), minY: whole(low.y.rounded(.down)), maxX: whole(high.x.rounded(.up)),
      maxY: whole(high.y.rounded(.up)))
  }

  private func showsHorizon(_ limit: PixelRect, _ map: Homography) -> Bool {
    [(limit.minX, limit.minY), (limit.maxX, limit.minY), (limit.minX, limit.maxY), (limit.maxX, limit.maxY)].contains {
      map.homogeneous(SIMD2(Double($0.0), Double($0.1))).z <= 0
    }
  }
}

extension PlanBuilder {
  /// How deep sheets may lie in sheets: each level plans what it holds once more.
  static let sheetNesting = 4

  /// Plans a layer with its subtree on a grid of its own: without its own opacity, shadow and place in a group.
  ///
  /// - Parameters:
  ///   - isFlipped: Whether the layer's superspace is y-up on the canvas.
  ///   - limit: The pixels that are wanted, sheet space.
  /// - Returns: Its operations, which no pass holds yet.
  mutating func planApart(
    _ node: Int32, sheetFromLayer: Homography, isFlipped: Bool, limit: PixelRect
  ) -> [DrawOperation] {
    var around = TreeWalk(region: limit, depth: walk.depth + 1)
    swap(&walk, &around)
    let host = Inherited(targetFromLayer: sheetFromLayer, isFlipped: isFlipped, clip: -1, limit: limit)
    visit(node, under: host, targetFromLayer: sheetFromLayer, isApart: true)
    goOn()
    swap(&walk, &around)
    return around.surfaces.cut()
  }

  /// Makes operations a pass.
  ///
  /// - Parameters:
  ///   - region: The pixels it holds.
  ///   - format: How it keeps them; `nil` decides by the operations.
  ///   - key: What names its pixels, for renderers to keep them.
  /// - Returns: Its index.
  mutating func addPass(
    _ members: [DrawOperation], region: PixelRect, format: PassFormat?, key: PassKey? = nil,
    clear: SIMD4<Float> = .zero
  ) -> Int32 {
    let format = format ?? PassPrecision.format(of: members[...], region: region, images: resources.images.images)
    return passes.add(members, region: region, format: format, clear: clear, key: key)
  }

  /// Blurs a pass: halves it while sigma is above four pixels, then a Gaussian along both axes.
  ///
  /// - Parameters:
  ///   - pass: The pass to blur; keeps 16-bit floats or alpha alone for full precision.
  ///   - sigma: The standard deviation, pixels of the pass.
  ///   - region: The pixels that are wanted, on the pass's grid.
  ///   - extendsEdges: Whether the pass's edge goes on outside of it.
  ///   - key: What names the result, for renderers to keep it.
  /// - Returns: The blurred pass, and how many times it was halved; its pixel (x, y) is the pass's from
  ///   (x, y) * 2^halvings on.
  mutating func addBlur(
    of pass: Int32, sigma: Double, region: PixelRect, extendsEdges: Bool, key: PassKey?, node: Int32
  ) -> (pass: Int32, halvings: Int) {
    let format: PassFormat = passes[pass].format == .alpha16Float ? .alpha16Float : .rgba16Float
    // A million pixels: whatever is wider is flat on any canvas.
    var (sigma, wanted, halvings) = (min(max(sigma, 0), 0x1p20), region, 0)
    // Two by two pixels spread what they hold by a quarter of a squared pixel, and mixing on the way back by about a
    // sixth of a squared large one.
    var variance = sigma * sigma
    while variance.squareRoot() > Double(BlurOperation.halvingSigma), halvings < 24 {
      variance = (variance - 0.25) / 4
      wanted = wanted.halved
      halvings += 1
    }
    if halvings > 0 { variance = max(variance - 1.0 / 6, 0) }
    sigma = min(variance.squareRoot(), Double(BlurOperation.maximumSigma))
    let taps = Int32(clamping: (sigma * Double(BlurOperation.reach)).rounded(.up))
    // One more on each side for the mixing.
    wanted = wanted.grown(by: 1)
    let source = addHalvings(
      halvings, of: pass, needed: wanted.grown(by: taps), format: format, extendsEdges: extendsEdges, node: node)
    let across = PixelRect(
      minX: wanted.minX, minY: wanted.minY - taps, maxX: wanted.maxX, maxY: wanted.maxY + taps)
    let rows = extendsEdges ? across : across.intersection(passes[source].region.grown(by: taps))
    let first = BlurOperation(
      source: source, step: .horizontal, pixelSigma: Float(sigma), extendsEdges: extendsEdges, pixelBounds: rows,
      node: node)
    let horizontal = addPass([.blur(first)], region: rows, format: format)
    let second = BlurOperation(
      source: horizontal, step: .vertical, pixelSigma: Float(sigma), extendsEdges: extendsEdges, pixelBounds: wanted,
      node: node)
    return (addPass([.blur(second)], region: wanted, format: format, key: key), halvings)
  }

  /// Halves a pass some times, twice at once where it can be.
  ///
  /// - Parameter needed: The pixels that are read of the last.
  /// - Returns: The last.
  private mutating func addHalvings(
    _ halvings: Int, of pass: Int32, needed: PixelRect, format: PassFormat, extendsEdges: Bool, node: Int32
  ) -> Int32 {
    var (source, left) = (pass, halvings)
    while left > 0 {
      let step = left >= 2 ? 2 : 1
      left -= step
      var made = passes[source].region
      // An edge that goes on is made once more, where it is alone.
      for _ in 0..<step { made = made.halved.grown(by: extendsEdges ? 1 : 0) }
      made = made.intersection(needed.doubled(times: left))
      let blur = BlurOperation(
        source: source, step: step == 2 ? .quarter : .halve, pixelSigma: 0, extendsEdges: extendsEdges,
        pixelBounds: made, node: node)
      source = addPass([.blur(blur)], region: made, format: format)
    }
    return source
  }

  /// Draws a sheet onto the target that is being planned.
  ///
  /// - Parameters:
  ///   - tint: Premultiplied; opacity included.
  ///   - isSilhouette: Whether only the sheet's alpha counts.
  mutating func draw(
    _ sheet: Sheet, tint: SIMD4<Float>, isSilhouette: Bool, isNearest: Bool = false, clip: Int32, limit: PixelRect,
    node: Int32
  ) {
    guard let plane = LayerPlane(targetFromLayer: sheet.targetFromSheet) else { return }
    var outline = RoundedRectangle(bounds: .zero)
    outline.minimum = SIMD2(Double(sheet.region.minX), Double(sheet.region.minY))
    outline.maximum = SIMD2(Double(sheet.region.maxX), Double(sheet.region.maxY))
    guard let extent = BoxExtent(of: outline.box, on: plane, limit: limit),
      let shape = ShapeGeometry(
        plane: plane, outline: outline, antialiased: SIMD4(repeating: 1), near: extent.pixelBounds)
    else { return }
    let scale = Float(sign: .plus, exponent: -sheet.halvings, significand: 1)
    var operation = SheetOperation(
      source: sheet.pass, shape: shape, texelFromSheet: [scale, scale, 0, 0], isNearest: isNearest,
      isSilhouette: isSilhouette, tint: tint, outer: extent.outer, pixelBounds: extent.pixelBounds, clip: clip,
      node: node)
    if !extent.isWhole { operation.outer = extent.cutOuter(region: region) }
    if clip >= 0, resources.clips.interior(of: clip, contains: extent.outer) { operation.clip = -1 }
    walk.surfaces.append(.sheet(operation))
  }
}

extension PixelRect {
  /// The pixels of half the size that hold any of these.
  var halved: PixelRect {
    func up(_ value: Int32) -> Int32 { -((-value) >> 1) }
    return PixelRect(minX: minX >> 1, minY: minY >> 1, maxX: up(maxX), maxY: up(maxY))
  }

  /// The pixels of twice the size, some times.
  func doubled(times: Int) -> PixelRect {
    func scaled(_ value: Int32) -> Int32 {
      Int32(max(min(Int64(value) << Int64(min(times, 24)), 0x4000_0000), -0x4000_0000))
    }
    return PixelRect(minX: scaled(minX), minY: scaled(minY), maxX: scaled(maxX), maxY: scaled(maxY))
  }

  /// With `distance` more on all sides.
  func grown(by distance: Int32) -> PixelRect {
    PixelRect(minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
  }
}
