import LaminaGeometry
import LaminaPlan

/// Which passes of a plan are drawn at all, and by which pass last.
struct PassUses {
  /// For each pass, the last pass that draws it; -1 where none does.
  let lastUses: [Int]

  init(_ plan: RenderPlan) {
    var lastUses = Array(repeating: -1, count: plan.passes.count)
    for (index, pass) in plan.passes.enumerated() {
      for operation in plan.operations[pass.operations] {
        operation.forEachSource { read in
          let source = Int(read)
          if source >= 0, source < index { lastUses[source] = index }
        }
      }
    }
    self.lastUses = lastUses
  }

  /// Whether a pass is run: the canvas, and what some pass draws.
  func isRun(_ index: Int, of plan: RenderPlan) -> Bool {
    index == plan.passes.count - 1 || (lastUses[index] >= 0 && !plan.passes[index].region.isEmpty)
  }
}
