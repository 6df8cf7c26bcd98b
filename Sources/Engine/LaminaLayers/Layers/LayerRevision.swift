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

/// The sublayers of a layer that changed lately, so that a copy of a layer with many sublayers need not ask each of
/// them.
///
/// A copy that has asked all of many sublayers makes such a list. It is dropped as soon as sublayers are added, removed
/// or moved, or the mask becomes another one: whoever is in it belongs to the layer, and does not live longer for it.
final class ChangedSublayers {
  private var entries: [(layer: CALayer, number: UInt64)] = []
  /// All that changed with this number or a higher one is in the list.
  private var firstNumber: UInt64
  private let most: Int

  /// Fewer sublayers than this are asked one by one.
  static let fewest = 32

  /// Begins with changes after those of the present number.
  ///
  /// - Parameter sublayers: How many there are: where a sixteenth of them changed, asking all costs no more.
  init(sublayers: Int) {
    firstNumber = LayerRevision.current + 1
    most = sublayers / 16
  }

  /// Notes that a sublayer has changed.
  func note(_ layer: CALayer, _ number: UInt64) {
    if entries.count >= most { restart(at: number + 1) }
    entries.append((layer, number))
  }

  /// Forgets all changes up to the present number: a copy has seen them.
  func restart() { restart(at: LayerRevision.current + 1) }

  private func restart(at number: UInt64) {
    entries.removeAll(keepingCapacity: true)
    firstNumber = number
  }

  /// The sublayers that changed with higher numbers than `number`, each once; `nil` where others may have.
  func layers(since number: UInt64) -> [CALayer]? {
    guard firstNumber <= number + 1 else { return nil }
    // One that changed with several numbers is in the list with each of them.
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

  /// The sublayers that changed since a copy.
  final func sublayersChanged(since stamp: UInt64) -> [CALayer] {
    changedSublayers?.layers(since: stamp) ?? sublayerStorage.filter { $0.revision > stamp }
  }
}
