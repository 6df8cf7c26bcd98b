import LaminaGeometry
import LaminaShaders

/// Consecutive instances that one draw call draws.
struct DrawBatch {
  var program: ShaderCatalog
  /// In the frame's instances of the program's kind.
  var instances: Range<Int>
  var state: DrawState
  /// The pass whose target is read, for composites.
  var source: Int?
  /// The pass whose alpha masks, for composites.
  var mask: Int?
  /// The pixels of the target that are copied first, for draws that blend by themselves.
  var backdrop: PixelRect?
}

/// What one pass draws, in order.
struct PassDraws {
  /// The index in the plan's passes.
  var pass: Int
  /// Whether it needs a depth buffer.
  var usesDepth: Bool
  var batches: [DrawBatch]
}

/// A run of boxes that blend, before it is decided which shader draws it.
struct BoxRun {
  /// The pixels below which a run is not worth a change of shader: two changes take llvmpipe 34 microseconds, and
  /// the full shader costs it 12 nanoseconds a pixel more. The same everywhere, so that draw calls are.
  static let worthwhileArea: Float = 3000

  /// The simplest shader that can draw all of it.
  var program: ShaderCatalog
  var instances: Range<Int>
  /// Pixels it may shade, roughly.
  var area: Float

  /// Joins runs that one shader may draw: small plain ones go to the full shader of a neighbour.
  static func merged(_ runs: [BoxRun]) -> [BoxRun] {
    var result: [BoxRun] = []
    for (index, run) in runs.enumerated() {
      var run = run
      let isBesideFull = result.last?.program == .box || (index + 1 < runs.count && runs[index + 1].program == .box)
      if run.program == .boxPlain, run.area < worthwhileArea, isBesideFull { run.program = .box }
      if let last = result.last, last.program == run.program {
        result[result.count - 1].instances = last.instances.lowerBound..<run.instances.upperBound
        result[result.count - 1].area += run.area
      } else {
        result.append(run)
      }
    }
    return result
  }
}
