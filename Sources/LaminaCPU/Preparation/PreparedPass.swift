import LaminaGeometry
import LaminaPlan

/// The operations of one pass, ready to draw: every number that does not depend on the pixel is worked out.
final class PreparedPass {
  let region: PixelRect
  /// Premultiplied, 0...255.
  let clear: PixelColor
  let operationCount: Int
  let operations: PlainBuffer<PreparedOperation>
  let boxes: PlainBuffer<PreparedBox>
  let composites: PlainBuffer<PreparedComposite>
  let edges: PlainBuffer<PolygonEdge>
  let insets: PlainBuffer<PreparedShape>
  let pictures: PlainBuffer<PreparedPicture>
  let levels: PlainBuffer<PreparedLevel>
  let clips: PlainBuffer<PreparedClip>
  private let images: PreparedImages

  /// Prepares the operations of `pass`.
  ///
  /// - Parameters:
  ///   - images: Keeps the pictures' bytes in place; kept in turn by this.
  ///   - clips: All clips of the plan.
  ///   - source: Returns the pixels of an earlier pass, where there are any.
  init(
    _ pass: RenderPass, of plan: RenderPlan, images: PreparedImages, clips: PlainBuffer<PreparedClip>,
    source: (Int32) -> PixelSource?
  ) {
    region = pass.region
    clear = (pass.clear.sanitized * 255)
    self.images = images
    self.clips = clips
    let range = pass.operations.clamped(to: plan.operations.indices)
    operationCount = range.count
    let slots = PassSlots(plan: plan, range: range, images: images)
    operations = PlainBuffer(count: range.count)
    boxes = PlainBuffer(count: slots.boxes)
    composites = PlainBuffer(count: slots.composites)
    edges = PlainBuffer(count: slots.edges)
    insets = PlainBuffer(count: slots.insets)
    pictures = PlainBuffer(count: slots.pictures)
    levels = PlainBuffer(count: slots.levels.count)
    levels.start.initialize(from: slots.levels, count: slots.levels.count)

    var next = PassCursor()
    for (slot, index) in range.enumerated() {
      switch plan.operations[index] {
      case .box(let box):
        operations.start[slot] = prepare(box, plan: plan, slots: slots, next: &next)
      case .composite(let composite):
        operations.start[slot] = prepare(composite, source: source(composite.source), next: &next)
      }
    }
  }

  // MARK: private

  private func prepare(
    _ box: BoxOperation, plan: RenderPlan, slots: PassSlots, next: inout PassCursor
  ) -> PreparedOperation {
    let bounds = box.pixelBounds.intersection(region)
    let shape = PreparedShape(box.shape)
    let opacity = box.opacity.clampedOpacity
    let index = next.box
    next.box += 1
    let hasPicture = images.holds(box.image)
    let picture = hasPicture ? next.picture : -1
    if hasPicture { next.picture += 1 }
    let hasBorder = box.hasBorder
    let inset = hasBorder ? next.inset : -1
    if hasBorder { next.inset += 1 }
    guard !bounds.isEmpty, shape.form != .empty, shape.isAddressable, opacity > 0 else {
      return PreparedOperation(kind: .nothing, isInnerOpaque: false, index: -1, bounds: .empty)
    }

    let fill = box.fill.sanitized * 255
    if hasBorder { insets.start[inset] = PreparedShape(box.shape, inset: box.borderWidth) }
    if hasPicture {
      let (first, levels) = slots.levelsOfImage[Int(box.image)]
      let isOpaque = images.isOpaque(Int(box.image))
      pictures.start[picture] = PreparedPicture(
        box: box, levels: levels, firstLevel: first, isOpaque: isOpaque, liesOnFill: fill != .zero && !isOpaque,
        reach: bounds.farthest(from: shape.origin))
    }
    let inner = innerPolygon(of: box, plan: plan, next: &next)
    let isInnerOpaque = box.isInnerOpaque && !inner.isEmpty
    boxes.start[index] = PreparedBox(
      shape: shape, outer: outerPolygon(of: box, next: &next), inner: inner, fill: fill,
      border: box.border.sanitized * 255, innerColor: fill * opacity, opacity: opacity,
      clip: clips.holds(box.clip) ? box.clip : -1, inset: Int32(inset), picture: Int32(picture),
      isInnerOpaque: isInnerOpaque, isInnerVisible: hasPicture || fill != .zero)
    return PreparedOperation(kind: .box, isInnerOpaque: isInnerOpaque, index: Int32(index), bounds: bounds)
  }

