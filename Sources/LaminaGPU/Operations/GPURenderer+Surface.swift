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
    let instance = SurfaceInstance(surface, region: plan.passes[source].region, depth: depth)
    let whole = !surface.clip.exists ? surface.pixelBounds : surface.wholePixels.intersection(surface.pixelBounds)
    let covering: DrawState = usesDepth ? .replacingInFront : .replacing
    add(surface, instance, in: [whole], .surfacePlain, surface.isOpaque ? covering : blending)
    guard surface.clip.exists else { return }
    add(surface, instance, in: surface.pixelBounds.pieces(around: whole), .surface, blending)
  }

  /// Adds the parts of a surface that lie in some pixels.
  private mutating func add(
    _ surface: SurfaceOperation, _ instance: SurfaceInstance, in parts: [PixelRect], _ program: ShaderCatalog,
    _ state: DrawState
  ) {
    let first = surfaces.count
    var instance = instance
    let corners = (0..<4).map { SIMD2(surface.outer[2 * $0], surface.outer[2 * $0 + 1]) }
    for part in parts where !part.isEmpty {
      ConvexPieces.forEach(of: ConvexPieces.clip(corners, to: part)) {
        (instance.corners01, instance.corners23) = ($0, $1)
        surfaces.append(instance)
      }
    }
    guard surfaces.count > first else { return }
    batches.append(
      DrawBatch(program: program, instances: first..<surfaces.count, state: state, source: surface.source.index))
  }
}
