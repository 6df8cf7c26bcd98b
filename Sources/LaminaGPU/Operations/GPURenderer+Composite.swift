import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds the result of an earlier pass.
  ///
  /// - Parameters:
  ///   - depth: Clip space.
  ///   - format: That of the pass that is drawn into.
  mutating func addComposite(_ composite: CompositeOperation, depth: Float, format: PassFormat) {
    guard !composite.pixelBounds.isEmpty else { return }
    if !composite.isSimple || hasMaskingClip(composite.clip) {
      return addEffect(composite, depth: depth, format: format)
    }
    flushRuns()
    let source = composite.source.index
    composites.append(
      CompositeInstance(
        bounds: composite.pixelBounds, source: plan.passes[source].region, opacity: composite.opacity,
        clip: composite.clip, depth: depth))
    batches.append(
      DrawBatch(
        program: !composite.clip.exists ? .compositePlain : .composite,
        instances: composites.count - 1..<composites.count, state: blending, source: source))
  }

  /// Adds what packs the canvas, in 8 bits, into planes.
  mutating func packing(of canvas: Int, into planes: PackedPlanes) -> DrawBatch {
    composites.append(CompositeInstance(planes: planes, region: plan.passes[canvas].region))
    return DrawBatch(
      program: .planes, instances: composites.count - 1..<composites.count, state: .replacing, source: canvas)
  }

  /// Adds the copy of the canvas into a target of 8 bits, rounded by the driver as everything it writes.
  mutating func conversion(of canvas: Int) -> DrawBatch {
    let region = plan.passes[canvas].region
    composites.append(CompositeInstance(bounds: region, source: region, opacity: 1, clip: .none, depth: 0))
    return DrawBatch(
      program: .compositePlain, instances: composites.count - 1..<composites.count, state: .replacing, source: canvas)
  }
}
