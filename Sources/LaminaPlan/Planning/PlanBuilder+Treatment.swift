import Foundation
import LaminaGeometry
import LaminaGraphics
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
  var maskPlace: Inherited?
  /// Whether its mask is being drawn, or was: the innermost surface is the mask's then.
  var hasBegunMask = false
  /// A mask that is one gradient, with its shape.
  var maskLink: ClipShape?
  /// Whether the layer is a picture by itself even where its parts do not overlap.
  var needsPass: Bool
  /// The grid it is drawn on, where it is blurred or rasterized.
  var capture: Capture?
}

extension PlanBuilder {
  /// Sorts out what a layer's mask, filters and blending come to, before anything of it is drawn, and begins the surface of
  /// the group that it fades as.
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
    var background: DrawOperation?
    guard decide(&look, parent, targetFromLayer, &group, &background) else { return false }
    guard group != nil else { return true }
    walk.surfaces.begin()
    if let background { drawBackground(background) }
    return true
  }

  /// Decides how a layer is treated.
  ///
  /// - Parameter background: What its background filters make of what is behind it, where that is to be the first in the group.
  private mutating func decide(
    _ look: inout LayerLook, _ parent: Inherited, _ targetFromLayer: Homography, _ group: inout Group?,
    _ background: inout DrawOperation?
  ) -> Bool {
    let index = Int(look.node)
    guard !nodes[index].properties.flags.contains(.keepsDepth) else { return true }
    var treatment = Treatment(clip: look.clip, limit: look.limit, look: look, needsPass: false)
    if nodes[index].effects >= 0 { takeEffects(of: index, into: &treatment) }
    let rasterizes = nodes[index].properties.flags.contains(.shouldRasterize)
    treatment.needsPass =
      !treatment.effects.filters.isEmpty || treatment.effects.blend != .normal || rasterizes
      || treatment.effects.isIsolated
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
    let sigma = treatment.effects.sigma
    if sigma > 0 || rasterizes {
      treatment.capture = capture(
        look.node, targetFromLayer: targetFromLayer, limit: treatment.limit, sigma: sigma, isRaster: rasterizes)
      // Nothing shows, but an operator may still clear what is behind.
      if treatment.capture == nil, !treatment.effects.blend.clearsBackdrop { return false }
    }
    guard hasRoomForPasses(at: index) else { return true }
    let isTreated = treatment.needsPass || treatment.maskLink != nil
    let isGroup = isTreated || opacity < 1 || group != nil
    let fadesWithGroup = isGroup && treatment.capture == nil
    background = filteredBackground(treatment, look, isInGroup: fadesWithGroup)
    if !fadesWithGroup, let behind = background {
      // The layer's own filters are for what it draws, on a grid of its own perhaps: what is behind stays behind.
      let faded = (group?.opacity ?? 1) * opacity
      drawBackground(faded < 1 ? behind.covering.fading(by: faded) : behind)
      background = nil
    }
    look.limit = treatment.capture?.wanted ?? treatment.limit
    look.clip = treatment.needsPass ? -1 : treatment.clip
    if isGroup {
      group = Group(opacity: (group?.opacity ?? 1) * opacity, isTreated: isTreated)
    }
    if isTreated { walk.treatments.append(treatment) }
    return true
  }

  /// What the background filters of a layer make of what is behind it.
  private mutating func filteredBackground(
    _ treatment: Treatment, _ look: LayerLook, isInGroup: Bool
  ) -> DrawOperation? {
    guard !treatment.effects.backgroundFilters.isEmpty else { return nil }
    var look = look
    (look.clip, look.limit) = (treatment.clip, treatment.limit)
    return filteredBackground(treatment.effects.backgroundFilters, of: look, isInGroup: isInGroup)
  }

  /// Draws the filtered background of a layer, under everything else of it; nothing that is drawn over it can be taken
  /// from it.
  mutating func drawBackground(_ background: DrawOperation) {
    walk.surfaces.isolate()
    walk.surfaces.append(background)
  }

  /// Whether passes still stay inside what a frame may cost; trees that nest them without end are cut short.
  private mutating func hasRoomForPasses(at index: Int) -> Bool {
    guard !passes.hasRoom else { return true }
    diagnostics.add(.tooManyPasses, node: index, in: snapshot)
    return false
  }

  /// Takes a layer's filters; of those of a mask, neither blending nor background filters.
  private mutating func takeEffects(of index: Int, into treatment: inout Treatment) {
    treatment.effects = snapshot.effects[Int(nodes[index].effects)]
    diagnostics.add(treatment.effects.problems, node: index, in: snapshot)
    treatment.effects.filters = treatment.effects.filters.joiningBlurs
    treatment.effects.backgroundFilters = treatment.effects.backgroundFilters.joiningBlurs
    let parent = Int(nodes[index].parent)
    if parent >= 0, nodes[parent].mask == Int32(index) {
      treatment.effects.blend = .normal
      treatment.effects.backgroundFilters = []
    }
  }

  // MARK: closing

  /// Ends a treated group: finishes its picture and puts it in the place of its operations.
  mutating func close(_ group: Group, _ treatment: Treatment, node: Int32) {
    let maskMembers = treatment.hasBegunMask ? walk.surfaces.end().draws : []
    let surface = walk.surfaces.end()
    let members = surface.draws
    if treatment.maskTree >= 0, maskMembers.isEmpty { return }
    guard treatment.needsPass else {
      return closeLinked(surface, group, treatment, node)
    }
    var picture = Picture(members: members)
    if let capture = treatment.capture {
      apply(
        treatment.effects.filters, to: &picture, scale: capture.grid.scale, wanted: capture.wanted,
        extendsEdges: false, node: node)
      if capture.isRaster || !capture.isTarget { lay(&picture, by: capture, limit: treatment.limit, node: node) }
    } else {
      apply(treatment.effects.filters, to: &picture, scale: 1, wanted: .empty, extendsEdges: false, node: node)
    }
    finish(picture, maskMembers, group, treatment, node)
  }

  /// Puts a finished picture onto what is behind it: masked, faded, clipped and blended.
  private mutating func finish(
    _ picture: Picture, _ maskMembers: [DrawOperation], _ group: Group, _ treatment: Treatment, _ node: Int32
  ) {
    var composite = CompositeOperation(
      source: -1, pixelBounds: .empty, opacity: group.opacity, clip: treatment.clip, node: node)
    if let link = treatment.maskLink { composite.clip = addLink(link, parent: composite.clip) }
    composite.blend = treatment.effects.blend
    if maskMembers.isEmpty, treatment.maskLink == nil, composite.blend == .normal,
      let laid = picture.laid(opacity: group.opacity, clip: treatment.clip, limit: treatment.limit)
    {
      walk.surfaces.append(contentsOf: laid)
      return
    }
    var region = picture.bounds
    if composite.blend.clearsBackdrop { region = region.union(addOutline(of: treatment, to: &composite)) }
    region = region.intersection(treatment.limit)
    guard !region.isEmpty, composite.blend != .destination else { return }
    // What maps of colours and some blend modes make of rounded colours shows.
    let needsPrecision = composite.blend.amplifies || !picture.colors.isEmpty
    composite.source = pass(of: picture, region: region, format: needsPrecision ? .rgba16Float : nil)
    composite.pixelBounds = region
    composite.colors = resources.add(picture.colors)
    if !maskMembers.isEmpty {
      composite.mask = addPass(maskMembers)
      composite.pixelBounds = composite.pixelBounds.intersection(passes[composite.mask].region)
    }
    guard !composite.pixelBounds.isEmpty else { return }
    if composite.blend != .normal { walk.surfaces.isolate() }
    walk.surfaces.append(.composite(composite))
  }

  /// A gradient multiplies each part by itself where none overlaps another, else the picture of those that do.
  private mutating func closeLinked(
    _ surface: SurfaceRecorder, _ group: Group, _ treatment: Treatment, _ node: Int32
  ) {
    let members = surface.draws
    guard let link = treatment.maskLink, !members.isEmpty else { return }
    let overlapping =
      surface.isIsolated ? Array(repeating: true, count: members.count) : OverlapSearch.overlapping(members[...])
    var moved: [DrawOperation] = []
    var links: [Int32: Int32] = [:]
    for (member, overlaps) in zip(members, overlapping) {
      guard !overlaps, let clip = member.maskableClip else {
        moved.append(member)
        continue
      }
      let linked = links[clip] ?? addLink(link, parent: clip)
      links[clip] = linked
      walk.surfaces.append(member.fading(by: group.opacity).masked(by: linked))
    }
    guard !moved.isEmpty else { return }
    let source = addPass(moved)
    walk.surfaces.append(
      .composite(
        CompositeOperation(
          source: source, pixelBounds: passes[source].region, opacity: group.opacity,
          clip: addLink(link, parent: -1), node: node)))
  }

  /// Adds a link that nothing lies wholly inside of.
  mutating func addLink(_ link: ClipShape, parent: Int32) -> Int32 {
    var link = link
    link.parent = parent
    return resources.clips.add(link)
  }

  /// Makes operations a pass of just the pixels that they touch.
  mutating func addPass(_ members: [DrawOperation]) -> Int32 {
    addPass(members, region: members.bounds, format: nil)
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

extension Picture {
  /// Its one finished pass drawn straight onto the target; `nil` where it is more than that.
  fileprivate func laid(opacity: Float, clip: Int32, limit: PixelRect) -> [DrawOperation]? {
    guard isFinished, colors.isEmpty, members.count <= 1 else { return nil }
    guard let member = members.first else { return [] }
    switch member.fading(by: opacity) {
    case .composite(var composite):
      composite.clip = clip
      composite.pixelBounds = composite.pixelBounds.intersection(limit)
      return composite.pixelBounds.isEmpty ? [] : [.composite(composite)]
    case .sheet(var sheet):
      sheet.clip = clip
      sheet.pixelBounds = sheet.pixelBounds.intersection(limit)
      return sheet.pixelBounds.isEmpty ? [] : [.sheet(sheet)]
    case .box, .shadow, .blur, .particles: return nil
    }
  }
}

extension DrawOperation {
  /// The operation where it covers what is behind, instead of replacing it.
  fileprivate var covering: DrawOperation {
    guard case .composite(var composite) = self else { return self }
    composite.blend = .normal
    return .composite(composite)
  }

  /// The clip of an operation that may be masked by a gradient; `nil` of others.
  fileprivate var maskableClip: Int32? {
    switch self {
    case .box(let box): box.clip
    case .composite(let composite): composite.blend == .normal ? composite.clip : nil
    case .shadow, .sheet, .blur, .particles: nil
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
    case .shadow, .sheet, .blur, .particles: return self
    }
  }
}

extension [LayerFilter] {
  /// With blurs that follow each other as the one that they come to: variances add.
  fileprivate var joiningBlurs: [LayerFilter] {
    var result: [LayerFilter] = []
    for filter in self {
      if case .blur(let sigma) = filter, case .blur(let before)? = result.last {
        result[result.count - 1] = .blur(sigma: (before * before + sigma * sigma).squareRoot())
      } else {
        result.append(filter)
      }
    }
    return result
  }
}

extension LayerEffects {
  /// No filters, no blending.
  static let plain = LayerEffects()

  /// The standard deviation of all blurs together, points.
  var sigma: Double {
    filters.reduce(0) { if case .blur(let sigma) = $1 { $0 + sigma * sigma } else { $0 } }.squareRoot()
  }
}
