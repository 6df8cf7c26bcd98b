// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

// The length of the animations in a tree, for films without a given length: the time at which the last animation ends.
// Time is converted down the tree as in a snapshot, here as a linear function: outer = rate * inner + start.

extension CALayer {
  /// A layer to visit, and the conversion from its superlayer's time to the time outside the root.
  private struct Place {
    var layer: CALayer
    /// The seconds outside the root that pass in one second of the superlayer's time.
    var rate: Double
    /// The time outside the root at which the superlayer's time is 0.
    var start: Double
  }

  /// The end of the last animation of the tree, in the time outside the root.
  ///
  /// An animation that repeats without end counts with one cycle, from its beginning or from 0, whichever is later. An
  /// animation whose time stands still, and one in a layer whose time stands still or runs backwards, does not count.
  ///
  /// - Returns: `nil` where nothing is animated.
  /// - Complexity: O(n) in layers and animations, with an explicit stack.
  package final var animationEnd: TimeInterval? { animationEnd { _, _ in true } }

  /// Returns the end of the last one of some animations of the tree.
  ///
  /// - Parameter counts: Whether the animation under a key of a layer counts.
  final func animationEnd(among counts: (CALayer, String?) -> Bool) -> TimeInterval? {
    var latest: Double?
    var pending = [Place(layer: self, rate: 1, start: 0)]
    while let place = pending.popLast() {
      let layer = place.layer
      let timing = layer.timing
      let speed = Double(timing.speed)
      guard speed > 0, speed.isFinite, timing.beginTime.isFinite, timing.timeOffset.isFinite else { continue }
      let rate = place.rate / speed
      let start = place.start + (timing.beginTime - timing.timeOffset / speed) * place.rate
      for entry in layer.animations?.entries ?? [] {
        guard counts(layer, entry.key), let end = entry.program.timing.endForFilms(rate: rate, start: start) else {
          continue
        }
        latest = max(latest ?? end, end)
      }
      var delay = 0.0
      if let replicator = layer as? CAReplicatorLayer, replicator.instanceDelay > 0, replicator.instanceCount > 1 {
        delay = replicator.instanceDelay * Double(replicator.instanceCount - 1)
      }
      if !delay.isFinite { delay = 0 }
      for sublayer in layer.sublayerStorage {
        pending.append(Place(layer: sublayer, rate: rate, start: start + delay * rate))
      }
      if let mask = layer.attachments?.mask { pending.append(Place(layer: mask, rate: rate, start: start)) }
    }
    return latest
  }
}

extension CycleTiming {
  /// Returns the end in another time, of which `rate` seconds pass in one second of its own; `nil` where it never ends.
  fileprivate func endForFilms(rate: Double, start: Double) -> Double? {
    guard speed != 0 else { return nil }
    let outer: Double
    if end.isFinite {
      outer = start + end * rate
    } else {
      let cycle = duration * (autoreverses ? 2 : 1) / abs(speed)
      outer = max(start + begin * rate, 0) + cycle * rate
    }
    return outer.isFinite ? outer : nil
  }
}
