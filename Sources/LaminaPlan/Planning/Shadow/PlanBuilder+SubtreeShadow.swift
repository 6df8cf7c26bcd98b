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
    guard sheetDepth < Self.sheetNesting else {
      diagnostics.add(.nestedSheets, node: Int(node), in: snapshot)
      return
    }
    guard let extent = extents.extent(of: node, in: nodes, isOwnShadowLeftOut: true),
      let grid = SheetGrid(
        targetFromLayer: targetFromLayer, shift: shadow.offset, extent: extent, limit: look.limit)
    else { return }
    let sigma = shadow.sigma * grid.scale
    let margin = (sigma * Double(BlurOperation.reach)).rounded(.up) + 2
    guard margin < 0x1p22 else { return }
    let wanted = grid.region(showing: look.limit, extent: extent, margin: margin)
    guard !wanted.isEmpty else { return }
    let members = planApart(
      node, sheetFromLayer: grid.sheetFromLayer, isFlipped: parent.isFlipped, limit: wanted)
    drawSilhouette(members, of: shadow, grid, sigma: sigma, margin: Int32(margin), wanted: wanted, look)
  }

  /// Blurs what casts a shadow and lays it on the target.
  ///
  /// - Parameters:
  ///   - members: What casts it, on the grid.
  ///   - sigma: In pixels of the grid.
  ///   - margin: How far the blur reaches, pixels.
  ///   - wanted: The pixels of the grid that may show.
  mutating func drawSilhouette(
    _ members: [DrawOperation], of shadow: LayerShadow, _ grid: SheetGrid, sigma: Double, margin: Int32,
    wanted: PixelRect, _ look: LayerLook
  ) {
    let touched = members.reduce(PixelRect.empty) { $0.union($1.pixelBounds) }.intersection(wanted)
    guard !touched.isEmpty else { return }
    let region = touched.grown(by: 1)
    let output = touched.grown(by: margin).intersection(wanted)
    let key = fingerprint(of: members, region: region).combined(with: [
      Double(sigma), Double(output.minX), Double(output.minY), Double(output.maxX), Double(output.maxY),
    ])
    let silhouette = addPass(
      members, region: region, format: .alpha16Float, key: sigma > 0 ? nil : key)
    var sheet = Sheet(targetFromSheet: grid.targetFromSheet, pass: silhouette, halvings: 0, region: region)
    if sigma > 0 {
      (sheet.pass, sheet.halvings) = addBlur(
        of: silhouette, sigma: sigma, region: output, extendsEdges: false, key: key, node: look.node)
      sheet.region = output
    }
    draw(
      sheet, tint: shadow.color * look.partOpacity, isSilhouette: true, clip: look.clip, limit: look.limit,
      node: look.node)
  }
}
