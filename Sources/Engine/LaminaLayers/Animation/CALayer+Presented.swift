// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

extension CALayer {
  /// Returns the last layer of a path in a tree as its animations make it look: a copy without sublayers, or the layer
  /// itself where it has no animations.
  ///
  /// - Parameters:
  ///   - way: The root, then each layer's child on the path; a mask is a child of the layer that it masks.
  ///   - time: The time outside the root, in seconds.
  /// - Returns: `nil` for an empty path.
  package static func presented(_ way: [CALayer], at time: TimeInterval) -> CALayer? {
    guard let last = way.last else { return nil }
    return last.presented(at: localTime(in: way, at: time))
  }

  /// Returns the time in the last layer of a path in a tree.
  ///
  /// - Parameters:
  ///   - way: The root, then each layer's child on the path.
  ///   - time: The time outside the root, in seconds.
  package static func localTime(in way: [CALayer], at time: TimeInterval) -> TimeInterval {
    way.reduce(time) { $1.timing.localTime(fromParent: $0) }
  }
}
