// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaSystem

/// Requests for large amounts of memory that can be refused.
enum Memory {
  /// Below this size, no check is made: every machine has this much memory.
  static let smallest = 64 << 20

  /// Throws if `bytes` more are certainly not available.
  ///
  /// Linux promises memory that it does not have, and ends the process when the memory is touched. So this checks not
  /// only the allocator but also the available memory of the machine and the limit of the process's control group.
  static func require(_ bytes: Int) throws(CPURendererError) {
    guard bytes >= smallest else { return }
    guard let probe = malloc(bytes) else { throw .outOfMemory(bytes: bytes) }
    free(probe)
    if let available, bytes > available { throw .outOfMemory(bytes: bytes) }
    if let limit = ControlGroups.ofThisProcess.memoryLimit, bytes > limit { throw .outOfMemory(bytes: bytes) }
  }

  /// The memory that can be used without swapping according to the kernel, bytes.
  private static var available: Int? {
    guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
      let words = line.split(separator: " ")
      guard words.count >= 2, let kibibytes = Int(words[1]) else { return nil }
      return kibibytes << 10
    }
    return nil
  }
}

/// The pixels of an offscreen pass, freed with their owner.
final class PassBuffer {
  let base: UnsafeMutableRawPointer
  let layout: PixelLayout
  let region: PixelRect
  let bytes: Int
  private let isOwned: Bool

  /// Memory that is freed and accounted for elsewhere.
  init(_ target: PixelTarget) {
    (base, layout, region, bytes, isOwned) = (target.base, target.layout, target.region, 0, false)
  }

  init(region: PixelRect, layout: PixelLayout) throws(CPURendererError) {
    self.region = region
    self.layout = layout
    let (bytes, overflow) = region.size.area.multipliedReportingOverflow(by: layout.bytesPerPixel)
    guard !overflow else { throw .outOfMemory(bytes: .max) }
    self.bytes = bytes
    try Memory.require(bytes)
    guard let base = malloc(max(bytes, 1)) else { throw .outOfMemory(bytes: bytes) }
    self.base = base
    isOwned = true
  }

  deinit { if isOwned { free(base) } }

  var target: PixelTarget { PixelTarget(base: base, layout: layout, region: region) }
  var source: PixelSource { PixelSource(base: UnsafeRawPointer(base), layout: layout, region: region) }
}
