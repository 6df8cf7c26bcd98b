import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds a step of a blur, which makes a whole pass.
  mutating func addBlur(_ blur: BlurOperation) {
    guard !blur.pixelBounds.isEmpty else { return }
    flushRuns()
    let source = Int(blur.source)
    blurs.append(BlurInstance(blur, source: plan.passes[source].region))
    batches.append(
      DrawBatch(program: .blur, instances: blurs.count - 1..<blurs.count, state: .replacing, source: source))
  }
}
