import LaminaGeometry
import LaminaPlan
import LaminaShaders

extension GPURenderer.FrameBuilder {
  /// Adds an earlier pass on a plane.
  ///
  /// - Parameter depth: Clip space.
  mutating func addSheet(_ sheet: SheetOperation, depth: Float) {
    let source = Int(sheet.source)
    guard !sheet.pixelBounds.isEmpty, !plan.passes[source].region.isEmpty else { return }
    flushRuns()
    let first = sheets.count
    var instance = SheetInstance(sheet, region: plan.passes[source].region, depth: depth)
    let corners = (0..<4).map { SIMD2(sheet.outer[2 * $0], sheet.outer[2 * $0 + 1]) }
    ConvexPieces.forEach(of: ConvexPieces.clip(corners, to: sheet.pixelBounds)) {
      (instance.corners01, instance.corners23) = ($0, $1)
      sheets.append(instance)
    }
    guard sheets.count > first else { return }
    let program: ShaderCatalog = sheet.clip < 0 ? .sheetPlain : .sheet
    batches.append(DrawBatch(program: program, instances: first..<sheets.count, state: blending, source: source))
  }
}
