// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan

/// Keeps hidden draws from showing at antialiased edges that several draws of a pass share.
///
/// A layer's background, the sublayers that it clips and its border all end at one edge, whose coverage is c. If each
/// draw was mixed with the pixels behind it by c alone, a background would show through an opaque sublayer by
/// c (1 - c). The draws of a pass are visited front to back, and for each edge the draws are remembered that cover a
/// part of it. The list of clips of a draw behind them gets links for these covers (``ClipRole``), by which renderers
/// leave out the hidden part of the draw: the finished subtree is clipped once.
///
/// - Conformance: CLIP-4, PAINT-3
struct SharedEdges {
  /// The number of edges of a list that are considered, from the innermost on; edges farther outward are used as they
  /// are.
  private static let longestList = 4
  private static let mostRead = 64
  /// The number of covers of an edge, the nearest in front first, that are searched for one draw.
  private static let mostAsked = 24
  /// The number of covers that are considered for one draw: each costs time at every pixel of the edge.
  private static let mostFound = 8
  /// A draw that more links than this separate from an edge is not remembered for the edge.
  private static let mostParts = 4
  /// The number of links for a pass, in addition to five for every four draws. Once they are used up, the draws behind
  /// are used as they are, so that the time for a pass is proportional to the number of its draws.
  private static let mostLinks = 512

  /// A link of the list of the visited draw.
  private struct Place {
    var clip: ClipHandle
    /// Its edge; -1 for a link that has no antialiased edge.
    var edge: Int
    /// What the covers of the whole edge let through.
    var through: Float = 1
    /// The index of a clip without an antialiased edge; -1 for others.
    var cut: Int32 { edge < 0 ? Int32(truncatingIfNeeded: clip.index) : -1 }
    /// Whether the alpha of a gradient multiplies its coverage.
    var hasGradient: Bool
    /// Its outline in `fitted`, where it differs from the outline of the clip; else -1.
    var fitted = -1
  }

  private var outlines = EdgeOutlines()
  /// For each edge, the last cover that was added; -1 for none.
  private var lastCovers: [Int32] = []
  private var covers: [EdgeCover] = []
  /// The outlines of covers.
  private var shapes: [ShapeGeometry] = []
  private var parts: [(shape: ShapeGeometry, role: ClipRole)] = []
  /// The links of the last list that was read, innermost first, and the next one outward.
  private var chain: [Place] = []
  private var chainStart = ClipHandle.none
  private var chainEnd = ClipHandle.none
  /// The links of the visited draw's list that may cut the draw, innermost first, and the next one outward.
  private var list: [Place] = []
  private var rest = ClipHandle.none
  /// Whether no link outward of the list may cut the draw.
  private var isListComplete = true
  private var fitted: [FittedOutline] = []
  /// The pixels of the visited draw.
  private var bounds = PixelRect.empty
  /// The covers of parts of edges of the visited draw, each with the place of its edge in the list, -1 for the edge of
  /// the draw itself, and with a measure of how much it hides.
  private var found: [(place: Int, cover: Int, hidden: Float)] = []
  /// What the covers of the whole own edge of the draw let through.
  private var throughOwn: Float = 1
  /// The link that was added last.
  private var lastLink = ClipHandle.none
  /// For each draw, the last draw that it was found to cover.
  private var coveredLast: [Int32]

  /// The draws that were changed.
  private var changed: [Int] = []
  /// The pixels of the pass.
  private let region: PixelRect

  private init(draws: Int, region: PixelRect) {
    coveredLast = Array(repeating: -1, count: draws)
    self.region = region
    // Growing would copy them several times.
    covers.reserveCapacity(draws)
    shapes.reserveCapacity(draws)
    lastCovers.reserveCapacity(draws)
    outlines.reserve(draws)
  }

