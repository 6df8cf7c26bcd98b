// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How a layer goes from one state to another: which of the values that change are animated, and how.
///
/// - Conformance: caml.md 1.6
public final class CAStateTransition {
  /// The name of the state that is left; `*` is any, and none.
  ///
  /// - Default: `*`.
  public var fromState: String
  /// The name of the state that is entered; `*` is any, and none.
  ///
  /// - Default: `*`.
  public var toState: String
  /// What is animated. A value that changes and is not among these changes at once.
  ///
  /// - Default: empty.
  public var elements: [CAStateTransitionElement] = []

  /// What stands for every state, and for none.
  public static let anyState = "*"

  /// Makes a transition that animates nothing yet.
  public init(fromState: String = anyState, toState: String = anyState) {
    self.fromState = fromState
    self.toState = toState
  }

  /// How well it fits: both states by name are best, then the one that is entered, then the one that is left.
  ///
  /// - Returns: `nil` where it does not fit.
  func rank(from: String?, to: String?) -> Int? {
    func fits(_ name: String, _ state: String?) -> Bool { name == Self.anyState || name == state }
    guard fits(fromState, from), fits(toState, to) else { return nil }
    return (fromState == Self.anyState ? 0 : 1) + (toState == Self.anyState ? 0 : 2)
  }
}

/// One animation of a transition.
///
/// An animation without values runs from what shows to the value of the state that is entered. One that repeats without
/// end plays for as long as that state holds.
public final class CAStateTransitionElement {
  /// The layer; not retained, so that a layer may hold a transition that animates it.
  public weak var target: CALayer?
  /// The key that the animation is added under; also what is animated, where the animation does not say.
  public var key: String
  /// The animation. Its times are counted from the beginning of the transition.
  public var animation: CAAnimation?

  /// Makes an element of a transition.
  public init(target: CALayer?, key: String, animation: CAAnimation?) {
    self.target = target
    self.key = key
    self.animation = animation
  }
}
