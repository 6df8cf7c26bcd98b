// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// An animation of one property, or one component of it, by its key path.
///
/// - Conformance: TIME-7
open class CAPropertyAnimation: CAAnimation {
  /// The key path of the animated value: `position.x`, `transform.rotation.z`, `filters.blur.inputRadius`.
  ///
  /// A path that leads to no property is reported when the layer is drawn, and the animation is left out.
  ///
  /// - Default: `nil`.
  open var keyPath: String?

  /// Whether the animation's value is added to the property's value without the animation.
  ///
  /// Transforms are concatenated, the animation's first. Values that cannot be added are replaced.
  ///
  /// - Default: `false`.
  open var isAdditive = false

  /// Whether each cycle starts where the one before ended. Has no effect when the animation autoreverses.
  ///
  /// - Default: `false`.
  open var isCumulative = false

  /// The function that makes a transform from the animation's numbers.
  ///
  /// - Default: `nil`.
  open var valueFunction: CAValueFunction?

  /// Makes an animation without a key path.
  public override init() {
    super.init()
  }

  /// Makes an animation from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Makes an animation of a property.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  package override func makeEmpty() -> CAAnimation { CAPropertyAnimation() }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    guard let other = other as? CAPropertyAnimation else { return }
    keyPath = other.keyPath
    isAdditive = other.isAdditive
    isCumulative = other.isCumulative
    valueFunction = other.valueFunction
  }

  /// Adds a copy to the layer; a copy without a key path animates the property that changed.
  open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard keyPath == nil, let copy = copy() as? CAPropertyAnimation else {
      return super.run(forKey: event, object: anObject, arguments: dict)
    }
    copy.keyPath = event
    (anObject as? CALayer)?.add(copy, forKey: event)
  }
}

/// The name of a value function.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name, as Apple's archives write it.
  public let rawValue: String
  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A rotation about x, from radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// A rotation about y, from radians.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// A rotation about z, from radians.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// A scale, from three numbers or one.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// A scale along x.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// A scale along y.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// A scale along z.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// A translation, from three numbers.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// A translation along x.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// A translation along y.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// A translation along z.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// A function that makes transforms from numbers, so that a rotation is animated by its angle and not by its matrix.
///
///     let spin = CABasicAnimation(keyPath: "transform")
///     spin.valueFunction = CAValueFunction(name: .rotateZ)
///     spin.fromValue = 0
///     spin.toValue = 4 * Double.pi
public final class CAValueFunction: NSObject, Sendable {
  /// The name of the function.
  public let name: CAValueFunctionName
  let kind: ValueFunction

  /// Makes a function; `nil` for a name that is none of Apple's.
  public init?(name: CAValueFunctionName) {
    guard let kind = ValueFunction(rawValue: name.rawValue) else { return nil }
    self.name = name
    self.kind = kind
    super.init()
  }
}
