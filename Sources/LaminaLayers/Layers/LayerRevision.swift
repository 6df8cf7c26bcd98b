// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Synchronization

/// Tells whether a tree changed since it was copied, without looking at all of it.
///
/// Every layer keeps the number of the copy after which it, or something in it, changed last. A change walks up only as
/// far as layers do not have the present number yet, so of many changes between two copies each layer is passed once.
package enum LayerRevision {
  private static let number = Atomic<UInt64>(1)
  private static let copies = Atomic<UInt64>(1)

  /// The number that changes leave now.
  @inline(__always)
  static var current: UInt64 { number.load(ordering: .relaxed) }

  /// Must be called after a tree was copied: later changes leave a higher number than any that the copy saw.
  static func advance() { number.add(1, ordering: .relaxed) }

  /// The serial of a copy that is kept.
  static func nextCopy() -> UInt64 { copies.add(1, ordering: .relaxed).oldValue }
}

extension CALayer {
  /// Notes that the layer looks different, or may.
  @inline(__always)
  final func markChanged() {
    let now = LayerRevision.current
    if revision != now { markChanged(now) }
  }

  private final func markChanged(_ now: UInt64) {
    revision = now
    var superlayer = superlayerReference
    while let layer = superlayer, layer.revision != now {
      layer.revision = now
      superlayer = layer.superlayerReference
    }
  }
}
