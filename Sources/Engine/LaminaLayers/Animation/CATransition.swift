// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The effect of a transition.
///
/// - Conformance: TIME-11
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a type from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The old layer fades into the new one.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new layer slides over the old one.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new layer slides in and pushes the old one out.
  public static let push = CATransitionType(rawValue: "push")
  /// The old layer slides away and uncovers the new one.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// The direction that a transition comes from.
///
/// As in `contentsGravity`, "top" is maximum y and "bottom" minimum y of the layer's own space.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a subtype from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// From maximum x.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From minimum x.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From maximum y.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From minimum y.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// The key under which a layer keeps its transition, whatever key it was added with.
public let kCATransition = "transition"

/// An animation between two states of a layer, its sublayers included.
///
/// The state before is the layer when the transition is added, or, where it runs as an action, before the change that
/// asked for the action. Add the transition, then change the layer:
///
///     let fade = CATransition()
///     fade.duration = 1
///     layer.add(fade, forKey: nil)
///     layer.contents = other
///
/// - Conformance: TIME-11
open class CATransition: CAAnimation {
  /// The effect of the transition; an unknown name is reported and fades.
  ///
  /// - Default: `fade`.
  open var type: CATransitionType = .fade

  /// The direction that the transition comes from; an unknown name counts as `fromLeft`.
  ///
  /// - Default: `nil`, which is `fromLeft`.
  open var subtype: CATransitionSubtype?

  /// The progress at which the transition starts, `0...1`. Default 0.
  open var startProgress: Float = 0
  /// The progress at which the transition ends, `startProgress...1`. Default 1.
  open var endProgress: Float = 1

  /// A filter for the transition; stored and reported, but not applied.
  open var filter: Any?

  /// The layer before the change, where it was copied before the transition was added.
  final var before: CALayer?

  package override func makeEmpty() -> CAAnimation { CATransition() }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    guard let other = other as? CATransition else { return }
    type = other.type
    subtype = other.subtype
    startProgress = other.startProgress
    endProgress = other.endProgress
    filter = other.filter
    before = other.before
  }
}
