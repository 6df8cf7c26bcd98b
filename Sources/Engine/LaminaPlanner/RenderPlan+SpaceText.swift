// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaLayers
import LaminaPlan

extension RenderPlan {
  /// Prints one space: its container, then its pieces back to front with their depths and cuts, then the layers that
  /// face away.
  func appendSpace(_ space: SpaceRecord, _ snapshot: TreeSnapshot?, _ limit: Int, to lines: inout [String]) {
    func name(_ node: Int32) -> String {
      guard let snapshot, node >= 0, Int(node) < snapshot.layerCount else { return "layer \(node)" }
      return snapshot.layerPath(of: Int(node))
    }
    let pieces = spacePieces[space.pieces]
    let cutLayers = Dictionary(grouping: pieces, by: \.node).count { $0.value.count > 1 }
    let cuts = cutLayers == 0 ? "nothing cut" : "\(cutLayers) cut into \(pieces.count - space.layers + cutLayers)"
    let facingAway = layersFacingAway[space.facingAway]
    let away = facingAway.isEmpty ? "" : "\(facingAway.count) facing away, "
    lines.append("space of \(name(space.node)): \(space.layers) layers, \(away)\(cuts), back to front")
    for (index, piece) in pieces.enumerated() {
      guard index < limit else {
        lines.append("  … \(pieces.count - index) more pieces")
        break
      }
      let (low, high) = (Self.number(piece.depth.x), Self.number(piece.depth.y))
      var text = "  \(low == high ? "z \(low)" : "z \(low) to \(high)")"
      for cut in spaceCuts[piece.cuts] {
        let side = cut.keepsFront ? "in front of" : "behind"
        let line = "\(Self.number(cut.line.x)) x + \(Self.number(cut.line.y)) y + \(Self.number(cut.line.z)) > 0"
        text += ", cut \(side) \(name(cut.cutter)) at \(line)"
      }
      lines.append(text + "  \(name(piece.node))")
    }
    for node in facingAway.prefix(limit) { lines.append("  faces away  \(name(node))") }
    if facingAway.count > limit { lines.append("  … \(facingAway.count - limit) more that face away") }
  }
}
