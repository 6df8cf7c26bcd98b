// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// Lamina's class that an animation has or extends.
enum AnimationKind: String, CaseIterable {
  case base = "CAAnimation"
  case property = "CAPropertyAnimation"
  case basic = "CABasicAnimation"
  case keyframe = "CAKeyframeAnimation"
  case spring = "CASpringAnimation"
  case group = "CAAnimationGroup"
  case transition = "CATransition"

  /// The kind of Lamina's class that is nearest to a class.
  init(_ type: CAAnimation.Type) {
    switch type {
    case is CASpringAnimation.Type: self = .spring
    case is CABasicAnimation.Type: self = .basic
    case is CAKeyframeAnimation.Type: self = .keyframe
    case is CAPropertyAnimation.Type: self = .property
    case is CAAnimationGroup.Type: self = .group
    case is CATransition.Type: self = .transition
    default: self = .base
    }
  }

  /// Makes a new animation of the kind.
  func makeAnimation() -> CAAnimation {
    switch self {
    case .base: CAAnimation()
    case .property: CAPropertyAnimation()
    case .basic: CABasicAnimation()
    case .keyframe: CAKeyframeAnimation()
    case .spring: CASpringAnimation()
    case .group: CAAnimationGroup()
    case .transition: CATransition()
    }
  }
}

extension LayerKeyTable {
  /// Returns the table of an animation's class; subclasses from outside use the table of the class that they extend.
  static func of(_ animation: CAAnimation) -> LayerKeyTable {
    table(of: AnimationKind(Swift.type(of: animation)))
  }

  /// The table of a kind of animations.
  static func table(of kind: AnimationKind) -> LayerKeyTable {
    animationTables[kind] ?? LayerKeyTable(kind.rawValue, adding: []) { kind.makeAnimation() }
  }

  private static let animationTables: [AnimationKind: LayerKeyTable] = Dictionary(
    uniqueKeysWithValues: AnimationKind.allCases.map { kind in
      let table = LayerKeyTable(kind.rawValue, adding: LayerKey.added(by: kind), to: LayerKey.animationKeys) {
        kind.makeAnimation()
      }
      return (kind, table)
    })
}

// The keys of animations. One line per property; names are those of Apple's key-value coding and of archives.

extension LayerKey {
  /// The keys that a kind of animations adds to the keys of every animation.
  static func added(by kind: AnimationKind) -> [LayerKey] {
    switch kind {
    case .base: []
    case .property: propertyKeys
    case .basic: basicKeys + propertyKeys
    case .keyframe: keyframeKeys + propertyKeys
    case .spring: springKeys + basicKeys + propertyKeys
    case .group:
      [
        LayerKey(
          "animations", as: .object("an array of animations"),
          read: { (group: CAAnimationGroup) in boxed(group.animations) }
        ) { (group, value) throws(Problem) in group.animations = try typed(value, CAAnimation.self) }
      ]
    case .transition: transitionKeys
    }
  }

  /// The keys of `CAAnimation`.
  static let animationKeys: [LayerKey] =
    timingKeys(of: CAAnimation.self) + [
      LayerKey(
        "timingFunction", as: .object("a timing function"),
        read: { (animation: CAAnimation) in boxed(animation.timingFunction) }
      ) { (animation, value) throws(Problem) in
        animation.timingFunction = try object(value, CAMediaTimingFunction.self)
      },
      LayerKey("delegate", as: .object("a delegate"), read: { (animation: CAAnimation) in boxed(animation.delegate) }) {
        (animation, value) throws(Problem) in
        guard let delegate = object(value) else { return animation.delegate = nil }
        guard let delegate = delegate as? any CAAnimationDelegate else { throw .wrongValue }
        animation.delegate = delegate
      },
      LayerKey("removedOnCompletion", \CAAnimation.isRemovedOnCompletion),
      alias("isRemovedOnCompletion", \CAAnimation.isRemovedOnCompletion),
    ]

  private static let propertyKeys = [
    LayerKey("keyPath", \CAPropertyAnimation.keyPath),
    LayerKey("additive", \CAPropertyAnimation.isAdditive),
    LayerKey("cumulative", \CAPropertyAnimation.isCumulative),
    alias("isAdditive", \CAPropertyAnimation.isAdditive),
    alias("isCumulative", \CAPropertyAnimation.isCumulative),
    LayerKey(
      "valueFunction", as: .object("a value function"),
      read: { (animation: CAPropertyAnimation) in boxed(animation.valueFunction) }
    ) { (animation, value) throws(Problem) in animation.valueFunction = try object(value, CAValueFunction.self) },
  ]

