// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The animations of the values that change when a layer goes from one state to another.
///
/// - Conformance: caml.md 1.6
public final class CAStateTransition {
  /// The name of the state that is left; `*` stands for any state and for none.
  ///
  /// - Default: `*`.
  public var fromState: String
  /// The name of the state that is entered; `*` stands for any state and for none.
  ///
  /// - Default: `*`.
  public var toState: String
  /// The animations. A changing value without an animation changes at once.
  ///
  /// - Default: empty.
  public var elements: [CAStateTransitionElement] = []

  /// The name that stands for every state, and for none.
  public static let anyState = "*"

  /// Makes a transition without animations.
  public init(fromState: String = anyState, toState: String = anyState) {
    self.fromState = fromState
    self.toState = toState
  }

  /// The rank of the transition: both states by name are best, then the entered one, then the left one.
  ///
  /// - Returns: `nil` where the transition does not apply.
  func rank(from: String?, to: String?) -> Int? {
    func fits(_ name: String, _ state: String?) -> Bool { name == Self.anyState || name == state }
    guard fits(fromState, from), fits(toState, to) else { return nil }
    return (fromState == Self.anyState ? 0 : 1) + (toState == Self.anyState ? 0 : 2)
  }
}

/// One animation of a transition.
///
/// An animation without values runs from the value that shows to the value of the entered state. An animation that
/// repeats without end runs for as long as the layer is in that state.
public final class CAStateTransitionElement {
  /// The layer; not retained, so that a layer may have a transition that animates the layer itself.
  public weak var target: CALayer?
  /// The key of the animation; also the animated key path, where the animation has none.
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
