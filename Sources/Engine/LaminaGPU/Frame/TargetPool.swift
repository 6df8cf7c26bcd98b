// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Targets that are kept from frame to frame, so that an animation does not allocate. A pool and no `BudgetedCache`,
/// since targets are taken out to be used.
struct TargetPool {
  private struct Size: Hashable {
    var format: TextureFormat
    var width: Int
    var height: Int
  }

  private var free: [Size: [RenderTarget]] = [:]
  private var wasUsed: Set<ObjectIdentifier> = []
  /// The greatest number of bytes of counted targets that were in use at once since `beginFrame`.
  private(set) var peakBytes = 0
  private var bytes = 0

  mutating func beginFrame() {
    wasUsed = []
    peakBytes = 0
    bytes = 0
  }

  /// Takes a target out of the pool, or makes one.
  ///
  /// - Parameters:
  ///   - isCounted: Whether the target counts as offscreen memory.
  ///   - withDepth: Whether it will have a depth buffer; a target that has or lacks one already is preferred.
  mutating func take(
    _ label: String, format: TextureFormat, width: Int, height: Int, isCounted: Bool, withDepth: Bool = false,
    on device: Device
  ) throws(GPUError) -> RenderTarget {
    let size = Size(format: format, width: width, height: height)
    let target: RenderTarget
    let place = free[size].flatMap { kept in kept.lastIndex { $0.hasDepth == withDepth } ?? kept.indices.last }
    if let place, let kept = free[size]?.remove(at: place) {
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

  /// Takes a target back; draws that were submitted may still read it, because draws run in order.
  mutating func giveBack(_ target: RenderTarget, isCounted: Bool) {
    free[Size(format: target.texture.format, width: target.width, height: target.height), default: []].append(target)
    if isCounted { bytes -= target.bytes }
  }

  /// Releases the targets that this frame did not use.
  mutating func endFrame() {
    free = free.mapValues { $0.filter { wasUsed.contains(ObjectIdentifier($0)) } }.filter { !$0.value.isEmpty }
  }
}
