// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Synchronization

/// Tells whether a tree changed since it was copied, without a visit of all its layers.
///
/// Every layer keeps the number of the copy after which it, or something in it, changed last. A change walks up only to
/// the first layer that has the present number already, so many changes between two copies pass each layer once.
package enum LayerRevision {
  private static let number = Atomic<UInt64>(1)
  private static let copies = Atomic<UInt64>(1)

  /// The number that changes give to layers now.
  @inline(__always)
  static var current: UInt64 { number.load(ordering: .relaxed) }

  /// Must be called after a tree was copied: later changes give a higher number than any change that the copy includes.
  static func advance() { number.add(1, ordering: .relaxed) }

  /// Returns the serial number of a copy that is kept.
  static func nextCopy() -> UInt64 { copies.add(1, ordering: .relaxed).oldValue }
}

/// The sublayers of a layer that changed lately, so that a copy of a layer with many sublayers need not visit each of
/// them.
///
/// A copy that has visited all of many sublayers makes such a list. It is dropped as soon as sublayers are added,
/// removed or moved, or the mask is replaced: layers in the list belong to the layer, and the list does not prolong
/// their lives.
final class ChangedSublayers {
  private var entries: [(layer: CALayer, number: UInt64)] = []
  /// The number from which on all changes are in the list.
  private var firstNumber: UInt64
  private let most: Int

  /// The number of sublayers below which they are visited one by one.
  static let fewest = 32

  /// Makes an empty list of the changes after the present number.
  ///
  /// - Parameter sublayers: The number of sublayers: where a sixteenth of them changed, visiting all costs no more.
  init(sublayers: Int) {
    firstNumber = LayerRevision.current + 1
    most = sublayers / 16
  }

  /// Notes that a sublayer has changed.
  func note(_ layer: CALayer, _ number: UInt64) {
    if entries.count >= most { restart(at: number + 1) }
    entries.append((layer, number))
  }

  /// Removes all changes up to the present number, since a copy includes them.
  func restart() { restart(at: LayerRevision.current + 1) }

  private func restart(at number: UInt64) {
    entries.removeAll(keepingCapacity: true)
    firstNumber = number
  }

  /// Returns the sublayers that changed with higher numbers than `number`, each once; `nil` where the list does not go
  /// back that far.
  func layers(since number: UInt64) -> [CALayer]? {
    guard firstNumber <= number + 1 else { return nil }
    // A sublayer that changed with several numbers is in the list with each of them.
    return entries.compactMap { $0.number > number && $0.number == $0.layer.revision ? $0.layer : nil }
  }
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
    var changed = self
    while let layer = changed.superlayerReference {
      layer.changedSublayers?.note(changed, now)
      if layer.revision == now { return }
      layer.revision = now
      changed = layer
    }
  }

  /// Returns the sublayers that changed since a copy.
  final func sublayersChanged(since stamp: UInt64) -> [CALayer] {
    changedSublayers?.layers(since: stamp) ?? sublayerStorage.filter { $0.revision > stamp }
  }
}
