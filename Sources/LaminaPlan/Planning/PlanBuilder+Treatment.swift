import Foundation
import LaminaGeometry
import LaminaLayers

// Layers that are more than drawn: masked, filtered, blended, rasterized. Such a layer with all in it is one picture
// (a pass), which goes through its filters, is masked, and then meets what is behind it (PAINT-1). Where a mask is a
// plain shape or a gradient, and nothing else is asked for, no pass is needed.

/// How an open layer is treated when it is closed.
struct Treatment {
  /// The filters and blending of the layer; plain where it has none.
  var effects = LayerEffects.plain
  /// The clips around the layer, which members do not have: they cut the finished picture.
  var clip: Int32 = -1
  /// Where the finished picture may show.
  var limit: PixelRect
  /// The layer's own look, for its outline.
  var look: LayerLook
  /// The mask's subtree, or -1.
  var maskTree: Int32 = -1
  /// What the mask inherits.
  var maskPlace: PlanBuilder.Inherited?
  /// Where the operations of the mask begin, once it was entered.
  var maskStart: Int?
  /// A mask that is one gradient, with its shape.
  var maskLink: ClipShape?
  /// Whether the layer is a picture by itself even where its parts do not overlap.
  var needsPass: Bool
}

extension PlanBuilder {
  /// Sorts out what a layer's mask, filters and blending come to, before anything of it is drawn.
  ///
  /// - Parameters:
  ///   - look: The layer; its clip and limit become those of its parts.
  ///   - parent: What it inherits.
  ///   - targetFromLayer: Its plane.
  ///   - group: The group that it fades as; made where it needs one.
  /// - Returns: `false` where nothing of it can show.
  /// - Conformance: CLIP-5, GROUP-4, PAINT-1
  mutating func treat(
    _ look: inout LayerLook, _ parent: Inherited, _ targetFromLayer: Homography, _ group: inout Group?
  ) -> Bool {
    let index = Int(look.node)
    guard !nodes[index].properties.flags.contains(.keepsDepth) else { return true }
    var treatment = Treatment(clip: look.clip, limit: look.limit, look: look, needsPass: false)
    if nodes[index].effects >= 0 { takeEffects(of: index, into: &treatment) }
    treatment.needsPass =
      !treatment.effects.filters.isEmpty || treatment.effects.blend != .normal || rasterizes(index)
    var opacity: Float = 1
    if nodes[index].mask >= 0 {
      switch mask(nodes[index].mask, of: look, parent, targetFromLayer) {
      case .nothing: return false
      case .shape(let clip, let limit, let alpha):
        (treatment.clip, treatment.limit) = (clip, limit)
        opacity = alpha
      case .gradient(let link, let limit):
        treatment.maskLink = link
        treatment.limit = limit
      case .tree(let place):
        treatment.maskTree = nodes[index].mask
        treatment.maskPlace = place
        treatment.needsPass = true
      }
    }
    look.limit = treatment.limit
    look.clip = treatment.needsPass ? -1 : treatment.clip
    let isTreated = treatment.needsPass || treatment.maskLink != nil
    guard isTreated || opacity < 1 else { return true }
    let old = group
    group = Group(firstOperation: operations.count, opacity: (old?.opacity ?? 1) * opacity, isTreated: isTreated)
    if isTreated { treatments.append(treatment) }
    return true
  }

  /// Whether the layer is drawn as a bitmap first.
  private func rasterizes(_ index: Int) -> Bool {
    nodes[index].properties.flags.contains(.shouldRasterize)
  }

  /// Takes a layer's filters; of those of a mask, neither blending nor background filters.
  private mutating func takeEffects(of index: Int, into treatment: inout Treatment) {
    treatment.effects = snapshot.effects[Int(nodes[index].effects)]
    diagnostics.add(treatment.effects.problems, node: index, in: snapshot)
    if treatment.effects.filters.contains(where: { if case .blur = $0 { true } else { false } }) {
      diagnostics.add(.blurFilter, node: index, in: snapshot)
    }
    let parent = Int(nodes[index].parent)
    if parent >= 0, nodes[parent].mask == Int32(index) {
      treatment.effects.blend = .normal
      treatment.effects.backgroundFilters = []
    }
  }

  /// Tells the groups around the layer that is being closed that it reads what is behind it in them.
  mutating func isolateInnermostGroup() {
    guard let around = open.lastIndex(where: { $0.group != nil }) else { return }
    open[around].group?.isIsolated = true
  }

  // MARK: closing