  /// Adds the links to the draws of a pass.
  ///
  /// - Parameter region: The pixels of the pass.
  /// - Returns: The indices of the draws that were changed, from front to back.
  @discardableResult
  static func resolve(_ draws: inout [DrawOperation], region: PixelRect, in resources: inout PlanResources) -> [Int] {
    guard draws.count > 1 else { return [] }
    var search: SharedEdges?
    let mostClips = resources.clips.shapes.count + mostLinks + draws.count + draws.count / 4
    for index in draws.indices.reversed() where resources.clips.shapes.count < mostClips {
      let part = draws.span[index].edgePart
      guard part.clip.exists || part.isEnding else { continue }
      if search == nil { search = SharedEdges(draws: draws.count, region: region) }
      search?.visit(index, of: &draws, part, in: &resources)
    }
    return search?.changed ?? []
  }

  private mutating func visit(
    _ index: Int, of draws: inout [DrawOperation], _ part: (bounds: PixelRect, clip: ClipHandle, isEnding: Bool),
    in resources: inout PlanResources
  ) {
    bounds = part.bounds
    fitted.removeAll(keepingCapacity: true)
    read(part.clip, in: resources.clips)
    guard part.isEnding || !list.isEmpty else { return }
    guard case .box(var box) = draws[index] else {
      guard draws[index].liesOver else { return }
      find(at: -1, over: index, takesGradients: draws[index].composite != nil)
      if let linked = linked(in: &resources.clips) {
        draws[index] = draws[index].clipped(by: linked)
        changed.append(index)
      }
      return
    }
    let own = part.isEnding ? edge(of: box.shape) : -1
    var outline = FittedOutline(box.shape)
    for place in list.indices where list[place].edge >= 0 && !isOpen(list[place]) {
      let common = outline.shape.commonEdges(with: resources.clips.shapes[list[place].clip.index].shape)
      guard common != 0 else { continue }
      let shape = self.outline(of: list[place], in: resources.clips.shapes)
      outline.fit(to: shape, at: place, common: common, hasBorder: box.borderWidth > 0)
    }
    let endsAtOwn = own >= 0 && box.borderWidth <= 0 && !outline.isOpen && !list.contains { $0.edge == own }
    find(at: endsAtOwn ? own : -1, over: index, takesGradients: true)
    let alphas = box.coverAlphas(isPictureOpaque: box.image.exists && resources.images[box.image].isOpaque)
    if alphas.inside > 0 || alphas.border > 0 { remember(box, alphas, index, outline, own, resources.clips.shapes) }
    let isEnded = throughOwn < 1 || found.contains { $0.place < 0 }
    let linked = linked(in: &resources.clips)
    guard linked != nil || isEnded || outline.isOpen || outline.divisor != nil || outline.shape != box.shape else {
      return
    }
    box.clip = linked ?? box.clip
    if isEnded {
      // A link takes the place of the edges of the box, so that covers lie inward of it.
      let source = box.clip
      box.clip = resources.clips.add(
        ClipShape(shape: outline.shape, parent: box.clip, role: throughOwn < 1 ? .covered(1 - throughOwn) : .clip),
        holdingAs: .none)
      addDivisor(outline.divisor, .divisor, to: &box.clip, holdingAs: source, in: &resources.clips)
      addCovers(at: -1, to: &box.clip, holdingAs: .none, in: &resources.clips)
      box.shape = box.shape.grown(15)
    } else {
      addDivisor(outline.divisor, .outline, to: &box.clip, holdingAs: box.clip, in: &resources.clips)
      box.shape = outline.shape
    }
    draws[index] = .box(box)
    changed.append(index)
  }

  // MARK: lists

