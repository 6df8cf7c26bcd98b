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
  /// The same beside shadows, whose shader costs a box less: they come by the thousand, a box between every two.
  static let worthwhileAreaBesideShadows: Float = 40_000

  /// The simplest shader that can draw all of it.
  var program: ShaderCatalog
  var instances: Range<Int>
  /// Pixels it may shade, roughly.
  var area: Float

  private var areaOfInstance: Float { area / Float(max(1, instances.count)) }

  /// Joins runs that one shader may draw: small ones go to the shader of a neighbour that can draw them too.
  static func merged(_ runs: [BoxRun]) -> [BoxRun] {
    var result: [BoxRun] = []
    for (index, run) in runs.enumerated() {
      var run = run
      let neighbours = [result.last?.program, index + 1 < runs.count ? runs[index + 1].program : nil].compactMap { $0 }
      run.program = Self.program(for: run, beside: neighbours)
      if let last = result.last, last.program == run.program {
        result[result.count - 1].instances = last.instances.lowerBound..<run.instances.upperBound
        result[result.count - 1].area += run.area
      } else {
        result.append(run)
      }
    }
    return result
  }

  /// The shader that draws a run, given those before and after it.
  private static func program(for run: BoxRun, beside neighbours: [ShaderCatalog]) -> ShaderCatalog {
    switch run.program {
    case .boxPlain:
      if run.areaOfInstance < worthwhileAreaBesideShadows {
        // The neighbour drawn already comes first: joining it saves a change for certain.
        if let shadow = neighbours.first(where: { $0 == .shadowPlain || $0 == .shadow }) { return shadow }
      }
      return run.area < worthwhileArea && neighbours.contains(.box) ? .box : .boxPlain
    case .box where run.areaOfInstance < worthwhileAreaBesideShadows:
      // A shadow between boxes of all kinds is drawn by the shader of all kinds, and so are they.
      return neighbours.contains { $0 == .shadow || $0 == .shadowPlain } ? .shadow : .box
    case .shadowPlain:
      let isBesideFull = neighbours.contains { $0 == .box || $0 == .shadow }
      return isBesideFull && run.areaOfInstance < worthwhileAreaBesideShadows ? .shadow : .shadowPlain
    default: return run.program
    }
  }
}
