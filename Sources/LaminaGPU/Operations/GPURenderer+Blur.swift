import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds a step of a blur; those of one source are drawn together.
  mutating func addBlur(_ blur: BlurOperation) {
    guard !blur.pixelBounds.isEmpty else { return }
    flushRuns()
    let source = Int(blur.source)
    blurs.append(BlurInstance(blur, source: plan.passes[source].region))
    if let last = batches.last, last.program == .blur, last.source == source,
      last.instances.upperBound == blurs.count - 1
    {
      batches[batches.count - 1].instances = last.instances.lowerBound..<blurs.count
      return
    }
    batches.append(
      DrawBatch(program: .blur, instances: blurs.count - 1..<blurs.count, state: .replacing, source: source))
  }
}
