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
    _ shadow: LayerShadow, targetFromLayer: Homography, _ look: LayerLook, under parent: Inherited
  ) {
    let node = look.node
    guard walk.depth < Self.sheetNesting else {
      diagnostics.add(.nestedSheets, node: Int(node), in: snapshot)
      return
    }
    guard let extent = extents.extent(of: node, in: nodes, isOwnShadowLeftOut: true),
      let grid = SheetGrid(
        targetFromLayer: targetFromLayer, shift: shadow.offset, extent: extent, limit: look.limit)
    else { return }
    guard let room = ShadowRoom(shadow, grid, extent: extent, limit: look.limit) else { return }
    list.beginApart(room.wanted)
    recordApart(node, sheetFromLayer: room.grid.sheetFromLayer, isFlipped: parent.isFlipped, limit: room.wanted)
    list.end(SurfaceShadow(shadow, room, look))
  }

  /// How deep sheets may lie in sheets: each level records what it holds once more.
  static let sheetNesting = 4

  /// Records a layer with its subtree on a grid of its own: without its own opacity, shadow and place in a group.
  ///
  /// - Parameters:
  ///   - isFlipped: Whether the layer's superspace is y-up on the canvas.
  ///   - limit: The pixels that are wanted, sheet space.
  private mutating func recordApart(
    _ node: Int32, sheetFromLayer: Homography, isFlipped: Bool, limit: PixelRect
  ) {
    var around = TreeWalk(region: limit, depth: walk.depth + 1)
    swap(&walk, &around)
    let host = Inherited(targetFromLayer: sheetFromLayer, isFlipped: isFlipped, clip: -1, limit: limit)
    visit(node, under: host, targetFromLayer: sheetFromLayer, isApart: true)
    goOn()
    swap(&walk, &around)
  }
}

/// A shadow that is blurred from what casts it.
struct SurfaceShadow {
  var shadow: LayerShadow
  var room: ShadowRoom
  var clip: Int32
  var limit: PixelRect
  /// How much of it shows.
  var opacity: Float
  var node: Int32

  init(_ shadow: LayerShadow, _ room: ShadowRoom, _ look: LayerLook) {
    (self.shadow, self.room) = (shadow, room)
    (clip, limit, opacity, node) = (look.clip, look.limit, look.partOpacity, look.node)
  }
}