  /// Reads a list of clips up to the links that cannot cut the visited draw.
  private mutating func read(_ clip: ClipHandle, in clips: ClipTable) {
    list.removeAll(keepingCapacity: true)
    rest = clip
    isListComplete = true
    guard clip.exists else { return }
    if clip != chainStart {
      chain.removeAll(keepingCapacity: true)
      (chainStart, chainEnd) = (clip, clip)
    }
    let centres = bounds.centres
    var kept = 0
    while rest.exists, kept < Self.longestList, list.count < Self.mostRead, !clips.interiors.holds(centres, in: rest) {
      if list.count == chain.count { extendChain(in: clips) }
      let link = chain[list.count]
      // The outermost of several clips with one outline suffices.
      if let last = list.last, link.edge >= 0, last.edge == link.edge {
        var open = FittedOutline(clips.shapes[last.clip.index].shape)
        open.isOpen = true
        list[list.count - 1].fitted = fitted.count
        fitted.append(open)
      } else {
        kept += 1
      }
      list.append(link)
      rest = clips.shapes[rest.index].parent
    }
    isListComplete = !rest.exists || (kept < Self.longestList && list.count < Self.mostRead)
    if kept > 1 { fitList(clips.shapes) }
  }

  private mutating func extendChain(in clips: ClipTable) {
    let link = clips.shapes[chainEnd.index]
    let isEdge = link.role.isClip && !link.gradient.exists && link.shape.softEdges != 0
    let edge = isEdge ? edge(of: link.shape) : -1
    chain.append(Place(clip: chainEnd, edge: edge, hasGradient: link.gradient.exists))
    chainEnd = link.parent
  }

  /// Fits each outline of the list to the outlines outward of it.
  private mutating func fitList(_ shapes: [ClipShape]) {
    for inner in list.indices.dropLast().reversed() where list[inner].edge >= 0 && !isOpen(list[inner]) {
      let index = list[inner].clip.index
      for outer in (inner + 1)..<list.count where list[outer].edge >= 0 && !isOpen(list[outer]) {
        let common = shapes[index].shape.commonEdges(with: shapes[list[outer].clip.index].shape)
        guard common != 0 else { continue }
        if list[inner].fitted < 0 {
          list[inner].fitted = fitted.count
          fitted.append(FittedOutline(shapes[index].shape))
        }
        fitted[list[inner].fitted].fit(
          to: outline(of: list[outer], in: shapes), at: outer, common: common, hasBorder: false)
      }
    }
  }

  private func isOpen(_ place: Place) -> Bool { place.fitted >= 0 && fitted[place.fitted].isOpen }

  private func outline(of place: Place, in shapes: [ClipShape]) -> ShapeGeometry {
    place.fitted >= 0 ? fitted[place.fitted].shape : shapes[place.clip.index].shape
  }

  private func divisor(of place: Place) -> ShapeGeometry? { place.fitted >= 0 ? fitted[place.fitted].divisor : nil }

  /// The list with the covers of the draw, without edges that lie along others.
  ///
  /// - Returns: `nil` where nothing changes.
  private mutating func linked(in clips: inout ClipTable) -> ClipHandle? {
    guard found.contains(where: { $0.place >= 0 }) || list.contains(where: { $0.through < 1 || $0.fitted >= 0 })
    else { return nil }
    var (outward, hasChanged) = (rest, false)
    for place in list.indices.reversed() {
      let link = list[place]
      guard !isOpen(link) else {
        hasChanged = true
        continue
      }
      if hasChanged || link.through < 1 || link.fitted >= 0 {
        var copy = clips[link.clip]
        (copy.shape, copy.parent) = (outline(of: link, in: clips.shapes), outward)
        if link.through < 1 { copy.role = .covered(1 - link.through) }
        outward = add(copy, holdingAs: link.clip, in: &clips)
        addDivisor(divisor(of: link), .divisor, to: &outward, holdingAs: link.clip, in: &clips)
        hasChanged = true
      } else {
        outward = link.clip
      }
      if addCovers(at: place, to: &outward, holdingAs: link.clip, in: &clips) { hasChanged = true }
    }
    return outward
  }

  /// Adds a link, unless the previously added link is equal.
  private mutating func add(
    _ link: ClipShape, holdingAs source: ClipHandle, in clips: inout ClipTable
  ) -> ClipHandle {
    if lastLink.exists, clips.shapes[lastLink.index].parent == link.parent, clips.shapes[lastLink.index] == link {
      return lastLink
    }
    lastLink = clips.add(link, holdingAs: source)
    return lastLink
  }