  /// Ends a treated group: finishes its picture and puts it in the place of its operations.
  mutating func close(_ group: Group, _ treatment: Treatment, node: Int32) {
    let end = treatment.maskStart ?? operations.count
    let members = Array(operations[group.firstOperation..<end])
    let maskMembers = Array(operations[end...])
    operations.removeSubrange(group.firstOperation...)
    if treatment.maskTree >= 0, maskMembers.isEmpty { return }
    guard treatment.needsPass else {
      return closeLinked(members, group, treatment, node)
    }
    var composite = CompositeOperation(
      source: -1, pixelBounds: .empty, opacity: group.opacity, clip: treatment.clip, node: node)
    if let link = treatment.maskLink { composite.clip = addLink(link, parent: composite.clip) }
    composite.blend = treatment.effects.blend
    var region = members.reduce(PixelRect.empty) { $0.union($1.pixelBounds) }
    if composite.blend.clearsBackdrop { region = region.union(addOutline(of: treatment, to: &composite)) }
    guard !region.isEmpty, composite.blend != .destination else { return }
    // What maps of colours and some blend modes make of rounded colours shows.
    let needsPrecision = composite.blend.amplifies || !treatment.effects.filters.isEmpty
    composite.source = addPass(members, region: region, format: needsPrecision ? .rgba16Float : nil)
    composite.pixelBounds = region.intersection(treatment.limit)
    applyColors(treatment.effects.filters, to: &composite)
    if !maskMembers.isEmpty {
      composite.mask = addPass(maskMembers)
      composite.pixelBounds = composite.pixelBounds.intersection(passes[Int(composite.mask)].region)
    }
    guard !composite.pixelBounds.isEmpty else { return }
    if composite.blend != .normal { isolateInnermostGroup() }
    operations.append(.composite(composite))
  }

  /// A gradient multiplies each part by itself where none overlaps another, else the picture of those that do.
  private mutating func closeLinked(
    _ members: [DrawOperation], _ group: Group, _ treatment: Treatment, _ node: Int32
  ) {
    guard let link = treatment.maskLink, !members.isEmpty else { return }
    let overlapping =
      group.isIsolated ? Array(repeating: true, count: members.count) : OverlapSearch.overlapping(members[...])
    var moved: [DrawOperation] = []
    var links: [Int32: Int32] = [:]
    for (member, overlaps) in zip(members, overlapping) {
      guard !overlaps, let clip = member.maskableClip else {
        moved.append(member)
        continue
      }
      let linked = links[clip] ?? addLink(link, parent: clip)
      links[clip] = linked
      operations.append(member.fading(by: group.opacity).masked(by: linked))
    }
    guard !moved.isEmpty else { return }
    let source = addPass(moved)
    operations.append(
      .composite(
        CompositeOperation(
          source: source, pixelBounds: passes[Int(source)].region, opacity: group.opacity,
          clip: addLink(link, parent: -1), node: node)))
  }

  /// Adds a link that nothing lies wholly inside of.
  private mutating func addLink(_ link: ClipShape, parent: Int32) -> Int32 {
    var link = link
    link.parent = parent
    clips.append(link)
    clipInner.append(Int32(clipPolygons.count))
    clipPolygons.append(ConvexPolygon())
    return Int32(clips.count - 1)
  }

  /// Adds the maps of a run of colour filters; maps that need no clamping between are one.
  private mutating func applyColors(_ filters: [LayerFilter], to composite: inout CompositeOperation) {
    let start = Int32(colorMatrices.count)
    for case .color(let matrix) in filters {
      if Int(start) < colorMatrices.count, let last = colorMatrices.last, last.keepsRange {
        colorMatrices[colorMatrices.count - 1] = last.followed(by: matrix)
      } else {
        colorMatrices.append(matrix)
      }
    }
    composite.colors = start..<Int32(colorMatrices.count)
  }

  /// Adds the layer's outline, inside which its operator clears what is behind.
  ///
  /// - Returns: The pixels that it touches.
  private mutating func addOutline(of treatment: Treatment, to composite: inout CompositeOperation) -> PixelRect {
    let look = treatment.look
    guard !look.outline.isEmpty,
      let extent = BoxExtent(of: look.outline.box, on: look.plane, limit: treatment.limit),
      let shape = ShapeGeometry(
        plane: look.plane, outline: look.outline, antialiased: look.antialiased, near: extent.pixelBounds)
    else { return .empty }
    composite.outline = addLink(ClipShape(shape: shape, parent: -1), parent: composite.clip)
    return extent.pixelBounds
  }
}

extension DrawOperation {
  /// The clip of an operation that may be masked by a gradient; `nil` of others.
  fileprivate var maskableClip: Int32? {
    switch self {
    case .box(let box): box.clip
    case .composite(let composite): composite.blend == .normal ? composite.clip : nil
    case .shadow, .sheet, .blur: nil
    }
  }

  /// The operation with another clip, inside which nothing is covered wholly.
  fileprivate func masked(by clip: Int32) -> DrawOperation {
    switch self {
    case .box(var box):
      box.clip = clip
      box.isInnerOpaque = false
      box.innerCount = 0
      return .box(box)
    case .composite(var composite):
      composite.clip = clip
      return .composite(composite)
    case .shadow, .sheet, .blur: return self
    }
  }
}

extension LayerEffects {
  /// No filters, no blending.
  static let plain = LayerEffects()
}
