// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds a composite with maps of colours, a mask or a blend mode.
  ///
  /// Operators with fixed blend factors use these; blend modes use the driver's equations where it has them. Everything
  /// else reads a copy of the backdrop, which is made before the draw, and replaces the pixels.
  /// - Parameters:
  ///   - depth: Clip space.
  ///   - format: The format of the pass that is drawn into.
  mutating func addEffect(_ composite: CompositeOperation, depth: Float, format: PassFormat) {
    guard !composite.pixelBounds.isEmpty, composite.blend != .destination else { return }
    flushRuns()
    let (source, mask) = (composite.source.index, composite.mask.index)
    let record = record(of: composite)
    lists.instances.append(Instance(record: records.add(record), depth: depth, covering: composite.pixelBounds))
    var batch = DrawBatch(
      program: .compositeEffect, instances: lastInstance, state: blending, bounds: composite.pixelBounds, source: source
    )
    if mask >= 0 {
      batch.mask = mask
      if composite.colors.isEmpty, !composite.clip.exists { batch.program = .compositeMask }
    }
    let isInFront = usesDepth
    // Only the shader ends sums of additive particles at 1, before it mixes.
    let mayExceed = composite.blend != .normal && format != .rgba8 && holdsSums()
    if !mayExceed, composite.blend.isFixedFunction(in: format) {
      batch.state = .meeting(composite.blend, isInFront: isInFront)
    } else if !mayExceed, blendsAdvanced, format != .alpha16Float, composite.blend.isAdvanced {
      batch.program = .compositeAdvanced
      batch.state = .advanced(composite.blend, isInFront: isInFront)
    } else {
      batch.program = .compositeBackdrop
      batch.state = isInFront ? .replacingInFront : .replacing
      batch.backdrop = composite.pixelBounds
    }
    batches.append(batch)
  }

  /// The record of a composite with effects.
  func record(of composite: CompositeOperation) -> CompositeEffectRecord {
    func origin(_ pixels: PixelRect) -> SIMD2<Float> { SIMD2(Float(pixels.minX), Float(pixels.minY)) }
    var record = CompositeEffectRecord()
    record.source = origin(plan.passes[composite.source.index].region)
    (record.opacity, record.clip) = (composite.opacity, RecordTable.place(of: composite.clip))
    if composite.mask.exists {
      record.mask = origin(plan.passes[composite.mask.index].region)
      record.hasMask = 1
    }
    record.outline = RecordTable.place(of: composite.outline)
    record.backdrop = origin(composite.pixelBounds)
    record.maps = firstColorMap + Int32(ColorMapRecord.texels) * composite.colors.lowerBound
    record.mapCount = Int32(composite.colors.count)
    record.blend = Float(composite.blend.rawValue)
    return record
  }
}

extension LayerBlend {
  /// Whether factors of the source and of the target express the mode.
  ///
  /// - Parameter format: In a pass that keeps alpha alone, alpha is no factor; and only 8 bits clamp sums.
  func isFixedFunction(in format: PassFormat) -> Bool {
    switch self {
    case .normal: true
    case .sourceAtop, .destinationOver, .destinationOut, .xor: format != .alpha16Float
    case .plusLighter: format == .rgba8
    default: false
    }
  }

  /// Whether `KHR_blend_equation_advanced` has the mode.
  var isAdvanced: Bool {
    switch self {
    case .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight, .difference,
      .exclusion, .hue, .saturation, .color, .luminosity:
      true
    default: false
    }
  }
}
