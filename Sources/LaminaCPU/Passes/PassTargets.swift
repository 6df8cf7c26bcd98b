import LaminaPlan

/// The offscreen targets of a frame: each lives from its own pass to the last one that draws it.
///
/// Threads look finished passes up while a later one is prepared; only the rendering thread changes anything,
/// and not meanwhile.
final class PassTargets: @unchecked Sendable {
  private var buffers: [PixelBuffer?]
  /// Whether a later pass that matters draws it, for each pass.
  private var isUsed: [Bool]
  /// For each pass, those that no later one draws.
  private var released: [[Int32]]
  private var bytes = 0
  /// The most bytes that were alive at once.
  private(set) var peakBytes = 0

  init(_ plan: RenderPlan) {
    let count = plan.passes.count
    buffers = Array(repeating: nil, count: count)
    isUsed = Array(repeating: false, count: count)
    released = Array(repeating: [], count: count)
    // From the last pass on: the first that is met to draw another is the last to do so.
    for index in stride(from: count - 1, to: 0, by: -1) where index == count - 1 || isUsed[index] {
      for operation in plan.operations[plan.passes[index].operations.clamped(to: plan.operations.indices)] {
        operation.forEachSource { read in
          let source = Int(read)
          guard source >= 0, source < index, !isUsed[source] else { return }
          isUsed[source] = true
          released[index].append(read)
        }
      }
    }
  }

  /// Whether a later pass draws this one.
  func isUsed(_ pass: Int) -> Bool { isUsed[pass] }

  /// Makes the target of a pass.
  func make(for index: Int, of plan: RenderPlan) throws(CPURendererError) -> PixelTarget {
    let pass = plan.passes[index]
    let buffer = try PixelBuffer(region: pass.region, isFloat: pass.format == .rgba16Float)
    bytes += buffer.bytes
    peakBytes = max(peakBytes, bytes)
    buffers[index] = buffer
    return buffer.target
  }

  /// The pixels of a pass that was drawn before `pass`, where it was.
  func source(_ index: Int32, before pass: Int) -> PixelSource? {
    index >= 0 && Int(index) < pass ? buffers[Int(index)]?.source : nil
  }

  /// Frees what no pass after `index` draws.
  func release(after index: Int) {
    for source in released[index] {
      guard let buffer = buffers[Int(source)] else { continue }
      bytes -= buffer.bytes
      buffers[Int(source)] = nil
    }
  }
}
