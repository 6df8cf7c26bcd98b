// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry

/// The interpolation of values between two keyframes.
///
/// - Conformance: TIME-5
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Values lie on a straight line.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Values are not interpolated: each value holds until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Values lie on a straight line and change at a constant speed, whatever the times.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// Values lie on a smooth curve through all keyframes.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Values lie on a smooth curve; the time of each piece is proportional to its length.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// The rotation of a layer along the path that it follows.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The layer's x axis points along the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's x axis points back along the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// An animation through several values, or along a path.
///
/// - Conformance: TIME-5
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, of the property's type; values of another type are reported and left out.
  ///
  /// Points, sizes and `NSValue`s of either are interchangeable. An animation of fewer than two values shows nothing,
  /// in every mode, and is reported: pictures by Core Animation show layers without such an animation.
  ///
  /// - Default: `nil`.
  open var values: [Any]?

  /// The path that a point follows; it takes precedence over `values`.
  ///
  /// The keyframes of the path are its first point and the ends of its lines and curves, zero-length ones included; a
  /// line that closes the path adds one more keyframe unless its length is zero.
  ///
  /// Along a curve, progress is the curve's parameter, also beyond the curve's ends; in the paced modes it is the
  /// length.
  ///
  /// - Default: `nil`.
  /// - Conformance: TIME-5, observed in pictures of animations by Core Animation.
  open var path: CGPath? {
    didSet { path = path?.copy() }
  }

  /// The time at which each value is reached, as a fraction of the duration.
  ///
  /// Valid times rise from 0 to 1, and are as many as the values, in mode `discrete` one more. The treatment of other
  /// times follows pictures by Core Animation, where they show it:
  ///
  /// | times | effect |
  /// |---|---|
  /// | the first is above 0, the last below 1 | the first value holds until then, the last from then on |
  /// | below 0 or above 1 | used as they are: progress 0 and 1 may lie between, before or behind them |
  /// | below 0 or above 1, falling | the span in which progress lies is found by binary search |
  /// | of a path, fewer than its keyframes | points without a time are not reached |
  /// | of a path, more than its keyframes | surplus times are ignored |
  /// | in mode `discrete`, more or fewer | surplus times are ignored, surplus values do not show |
  /// | in mode `discrete`, falling | a time that is less than the one before counts as equal to it; reported |
  ///
  /// Times that fall inside 0…1, that are NaN or infinite, or whose number differs from that of `values` are invalid,
  /// and ignored according to Apple's documentation: the values are spaced evenly, which is reported.
  ///
  /// Ignored in the paced modes.
  ///
  /// - Default: `nil`, which spreads the values evenly.
  /// - Conformance: TIME-5, observed in pictures of animations by Core Animation.
  open var keyTimes: [NSNumber]?

  /// The timing functions between each two values; missing ones are linear, surplus ones are ignored.
  ///
  /// - Default: `nil`.
  open var timingFunctions: [CAMediaTimingFunction]?

  /// The interpolation of values between keyframes; an unknown name is linear.
  ///
  /// - Default: `linear`.
  open var calculationMode: CAAnimationCalculationMode = .linear

  /// The tension of a cubic curve at each value; 1 is straight, -1 round. Missing ones are 0.
  open var tensionValues: [NSNumber]?
  /// The sharpness of the corner of a cubic curve at each value. Missing ones are 0.
  open var continuityValues: [NSNumber]?
  /// The bend of a cubic curve before or behind each value. Missing ones are 0.
  open var biasValues: [NSNumber]?

  /// The rotation of the layer along the path.
  ///
  /// - Default: `nil`: the layer does not turn.
  open var rotationMode: CAAnimationRotationMode?

  package override func makeEmpty() -> CAAnimation { CAKeyframeAnimation() }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    guard let other = other as? CAKeyframeAnimation else { return }
    values = other.values
    path = other.path
    keyTimes = other.keyTimes
    timingFunctions = other.timingFunctions
    calculationMode = other.calculationMode
    tensionValues = other.tensionValues
    continuityValues = other.continuityValues
    biasValues = other.biasValues
    rotationMode = other.rotationMode
  }
}
