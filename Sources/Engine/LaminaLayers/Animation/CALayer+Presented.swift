// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

extension CALayer {
  /// The last layer of a way down a tree as its animations make it look: a copy without sublayers, or the layer itself
  /// where it has no animations.
  ///
  /// - Parameters:
  ///   - way: The root, then one layer in the other; a mask is in the layer that it masks.
  ///   - time: Seconds of what the root is in.
  /// - Returns: `nil` for an empty way.
  package static func presented(_ way: [CALayer], at time: TimeInterval) -> CALayer? {
    guard let last = way.last else { return nil }
    return last.presented(at: localTime(in: way, at: time))
  }

  /// The time in the last layer of a way down a tree.
  ///
  /// - Parameters:
  ///   - way: The root, then one layer in the other.
  ///   - time: Seconds of what the root is in.
  package static func localTime(in way: [CALayer], at time: TimeInterval) -> TimeInterval {
    way.reduce(time) { $1.timing.localTime(fromParent: $0) }
  }
}
