import LaminaGeometry
import LaminaPlan

/// The offscreen targets of a frame: each lives from its own pass to the last one that draws it.
struct PassTargets {
  private var buffers: [PixelBuffer?]
  /// For each pass, the last pass that draws it; -1 where none does.
  private let lastUses: [Int]
  private var bytes = 0
  /// The most bytes that were alive at once.
  private(set) var peakBytes = 0

  init(_ plan: RenderPlan) {
    buffers = Array(repeating: nil, count: plan.passes.count)
    var lastUses = Array(repeating: -1, count: plan.passes.count)
    for (index, pass) in plan.passes.enumerated() {
      for operation in plan.operations[pass.operations.clamped(to: plan.operations.indices)] {
        switch operation {
        case .composite(let composite):
          let source = Int(composite.source)
          if lastUses.indices.contains(source), source < index { lastUses[source] = index }
        case .box: break
        }
      }
    }
    self.lastUses = lastUses
  }

  /// Whether a later pass draws this one.
  func isUsed(_ pass: Int) -> Bool { lastUses[pass] >= 0 }

  /// Makes the target of a pass.
  mutating func make(for index: Int, of plan: RenderPlan) throws(CPURendererError) -> PixelTarget {
    let pass = plan.passes[index]
    let buffer = try PixelBuffer(region: pass.region, isFloat: pass.format == .rgba16Float)
    bytes += buffer.bytes
    peakBytes = max(peakBytes, bytes)
    buffers[index] = buffer
    return buffer.target
  }

  /// The pixels of a pass that was drawn before `pass`.
  func source(_ index: Int32, before pass: Int) -> PixelSource? {
    guard index >= 0, Int(index) < pass else { return nil }
    return buffers[Int(index)]?.source
  }

  /// Frees what no pass after `index` draws.
  mutating func release(after index: Int) {
    for (pass, buffer) in buffers.enumerated() where lastUses[pass] <= index {
      guard let buffer else { continue }
      bytes -= buffer.bytes
      buffers[pass] = nil
    }
  }
}
