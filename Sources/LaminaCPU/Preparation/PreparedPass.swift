import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// The operations of one pass, ready to draw: every number that does not depend on the pixel is worked out.
///
/// Nothing in it changes once it is made; while it is made, threads write to slots of their own.
final class PreparedPass: @unchecked Sendable {
  let region: PixelRect
  /// Premultiplied, 0...255.
  let clear: PixelColor
  let operationCount: Int
  let operations: PlainBuffer<PreparedOperation>
  let boxes: PlainBuffer<PreparedBox>
  let composites: PlainBuffer<PreparedComposite>
  let surfaces: PlainBuffer<PreparedSurface>
  let shadows: PlainBuffer<PreparedShadow>
  let shadowTables: PlainBuffer<Float>
  let edges: PlainBuffer<PolygonEdge>
  let insets: PlainBuffer<PreparedShape>
  let pictures: PlainBuffer<PreparedPicture>
  let levels: PlainBuffer<PreparedLevel>
  let gradients: PlainBuffer<PreparedGradient>
  let gradientSpans: PlainBuffer<GradientSpan>
  let clips: PlainBuffer<PreparedClip>
  let clipGradients: PlainBuffer<PreparedGradient>
  let clipSpans: PlainBuffer<GradientSpan>
  let colorMaps: PlainBuffer<ColorMatrix>
  /// The runs of particles, in order; made before the threads start.
  let particles: [PreparedParticles]
  private let images: PreparedImages

  /// Prepares the operations of `pass`.
  ///
  /// - Parameters:
  ///   - images: Keeps the pictures' bytes in place; kept in turn by this.
  ///   - clips: All clips of the plan.
  ///   - pool: Prepares a large pass together.
  ///   - source: Returns the pixels of an earlier pass, where there are any.
  init(
    _ pass: RenderPass, of plan: RenderPlan, images: PreparedImages, clips: PreparedClips,
    pool: WorkerPool, source: @escaping @Sendable (PassHandle) -> PixelSource?
  ) {
    region = pass.region
    clear = (pass.clear.sanitized * 255)
    self.images = images
    self.clips = clips.links
    clipGradients = clips.gradients
    clipSpans = clips.spans
    colorMaps = clips.colorMaps
    let draws = pass.draws
    operationCount = draws.count
    let slots = PassSlots(plan: plan, draws: draws, images: images)
    let region = pass.region
    particles = draws.compactMap { operation in
      guard case .particles(let run) = operation else { return nil }
      return PreparedParticles(
        run, of: plan, images: images, clip: clips.links.place(of: run.clip), region: region)
    }
    operations = PlainBuffer(count: draws.count)
    boxes = PlainBuffer(count: slots.end.box)
    composites = PlainBuffer(count: slots.end.composite)
    surfaces = PlainBuffer(count: slots.end.surface)
    shadows = PlainBuffer(count: slots.end.shadow)
    shadowTables = PlainBuffer(count: slots.shadowTables.values.count)
    shadowTables.start.initialize(from: slots.shadowTables.values, count: slots.shadowTables.values.count)
    edges = PlainBuffer(count: slots.end.edge)
    insets = PlainBuffer(count: slots.end.inset)
    pictures = PlainBuffer(count: slots.end.picture)
    levels = PlainBuffer(count: slots.levels.count)
    levels.start.initialize(from: slots.levels, count: slots.levels.count)
    gradients = PlainBuffer(count: slots.gradients.count)
    gradients.start.initialize(from: slots.gradients, count: slots.gradients.count)
    gradientSpans = PlainBuffer(count: slots.gradientSpans.count)
    gradientSpans.start.initialize(from: slots.gradientSpans, count: slots.gradientSpans.count)

    let chunks = slots.cursors.count - 1
    let queue = WorkQueue(0..<chunks)
    pool.run(limit: chunks / 4) { [self] in
      while let chunk = queue.next() {
        let first = chunk * PassSlots.chunk
        prepare(
          draws[first..<min(first + PassSlots.chunk, draws.count)], of: plan, slots: slots, chunk: chunk, source)
      }
    }
  }

  // MARK: private

  /// Prepares one chunk, into slots that are its own.
  private func prepare(
    _ draws: ArraySlice<DrawOperation>, of plan: RenderPlan, slots: PassSlots, chunk: Int,
    _ source: (PassHandle) -> PixelSource?
  ) {
    var next = slots.cursors[chunk]
    for slot in draws.indices {
      switch draws[slot] {
      case .box(let box):
        // The next one's place does not depend on whether this one turns out to draw.
        var mine = next
        next.skip(box, of: plan, images: images)
        operations.start[slot] = prepare(box, plan: plan, slots: slots, at: &mine)
        if slot > draws.startIndex { cover(slot - 1, with: slot, box, of: plan) }
      case .shadow(let shadow):
        operations.start[slot] = prepare(shadow, slots: slots, at: &next)
      case .composite(let composite):
        operations.start[slot] = prepare(composite, source, at: next.composite)
        next.composite += 1
      case .particles(let run):
        let bounds = run.pixelBounds.intersection(region)
        operations.start[slot] = PreparedOperation(
          kind: bounds.isEmpty ? .nothing : .particles, isInnerOpaque: false, index: Int32(next.particles),
          bounds: bounds)
        next.particles += 1
      case .surface(let surface):
        operations.start[slot] = prepare(surface, source: source(surface.source), at: next.surface)
        next.surface += 1
      }
    }
  }

