// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The key of the pixels that some operations show, independent of their indices in the plan.
///
/// Everything that an operation refers to by index is hashed by value: its clips, its picture's serial number, its
/// gradient's stops, and the passes it reads, whose keys are computed first. Two hashes with different seeds make 128
/// bits, so that different passes of a program's life do not collide.
@usableFromInline package struct PassFingerprint {
  @usableFromInline var high = Hasher()
  @usableFromInline var low = Hasher()

  package init() {
    high.combine(0x4C61)
    low.combine(0x6D69)
  }

  @inlinable package mutating func combine(_ value: some Hashable) {
    high.combine(value)
    low.combine(value)
  }

  package func finished() -> PassKey { PassKey(high: high.finalize(), low: low.finalize()) }

  /// The key of a part of the pixels that another key stands for.
  static func key(of whole: PassKey, cutTo part: PixelRect) -> PassKey {
    var fingerprint = PassFingerprint()
    fingerprint.combine(whole)
    fingerprint.combine(part)
    return fingerprint.finished()
  }
}
