// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaLayers

extension Scene {
  /// The length of the movements in the scene, from time 0: its timeline's, or else the end of its last animation.
  ///
  /// An animation that repeats without end counts with one cycle. Emitters, and layers that a program moves, have no
  /// length. During transitions from one state to another, it is the length of the transitions, whatever else moves.
  ///
  /// - Units: seconds.
  /// - Returns: `nil` where no end is known, and where nothing moves after time 0.
  /// - Complexity: O(n) in the number of layers and animations.
  public var duration: TimeInterval? {
    guard let end = timeline?.duration ?? stateController.transitionEnd ?? root.animationEnd, end > 0 else {
      return nil
    }
    return end
  }
}
