import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds a step of a blur; those of one source are drawn together.
  mutating func addBlur(_ blur: BlurFilter) {
    guard !blur.pixelBounds.isEmpty else { return }
    flushRuns()
    let source = blur.source.index
    blurs.append(BlurInstance(blur, source: plan.passes[source].region))
    // Each step has a shader of its own: software would run all of them at every pixel.
    let program: ShaderCatalog =
      switch blur.step {
      case .halve: .blurHalve
      case .quarter: .blurQuarter
      case .horizontal, .vertical: .blur
      }
    if let last = batches.last, last.program == program, last.source == source,
      last.instances.upperBound == blurs.count - 1
    {
      batches[batches.count - 1].instances = last.instances.lowerBound..<blurs.count
      return
    }
    batches.append(
      DrawBatch(program: program, instances: blurs.count - 1..<blurs.count, state: .replacing, source: source))
  }
}
