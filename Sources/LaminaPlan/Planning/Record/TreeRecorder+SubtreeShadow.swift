import Foundation
import LaminaGeometry
import LaminaLayers

extension TreeRecorder {
  /// Draws the shadow of everything that a layer draws: its alpha and that of its sublayers, overflow included.
  ///
  ///     subtree ──► silhouette (alpha alone) ──► halved while sigma > 4 px ──► Gaussian ──► sheet, tinted
  ///
  /// The last of these passes has a key: while nothing in the subtree changes, renderers keep it.
  ///
  /// - Conformance: SHADOW-4
  mutating func drawSubtreeShadow(
    _ shadow: LayerShadow, targetFromLayer: Homography, _ style: ResolvedStyle, under parent: Inherited
  ) {
    let node = style.node
    guard walk.depth < Self.surfaceNesting else {
      diagnostics.add(.nestedSheets, node: Int(node), in: snapshot)
      return
    }
    guard let extent = extents.extent(of: node, in: nodes, isOwnShadowLeftOut: true),
      let grid = SurfaceGrid(
        targetFromLayer: targetFromLayer, shift: shadow.offset, extent: extent, limit: style.limit)
    else { return }
    guard let room = ShadowSurface(shadow, grid, extent: extent, limit: style.limit) else { return }
    list.beginApart(room.wanted)
    recordApart(node, surfaceFromLayer: room.grid.surfaceFromLayer, isFlipped: parent.isFlipped, limit: room.wanted)
    list.end(SurfaceShadow(shadow, room, style))
  }

  /// How deep sheets may lie in sheets: each level records what it holds once more.
  static let surfaceNesting = 4

  /// Records a layer with its subtree on a grid of its own: without its own opacity, shadow and place in a group.
  ///
  /// - Parameters:
  ///   - isFlipped: Whether the layer's superspace is y-up on the canvas.
  ///   - limit: The pixels that are wanted, sheet space.
  private mutating func recordApart(
    _ node: Int32, surfaceFromLayer: Homography, isFlipped: Bool, limit: PixelRect
  ) {
    var around = TreeWalk(region: limit, depth: walk.depth + 1)
    swap(&walk, &around)
    let host = Inherited(targetFromLayer: surfaceFromLayer, isFlipped: isFlipped, clip: .none, limit: limit)
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

  init(_ shadow: LayerShadow, _ room: ShadowSurface, _ style: ResolvedStyle) {
    (self.shadow, self.room) = (shadow, room)
    (clip, limit, opacity, node) = (style.clip, style.limit, style.partOpacity, style.node)
  }
}
