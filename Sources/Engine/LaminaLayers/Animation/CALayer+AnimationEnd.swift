// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

// How long what moves in a tree takes, for films that nobody gave a length. In goes a tree; out comes the time at which
// the last animation ends. Time runs down the tree as in a snapshot, here as a line: outer = rate * inner + start.

extension CALayer {
  /// A layer to look at, and how its superlayer's time runs in that of the root.
  private struct Place {
    var layer: CALayer
    /// Seconds of the root's outside that pass in one of the superlayer's.
    var rate: Double
    /// When the superlayer's time is 0.
    var start: Double
  }

  /// When the last animation of the tree has ended, in the time that the root is in.
  ///
  /// An animation that repeats without end counts with one cycle, from where it begins or from 0, whichever is later.
  /// One that stands still, and one in a layer whose time stands still or runs backwards, does not count.
  ///
  /// - Returns: `nil` where nothing is animated.
  /// - Complexity: O(n) in layers and animations, with an explicit stack.
  package final var animationEnd: TimeInterval? { animationEnd { _, _ in true } }

  /// When the last of some animations of the tree has ended.
  ///
  /// - Parameter counts: Whether the animation under a key of a layer is one of them.
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
  /// When it ends in another time, of which `rate` seconds pass in one of its own; `nil` where that is never.
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
