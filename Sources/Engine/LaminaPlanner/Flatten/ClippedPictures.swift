// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

// Clips whose contents become a pass, which is clipped once. Draws leave out what lies under other draws at an edge, if
// the alpha of the others follows from their outlines and colours (``SharedEdges``). The alpha of groups that fade, of
// shadows, of translucent pictures and of layers that are masked or filtered differs from pixel to pixel: where such a
// draw covers others at the edge of a clip, the contents of the clip are finished first; where they blend with the
// pixels behind the clip, on a copy of these pixels.

extension Flattener {
  /// Makes a pass of the contents of each clip at whose edge an alpha is not known.
  ///
  /// - Conformance: CLIP-4
  mutating func finishClippedPictures(in list: inout DrawList) {
    let runs = list.runs
    let isUncertain = runs.contains { $0.fragment?.hasUncertainClips ?? $0.draws.hasUncertainClips(in: resources) }
    guard isUncertain else { return }
    let vertexCount = resources.innerVertices.count
    var draws = list.array(list.indices, addingTo: &resources.innerVertices)
    let found = draws.withUnsafeBufferPointer { ClippedStretch.find(in: $0, resources, passes) }
    guard !found.isEmpty else {
      return resources.innerVertices.removeLast(resources.innerVertices.count - vertexCount)
    }
    defer { list = DrawList(draws) }
    // A part of the canvas may show none of the draws that come to the edge.
    hasSharedEdges = true
    var (result, start): ([DrawOperation], Int) = ([], 0)
    for stretch in found {
      var members = Array(draws[stretch.draws])
      let area = members.bounds
      guard hasRoomForClipped(area.area + (stretch.seesBackdrop ? draws.bounds.area : 0)) else { continue }
      result += draws[start..<stretch.draws.lowerBound]
      start = stretch.draws.upperBound
      resources.clips.take(stretch.clip, off: &members)
      var composite = CompositeOperation(source: .none, pixelBounds: area, opacity: 1, clip: stretch.clip, node: -1)
      if stretch.seesBackdrop, !result.isEmpty {
        let behind = result.bounds
        var backdrop = CompositeOperation(
          source: addPass(result, region: behind, format: nil), pixelBounds: behind, opacity: 1, clip: .none, node: -1)
        result = [.composite(backdrop)]
        backdrop.pixelBounds = behind.intersection(area)
        if !backdrop.pixelBounds.isEmpty { members.insert(.composite(backdrop), at: 0) }
        (composite.blend, composite.outline) = (.copy, stretch.clip)
      }
      composite.source = addPass(members, region: area, format: nil)
      result.append(.composite(composite))
    }
    guard start > 0 else { return }
    draws = result + draws[start...]
  }
}

/// Draws that follow one another and lie inside one clip.
private struct ClippedStretch {
  var draws: Range<Int>
  /// The clip, with all clips outward of it that cut one of the draws.
  var clip: ClipHandle
  /// Whether one of the draws blends with the pixels behind it in another way than by lying over them.
  var seesBackdrop = false

  /// The outermost stretches, from back to front, in which a draw of unknown alpha covers others at the edge.
  static func find(
    in draws: UnsafeBufferPointer<DrawOperation>, _ resources: PlanResources, _ passes: PassTable
  ) -> [ClippedStretch] {
    var (found, searched): ([ClippedStretch], [ClippedStretch]) = ([], [])
    guard let first = draws.baseAddress else { return [] }
    var index = 0
    while index < draws.count {
      defer { index += 1 }
      guard (first + index).uncertainClip(in: resources).exists else { continue }
      searched.removeAll { $0.draws.upperBound <= index }
      let edges = edges(of: draws[index], in: resources.clips, passes)
      for edge in edges.reversed() {
        if searched.contains(where: { resources.clips.isSame($0.clip, edge) }) { continue }
        var stretch = ClippedStretch(draws: index..<(index + 1), clip: edge)
        stretch.extend(over: draws, in: resources.clips, passes)
        guard stretch.hidesUnknown(in: draws, resources, passes) else {
          searched.append(stretch)
          continue
        }
        if stretch.seesBackdrop, edge != edges[edges.count - 1] {
          // Draws behind become a pass, of which nobody knows what others hide of it.
          stretch = ClippedStretch(draws: stretch.draws, clip: edges[edges.count - 1])
          stretch.extend(over: draws, in: resources.clips, passes)
        }
        while let last = found.last, last.draws.lowerBound >= stretch.draws.lowerBound { found.removeLast() }
        let start = max(stretch.draws.lowerBound, found.last?.draws.upperBound ?? 0)
        stretch.draws = start..<stretch.draws.upperBound
        found.append(stretch)
        index = stretch.draws.upperBound - 1
        break
      }
    }
    return found
  }

  /// The links of a draw's list that have antialiased edges and may cut the draw, innermost first.
  private static func edges(of draw: DrawOperation, in clips: ClipTable, _ passes: PassTable) -> [ClipHandle] {
    var (edges, link, steps): ([ClipHandle], ClipHandle, Int) = ([], draw.innermostClip, 0)
    while link.exists, steps < ClipTable.mostCompared, !clips.holds(draw, in: link, passes) {
      if clips.shapes[link.index].isEdge { edges.append(link) }
      (link, steps) = (clips.shapes[link.index].parent, steps + 1)
    }
    return edges
  }

  /// Adds the draws before and after that lie inside the clip, as long as they come to its edge.
  private mutating func extend(over all: UnsafeBufferPointer<DrawOperation>, in clips: ClipTable, _ passes: PassTable) {
    var index = draws.lowerBound
    while index > 0, let isAtEdge = takes(all[index - 1], in: clips, passes) {
      index -= 1
      if isAtEdge { draws = index..<draws.upperBound }
    }
    index = draws.upperBound
    while index < all.count, let isAtEdge = takes(all[index], in: clips, passes) {
      index += 1
      if isAtEdge { draws = draws.lowerBound..<index }
    }
    seesBackdrop = draws.contains { !all[$0].liesOver }
  }

  /// Whether a draw that lies inside the clip may come to its edge; `nil` for a draw that does not lie inside of it.
  ///
  /// If the draw is cut by clips farther outward than known so far, the clip becomes one with these.
  private mutating func takes(_ draw: DrawOperation, in clips: ClipTable, _ passes: PassTable) -> Bool? {
    if clips.takes(draw, inside: &clip, passes) {
      // Others of the stretch may end at the same edges.
      let (list, outline) = withUnsafePointer(to: draw) { $0.edges }
      return list.exists || outline != 0
    }
    return clips.isOutlined(draw, by: clip) ? true : nil
  }

  /// Whether a draw of unknown alpha lies on another one at the edge.
  private func hidesUnknown(
    in all: UnsafeBufferPointer<DrawOperation>, _ resources: PlanResources, _ passes: PassTable
  ) -> Bool {
    guard let first = all.baseAddress else { return false }
    var behind = PixelRect.empty
    for index in draws where !resources.clips.holds(all[index], in: clip, passes) {
      let bounds = all[index].pixelBounds
      let shared = bounds.intersection(behind)
      behind = behind.union(bounds)
      guard !shared.isEmpty, (first + index).uncertainClip(in: resources).exists else { continue }
      if !resources.clips.interiors.holds(shared.centres, in: clip) { return true }
    }
    return false
  }
}
