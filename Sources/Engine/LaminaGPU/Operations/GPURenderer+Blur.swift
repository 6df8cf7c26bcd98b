// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds a step of a blur; steps with the same source are drawn together.
  mutating func addBlur(_ blur: BlurFilter) {
    guard !blur.pixelBounds.isEmpty else { return }
    flushRuns()
    let source = blur.source.index
    let region = plan.passes[source].region
    var record = BlurRecord()
    record.source = SIMD4(Float(region.minX), Float(region.minY), Float(region.width), Float(region.height))
    record.isHorizontal = blur.step == .horizontal ? 1 : 0
    record.sigma = min(blur.pixelSigma, BlurFilter.maximumSigma)
    record.taps = Float(blur.taps)
    record.extendsEdges = blur.extendsEdges ? 1 : 0
    let first = lists.instances.count
    lists.instances.append(Instance(record: records.add(record), depth: 0, covering: blur.pixelBounds))
    // Each step has its own shader: with a common one, software OpenGL would run all steps at every pixel.
    let program: ShaderCatalog =
      switch blur.step {
      case .halve: .blurHalve
      case .quarter: .blurQuarter
      case .horizontal, .vertical: .blur
      }
    if let last = batches.last, last.program == program, last.source == source,
      last.instances.upperBound == first
    {
      batches[batches.count - 1].instances = last.instances.lowerBound..<lists.instances.count
      return
    }
    addBatch(program, from: first, state: .replacing, source: source)
  }
}
