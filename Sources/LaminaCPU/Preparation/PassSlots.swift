import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// Where the operations of a pass put what is prepared of them, so that several threads can prepare them.
///
/// Never changes once made.
struct PassSlots: @unchecked Sendable {
  /// How many operations are prepared in one go.
  static let chunk = 256

  /// The next free index in each buffer, at the start of each chunk and at the end.
  private(set) var cursors: [PassCursor] = []
  /// All levels of all pictures that the pass draws.
  private(set) var levels: [PreparedLevel] = []
  /// Where each picture of the plan has its levels there.
  private(set) var levelsOfImage: [Range<Int>]
  /// The gradients in the order of their boxes, and the spans of all.
  private(set) var gradients: [PreparedGradient] = []
  private(set) var gradientSpans: [GradientSpan] = []
  /// The corner tables of all shadows.
  private(set) var shadowTables = ShadowTableList()

  init(plan: RenderPlan, draws: [DrawOperation], images: PreparedImages) {
    levelsOfImage = Array(repeating: 0..<0, count: plan.images.count)
    var next = PassCursor()
    for slot in draws.indices {
      if slot.isMultiple(of: Self.chunk) { cursors.append(next) }
      switch draws[slot] {
      case .box(let box):
        next.skip(box, of: plan, images: images)
        if images.holds(box.image) { addLevels(of: box, images: images) }
        if box.hasGradient(in: plan) { addGradient(of: box, plan) }
      case .shadow(let shadow):
        shadowTables.add(shadow)
        next.shadow += 1
        next.edge += 4
      case .composite:
        next.composite += 1
      case .particles:
        next.particles += 1
      case .surface:
        next.surface += 1
      }
    }
    cursors.append(next)
  }

  /// How much room all of them need.
  var end: PassCursor { cursors[cursors.count - 1] }

  private mutating func addGradient(of box: BoxOperation, _ plan: RenderPlan) {
    let paint = plan.gradients[box.gradient.index]
    let stops = plan.gradientStops[Int(paint.stops.lowerBound)..<Int(paint.stops.upperBound)]
    let start = Int32(gradientSpans.count)
    gradientSpans += GradientSpan.spans(of: stops)
    gradients.append(
      PreparedGradient(
        paint, on: box.shape, spans: start..<Int32(gradientSpans.count),
        isOpaque: stops.allSatisfy { $0.straight.w >= 1 }))
  }

  private mutating func addLevels(of box: BoxOperation, images: PreparedImages) {
    let image = box.image.index
    let needsLevels = PreparedPicture.needsLevels(box.placement)
    let (known, first) = (levelsOfImage[image], levels.count)
    if let level = images.coverage(of: image), !needsLevels, PreparedPicture.isCopied(box, level) {
      guard known.isEmpty else { return }
      levels.append(level)
    } else {
      // One box that mixes texels makes all others read four bytes a texel too.
      guard known.isEmpty || (needsLevels && known.count == 1) || levels[known.lowerBound].bytesPerTexel == 1 else {
        return
      }
      levels += images.levels(of: image, allLevels: needsLevels)
    }
    levelsOfImage[image] = first..<levels.count
  }
}

/// The next free index in each buffer of a pass.
struct PassCursor {
  var box = 0
  var composite = 0
  var particles = 0
  var surface = 0
  var shadow = 0
  var edge = 0
  var inset = 0
  var picture = 0
  var gradient = 0

  /// Moves over what `box` takes.
  mutating func skip(_ box: BoxOperation, of plan: RenderPlan, images: PreparedImages) {
    self.box += 1
    edge += 4 + (box.innerRange(in: plan)?.count ?? 0)
    if box.hasBorder { inset += 1 }
    if images.holds(box.image) { picture += 1 }
    if box.hasGradient(in: plan) { gradient += 1 }
  }
}

extension BoxOperation {
  /// Whether it has a border that shows.
  var hasBorder: Bool { borderWidth > 0 && border != .zero }

  /// Whether it is painted with a gradient of the plan.
  func hasGradient(in plan: RenderPlan) -> Bool { plan.gradients.holds(gradient) }
}
