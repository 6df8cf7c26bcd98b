import Foundation
import LaminaGeometry
import LaminaLayers

extension PlanBuilder {
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
    let members = planApart(
      node, sheetFromLayer: room.grid.sheetFromLayer, isFlipped: parent.isFlipped, limit: room.wanted)
    drawSilhouette(members, of: shadow, in: room, look)
  }

  /// Blurs what casts a shadow and lays it on the target.
  ///
  /// - Parameter members: What casts it, on the room's grid.
  mutating func drawSilhouette(
    _ members: [DrawOperation], of shadow: LayerShadow, in room: ShadowRoom, _ look: LayerLook
  ) {
    let touched = members.bounds.intersection(room.wanted)
    guard !touched.isEmpty else { return }
    let region = touched.grown(by: 1)
    let output = touched.grown(by: room.margin).intersection(room.wanted)
    let key = passes.fingerprint(of: members, region: region, in: resources).combined(with: [
      room.sigma, Double(output.minX), Double(output.minY), Double(output.maxX), Double(output.maxY),
    ])
    let isHard = room.sigma < 0.1
    let silhouette = addPass(members, region: region, format: .alpha16Float, key: isHard ? key : nil)
    var sheet = Sheet(targetFromSheet: room.grid.targetFromSheet, pass: silhouette, halvings: 0, region: region)
    if !isHard {
      // The silhouette's antialiasing has blurred it by a pixel already; the closed form counts that in below a sigma
      // of one and a half pixels only.
      let counted = min(max(1.5 - room.sigma, 0), 1)
      let sigma = max(room.sigma * room.sigma - (1 - counted) / 12, 0).squareRoot()
      (sheet.pass, sheet.halvings) = addBlur(
        of: silhouette, sigma: sigma, region: output, extendsEdges: false, key: key, node: look.node)
      sheet.region = output
    }
    draw(
      sheet, tint: shadow.color * look.partOpacity, isSilhouette: true, clip: look.clip, limit: look.limit,
      node: look.node)
  }
}

/// The pixels that a blurred shadow needs.
struct ShadowRoom {
  var grid: SheetGrid
  /// The standard deviation, pixels of the grid.
  var sigma: Double
  /// How far the blur reaches, pixels of the grid.
  var margin: Int32
  /// The pixels of the grid that may show, and those their blur reaches.
  var wanted: PixelRect

  /// No side of a pass is longer; every device draws this.
  private static let longestSide = 8192

  /// - Parameter extent: What casts the shadow, layer space: minimum x, y, maximum x, y.
  /// - Returns: `nil` where nothing of the shadow shows.
  init?(_ shadow: LayerShadow, _ grid: SheetGrid, extent: SIMD4<Double>, limit: PixelRect) {
    var grid = grid
    for _ in 0..<40 {
      let sigma = shadow.sigma * grid.scale
      let margin = (sigma * Double(BlurOperation.reach)).rounded(.up) + 2
      if margin < 0x1p22 {
        let wanted = grid.region(showing: limit, extent: extent, margin: margin)
        guard !wanted.isEmpty else { return nil }
        if wanted.area <= SheetGrid.largestArea, max(wanted.width, wanted.height) <= Self.longestSide {
          (self.grid, self.sigma, self.margin, self.wanted) = (grid, sigma, Int32(clamping: margin), wanted)
          return
        }
      }
      // A blur so wide, or a layer so large, shows no difference at half the resolution.
      grid = grid.halved
    }
    return nil
  }
}
