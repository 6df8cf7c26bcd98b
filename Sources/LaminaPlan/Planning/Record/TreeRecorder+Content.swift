import LaminaGeometry
import LaminaGraphics
import LaminaLayers

extension TreeRecorder {
  /// Adds what a layer of a special class draws to its look, or notes that it comes over its contents.
  mutating func addContent(_ content: LayerContent, to look: inout LayerLook) {
    switch content {
    case .gradient(let gradient): addGradient(gradient, to: &look)
    case .shape: look.drawsOverContents = true
    case .replicator, .emitter: break
    case .tiles: look.drawsOverContents = true
    case .text:
      // Text or contents, never both.
      look.drawsOverContents = true
      look.drawsContents = false
      (look.image, look.contents) = (nil, nil)
    }
  }

  /// Draws what comes over a layer's contents and under its sublayers.
  ///
  /// - Conformance: PAINT-1
  mutating func drawContent(_ content: LayerContent, _ look: LayerLook, plane: LayerPlane) {
    switch content {
    case .gradient, .replicator, .emitter: break
    case .shape(let shape): drawShape(shape, look, plane: plane)
    case .text(let text): drawText(text, look, plane: plane)
    case .tiles(let tiles): drawTiles(tiles, look, plane: plane)
    }
  }

  private mutating func addGradient(_ content: GradientContent, to look: inout LayerLook) {
    if content.omittedStops > 0 { diagnostics.add(.crowdedGradient, node: Int(look.node), in: snapshot) }
    guard let gradient = resources.gradients.add(content, bounds: look.outline.box) else { return }
    look.gradient = gradient
    look.isGradientOpaque = content.stops.allSatisfy { $0.straight.w >= 1 }
  }
}
