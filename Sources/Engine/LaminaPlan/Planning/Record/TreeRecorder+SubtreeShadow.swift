// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension TreeRecorder {
  /// Draws the shadow of everything that a layer draws: its alpha and that of its sublayers, overflow included.
  ///
  ///     subtree ──► silhouette (alpha alone) ──► halved while sigma > 4 px ──► Gaussian ──► surface, tinted
  ///
  /// The last of these passes has a name: while nothing in the subtree changes, renderers keep it.
  ///
  /// Where the layer is drawn again, as in the shadow of a layer above it, its own shadow is what it was, moved: it is
  /// found once, and laid down wherever its pixels fall on the same places.
  ///
  /// - Conformance: SHADOW-4
  mutating func drawSubtreeShadow(
    _ shadow: LayerShadow, targetFromLayer: Homography, _ style: ResolvedStyle, under parent: Inherited
  ) {
    let node = style.node
    guard walk.depth < Self.surfaceNesting else {
      casts.noteEnd()
      diagnostics.add(.nestedShadows, node: Int(node), in: snapshot)
      return
    }
    guard let whole = extents.extent(of: node, in: nodes, isOwnShadowLeftOut: true) else { return }
    let extent = SurfaceGrid.bounded(whole, targetFromLayer: targetFromLayer, limit: style.limit)
    guard
      let grid = SurfaceGrid(
        targetFromLayer: targetFromLayer, shift: shadow.offset, extent: extent, limit: style.limit)
    else { return }
    guard let room = ShadowSurface(shadow, grid, extent: extent, limit: style.limit) else { return }
    var cast = SurfaceShadow(shadow, room, style)
    let place = CastPlace(node: node, depth: walk.depth, room, under: parent)
    if let known = casts.find(place) {
      cast.cast = known.cast
      // What was recorded lies on a grid that is this one but for whole pixels.
      let shift = Homography(a: 1, b: 0, c: 0, d: 1, tx: known.shift.x, ty: known.shift.y)
      cast.room.grid.targetFromSurface = shift.concatenating(room.grid.targetFromSurface)
      return list.repeat(cast)
    }
    guard budgets.take(castLayers: Int(nodes[Int(node)].subtreeEnd - node), isInside: walk.depth > 0) else {
      return refuse(
        .elements, allowed: budgets.usedUpForShadows, "finding shadows of subtrees that lie inside one another", node)
    }
    let endsBefore = casts.ends
    list.beginApart(room.wanted)
    recordApart(node, surfaceFromLayer: room.grid.surfaceFromLayer, under: parent, limit: room.wanted)
    cast.cast = casts.add(place, isCut: casts.ends > endsBefore)
    list.end(cast)
  }

  /// How deep surfaces may lie in surfaces: each level records what it holds once more.
  static let surfaceNesting = 4

  /// Records a layer with its subtree on a grid of its own: without its own opacity, shadow and place in a group.
  ///
  /// - Parameters:
  ///   - parent: What it inherits.
  ///   - limit: The pixels that are wanted, surface space.
  private mutating func recordApart(
    _ node: Int32, surfaceFromLayer: Homography, under parent: Inherited, limit: PixelRect
  ) {
    var around = TreeWalk(region: limit, depth: walk.depth + 1)
    swap(&walk, &around)
    let host = Inherited(
      targetFromLayer: surfaceFromLayer, isFlipped: parent.isFlipped, clip: .none, limit: limit, delay: parent.delay)
    visit(node, under: host, targetFromLayer: surfaceFromLayer, isApart: true)
    goOn()
    swap(&walk, &around)
  }
}

/// A shadow that is blurred from what casts it.
struct SurfaceShadow {
  var shadow: LayerShadow
  var room: ShadowSurface
  var clip: ClipHandle
  var limit: PixelRect
  /// How much of it shows.
  var opacity: Float
  var node: Int32
  /// Which of all recorded casters it is of, or -1 where it is not drawn again.
  var cast: Int32 = -1

  init(_ shadow: LayerShadow, _ room: ShadowSurface, _ style: ResolvedStyle) {
    (self.shadow, self.room) = (shadow, room)
    (clip, limit, opacity, node) = (style.clip, style.limit, style.partOpacity, style.node)
  }
}
