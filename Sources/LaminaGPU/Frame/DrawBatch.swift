import LaminaShaders

/// Consecutive instances that one draw call draws.
struct DrawBatch {
  var program: ShaderCatalog
  /// In the frame's instances of the program's kind.
  var instances: Range<Int>
  var state: DrawState
  /// The pass whose target is read, for composites.
  var source: Int?
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

  /// Whether `box_plain` can draw all of it.
  var isPlain: Bool
  var instances: Range<Int>
  /// Pixels it may shade, roughly.
  var area: Float

  /// Joins runs that one shader may draw: small plain ones go to the full shader of a neighbour.
  static func merged(_ runs: [BoxRun]) -> [BoxRun] {
    var runs = runs
    for index in runs.indices where runs[index].isPlain && runs[index].area < worthwhileArea && runs.count > 1 {
      runs[index].isPlain = false
    }
    var result: [BoxRun] = []
    for run in runs {
      if let last = result.last, last.isPlain == run.isPlain {
        result[result.count - 1].instances = last.instances.lowerBound..<run.instances.upperBound
        result[result.count - 1].area += run.area
      } else {
        result.append(run)
      }
    }
    return result
  }
}