  /// Draws a box with the surface right behind it, in the pixels where that one can.
  private func cover(_ surfaceSlot: Int, with slot: Int, _ box: BoxOperation, of plan: RenderPlan) {
    let (behind, drawn) = (operations.start[surfaceSlot], operations.start[slot])
    guard behind.kind == .surface, drawn.kind == .box else { return }
    let surface = surfaces.start + Int(behind.index)
    let prepared = boxes.start + Int(drawn.index)
    prepared.pointee.laidPixels = surface.pointee.takeCover(
      box, color: prepared.pointee.innerColor, of: plan, bounds: behind.bounds)
  }

  private func prepare(
    _ box: BoxOperation, plan: RenderPlan, slots: PassSlots, at next: inout PassCursor
  ) -> PreparedOperation {
    let bounds = box.pixelBounds.intersection(region)
    let shape = PreparedShape(box.shape)
    let opacity = box.opacity.clampedOpacity
    let hasPicture = images.holds(box.image)
    let gradient = box.hasGradient(in: plan) ? next.gradient : -1
    let picture = hasPicture ? next.picture : -1
    let inset = box.hasBorder ? next.inset : -1
    guard !bounds.isEmpty, shape.form != .empty, shape.isAddressable, opacity > 0 else {
      return .nothing
    }

    let fill = box.fill.sanitized * 255
    let tint = box.tint.sanitized
    if inset >= 0 { insets.start[inset] = PreparedShape(box.shape, inset: box.borderWidth) }
    if hasPicture {
      let levelRange = slots.levelsOfImage[box.image.index]
      let isOpaque = images.isOpaque(box.image.index)
      pictures.start[picture] = PreparedPicture(
        box: box, levels: levels.start + levelRange.lowerBound, levelCount: levelRange.count,
        firstLevel: levelRange.lowerBound, isOpaque: isOpaque, liesOnFill: fill != .zero && !(isOpaque && tint.w == 1),
        reach: bounds.farthest(from: shape.origin))
    }
    let inner = innerPolygon(of: box, plan: plan, next: &next)
    let plain = box.plainInterior(in: plan)
    let isInnerOpaque = box.isInnerOpaque && !inner.isEmpty
    boxes.start[next.box] = PreparedBox(
      shape: shape, outer: outerPolygon(box.outer, next: &next), inner: inner, fill: fill,
      tint: tint, border: box.border.sanitized * 255,
      innerColor: (plain ?? box.fill).sanitized * 255 * opacity, opacity: opacity,
      clip: clips.place(of: box.clip), inset: Int32(inset), picture: Int32(picture),
      gradient: Int32(gradient), isInnerOpaque: isInnerOpaque,
      isInnerVisible: hasPicture || gradient >= 0 || fill != .zero,
      hasPlainInner: plain != nil,
      coversBounds: !box.clip.exists && inset < 0 && box.shape.covers(bounds),
      isTinted: (hasPicture || gradient >= 0) && tint != SIMD4(repeating: 1))
    return PreparedOperation(kind: .box, isInnerOpaque: isInnerOpaque, index: Int32(next.box), bounds: bounds)
  }

  private func prepare(_ shadow: ShadowOperation, slots: PassSlots, at next: inout PassCursor) -> PreparedOperation {
    let (index, firstEdge) = (next.shadow, next.edge)
    next.shadow += 1
    next.edge += 4
    let bounds = shadow.pixelBounds.intersection(region)
    let color = shadow.color.sanitized * 255
    guard !bounds.isEmpty, shadow.isUsable, color.w > 0 else { return .nothing }
    var cursor = PassCursor()
    cursor.edge = firstEdge
    shadows.start[index] = PreparedShadow(
      shadow, color: color, outer: outerPolygon(shadow.outer, next: &cursor),
      clip: clips.place(of: shadow.clip), tables: slots.shadowTables.tables(of: shadow))
    return PreparedOperation(kind: .shadow, isInnerOpaque: false, index: Int32(index), bounds: bounds)
  }

  private func outerPolygon(_ outer: SIMD8<Float>, next: inout PassCursor) -> PreparedPolygon {
    let first = next.edge
    next.edge += 4
    // A hundredth of a pixel would do for the rounding of the vertices.
    let polygon = PreparedPolygon.make(
      count: 4, slack: 1.0 / 32, edges: edges.start + first, firstEdge: first
    ) { SIMD2(outer[2 * $0], outer[2 * $0 + 1]) }
    return polygon ?? .everything
  }

