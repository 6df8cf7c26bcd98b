// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

// Clips that operations have in common: taken off the operations, they clip the finished picture once.

extension ClipTable {
  /// Links farther outward of the innermost one are not compared.
  static let mostCompared = 64

  /// Whether two lists of clips take the same off draws.
  ///
  /// Lists that end at links that contain all of a draw are copies. So links are compared by their values, up to the
  /// end of the shorter list.
  func isSame(_ first: ClipHandle, _ second: ClipHandle) -> Bool {
    var (first, second, steps) = (first, second, 0)
    while first != second, first.exists, second.exists {
      guard steps < Self.mostCompared, shapes[first.index].isSame(as: shapes[second.index]) else { return false }
      (first, second, steps) = (shapes[first.index].parent, shapes[second.index].parent, steps + 1)
    }
    return true
  }

  /// The link of a list that takes the same off draws as another one, with all links outward of both; `nil` for none.
  func link(of list: ClipHandle, sameAs clip: ClipHandle) -> ClipHandle? {
    var (link, steps) = (list, 0)
    while link.exists, steps < Self.mostCompared {
      if isSame(link, clip) { return link }
      (link, steps) = (shapes[link.index].parent, steps + 1)
    }
    return nil
  }

  /// The innermost clip that all operations lie inside of, if it, or a clip outward of it, has antialiased edges; else
  /// none.
  func commonClip(of draws: Span<DrawOperation>, _ passes: PassTable) -> ClipHandle {
    var last = ClipHandle.none
    // A list may have ended at links that contain its draw, but not others: then the next list is tried.
    for index in draws.indices.prefix(Self.mostCompared) where draws[index].innermostClip != last {
      last = draws[index].innermostClip
      var common = last
      for other in draws.indices {
        while common.exists, !takes(draws[other], inside: &common, passes) { common = shapes[common.index].parent }
      }
      if hasEdge(common) { return common }
    }
    return .none
  }

  /// Whether a draw lies inside a clip. If clips farther outward than known so far cut the draw, the clip becomes one
  /// with these.
  func takes(_ draw: DrawOperation, inside clip: inout ClipHandle, _ passes: PassTable) -> Bool {
    guard let link = link(of: draw.innermostClip, sameAs: clip) else { return holds(draw, in: clip, passes) }
    if length(of: link) > length(of: clip) { clip = link }
    return true
  }

  /// The number of links of a list.
  func length(of list: ClipHandle) -> Int {
    var (link, length) = (list, 0)
    while link.exists, length < Self.mostCompared { (link, length) = (shapes[link.index].parent, length + 1) }
    return length
  }

  /// Whether a box ends at the edge of a clip, inside the same clips.
  func isOutlined(_ draw: DrawOperation, by clip: ClipHandle) -> Bool {
    guard case .box(let box) = draw, box.shape == shapes[clip.index].shape else { return false }
    let outward = shapes[clip.index].parent
    return isSame(box.clip, outward) && length(of: box.clip) <= length(of: outward)
  }

  private func hasEdge(_ list: ClipHandle) -> Bool {
    var link = list
    while link.exists, !shapes[link.index].isEdge { link = shapes[link.index].parent }
    return link.exists
  }

  /// Whether a draw lies wholly inside a clip and all clips outward of it.
  ///
  /// - Parameters:
  ///   - passes: The passes that composites show.
  ///   - depth: The number of passes around the draw that are searched.
  func holds(_ draw: DrawOperation, in clip: ClipHandle, _ passes: PassTable, depth: Int = 0) -> Bool {
    if interiors.holds(draw.pixelBounds.centres, in: clip) { return true }
    switch draw {
    case .box(let box): return interiors.holds(box.outer, in: clip)
    case .surface(let surface): return interiors.holds(surface.outer, in: clip)
    case .shadow, .particles: return false
    case .composite(let composite):
      // The corners of the pass are clear where what is in it is round or turned, but an operator clears pixels there.
      guard !composite.outline.exists, composite.source.exists, depth < 4,
        case .draws(let draws) = passes[composite.source].content
      else { return false }
      return draws.count <= Self.mostCompared
        && draws.allSatisfy { holds($0, in: clip, passes, depth: depth + 1) }
    }
  }

