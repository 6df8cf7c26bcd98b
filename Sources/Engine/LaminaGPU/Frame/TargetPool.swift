// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Targets that are kept from frame to frame, so that an animation does not allocate. A pool and no `BudgetedCache`,
/// since targets are taken out to be used.
///
/// The sizes of passes change with the positions of layers, so passes are drawn into the first columns and rows of
/// textures of rounded sizes. Canvases have textures of their own size, since they may be as large as the device
/// allows.
struct TargetPool {
  private var free: [TextureFormat: [RenderTarget]] = [:]
  /// The number of the frame.
  private var frame = 0
  /// The greatest number of bytes of counted targets that were in use at once since `beginFrame`.
  private(set) var peakBytes = 0
  private var bytes = 0
  /// The targets of passes that are no longer kept.
  private let dropped = DroppedTargets()

  mutating func beginFrame() {
    frame += 1
    peakBytes = 0
    bytes = 0
  }

  /// Takes a target out of the pool, or makes one.
  ///
  /// - Parameters:
  ///   - isCounted: Whether the target is a pass and no canvas: its size is rounded, and counts as offscreen memory.
  ///   - withDepth: Whether it will have a depth buffer; a target that has or lacks one already is preferred.
  mutating func take(
    _ label: @autoclosure () -> String, format: TextureFormat, width: Int, height: Int, isCounted: Bool,
    withDepth: Bool = false, on device: Device
  ) throws(GPUError) -> RenderTarget {
    let limit = device.description.maximumTextureSide
    let size =
      isCounted
      ? PixelSize(width: min(Self.rounded(width), limit), height: min(Self.rounded(height), limit))
      : PixelSize(width: width, height: height)
    let target: RenderTarget
    if let place = place(of: size, format, isExact: !isCounted, withDepth: withDepth),
      let kept = free[format]?.remove(at: place)
    {
      target = kept
    } else {
      target = try RenderTarget(label(), format: format, width: size.width, height: size.height, on: device)
    }
    target.resize(width: width, height: height)
    target.lastFrame = frame
    if isCounted {
      bytes += target.bytes
      peakBytes = max(peakBytes, bytes)
    }
    return target
  }

  /// The place of the free target that fits best: the smallest one, of at most twice the pixels; `nil` if none fits.
  private func place(of size: PixelSize, _ format: TextureFormat, isExact: Bool, withDepth: Bool) -> Int? {
    var best: (place: Int, cost: Int)?
    for (place, target) in (free[format] ?? []).enumerated() {
      let (width, height) = (target.texture.width, target.texture.height)
      let isFitting =
        isExact
        ? (width, height) == (size.width, size.height)
        : width >= size.width && height >= size.height && width * height <= 2 * size.area
      guard isFitting else { continue }
      let cost = 2 * width * height + (target.hasDepth == withDepth ? 0 : 1)
      if cost <= best?.cost ?? .max { best = (place, cost) }
    }
    return best?.place
  }

  /// A side of a pass, rounded up by at most an eighth, or 15 pixels if that is more.
  private static func rounded(_ side: Int) -> Int {
    let step = max(16, 1 << max(0, Int.bitWidth - side.leadingZeroBitCount - 4))
    return (side + step - 1) / step * step
  }

  /// Takes a target back; draws that were submitted may still read it, because draws run in order.
  mutating func giveBack(_ target: RenderTarget, isCounted: Bool) {
    free[target.texture.format, default: []].append(target)
    if isCounted { bytes -= target.bytes }
  }

  /// The value that keeps the pixels of a pass.
  func keeping(_ target: RenderTarget) -> KeptTarget { KeptTarget(target, dropped) }

  /// Takes the targets of passes back that are no longer kept, between frames.
  mutating func takeBack() {
    for target in dropped.targets where target.keepers == 0 {
      let format = target.texture.format
      // A pass that was dropped while it was still read has been given back already.
      if free[format]?.contains(where: { $0 === target }) != true { free[format, default: []].append(target) }
    }
    dropped.targets = []
  }

  /// Releases the targets that this frame did not use.
  mutating func endFrame() {
    for format in free.keys { free[format]?.removeAll { $0.lastFrame != frame } }
  }
}

/// The target of a pass that is kept for later frames; it returns to the pool when the pass is no longer kept.
final class KeptTarget {
  let target: RenderTarget
  private var isKept = false
  private let dropped: DroppedTargets

  fileprivate init(_ target: RenderTarget, _ dropped: DroppedTargets) {
    (self.target, self.dropped) = (target, dropped)
  }

  /// Notes that the pass is kept by this value.
  func noteKept() {
    if !isKept { target.keepers += 1 }
    isKept = true
  }

  deinit {
    guard isKept else { return }
    target.keepers -= 1
    dropped.targets.append(target)
  }
}

/// The targets of passes that are no longer kept. A later pass may still read them in this frame.
final class DroppedTargets {
  var targets: [RenderTarget] = []
}
