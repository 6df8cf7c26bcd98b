// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension TreeRecorder {
  /// Adds the content of a layer of a special class to its style, or notes that the content is drawn over `contents`.
  mutating func addContent(_ content: LayerContent, to style: inout ResolvedStyle) {
    switch content {
    case .gradient(let gradient): addGradient(gradient, to: &style)
    case .shape: style.drawsOverContents = true
    case .replicator, .emitter: break
    case .tiles: style.drawsOverContents = true
    case .text:
      // A text layer shows its text or its contents, never both.
      style.drawsOverContents = true
      style.drawsContents = false
      (style.image, style.contents) = (nil, nil)
    }
  }

  /// Draws the content that lies over a layer's `contents` and under its sublayers.
  ///
  /// - Parameter style: The style of the layer, passed `inout` but not changed, so that the large value is not copied.
  /// - Conformance: PAINT-1
  mutating func drawContent(_ content: LayerContent, _ style: inout ResolvedStyle, plane: LayerPlane) {
    switch content {
    case .gradient, .replicator, .emitter: break
    case .shape(let shape): drawShape(shape, &style, plane: plane)
    case .text(let text): drawText(text, &style, plane: plane)
    case .tiles(let tiles): drawTiles(tiles, &style, plane: plane)
    }
  }

  private mutating func addGradient(_ content: GradientContent, to style: inout ResolvedStyle) {
    if content.omittedStops > 0 { diagnostics.add(.crowdedGradient, node: Int(style.node), in: snapshot) }
    guard let gradient = resources.gradients.add(content, bounds: style.outline.box) else { return }
    style.gradient = gradient
    style.isGradientOpaque = content.stops.allSatisfy { $0.straight.w >= 1 }
  }
}
