// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Synchronization

/// Tells whether a tree changed since it was copied, without a visit of all its layers.
///
/// Every layer keeps the number of the copy after which it, or something in it, changed last. A change walks up only to
/// the first layer that has the present number already, so many changes between two copies pass each layer once.
package enum LayerRevision {
  private static let number = Atomic<UInt64>(1)

  /// The number that changes give to layers now.
  @inline(__always)
  static var current: UInt64 { number.load(ordering: .relaxed) }

  /// Must be called after a tree was copied: later changes give a higher number than any change that the copy includes.
  static func advance() { number.add(1, ordering: .relaxed) }

  private static let marks = Atomic<UInt64>(0)

  /// How often a layer of any tree was marked for layout or display, or got into a tree with its marks. Where the
  /// number is that of an earlier copy, no layer need be searched for marks.
  static var markCount: UInt64 { marks.load(ordering: .relaxed) }

  /// Notes a mark.
  static func noteMark() { marks.add(1, ordering: .relaxed) }
}

extension CALayer {
  /// Marks the layer for layout or display, which happens before the next copy.
  final func mark(_ flags: LayerFlags) {
    properties.flags.insert(flags)
    LayerRevision.noteMark()
  }

  /// Notes that the layer looks different, or may.
  @inline(__always)
  final func markChanged() {
    let now = LayerRevision.current
    if revision != now { markChanged(now) }
  }

  private final func markChanged(_ now: UInt64) {
    revision = now
    var changed = self
    while let layer = changed.superlayerReference {
      if layer.revision == now { return }
      layer.revision = now
      changed = layer
    }
  }
}
