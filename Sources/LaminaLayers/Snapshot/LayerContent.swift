package import LaminaGraphics

/// What a layer of a special class draws besides what every layer does, as values that any thread may read.
package enum LayerContent: Sendable {
  case gradient(GradientContent)
  case shape(ShapeContent)
  case replicator(ReplicatorContent)
  case emitter(EmitterContent)
  case tiles(TilesContent)
  case text(TextContent)
}
