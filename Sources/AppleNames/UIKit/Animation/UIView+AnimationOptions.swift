// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import QuartzCore

extension UIView {
  /// The speed of an animation over its course.
  public enum AnimationCurve: Int, Sendable {
    /// Slow at both ends.
    case easeInOut = 0
    /// Slow at the beginning.
    case easeIn = 1
    /// Slow at the end.
    case easeOut = 2
    /// At constant speed.
    case linear = 3

    /// The curve as a timing function.
    var function: CAMediaTimingFunction {
      switch self {
      case .easeInOut: CAMediaTimingFunction(name: .easeInEaseOut)
      case .easeIn: CAMediaTimingFunction(name: .easeIn)
      case .easeOut: CAMediaTimingFunction(name: .easeOut)
      case .linear: CAMediaTimingFunction(name: .linear)
      }
    }
  }

  /// Options of a block of animations. Flips and curls of transitions are missing, since they are not drawn here.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Stored without effect: subviews are laid out whenever they are marked.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Stored without effect: there are no events.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Begins with the visible values, as all animations here do.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Repeats without an end.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Runs back after each run; with `repeat`, in each cycle.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// Uses its own duration and delay, even in a block inside another one.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// Uses its own curve, even in a block inside another one.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// Animates changes inside a transition too.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// Hides and shows the views of a transition, instead of removing and adding them.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// Uses its own options, even in a block inside another one.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// No transition effect.
    public static let transitionNone: AnimationOptions = []
    /// Slow at both ends; used when no other curve is set.
    public static let curveEaseInOut: AnimationOptions = []
    /// Slow at the beginning.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slow at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// At constant speed.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// Cross-fades between both states of a transition.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// Stored without effect: the caller decides which frames are drawn.
    public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
    /// Stored without effect: the caller decides which frames are drawn.
    public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)

    var curve: AnimationCurve { AnimationCurve(rawValue: Int(clamping: rawValue >> 16 & 3)) ?? .easeInOut }
    var crossDissolves: Bool { rawValue >> 20 & 15 == 5 }
  }

  /// Options of a block of keyframes. The bits equal the bits of ``AnimationOptions``, a curve for the whole block
  /// included.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Stored without effect: subviews are laid out whenever they are marked.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// Stored without effect: there are no events.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// Begins with the visible values, as all animations here do.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// Repeats without an end.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// Runs back after it has run.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// Uses its own duration and delay, even in a block inside another one.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// Uses its own options, even in a block inside another one.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    /// Linear interpolation between values; used when no other mode is set.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// Jumps from value to value.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// Constant speed; the times of the values are ignored.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// Along a smooth curve through the values.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// Along a smooth curve through the values, at constant speed.
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

    var mode: CAAnimationCalculationMode {
      switch rawValue >> 10 & 7 {
      case 1: .discrete
      case 2: .paced
      case 3: .cubic
      case 4: .cubicPaced
      default: .linear
      }
    }
  }
}
