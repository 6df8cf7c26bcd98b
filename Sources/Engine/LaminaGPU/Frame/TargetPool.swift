// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Targets kept from frame to frame, so that a film does not allocate. A pool and no `BudgetedCache`: what is taken is
/// gone.
struct TargetPool {
  private struct Size: Hashable {
    var format: TextureFormat
    var width: Int
    var height: Int
  }

  private var free: [Size: [RenderTarget]] = [:]
  private var wasUsed: Set<ObjectIdentifier> = []
  /// The most bytes that were handed out at once since `beginFrame`, where asked to count.
  private(set) var peakBytes = 0
  private var bytes = 0

  mutating func beginFrame() {
    wasUsed = []
    peakBytes = 0
    bytes = 0
  }

  /// Hands a target out.
  ///
  /// - Parameter isCounted: Whether it counts as offscreen memory.
  mutating func take(
    _ label: String, format: TextureFormat, width: Int, height: Int, isCounted: Bool, on device: Device
  ) throws(GPUError) -> RenderTarget {
    let size = Size(format: format, width: width, height: height)
    let target: RenderTarget
    if let kept = free[size]?.popLast() {
      target = kept
    } else {
      target = try RenderTarget(label, format: format, width: width, height: height, on: device)
    }
    wasUsed.insert(ObjectIdentifier(target))
    if isCounted {
      bytes += target.bytes
      peakBytes = max(peakBytes, bytes)
    }
    return target
  }

  /// Takes a target back; what was drawn may still read it, because draws run in order.
  mutating func giveBack(_ target: RenderTarget, isCounted: Bool) {
    free[Size(format: target.texture.format, width: target.width, height: target.height), default: []].append(target)
    if isCounted { bytes -= target.bytes }
  }

  /// Lets go of what this frame did not need.
  mutating func endFrame() {
    free = free.mapValues { $0.filter { wasUsed.contains(ObjectIdentifier($0)) } }.filter { !$0.value.isEmpty }
  }
}