  private func outerPolygon(of box: BoxOperation, next: inout PassCursor) -> PreparedPolygon {
    let first = next.edge
    next.edge += 4
    // A hundredth of a pixel would do for the rounding of the vertices.
    let polygon = PreparedPolygon.make(
      count: 4, slack: 1.0 / 32, edges: edges.start + first, firstEdge: first
    ) { SIMD2(box.outer[2 * $0], box.outer[2 * $0 + 1]) }
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
    _ composite: CompositeOperation, source: PixelSource?, next: inout PassCursor
  ) -> PreparedOperation {
    let index = next.composite
    next.composite += 1
    let opacity = composite.opacity.clampedOpacity
    guard let source, opacity > 0 else {
      return PreparedOperation(kind: .nothing, isInnerOpaque: false, index: -1, bounds: .empty)
    }
    let bounds = composite.pixelBounds.intersection(region).intersection(source.region)
    guard !bounds.isEmpty else {
      return PreparedOperation(kind: .nothing, isInnerOpaque: false, index: -1, bounds: .empty)
    }
    composites.start[index] = PreparedComposite(
      source: source, opacity: opacity, clip: clips.holds(composite.clip) ? composite.clip : -1)
    return PreparedOperation(kind: .composite, isInnerOpaque: false, index: Int32(index), bounds: bounds)
  }
}

/// The next free index in each buffer.
private struct PassCursor {
  var box = 0
  var composite = 0
  var edge = 0
  var inset = 0
  var picture = 0
}

/// How much room the operations of a pass need.
private struct PassSlots {
  var boxes = 0
  var composites = 0
  var edges = 0
  var insets = 0
  var pictures = 0
  /// All levels of all pictures that the pass draws.
  var levels: [PreparedLevel] = []
  /// Where each picture of the plan has its levels there.
  var levelsOfImage: [(first: Int, levels: [PreparedLevel])]

  init(plan: RenderPlan, range: Range<Int>, images: PreparedImages) {
    levelsOfImage = Array(repeating: (0, []), count: plan.images.count)
    for index in range {
      switch plan.operations[index] {
      case .box(let box):
        boxes += 1
        edges += 4 + (box.innerRange(in: plan)?.count ?? 0)
        if box.hasBorder { insets += 1 }
        guard images.holds(box.image) else { continue }
        pictures += 1
        let image = Int(box.image)
        let needsLevels = PreparedPicture.needsLevels(box.placement)
        if levelsOfImage[image].levels.isEmpty || (needsLevels && levelsOfImage[image].levels.count == 1) {
          let chain = images.levels(of: image, allLevels: needsLevels)
          levelsOfImage[image] = (levels.count, chain)
          levels += chain
        }
      case .composite:
        composites += 1
      }
    }
  }
}

extension BoxOperation {
  /// Whether it has a border that shows.
  fileprivate var hasBorder: Bool { borderWidth > 0 && border != .zero }

  /// Its inner polygon in the plan's vertices, where there is one.
  fileprivate func innerRange(in plan: RenderPlan) -> Range<Int>? {
    let (start, count) = (Int(innerStart), Int(innerCount))
    guard count >= 3, start >= 0, start + count <= plan.innerVertices.count else { return nil }
    return start..<(start + count)
  }
}

extension PlainBuffer where Element == PreparedClip {
  /// All clips of a plan.
  convenience init(_ clips: [ClipShape]) {
    self.init(count: clips.count)
    for (index, clip) in clips.enumerated() {
      // A list that does not lead outward would never end.
      let parent = clip.parent < Int32(index) ? clip.parent : -1
      start[index] = PreparedClip(shape: PreparedShape(clip.shape), parent: parent)
    }
  }

  fileprivate func holds(_ index: Int32) -> Bool { index >= 0 && Int(index) < count }
}

extension PreparedShape {
  /// Whether `origin` is a pixel that whole numbers can name.
  fileprivate var isAddressable: Bool { abs(origin.x) < 0x1p30 && abs(origin.y) < 0x1p30 }
}

extension PixelRect {
  /// The largest number of columns or rows from `origin` to a pixel inside.
  fileprivate func farthest(from origin: SIMD2<Float>) -> Double {
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
