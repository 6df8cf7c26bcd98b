// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// What a layer needs to know to say what it draws: when, and how the tree is shown.
package struct SnapshotMoment {
  /// The root of the tree, which outlives the snapshot that is being made of it. A moment is copied for every layer: a
  /// counted reference would make that a fifth of the whole.
  package unowned(unsafe) let root: CALayer
  /// Seconds of the time that the root is in.
  package var time: TimeInterval
  /// Pixels a point of the root.
  package var scale: Double
  /// Which of Core Animation's ways of drawing the picture follows.
  package var reference: ReferenceRenderer
  /// Seconds of the layer's own time.
  package var localTime: Double = 0
  /// How many seconds of it pass in one of the time that the root is in.
  package var rate: Double = 1
  /// Whether videos show the pictures of this time; otherwise any will do that are as large.
  package var isExact = true

  package init(root: CALayer, time: TimeInterval, scale: Double, reference: ReferenceRenderer = .screen) {
    self.root = root
    self.time = time
    self.scale = scale
    self.reference = reference
    (localTime, rate) = (time, 1)
  }

  /// The moment inside a layer.
  @inline(__always)
  func inside(_ layer: CALayer) -> SnapshotMoment {
    guard layer.properties.flags.contains(.timed) else { return self }
    let timing = layer.timing
    var result = self
    result.localTime = timing.localTime(fromParent: localTime)
    result.rate = rate * Double(timing.speed)
    return result
  }
}
