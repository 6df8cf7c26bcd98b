// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaSystem

/// Asks for large amounts of memory in a way that can be refused.
enum Memory {
  /// Below this, nothing is asked: no machine that runs at all lacks it.
  static let smallest = 64 << 20

  /// Fails where `bytes` more can certainly not be had.
  ///
  /// Linux promises memory that it does not have and ends the process when it is touched. So what the machine
  /// has available, and what the process's control group allows, is asked as well as the allocator.
  static func require(_ bytes: Int) throws(CPURendererError) {
    guard bytes >= smallest else { return }
    guard let probe = malloc(bytes) else { throw .outOfMemory(bytes: bytes) }
    free(probe)
    if let available, bytes > available { throw .outOfMemory(bytes: bytes) }
    if let limit = ControlGroups.ofThisProcess.memoryLimit, bytes > limit { throw .outOfMemory(bytes: bytes) }
  }

  /// What the kernel says can be used without swapping, in bytes.
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

  /// Memory that somebody else frees, and accounts for.
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
