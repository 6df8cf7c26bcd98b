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
    add(surface, instance, in: [whole], .surfacePlain, surface.isOpaque ? covering : blending)
    guard surface.clip.exists else { return }
    add(surface, instance, in: surface.pixelBounds.pieces(around: whole), .surface, blending)
  }

  /// Adds the parts of a surface that lie in some pixels.
  private mutating func add(
    _ surface: SurfaceOperation, _ instance: Instance, in parts: [PixelRect], _ program: ShaderCatalog,
    _ state: DrawState
  ) {
    let first = instances.count
    var instance = instance
    let corners = ConvexPieces.corners(ofOuter: surface.outer)
    for part in parts where !part.isEmpty {
      ConvexPieces.forEach(of: ConvexPieces.clip(corners, to: part)) {
        (instance.corners01, instance.corners23) = ($0, $1)
        instances.append(instance)
      }
    }
    addBatch(program, from: first, state: state, source: surface.source.index)
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
