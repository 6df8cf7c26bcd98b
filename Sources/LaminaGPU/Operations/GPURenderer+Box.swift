import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds the opaque interior of a box, by the simplest shader that can draw it.
  ///
  /// - Parameter depth: Clip space.
  mutating func addInterior(of box: BoxOperation, depth: Float) {
    let polygon = innerPolygon(of: box)
    switch interiorProgram(for: box) {
    case .interiorFill:
      addInterior(InteriorInstance(fill: box.plainInterior(in: plan) ?? box.fill, depth: depth), polygon)
    case .interiorPicture, .interiorPiece:
      guard let picture = picture(of: box), let texels = AffineTexels(box) else { return }
      addInterior(InteriorInstance(box, texels: texels, place: picture.levels[0], depth: depth), polygon)
    case .boxTexels: _ = addTexels(of: box, in: box.pixelBounds, depth: depth)
    case .interiorLevels:
      guard let picture = picture(of: box), let texels = AffineTexels(atAnyLevel: box) else { return }
      let level = min(max(texels.level ?? 0, 0), Float(picture.levels.count - 1))
      addInterior(InteriorInstance(box, texels: texels, level: level, of: picture, depth: depth), polygon)
    default:
      var instance = instance(of: box, depth: depth)
      ConvexPieces.forEach(of: polygon) {
        (instance.corners01, instance.corners23) = ($0, $1)
        boxes.append(instance)
      }
    }
  }

  /// The simplest shader that draws the interior of a box.
  func interiorProgram(for box: BoxOperation) -> ShaderCatalog {
    switch box.interior(in: plan) {
    case .plain: return .interiorFill
    case .gradient: return .interiorGradient
    case .general: return .interior
    case .texels(let texels):
      guard let picture = picture(of: box) else { return .interiorFill }
      if showsTexels(box, texels) { return .boxTexels }
      let isInOnePiece = texels.isInOnePiece(picture)
      if texels.level != nil { return isInOnePiece ? .interiorLevels : .interior }
      return profile.uses(.interiorPiece) && isInOnePiece ? .interiorPiece : .interiorPicture
    }
  }

  /// Whether `box_rim` can draw a box: square, on an affine plane, whatever it samples being in one piece.
  private func isRim(_ box: BoxOperation) -> Bool {
    guard box.isAffine, box.shape.radii == .zero else { return false }
    guard let picture = picture(of: box) else { return true }
    guard let texels = AffineTexels(atAnyLevel: box) else { return false }
    return !texels.isNearest && texels.isInOnePiece(picture)
  }

  private mutating func addInterior(_ instance: InteriorInstance, _ polygon: [SIMD2<Float>]) {
    var instance = instance
    ConvexPieces.forEach(of: polygon) {
      (instance.corners01, instance.corners23) = ($0, $1)
      interiors.append(instance)
    }
  }

  /// Adds everything of a box that its interior, where that is drawn apart, leaves over.
  ///
  /// - Parameters:
  ///   - under: The colour of an equal box right behind it, which is drawn with it; 0 without one.
  ///   - depth: Clip space.
  mutating func addEdges(of box: BoxOperation, under: SIMD4<Float>, depth: Float) {
    var area = ConvexPieces.area(ofOuter: box.outer, bounds: box.pixelBounds)
    if usesDepth, box.isInnerOpaque, box.innerCount >= 3 {
      let polygon = innerPolygon(of: box)
      if polygon.isRectangle(covering: box.pixelBounds) { return }
      area -= ConvexPieces.area(of: polygon)
    }
    if addFill(of: box, depth: depth) || addTexels(of: box, depth: depth) { return }
    let first = boxes.count
    var instance = instance(of: box, depth: depth)
    if under != .zero {
      instance.border = under
      // Only programs with `UNDER` know of it.
      area = max(area, profile.pixelsPerProgramChange)
    }
    addPieces(outer: box.outer, around: hole(of: box), bounds: box.pixelBounds, instance)
    addRun(from: first, program: program(for: box), area: area, bounds: box.pixelBounds)
  }

  /// Whether the edges of a box are drawn with those of the one in front.
  func joins(_ box: BoxOperation, _ front: DrawOperation) -> Bool {
    guard strategy == .depth, plan.sharesEdges(front, box), case .box(let cover) = front else { return false }
    return program(for: cover) == .boxPlain
  }

  /// Adds a large translucent box of one colour as that colour alone, and its edges around it, on devices where the
  /// shader that knows all kinds of boxes costs much a pixel.
  ///
  /// - Returns: `false` where the box is none, and nothing was added.
  private mutating func addFill(of box: BoxOperation, depth: Float) -> Bool {
    guard let pixelsPerFill = profile.pixelsPerFill, strategy == .depth, !box.isInnerOpaque, box.innerCount >= 4,
      box.isInnerWhite || (picture(of: box) == nil && gradient(of: box) == nil)
    else { return false }
    let vertices = box.innerPolygon(in: plan)
    let whole = ConvexPolygon(vertices.map { SIMD2<Double>($0) }).uprightRectangle.intersection(box.pixelBounds)
    guard whole.area >= pixelsPerFill else { return false }
    flushRuns()
    let color = (box.isInnerWhite ? box.innerColor : box.fill) * box.opacity
    let firstInterior = interiors.count
    let (low, high) = (SIMD2(Float(whole.minX), Float(whole.minY)), SIMD2(Float(whole.maxX), Float(whole.maxY)))
    addInterior(
      InteriorInstance(fill: color, depth: depth), [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)])
    batches.append(
      DrawBatch(program: .interiorFill, instances: firstInterior..<interiors.count, state: blending))
    let corners = (0..<4).map { SIMD2(box.outer[2 * $0], box.outer[2 * $0 + 1]) }
    var instance = instance(of: box, depth: depth)
    let first = boxes.count
    ConvexPieces.forEach(of: corners, in: box.pixelBounds, around: whole) {
      (instance.corners01, instance.corners23) = ($0, $1)
      boxes.append(instance)
    }
    addRun(
      from: first, program: program(for: box), area: Float(box.pixelBounds.area - whole.area), bounds: box.pixelBounds)
    return true
  }

  /// Notes that instances were added which blend.
  ///
  /// - Parameters:
  ///   - area: Pixels they may shade, roughly.
  ///   - bounds: Pixels they may touch.
  mutating func addRun(from first: Int, program: ShaderCatalog, area: Float, bounds: PixelRect) {
    guard boxes.count > first else { return }
    hasManyPrograms = hasManyPrograms || runs.last.map { $0.program != program } ?? false
    runs.append(BoxRun(program: program, instances: first..<boxes.count, area: area, bounds: bounds))
  }

  /// Adds the quadrilateral around a box or its shadow, cut to the pixels it may touch.
  ///
  /// - Parameter hole: Pixels that something opaque in front hides, on devices that gain by leaving them out.
  mutating func addPieces(
    outer: SIMD8<Float>, around hole: ArraySlice<SIMD2<Float>>? = nil, bounds: PixelRect, _ instance: BoxInstance
  ) {
    var instance = instance
    let (xs, ys) = (outer.evenHalf, outer.oddHalf)
    if xs.min() >= Float(bounds.minX), xs.max() <= Float(bounds.maxX), ys.min() >= Float(bounds.minY),
      ys.max() <= Float(bounds.maxY)
    {
      if let ring = hole.flatMap({ BoxRing(outer: outer, around: $0) }) {
        for side in ring.sides {
          (instance.corners01, instance.corners23) = side
          boxes.append(instance)
        }
        return
      }
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

  /// The pixels of a box whose interior is drawn first, on devices that gain by leaving them out of what is behind.
  func hole(of box: BoxOperation) -> ArraySlice<SIMD2<Float>>? {
    guard profile.leavesOutHiddenPixels, usesDepth, box.isInnerOpaque, box.innerCount >= 4 else { return nil }
    return box.innerPolygon(in: plan)
  }

  /// The instance of a box, but for its corners.
  mutating func instance(of box: BoxOperation, depth: Float) -> BoxInstance {
    var instance = BoxInstance(box, picture: picture(of: box), tint: records.place(ofTint: box.tint), depth: depth)
    if let (paint, spans) = gradient(of: box) { instance.paint(paint, spans: spans) }
    return instance
  }

  /// The simplest shader that draws the whole of a box; in painter's order, the one that can draw everything.
  func program(for box: BoxOperation) -> ShaderCatalog {
    if hasMaskingClip(box.clip) { return .boxMasked }
    if gradient(of: box) != nil { return .boxGradient }
    guard strategy == .depth, !box.clip.exists else { return .box }
    if box.borderWidth > 0 { return profile.uses(.boxRim) && isRim(box) ? .boxRim : .box }
    let isLevel0 = box.placement.minification != .trilinear || picture(of: box) == nil || AffineTexels(box) != nil
    guard isLevel0 else { return .box }
    return profile.uses(.boxPlain) ? .boxPlain : .shadowPlain
  }

  /// The pixels a box covers wholly; in one that fills its pixels, exactly these: devices round vertices to 1/256 of a
  /// pixel, which moves edges next to a pixel's centre across it.
  private func innerPolygon(of box: BoxOperation) -> [SIMD2<Float>] {
    let polygon = box.innerPolygon(in: plan)
    guard polygon.isRectangle(covering: box.pixelBounds) else { return Array(polygon) }
    let bounds = box.pixelBounds
    let (low, high) = (SIMD2(Float(bounds.minX), Float(bounds.minY)), SIMD2(Float(bounds.maxX), Float(bounds.maxY)))
    return [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
  }
}
