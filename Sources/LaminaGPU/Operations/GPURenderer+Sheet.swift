import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds an earlier pass on a plane.
  ///
  /// - Parameter depth: Clip space.
  mutating func addSheet(_ sheet: SheetOperation, depth: Float) {
    let source = sheet.source.index
    guard !sheet.pixelBounds.isEmpty, !plan.passes[source].region.isEmpty else { return }
    flushRuns()
    let instance = SheetInstance(sheet, region: plan.passes[source].region, depth: depth)
    let whole = !sheet.clip.exists ? sheet.pixelBounds : sheet.wholePixels.intersection(sheet.pixelBounds)
    let covering: DrawState = usesDepth ? .replacingInFront : .replacing
    add(sheet, instance, in: [whole], .sheetPlain, sheet.isOpaque ? covering : blending)
    guard sheet.clip.exists else { return }
    add(sheet, instance, in: sheet.pixelBounds.pieces(around: whole), .sheet, blending)
  }

  /// Adds the parts of a sheet that lie in some pixels.
  private mutating func add(
    _ sheet: SheetOperation, _ instance: SheetInstance, in parts: [PixelRect], _ program: ShaderCatalog,
    _ state: DrawState
  ) {
    let first = sheets.count
    var instance = instance
    let corners = (0..<4).map { SIMD2(sheet.outer[2 * $0], sheet.outer[2 * $0 + 1]) }
    for part in parts where !part.isEmpty {
      ConvexPieces.forEach(of: ConvexPieces.clip(corners, to: part)) {
        (instance.corners01, instance.corners23) = ($0, $1)
        sheets.append(instance)
      }
    }
    guard sheets.count > first else { return }
    batches.append(
      DrawBatch(program: program, instances: first..<sheets.count, state: state, source: sheet.source.index))
  }
}