  private static let basicKeys = [
    LayerKey("fromValue", as: .object("a value"), read: { (basic: CABasicAnimation) in boxed(basic.fromValue) }) {
      basic, value in basic.fromValue = object(value)
    },
    LayerKey("toValue", as: .object("a value"), read: { (basic: CABasicAnimation) in boxed(basic.toValue) }) {
      basic, value in basic.toValue = object(value)
    },
    LayerKey("byValue", as: .object("a value"), read: { (basic: CABasicAnimation) in boxed(basic.byValue) }) {
      basic, value in basic.byValue = object(value)
    },
  ]

  private static let keyframeKeys = [
    LayerKey(
      "values", as: .object("an array of values"), read: { (frames: CAKeyframeAnimation) in boxed(frames.values) }
    ) { (frames, value) throws(Problem) in frames.values = try array(value) },
    LayerKey("path", \CAKeyframeAnimation.path),
    numbersKey("keyTimes", \.keyTimes),
    LayerKey(
      "timingFunctions", as: .object("an array of timing functions"),
      read: { (frames: CAKeyframeAnimation) in boxed(frames.timingFunctions) }
    ) { (frames, value) throws(Problem) in frames.timingFunctions = try typed(value, CAMediaTimingFunction.self) },
    LayerKey(
      "calculationMode", words: ["linear", "discrete", "paced", "cubic", "cubicPaced"],
      \CAKeyframeAnimation.calculationMode),
    numbersKey("tensionValues", \.tensionValues),
    numbersKey("continuityValues", \.continuityValues),
    numbersKey("biasValues", \.biasValues),
    LayerKey(
      "rotationMode", as: .word(["auto", "autoReverse"]),
      get: { (frames: CAKeyframeAnimation) -> String? in frames.rotationMode?.rawValue },
      set: { $0.rotationMode = $1.map(CAAnimationRotationMode.init(rawValue:)) }),
  ]

  private static func numbersKey(
    _ name: String, _ path: any ReferenceWritableKeyPath<CAKeyframeAnimation, [NSNumber]?> & Sendable
  ) -> LayerKey {
    LayerKey(name, as: .numbers, read: { (frames: CAKeyframeAnimation) in numbers(frames[keyPath: path]) }) {
      (frames, value) throws(Problem) in frames[keyPath: path] = try numbers(value)
    }
  }

  private static let springKeys = [
    LayerKey("mass", \CASpringAnimation.mass),
    LayerKey("stiffness", \CASpringAnimation.stiffness),
    LayerKey("damping", \CASpringAnimation.damping),
    LayerKey("initialVelocity", \CASpringAnimation.initialVelocity),
    LayerKey("allowsOverdamping", \CASpringAnimation.allowsOverdamping),
    LayerKey(
      "settlingDuration", as: .number(.double),
      read: { (spring: CASpringAnimation) in .number(spring.settlingDuration) }, write: nil),
  ]

  private static let transitionKeys = [
    LayerKey("type", words: ["fade", "moveIn", "push", "reveal"], \CATransition.type),
    LayerKey(
      "subtype", as: .word(["fromRight", "fromLeft", "fromTop", "fromBottom"]),
      get: { (transition: CATransition) -> String? in transition.subtype?.rawValue },
      set: { $0.subtype = $1.map(CATransitionSubtype.init(rawValue:)) }),
    LayerKey("startProgress", \CATransition.startProgress),
    LayerKey("endProgress", \CATransition.endProgress),
    LayerKey("filter", as: .object("a filter"), read: { (transition: CATransition) in boxed(transition.filter) }) {
      transition, value in transition.filter = object(value)
    },
  ]

  /// Returns a value as an object of one class; `nil` for `none`.
  static func object<Object>(_ value: LayerValue, _ type: Object.Type) throws(Problem) -> Object? {
    guard let object = object(value) else { return nil }
    guard let typed = object as? Object else { throw .wrongValue }
    return typed
  }
}
