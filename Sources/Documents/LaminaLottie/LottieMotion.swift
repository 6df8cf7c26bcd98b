// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How something moves along a spatial curve of a Lottie animation, from keyframe to keyframe.
///
/// The keyframes' timing curve gives an eased progress from 0 to 1; this says which place on the curve that is.
/// Straight lines are the same either way.
public enum LottieMotion: String, CaseIterable, Codable, Sendable {
  /// The place that so large a part of the curve's length lies before, as in After Effects and in most players: with a
  /// linear timing curve the speed is even. Positions, anchor points and the places of shapes and gradients follow
  /// their curves.
  case length
  /// The place at that value of the curve's parameter, as Core Animation moves layers along paths: where control points
  /// lie far apart, the motion is faster. Positions follow their curves; anchor points and places of shapes move
  /// straight.
  case coreAnimation = "core-animation"
}
