// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

extension TreeRecorder {
  /// Draws the shadow of everything that a layer draws: its own alpha and the alpha of its sublayers, including
  /// overflow.
  ///
  ///     subtree ──► silhouette (alpha alone) ──► halved while sigma > 4 px ──► Gaussian ──► surface, tinted
  ///
  /// The last of these passes has a key, so renderers keep its pixels while nothing in the subtree changes.
  ///
  /// If the layer is drawn again, for example in the shadow of an ancestor, its own shadow is the same except for its
  /// position. So the shadow is recorded once, and drawn again wherever its pixels coincide with the grid.
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
      // The grid of the recording differs from this grid by whole pixels only.
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

  /// The greatest nesting of surfaces; each level records its contents again.
  static let surfaceNesting = 4

  /// Records a layer with its subtree on its own grid, without its own opacity, shadow and group.
  ///
  /// - Parameters:
  ///   - parent: The values that the layer inherits.
  ///   - limit: The requested pixels, in surface space.
  private mutating func recordApart(
    _ node: Int32, surfaceFromLayer: Homography, under parent: Inherited, limit: PixelRect
  ) {
    var around = TreeWalk(region: limit, depth: walk.depth + 1, outerLevels: walk.levels)
    swap(&walk, &around)
    let host = Inherited(
      targetFromLayer: surfaceFromLayer, isFlipped: parent.isFlipped, clip: .none, limit: limit, delay: parent.delay)
    visit(node, under: host, targetFromLayer: surfaceFromLayer, isApart: true)
    goOn()
    swap(&walk, &around)
  }
}

/// A shadow that is made by blurring the caster's pixels.
struct SurfaceShadow {
  var shadow: LayerShadow
  var room: ShadowSurface
  var clip: ClipHandle
  var limit: PixelRect
  /// The opacity of the shadow.
  var opacity: Float
  var node: Int32
  /// The number of its caster among all recorded casters, or -1 if the shadow is not drawn again.
  var cast: Int32 = -1

  init(_ shadow: LayerShadow, _ room: ShadowSurface, _ style: ResolvedStyle) {
    (self.shadow, self.room) = (shadow, room)
    (clip, limit, opacity, node) = (style.clip, style.limit, style.partOpacity, style.node)
  }
}
