// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// The time, and the settings of the snapshot, that a layer's content depends on.
package struct SnapshotMoment {
  /// The root of the tree, which outlives the snapshot that is being made. A moment is copied for every layer: a
  /// counted reference would take a fifth of the whole time.
  package unowned(unsafe) let root: CALayer
  /// The time outside the root, in seconds.
  package var time: TimeInterval
  /// The number of pixels per point of the root.
  package var scale: Double
  /// The renderer of Core Animation whose way of drawing the picture follows.
  package var reference: ReferenceRenderer
  /// The layer's own time, in seconds.
  package var localTime: Double = 0
  /// The seconds of the layer's own time that pass in one second outside the root.
  package var rate: Double = 1
  /// Whether videos show the pictures of this time; otherwise any pictures of the same size.
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