  private func innerPolygon(of box: BoxOperation, plan: RenderPlan, next: inout PassCursor) -> PreparedPolygon {
    guard let vertices = box.innerRange(in: plan) else { return .nothing }
    let first = next.edge
    next.edge += vertices.count
    let polygon = PreparedPolygon.make(
      count: vertices.count, slack: 0, edges: edges.start + first, firstEdge: first
    ) { plan.innerVertices[vertices.lowerBound + $0] }
    return polygon ?? .nothing
  }

  private func prepare(
    _ composite: CompositeOperation, _ source: (PassHandle) -> PixelSource?, at index: Int
  ) -> PreparedOperation {
    let opacity = composite.opacity.clampedOpacity
    guard let pixels = source(composite.source), opacity > 0 || composite.blend.clearsBackdrop else {
      return .nothing
    }
    var bounds = composite.pixelBounds.intersection(region).intersection(pixels.region)
    var prepared = PreparedComposite(
      source: pixels, opacity: opacity, clip: clips.place(of: composite.clip))
    if composite.mask.exists {
      prepared.mask = source(composite.mask)
      bounds = bounds.intersection(prepared.mask?.region ?? .empty)
    }
    guard !bounds.isEmpty else {
      return .nothing
    }
    prepared.blend = composite.blend
    prepared.outline = clips.place(of: composite.outline)
    let maps = composite.colors.clamped(to: 0..<Int32(colorMaps.count))
    (prepared.firstColorMap, prepared.colorMapCount) = (maps.lowerBound, Int32(maps.count))
    composites.start[index] = prepared
    return PreparedOperation(kind: .composite, isInnerOpaque: false, index: Int32(index), bounds: bounds)
  }

  private func prepare(_ surface: SurfaceOperation, source: PixelSource?, at index: Int) -> PreparedOperation {
    let bounds = surface.pixelBounds.intersection(region)
    guard let source, !source.region.isEmpty, !bounds.isEmpty,
      let prepared = PreparedSurface(surface, source: source, clip: clips.place(of: surface.clip))
    else { return .nothing }
    surfaces.start[index] = prepared
    return PreparedOperation(kind: .surface, isInnerOpaque: false, index: Int32(index), bounds: bounds)
  }
}

extension PreparedOperation {
  /// Draws nothing.
  fileprivate static var nothing: PreparedOperation {
    PreparedOperation(kind: .nothing, isInnerOpaque: false, index: -1, bounds: .empty)
  }
}

extension PlainBuffer where Element == PreparedClip {
  /// Where a clip of the plan stands, or -1; a plan that nobody has checked may name one that is not there.
  fileprivate func place(of clip: ClipHandle) -> Int32 { clip.exists && clip.index < count ? clip.number : -1 }
}

extension ShapeGeometry {
  /// Whether it is an upright box, a point a pixel, that holds all of some pixels.
  fileprivate func covers(_ bounds: PixelRect) -> Bool {
    guard radii == .zero, row0.lowHalf == [1, 0], row1.lowHalf == [0, 1], row0.z == 0, row1.z == 0, row2.z == 1
    else { return false }
    let offset = row2.lowHalf - SIMD2(row0.w, row1.w)
    let (left, top) = (Float(bounds.minX) + offset.x, Float(bounds.minY) + offset.y)
    let (right, bottom) = (Float(bounds.maxX) + offset.x, Float(bounds.maxY) + offset.y)
    // A thousandth of a pixel is a quarter of a level.
    let slack: Float = 1.0 / 1024
    return left >= box.x - slack && top >= box.y - slack && right <= box.z + slack && bottom <= box.w + slack
  }
}

extension PreparedShape {
  /// Whether `origin` is a pixel that whole numbers can name.
  fileprivate var isAddressable: Bool { abs(origin.x) < 0x1p30 && abs(origin.y) < 0x1p30 }
}

extension PixelRect {
  /// The largest number of columns or rows from `origin` to a pixel inside.
  func farthest(from origin: SIMD2<Float>) -> Double {
    let columns = max(abs(Double(minX) - Double(origin.x)), abs(Double(maxX) - Double(origin.x)))
    let rows = max(abs(Double(minY) - Double(origin.y)), abs(Double(maxY) - Double(origin.y)))
    return max(columns, rows) + 1
  }
}

extension Float {
  /// Clamped to 0...1; 0 where it is not a number.
  fileprivate var clampedOpacity: Float { self > 0 ? min(self, 1) : 0 }
}

extension SIMD4<Float> {
  /// Each component clamped to 0...1; 0 where it is not a number.
  fileprivate var sanitized: SIMD4<Float> {
    var result = SIMD4<Float>.zero
    for index in 0..<4 where self[index] > 0 { result[index] = Swift.min(self[index], 1) }
    return result
  }
}
