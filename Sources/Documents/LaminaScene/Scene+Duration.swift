// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
import LaminaLayers

extension Scene {
  /// How long what moves in the scene takes, from time 0: its timeline, or else until its last animation has ended.
  ///
  /// An animation that repeats without end counts with one cycle. Emitters, and what a program moves, have no length.
  /// Where the scene is on its way from one state to another, it is the length of the transition, whatever else moves.
  ///
  /// - Units: seconds.
  /// - Returns: `nil` where nothing says when it ends, and where nothing moves after time 0.
  /// - Complexity: O(n) in the number of layers and animations.
  public var duration: TimeInterval? {
    guard let end = timeline?.duration ?? stateController.transitionEnd ?? root.animationEnd, end > 0 else {
      return nil
    }
    return end
  }
}
