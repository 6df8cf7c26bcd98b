// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import QuartzCore

extension UIView {
  /// How fast an animation runs at its beginning and its end.
  public enum AnimationCurve: Int, Sendable {
    /// Slowly at both ends.
    case easeInOut = 0
    /// Slowly at the beginning.
    case easeIn = 1
    /// Slowly at the end.
    case easeOut = 2
    /// Evenly.
    case linear = 3

    /// The timing function that does it.
    var function: CAMediaTimingFunction {
      switch self {
      case .easeInOut: CAMediaTimingFunction(name: .easeInEaseOut)
      case .easeIn: CAMediaTimingFunction(name: .easeIn)
      case .easeOut: CAMediaTimingFunction(name: .easeOut)
      case .linear: CAMediaTimingFunction(name: .linear)
      }
    }
  }

  /// What a block of animations may be told. Flips and curls of transitions are not among it; they are not drawn here.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Kept: subviews are laid out when they are marked.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Kept: there are no events.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Begins with what shows, as all animations here do.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Repeats without an end.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Runs back after it has run; in each cycle, with `repeat`.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// Has its own duration and delay, also in a block inside another.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// Has its own curve, also in a block inside another.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// Lets what changes in a transition animate too.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// Hides and shows the views of a transition, instead of taking them out and in.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// Has its own options, also in a block inside another.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// A transition without any.
    public static let transitionNone: AnimationOptions = []
    /// Slowly at both ends; without any other curve.
    public static let curveEaseInOut: AnimationOptions = []
    /// Slowly at the beginning.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slowly at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Evenly.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// A transition fades from one state to the other.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// Kept: which frames are drawn, the caller says.
    public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
    /// Kept: which frames are drawn, the caller says.
    public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)

    /// Not drawn here.
    @available(
      *, unavailable, message: "Lamina draws no flip from one state of a view to another; animate layer.transform"
    )
    public static var transitionFlipFromLeft: AnimationOptions { [] }
    /// Not drawn here.
    @available(
      *, unavailable, message: "Lamina draws no flip from one state of a view to another; animate layer.transform"
    )
    public static var transitionFlipFromRight: AnimationOptions { [] }
    /// Not drawn here.
    @available(
      *, unavailable, message: "Lamina draws no flip from one state of a view to another; animate layer.transform"
    )
    public static var transitionFlipFromTop: AnimationOptions { [] }
    /// Not drawn here.
    @available(
      *, unavailable, message: "Lamina draws no flip from one state of a view to another; animate layer.transform"
    )
    public static var transitionFlipFromBottom: AnimationOptions { [] }
    /// Not drawn here.
    @available(*, unavailable, message: "Lamina draws no page curl; use transitionCrossDissolve")
    public static var transitionCurlUp: AnimationOptions { [] }
    /// Not drawn here.
    @available(*, unavailable, message: "Lamina draws no page curl; use transitionCrossDissolve")
    public static var transitionCurlDown: AnimationOptions { [] }

    var curve: AnimationCurve { AnimationCurve(rawValue: Int(clamping: rawValue >> 16 & 3)) ?? .easeInOut }
    var crossDissolves: Bool { rawValue >> 20 & 15 == 5 }
  }

  /// What a block of keyframes may be told; its bits are those of ``AnimationOptions``, a curve for the whole included.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Kept: subviews are laid out when they are marked.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// Kept: there are no events.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// Begins with what shows, as all animations here do.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// Repeats without an end.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// Runs back after it has run.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// Has its own duration and delay, also in a block inside another.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// Has its own options, also in a block inside another.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    /// Straight from value to value; without any other mode.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// From value to value without anything between.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// At an even speed, whatever the times.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// Along a smooth curve through the values.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// Along a smooth curve at an even speed.
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
