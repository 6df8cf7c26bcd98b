// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The offscreen targets of a frame: each lives from its own pass to the last one that draws it.
///
/// A pass whose pixels were kept from an earlier frame is not drawn again, nor are the passes that only it would read.
/// Threads look up finished passes while a later one is prepared; only the rendering thread changes anything, and not
/// at the same time.
final class PassTargets: @unchecked Sendable {
  private var buffers: [PassBuffer?]
  /// For each pass, whether a later pass that is needed draws it.
  private var isUsed: [Bool]
  /// For each pass, the passes that no later one draws.
  private var released: [[PassHandle]]
  private var bytes = 0
  /// The canvas, and the first of the consecutive passes that are drawn directly into it.
  private let canvas: PixelTarget
  private var firstOfCanvas = -1
  /// For each pass, the needed pixels; `nil` if all pixels are needed.
  private let needs: [PixelRegion]?
  /// The greatest number of bytes in use at once.
  private(set) var peakBytes = 0

  /// - Parameter damage: The pixels of the canvas that are drawn; `nil` for all.
  init(_ plan: RenderPlan, kept: inout KeptPasses<PassBuffer>, canvas: PixelTarget, damage: PixelRegion?) {
    self.canvas = canvas
    let count = plan.passes.count
    var buffers = [PassBuffer?](repeating: nil, count: count)
    var isUsed = [Bool](repeating: false, count: count)
    var released = [[PassHandle]](repeating: [], count: count)
    // Passes are visited from the last one on: the first visited pass that draws another one is the last to draw it.
    for index in stride(from: count - 1, to: 0, by: -1)
    where index == count - 1 || (isUsed[index] && buffers[index] == nil) {
      plan.passes[index].forEachSource { read in
        let source = read.index
        guard source >= 0, source < index, !isUsed[source] else { return }
        isUsed[source] = true
        released[index].append(read)
        if let key = plan.passes[source].key { buffers[source] = kept.take(key) }
      }
    }
    needs = damage.map { plan.needs(of: $0, grain: Tile.grain, isReady: { buffers[$0] != nil }) }
    (self.buffers, self.isUsed, self.released) = (buffers, isUsed, released)
    bytes = buffers.reduce(0) { $0 + ($1?.bytes ?? 0) }
    peakBytes = bytes
    // The drawn part of an earlier pass may be larger than the drawn part of the canvas, which must not change
    // elsewhere.
    guard damage == nil, count > 0, plan.passes[count - 1].format == .rgba8 else { return }
    var place = count - 1
    while let source = plan.continued(by: place), released[place].contains(PassHandle(source)) {
      (place, firstOfCanvas) = (source, source)
    }
  }

  /// Whether a later pass draws this one, and its pixels are not kept from an earlier frame.
  func isDrawn(_ pass: Int) -> Bool {
    isUsed[pass] && buffers[pass] == nil && !(needs?[pass].isEmpty ?? false)
  }

  /// The pixels of a pass that have to be drawn; `nil` for all.
  func needed(of pass: Int) -> PixelRegion? { needs?[pass] }

  /// Makes the target of a pass; if the pass continues another one that no later pass needs, that pass's target is
  /// reused.
  func make(for index: Int, of plan: RenderPlan) throws(CPURendererError) -> PixelTarget {
    if let source = plan.continued(by: index), released[index].contains(PassHandle(source)),
      let buffer = buffers[source]
    {
      buffers[index] = buffer
      return buffer.target
    }
    let buffer =
      index == firstOfCanvas
      ? PassBuffer(canvas)
      : try PassBuffer(region: plan.passes[index].region, layout: PixelLayout(plan.passes[index].format))
    hold(buffer, as: index)
    return buffer.target
  }

  private func hold(_ buffer: PassBuffer, as index: Int) {
    bytes += buffer.bytes
    peakBytes = max(peakBytes, bytes)
    buffers[index] = buffer
  }

  /// The pixels of a pass that was drawn before `pass`, if it was.
  func source(_ handle: PassHandle, before pass: Int) -> PixelSource? {
    handle.exists && handle.index < pass ? buffers[handle.index]?.source : nil
  }

  /// Frees the passes that no pass after `index` draws, or gives them to `kept`.
  func release(after index: Int, of plan: RenderPlan, kept: inout KeptPasses<PassBuffer>) {
    for source in released[index] {
      guard let buffer = buffers[source.index] else { continue }
      if buffers[index] === buffer {
        // The buffer stays in use as the target of the pass that continues this one.
        buffers[source.index] = nil
        continue
      }
      if let key = plan.passes[source].key, needs?[source.index].holds(buffer.region) ?? true {
        kept.keep(buffer, as: key)
      }
      bytes -= buffer.bytes
      buffers[source.index] = nil
    }
  }
}

extension PixelLayout {
  fileprivate init(_ format: PassFormat) {
    switch format {
    case .rgba8: self = .bytes
    case .rgba16Float: self = .floats
    case .alpha16Float: self = .alpha
    }
  }
}