  private func addDivisor(
    _ shape: ShapeGeometry?, _ role: ClipRole, to list: inout ClipHandle, holdingAs source: ClipHandle,
    in clips: inout ClipTable
  ) {
    guard let shape else { return }
    list = clips.add(ClipShape(shape: shape, parent: list, role: role), holdingAs: source)
  }

  // MARK: covers

  /// Finds the covers of a draw, each at the innermost edge that both share: seen from farther outward, both are one
  /// picture.
  ///
  /// - Parameter own: The edge at which the draw itself ends; -1 where that edge is not considered.
  private mutating func find(at own: Int, over index: Int, takesGradients: Bool) {
    found.removeAll(keepingCapacity: true)
    throughOwn = 1
    for place in -1..<list.count {
      let edge = place < 0 ? own : isOpen(list[place]) ? -1 : list[place].edge
      guard edge >= 0 else { continue }
      var (next, asked) = (Int(lastCovers[edge]), 0)
      while next >= 0, asked < Self.mostAsked {
        let cover = next
        asked += 1
        next = Int(covers[cover].next)
        guard covers[cover].bounds.intersects(bounds), coveredLast[Int(covers[cover].draw)] != index,
          takesGradients || !covers[cover].alphas.gradient.exists,
          covers[cover].cut < 0 || list.dropFirst(place + 1).contains(where: { $0.cut == covers[cover].cut }),
          // A draw with the same outline covers the draw where the same clips cut both.
          place >= 0 || !covers[cover].isEdge || covers[cover].outward < 0 || covers[cover].outward == listEdge(at: 0)
        else { continue }
        coveredLast[Int(covers[cover].draw)] = Int32(truncatingIfNeeded: index)
        let isOutermost = isListComplete && place == list.count - 1
        guard let alpha = alpha(of: cover, isOutermost: isOutermost) else {
          note(cover, at: place)
          continue
        }
        let through = (place < 0 ? throughOwn : list[place].through) * (1 - alpha)
        if place < 0 { throughOwn = through } else { list[place].through = through }
        // Nothing is left for other covers of this edge to hide.
        guard through > 0 else {
          found.removeAll { $0.place == place }
          break
        }
      }
    }
    dropHidden()
  }

  /// The edge at a place of the list; -1 for none.
  private func listEdge(at place: Int) -> Int32 {
    place < list.count ? Int32(truncatingIfNeeded: list[place].edge) : -1
  }

  /// Leaves out the covers inside an opaque box whose outline is the next edge inward of theirs: the coverage of the
  /// box includes them.
  private mutating func dropHidden() {
    guard found.count > 1, found.contains(where: { covers[$0.cover].inward.edge >= 0 }) else { return }
    let all = found
    found.removeAll { inner in
      let inward = covers[inner.cover].inward.edge
      return inward >= 0
        && all.contains { outer in
          outer.place == inner.place && covers[outer.cover].own == inward && covers[outer.cover].alphas.inside >= 1
            && !covers[outer.cover].alphas.gradient.exists
        }
    }
  }

  /// Adds a cover of a part of an edge to the found covers; if there are enough, instead of the one that hides least.
  private mutating func note(_ cover: Int, at place: Int) {
    guard !found.contains(where: { $0.place == place && isHidden(cover, by: $0.cover) }) else { return }
    let alpha = max(covers[cover].alphas.inside, covers[cover].alphas.border)
    let hidden = Float(covers[cover].bounds.intersection(bounds).area) * alpha
    guard found.count >= Self.mostFound else { return found.append((place, cover, hidden)) }
    var least = 0
    for index in found.indices where found[index].hidden < found[least].hidden { least = index }
    if found[least].hidden < hidden { found[least] = (place, cover, hidden) }
  }

