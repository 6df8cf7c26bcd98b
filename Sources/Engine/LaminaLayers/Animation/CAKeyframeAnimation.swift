// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry

/// How values between two keyframes are found.
///
/// - Conformance: TIME-5
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On a straight line.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Not at all: each value holds until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// On a straight line, always as fast, whatever the times.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// On a smooth curve through all values.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// On a smooth curve, each piece taking as long as it is.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// Whether a layer turns with the path that it follows.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its x axis points along the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// Its x axis points back along the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// An animation through several values, or along a path.
///
/// - Conformance: TIME-5
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, of the property's type; those of another type are reported and left out.
  ///
  /// Points, sizes and `NSValue`s of either stand for one another. An animation of fewer than two values shows nothing,
  /// in every mode, and is reported: pictures by Core Animation show layers without it.
  ///
  /// - Default: `nil`.
  open var values: [Any]?

  /// The path that a point follows; it takes precedence over `values`.
  ///
  /// Its keyframes are its first point and the ends of its lines and curves, those of no length included; a line that
  /// closes it is one more unless it has no length.
  ///
  /// Along a curve progress is the curve's parameter, beyond its ends too; in the paced modes it is the length.
  ///
  /// - Default: `nil`.
  /// - Conformance: TIME-5, observed in pictures of animations by Core Animation.
  open var path: CGPath? {
    didSet { path = path?.copy() }
  }

  /// When each value is reached, as fractions of the duration.
  ///
  /// Rising from 0 to 1, as many as there are values, in mode `discrete` one more. What Core Animation does with others
  /// was found out from its pictures where they show it:
  ///
  /// | times | what happens |
  /// |---|---|
  /// | the first is above 0, the last below 1 | the first value holds until then, the last from then on |
  /// | below 0 or above 1 | taken as they are: the animation is seen from within; 0 may be before and 1 behind them |
  /// | below 0 or above 1, falling | the span in which progress lies is found by halving |
  /// | of a path, fewer than its keyframes | points without a time are not reached |
  /// | of a path, more than its keyframes | those left over are ignored |
  /// | in mode `discrete`, more or fewer | times left over are ignored, values left over do not show |
  /// | in mode `discrete`, falling | a time that goes back counts as the one before; reported |
  ///
  /// Times that fall inside 0…1, that are no numbers, or that are not as many as `values` are invalid, and ignored as
  /// Apple's documentation has it: the values are spaced evenly, which is reported.
  ///
  /// Not looked at in the paced modes.
  ///
  /// - Default: `nil`, which spreads the values evenly.
  /// - Conformance: TIME-5, observed in pictures of animations by Core Animation.
  open var keyTimes: [NSNumber]?

  /// How progress follows time between each two values; missing ones are linear, surplus ones are ignored.
  ///
  /// - Default: `nil`.
  open var timingFunctions: [CAMediaTimingFunction]?

  /// How values between keyframes are found; an unknown name is linear.
  ///
  /// - Default: `linear`.
  open var calculationMode: CAAnimationCalculationMode = .linear

  /// How tight a cubic curve is at each value; 1 is straight, -1 round. Missing ones are 0.
  open var tensionValues: [NSNumber]?
  /// How sharp the corner of a cubic curve is at each value. Missing ones are 0.
  open var continuityValues: [NSNumber]?
  /// Whether a cubic curve bends before or behind each value. Missing ones are 0.
  open var biasValues: [NSNumber]?

  /// Whether the layer turns with the path.
  ///
  /// - Default: `nil`, which does not.
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
