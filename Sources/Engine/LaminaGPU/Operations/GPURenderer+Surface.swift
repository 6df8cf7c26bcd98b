// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds an earlier pass on a plane.
  ///
  /// - Parameter depth: Clip space.
  mutating func addSurface(_ surface: SurfaceOperation, depth: Float) {
    let source = surface.source.index
    guard !surface.pixelBounds.isEmpty, !plan.passes[source].region.isEmpty else { return }
    flushRuns()
    let instance = Instance(record: records.add(record(of: surface)), depth: depth)
    let whole = !surface.clip.exists ? surface.pixelBounds : surface.wholePixels.intersection(surface.pixelBounds)
    let covering: DrawState = usesDepth ? .replacingInFront : .replacing
    var first = lists.instances.count
    if !whole.isEmpty { addQuadrilateral(surface.outer, cutTo: whole, instance) }
    addBatch(
      .surfacePlain, from: first, state: surface.isOpaque ? covering : blending, source: source,
      bounds: surface.pixelBounds)
    guard surface.clip.exists else { return }
    first = lists.instances.count
    surface.pixelBounds.forEachPiece(around: whole) { addQuadrilateral(surface.outer, cutTo: $0, instance) }
    addBatch(.surface, from: first, state: blending, source: source, bounds: surface.pixelBounds)
  }

  func record(of surface: SurfaceOperation) -> SurfaceRecord {
    let region = plan.passes[surface.source.index].region
    var record = SurfaceRecord()
    (record.row0, record.row1, record.row2) = surface.texelRows(of: region)
    record.tint = surface.tint
    record.size = SIMD2(Float(region.width), Float(region.height))
    record.isNearest = surface.isNearest ? 1 : 0
    record.isSilhouette = surface.isSilhouette ? 1 : 0
    record.clip = RecordTable.place(of: surface.clip)
    return record
  }
}