  /// Whether an opaque cover covers the same as another one.
  private func isHidden(_ cover: Int, by other: Int) -> Bool {
    guard covers[other].alphas.inside >= 1, !covers[other].alphas.gradient.exists, parts(of: other).isEmpty else {
      return false
    }
    let (shape, opaque) = (Int(covers[cover].shape), Int(covers[other].shape))
    return shapes[shape].box == shapes[opaque].box && shapes[shape] == shapes[opaque]
  }

  /// The alpha with which a cover covers everything that shows of its edge in the visited draw; `nil` where it covers
  /// only a part.
  ///
  /// - Parameter isOutermost: Whether no edge lies outward of the edge. A border covers its edge alone, and not the
  ///   edges outward of it.
  private func alpha(of cover: Int, isOutermost: Bool) -> Float? {
    let alphas = covers[cover].alphas
    guard !alphas.gradient.exists, parts(of: cover).isEmpty else { return nil }
    let shape = Int(covers[cover].shape)
    if covers[cover].isEdge {
      let width = covers[cover].borderWidth
      guard width > 0 else { return alphas.inside }
      // A border as wide as a pixel covers all pixels that its outline crosses.
      guard isOutermost, shapes[shape].isAffine, width >= shapes[shape].pointsOfPixel else { return nil }
      return 1 - (1 - alphas.inside) * (1 - alphas.border)
    }
    return alphas.border <= 0 && shapes[shape].holds(bounds) ? alphas.inside : nil
  }

  /// The links between a cover and its edge, as far as they matter in the pixels of the visited draw.
  private func parts(of cover: Int) -> Range<Int> {
    let parts = covers[cover].parts
    guard covers[cover].isCut, covers[cover].bounds.contains(bounds) else { return parts }
    return (parts.lowerBound + 1)..<parts.upperBound
  }

  /// Adds the covers that were found at a place inward of a list.
  @discardableResult private func addCovers(
    at place: Int, to list: inout ClipHandle, holdingAs source: ClipHandle, in clips: inout ClipTable
  ) -> Bool {
    var result = list
    func add(_ shape: ShapeGeometry, _ role: ClipRole, _ gradient: GradientHandle = .none) {
      result = clips.add(
        ClipShape(shape: shape, parent: result, gradient: gradient, role: role), holdingAs: source)
    }
    for entry in found where entry.place == place {
      let cover = covers[entry.cover]
      let shape = shapes[Int(cover.shape)]
      let border = borderWidth(around: entry)
      func addParts() {
        for part in parts(of: entry.cover) {
          let shape = parts[part].shape
          add(part == cover.inward.part && border > 0 ? shape.inset(by: border / 2) : shape, parts[part].role)
        }
      }
      if cover.alphas.inside > 0 {
        // An opaque border covers the outline alone, and the inside ends below it.
        let inside = cover.alphas.border >= 1 ? shape.inset(by: cover.borderWidth / 2) : shape
        add(cover.isEdge ? shape.grown(15) : inside, .cover(cover.alphas.inside), cover.alphas.gradient)
        addParts()
      }
      if cover.alphas.border > 0 {
        add(shape.inset(by: cover.borderWidth), .coverAround(cover.alphas.border))
        if !cover.isEdge { add(shape, .part) }
        addParts()
      }
    }
    defer { list = result }
    return result != list
  }

  /// The width of an opaque border at the next edge inward of a found cover: the border covers that edge alone, and the
  /// cover ends below the border.
  private func borderWidth(around entry: (place: Int, cover: Int, hidden: Float)) -> Float {
    let inward = covers[entry.cover].inward.edge
    guard inward >= 0 else { return 0 }
    for other in found where other.place == entry.place && covers[other.cover].own == inward {
      if covers[other.cover].alphas.border >= 1 { return covers[other.cover].borderWidth }
    }
    return 0
  }

