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
  static let mostParts = 4
  /// The number of links for a pass, in addition to five for every four draws. Once they are used up, the draws behind
  /// are used as they are, so that the time for a pass is proportional to the number of its draws.
  static let mostLinks = 512

  /// A link of the list of the visited draw.
  struct Place {
    var clip: ClipHandle
    /// Its edge; -1 for a link that has no antialiased edge.
    var edge: Int
    /// The share that the covers of the whole edge let through.
    var through: Float = 1
    /// The index of a clip without an antialiased edge; -1 for others.
    var cut: Int32 { edge < 0 ? Int32(truncatingIfNeeded: clip.index) : -1 }
    /// Whether the alpha of a gradient multiplies its coverage.
    var hasGradient: Bool
    /// Its outline in `fitted`, where it differs from the outline of the clip; else -1.
    var fitted = -1
  }

  var outlines = EdgeOutlines()
  /// For each edge, the last cover that was added; -1 for none.
  var lastCovers: [Int32] = []
  var covers: [EdgeCover] = []
  /// The outlines of covers.
  var shapes: [ShapeGeometry] = []
  var parts: [(shape: ShapeGeometry, role: ClipRole)] = []
  /// The links of the last list that was read, innermost first, and the next one outward.
  private var chain: [Place] = []
  private var chainStart = ClipHandle.none
  private var chainEnd = ClipHandle.none
  /// The links of the visited draw's list that may cut the draw, innermost first, and the next one outward.
  var list: [Place] = []
  private var rest = ClipHandle.none
  /// Whether no link outward of the list may cut the draw.
  private var isListComplete = true
  var fitted: [FittedOutline] = []
  /// The pixels of the visited draw.
  private var bounds = PixelRect.empty
  /// The covers of parts of edges of the visited draw, each with the place of its edge in the list, -1 for the edge of
  /// the draw itself, and with a measure of how much it hides.
  private var found: [(place: Int, cover: Int, hidden: Float)] = []
  /// The share that the covers of the whole own edge of the draw let through.
  private var throughOwn: Float = 1
  /// The link that was added last.
  private var lastLink = ClipHandle.none
  /// For each draw, the last draw that it was found to cover.
  private var coveredLast: [Int32]

  /// The draws that were changed.
  private var changed: [Int] = []
  /// The pixels of the pass.
  let region: PixelRect

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
  /// - Parameters:
  ///   - draws: The draws that are visited, back to front; others have no edge of theirs.
  ///   - count: The number of all draws of the pass.
  ///   - region: The pixels of the pass.
  /// - Returns: The indices of the draws that were changed, from front to back.
  static func resolve(
    _ draws: inout [DrawOperation], of count: Int, region: PixelRect, in resources: inout PlanResources
  ) -> [Int] {
    guard draws.count > 1 else { return [] }
    let filter = EdgeFilter(of: draws, in: resources.clips)
    guard filter.isNeeded else { return [] }
    var search = SharedEdges(draws: draws.count, region: region)
    let mostClips = resources.clips.shapes.count + mostLinks + count + count / 4
    func isFull() -> Bool { resources.clips.shapes.count >= mostClips }
    draws.withUnsafeMutableBufferPointer { draws in
      guard let base = draws.baseAddress else { return }
      for index in draws.indices.reversed() where filter.isNeeded(forDraw: index) && !isFull() {
        if let box = (base + index).box {
          let sharesOwn = filter.mayShareOutline(ofDraw: index)
          if search.visit(box, at: index, sharesOwn: sharesOwn, in: &resources) { search.changed.append(index) }
          continue
        }
        guard draws[index].liesOver else { continue }
        let clip = draws[index].innermostClip
        let takesGradients = draws[index].composite != nil
        if let linked = search.visit(
          draws[index].pixelBounds, clip, at: index, takesGradients: takesGradients, in: &resources)
        {
          draws[index] = draws[index].clipped(by: linked)
          search.changed.append(index)
        }
      }
    }
    return search.changed
  }

  /// Visits a draw that is no box.
  ///
  /// - Returns: The list of clips with its covers; `nil` where nothing changes.
  private mutating func visit(
    _ pixels: PixelRect, _ clip: ClipHandle, at index: Int, takesGradients: Bool, in resources: inout PlanResources
  ) -> ClipHandle? {
    bounds = pixels
    fitted.removeAll(keepingCapacity: true)
    read(clip, in: resources.clips)
    guard !list.isEmpty else { return nil }
    find(at: -1, over: index, takesGradients: takesGradients, in: resources.clips)
    return linked(in: &resources.clips)
  }

  /// Visits a box.
  ///
  /// - Parameter sharesOwn: Whether others may share the edge at which the box itself ends.
  /// - Returns: Whether the box was changed.
  private mutating func visit(
    _ box: UnsafeMutablePointer<BoxOperation>, at index: Int, sharesOwn: Bool, in resources: inout PlanResources
  ) -> Bool {
    bounds = box.pointee.pixelBounds
    fitted.removeAll(keepingCapacity: true)
    read(box.pointee.clip, in: resources.clips)
    guard sharesOwn || !list.isEmpty else { return false }
    let own = sharesOwn ? edge(of: box.pointee.shape) : -1
    let hasBorder = box.pointee.borderWidth > 0
    var outline = FittedOutline(box.pointee.shape)
    for place in list.indices where list[place].edge >= 0 && !isOpen(list[place]) {
      let common = outline.shape.commonEdges(with: resources.clips.shapes[list[place].clip.index].shape)
      guard common != 0 else { continue }
      let shape = self.outline(of: list[place], in: resources.clips.shapes)
      outline.fit(to: shape, at: place, common: common, hasBorder: hasBorder)
    }
    let endsAtOwn = own >= 0 && !hasBorder && !outline.isOpen && !list.contains { $0.edge == own }
    find(at: endsAtOwn ? own : -1, over: index, takesGradients: true, in: resources.clips)
    let (image, source) = (box.pointee.image, UnsafePointer(box))
    let alphas = source.coverAlphas(isPictureOpaque: image.exists && resources.images[image].isOpaque)
    if alphas.inside > 0 || alphas.border > 0 { remember(source, alphas, index, outline, own, resources.clips.shapes) }
    let isEnded = throughOwn < 1 || found.contains { $0.place < 0 }
    let linked = linked(in: &resources.clips)
    let isFitted = outline.isOpen || outline.divisor != nil || outline.shape != box.pointee.shape
    guard linked != nil || isEnded || isFitted else { return false }
    end(box, inside: linked ?? box.pointee.clip, at: outline, isEnded: isEnded, in: &resources)
    return true
  }

  /// Ends a box at its fitted outline, inside a list of clips.
  ///
  /// - Parameter isEnded: Whether covers lie along the edges of the box.
  private mutating func end(
    _ box: UnsafeMutablePointer<BoxOperation>, inside clip: ClipHandle, at outline: FittedOutline, isEnded: Bool,
    in resources: inout PlanResources
  ) {
    box.pointee.clip = clip
    guard isEnded else {
      addDivisor(outline.divisor, .outline, to: &box.pointee.clip, holdingAs: clip, in: &resources.clips)
      box.pointee.shape = outline.shape
      return
    }
    // A link takes the place of the edges of the box, so that covers lie inward of it.
    box.pointee.clip = resources.clips.add(
      ClipShape(shape: outline.shape, parent: clip, role: throughOwn < 1 ? .covered(1 - throughOwn) : .clip),
      holdingAs: .none)
    addDivisor(outline.divisor, .divisor, to: &box.pointee.clip, holdingAs: clip, in: &resources.clips)
    addCovers(at: -1, to: &box.pointee.clip, holdingAs: .none, in: &resources.clips)
    box.pointee.shape = box.pointee.shape.grown(15)
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
    let edge = link.isEdge ? edge(of: link.shape) : -1
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

  func isOpen(_ place: Place) -> Bool { place.fitted >= 0 && fitted[place.fitted].isOpen }

  func outline(of place: Place, in shapes: [ClipShape]) -> ShapeGeometry {
    place.fitted >= 0 ? fitted[place.fitted].shape : shapes[place.clip.index].shape
  }

  func divisor(of place: Place) -> ShapeGeometry? { place.fitted >= 0 ? fitted[place.fitted].divisor : nil }

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
  private mutating func find(at own: Int, over index: Int, takesGradients: Bool, in clips: ClipTable) {
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
          covers[cover].cut < 0 || counts(behind: ClipHandle(Int(covers[cover].cut)), at: place, in: clips),
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

  /// Whether a cover counts for the visited draw: the links that cut the cover contain the draw, or cut it too. Lists
  /// that end at links that contain all of a draw are copies, so links are compared by their values.
  ///
  /// - Parameters:
  ///   - cut: The innermost link outward of the edge that cuts the cover.
  ///   - place: The place of the edge in the list; -1 for the edge of the draw itself.
  private func counts(behind cut: ClipHandle, at place: Int, in clips: ClipTable) -> Bool {
    var own = place + 1 < list.count ? list[place + 1].clip : rest
    var link = cut
    for _ in 0..<Self.mostRead {
      guard link.exists, link != own else { return true }
      let shape = clips.shapes[link.index]
      guard !shape.isEdge else {
        link = shape.parent
        continue
      }
      if clips.interiors.holds(bounds.centres, in: link) { return true }
      guard own.exists else { return false }
      if clips.shapes[own.index].isSame(as: shape) { link = shape.parent }
      own = clips.shapes[own.index].parent
    }
    return false
  }

  /// The edge at a place of the list; -1 for none.
  func listEdge(at place: Int) -> Int32 {
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
}
