// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds the result of an earlier pass.
  ///
  /// - Parameters:
  ///   - depth: Clip space.
  ///   - format: The format of the pass that is drawn into.
  mutating func addComposite(_ composite: CompositeOperation, depth: Float, format: PassFormat) {
    guard !composite.pixelBounds.isEmpty else { return }
    if !composite.isSimple || hasMaskingClip(composite.clip) {
      return addEffect(composite, depth: depth, format: format)
    }
    flushRuns()
    let first = lists.instances.count
    lists.instances.append(
      copy(
        of: composite.source.index, in: composite.pixelBounds, opacity: composite.opacity, clip: composite.clip,
        depth: depth))
    addBatch(
      !composite.clip.exists ? .compositePlain : .composite, from: first, state: blending,
      source: composite.source.index, bounds: composite.pixelBounds)
  }

  /// Adds the copy of the canvas into a target of 8 bits, rounded by the driver like all its writes.
  mutating func conversion(of canvas: Int) -> DrawBatch {
    lists.instances.append(copy(of: canvas, in: plan.passes[canvas].region, opacity: 1, clip: .none, depth: 0))
    return DrawBatch(
      program: .compositePlain, instances: lastInstance, state: .replacing, source: canvas)
  }

  /// An earlier pass, pixel for pixel.
  mutating func copy(
    of pass: Int, in bounds: PixelRect, opacity: Float, clip: ClipHandle, depth: Float
  ) -> Instance {
    let region = plan.passes[pass].region
    var record = CompositeRecord()
    record.source = SIMD2(Float(region.minX), Float(region.minY))
    (record.opacity, record.clip) = (opacity, RecordTable.place(of: clip))
    return Instance(record: records.add(record), depth: depth, covering: bounds)
  }
}