  /// Remembers a box as a cover of the edges that it reaches.
  ///
  /// - Parameter own: The edge at which the box ends; -1 for none.
  private mutating func remember(
    _ box: BoxOperation, _ alphas: CoverAlphas, _ index: Int, _ outline: FittedOutline, _ own: Int,
    _ shapes: [ClipShape]
  ) {
    let isCut = box.outer == box.pixelBounds.quad
    let equal = outline.equal.map { place in list[..<place].allSatisfy { isOpen($0) } ? list[place].edge : -1 }
    let edge = equal ?? own
    var cover = EdgeCover(
      draw: Int32(truncatingIfNeeded: index), next: -1, bounds: box.pixelBounds, shape: -1, alphas: alphas,
      borderWidth: box.borderWidth, isEdge: true, own: Int32(truncatingIfNeeded: edge),
      outward: listEdge(at: equal == nil ? 0 : (outline.equal ?? 0) + 1), parts: parts.count..<parts.count)
    if edge >= 0 {
      cover.cut = cut(outwardOf: equal == nil ? -1 : outline.equal ?? -1)
      if isCut { cover.isCut = addCut(of: box, in: nil) }
      cover.parts = cover.parts.lowerBound..<parts.count
      add(&cover, outline.shape, to: edge)
    }
    (cover.isEdge, cover.isCut) = (false, false)
    let first = parts.count
    for (index, place) in list.enumerated() where !isOpen(place) {
      guard parts.count - first <= Self.mostParts else { break }
      let shape = self.outline(of: place, in: shapes)
      if parts.count == first {
        if isCut { cover.isCut = addCut(of: box, in: shape) }
        if let divisor = outline.divisor { parts.append((divisor, .divisor)) }
      }
      if place.edge >= 0, place.edge != edge {
        cover.parts = first..<parts.count
        cover.cut = cut(outwardOf: index)
        add(&cover, outline.shape, to: place.edge)
      }
      // The alpha of a gradient in the list is not known here.
      guard place.clip != list[list.count - 1].clip, !place.hasGradient else { break }
      cover.inward = (Int32(truncatingIfNeeded: place.edge), parts.count)
      parts.append((shape, .part))
      if let divisor = divisor(of: place) { parts.append((divisor, .divisor)) }
    }
  }

  /// The first link outward of a place that has no antialiased edge; -1 for none.
  private func cut(outwardOf place: Int) -> Int32 {
    list.dropFirst(place + 1).first { $0.edge < 0 }?.cut ?? -1
  }

  /// Adds the pixels of a box on the sides on which whole pixels cut it inside a clip and inside the pass.
  ///
  /// - Returns: Whether they cut it.
  private mutating func addCut(of box: BoxOperation, in clip: ShapeGeometry?) -> Bool {
    let bounds = box.pixelBounds
    let low = SIMD4(bounds.minX, bounds.minY, -bounds.maxX, -bounds.maxY)
    var sides = low .> SIMD4(region.minX, region.minY, -region.maxX, -region.maxY)
    func keepSides(of extent: SIMD4<Float>) {
      sides .&= SIMD4<Float>(low) .> SIMD4(extent.x, extent.y, -extent.z, -extent.w) + 1.0 / 64
    }
    if let extent = box.shape.extent { keepSides(of: extent) }
    if let extent = clip?.extent { keepSides(of: extent) }
    guard any(sides) else { return false }
    parts.append((ShapeGeometry(bounds, alongSides: sides), .part))
    return true
  }

  private mutating func add(_ cover: inout EdgeCover, _ shape: ShapeGeometry, to edge: Int) {
    if cover.shape < 0 {
      cover.shape = Int32(truncatingIfNeeded: shapes.count)
      shapes.append(shape)
    }
    cover.next = lastCovers[edge]
    lastCovers[edge] = Int32(truncatingIfNeeded: covers.count)
    covers.append(cover)
  }

  /// The number of an outline's edge.
  private mutating func edge(of shape: ShapeGeometry) -> Int {
    if let edge = outlines.number(of: shape) { return edge }
    outlines.add(shape)
    lastCovers.append(-1)
    return lastCovers.count - 1
  }
}