  /// Takes a clip and all clips outward of it off operations that lie inside of it.
  ///
  /// Outlines along edges of these clips end beyond the edges instead: the clip measures the edges, once.
  mutating func take(_ clip: ClipHandle, off draws: inout [DrawOperation]) {
    var edges: [ShapeGeometry] = []
    var link = clip
    while link.exists, edges.count < 4 {
      if shapes[link.index].isEdge { edges.append(shapes[link.index].shape) }
      link = shapes[link.index].parent
    }
    var inner: [ClipHandle: ClipHandle] = [:]
    for index in draws.indices {
      let list = draws[index].innermostClip
      if list.exists {
        let known = inner[list]
        let taken = known ?? self.link(of: list, sameAs: clip).map { copy(of: list, inwardOf: $0, fitting: edges) }
        let rest = taken ?? (isOutlined(draws[index], by: clip) ? .none : list)
        inner[list] = taken
        if rest != list { draws[index] = draws[index].clipped(by: rest, insteadOf: list, in: &self) }
      }
      guard case .box(var box) = draws[index], box.shape.softEdges != 0 else { continue }
      if fit(&box, to: edges) { draws[index] = .box(box) }
    }
  }

  /// Copies of the links from a clip on up to one outward of it.
  private mutating func copy(
    of list: ClipHandle, inwardOf outer: ClipHandle, fitting edges: [ShapeGeometry]
  ) -> ClipHandle {
    var (links, link): ([ClipHandle], ClipHandle) = ([], list)
    while link != outer {
      links.append(link)
      link = shapes[link.index].parent
    }
    var outward = ClipHandle.none
    for source in links.reversed() {
      var copy = shapes[source.index]
      var outline = FittedOutline(copy.shape)
      if copy.isEdge { outline.fit(to: edges, hasBorder: false) }
      if outline.isOpen { continue }
      (copy.shape, copy.parent) = (outline.shape, outward)
      outward = add(copy, holdingAs: source)
      guard let divisor = outline.divisor else { continue }
      outward = add(ClipShape(shape: divisor, parent: outward, role: .divisor), holdingAs: source)
    }
    return outward
  }

  /// Ends a box beyond the edges of clips that its own edges lie along.
  ///
  /// - Returns: Whether the box was changed.
  private mutating func fit(_ box: inout BoxOperation, to edges: [ShapeGeometry]) -> Bool {
    if box.borderWidth > 0 {
      let isFramed = edges.contains { box.shape.radii == $0.radii && box.shape.commonEdges(with: $0) == 15 }
      guard isFramed else { return false }
      // The border reaches outward, and keeps the inner edge.
      let reach = max(box.shape.box.z - box.shape.box.x, box.shape.box.w - box.shape.box.y) / 4
      box.shape.box += SIMD4(-reach, -reach, reach, reach)
      box.shape.radii += reach
      box.borderWidth += reach
      return true
    }
    var outline = FittedOutline(box.shape)
    outline.fit(to: edges, hasBorder: false)
    if let divisor = outline.divisor {
      let clip = add(ClipShape(shape: outline.shape, parent: box.clip), holdingAs: .none)
      box.clip = add(ClipShape(shape: divisor, parent: clip, role: .divisor), holdingAs: .none)
      outline.shape = outline.shape.grown(15)
    }
    guard outline.shape != box.shape else { return false }
    box.shape = outline.shape
    return true
  }
}

extension DrawOperation {
  /// The operation with another list of clips, which also lies around the outline inside which it clears pixels.
  fileprivate func clipped(by clip: ClipHandle, insteadOf list: ClipHandle, in clips: inout ClipTable) -> DrawOperation
  {
    guard case .composite(var composite) = self, composite.outline.exists else { return clipped(by: clip) }
    if composite.outline == list {
      composite.outline = clip
    } else {
      var outline = clips[composite.outline]
      outline.parent = clip
      composite.outline = clips.add(outline, holdingAs: .none)
    }
    composite.clip = clip
    return .composite(composite)
  }
}

extension FittedOutline {
  /// Takes into account that edges lie along edges of clips outward, from the innermost on.
  fileprivate mutating func fit(to clips: [ShapeGeometry], hasBorder: Bool) {
    for clip in clips where !isOpen {
      fit(to: clip, at: 0, common: shape.commonEdges(with: clip), hasBorder: hasBorder)
    }
  }
}
