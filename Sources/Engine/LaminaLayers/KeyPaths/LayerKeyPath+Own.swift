// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Keys that a program's own class of layers adds: nothing in Lamina declares them, so their type is derived from the
// values of an animation, and they are kept where `setValue(_:forKey:)` keeps values of keys that are no properties.

extension LayerKeyPath {
  /// A key of a layer's own, for an animation of it.
  ///
  /// A key is the layer's own where its class draws anew for it, where it has a value or a default, or where the class
  /// comes from outside Lamina and no property has a similar name: such a class may declare properties that Lamina
  /// cannot know of.
  ///
  /// - Parameters:
  ///   - text: A key path that leads to no property.
  ///   - near: The properties with similar names.
  /// - Returns: `nil` for a text that is no key of the layer.
  init?(own text: String, of layer: CALayer, for animation: CAPropertyAnimation, near: [String]) {
    guard !text.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let value = layer.value(forKey: text)
    let kind = layer.properties.kind
    let layerClass = Swift.type(of: layer)
    guard
      value != nil || layerClass.needsDisplay(forKey: text)
        || near.isEmpty && layerClass != Swift.type(of: kind.makeLayer())
    else { return nil }
    let given = animation.givenValue
    let key = LayerKey.own(
      text, of: layerClass, as: (given ?? value).map(LayerValueType.init(ofOwn:)) ?? .number(.double),
      numbers: NumberForm(value) ?? NumberForm(given) ?? .boxed)
    self.init(own: key, className: kind.className)
  }
}

extension CAPropertyAnimation {
  /// One of the animation's values, whose type is the type of all of them.
  fileprivate var givenValue: Any? {
    switch self {
    case let basic as CABasicAnimation: basic.fromValue ?? basic.toValue ?? basic.byValue
    case let keyframes as CAKeyframeAnimation:
      keyframes.path == nil ? keyframes.values?.first : CGPoint.zero
    default: nil
    }
  }
}

/// The form in which a program keeps the numbers of a key of its own: it reads them in the type that it set.
enum NumberForm: Sendable {
  case cgFloat, double, float
  /// As `NSNumber`, like properties.
  case boxed

  /// The form of a value; `nil` for a value that is not a fractional number.
  init?(_ value: Any?) {
    switch value {
    case is CGFloat: self = .cgFloat
    // An `NSNumber` casts to every type but `CGFloat`.
    case is NSNumber: self = .boxed
    case is Double: self = .double
    case is Float: self = .float
    default: return nil
    }
  }

  func box(_ number: Double) -> Any {
    switch self {
    case .cgFloat: CGFloat(number)
    case .double: number
    case .float: Float(number)
    case .boxed: NSNumber(value: number)
    }
  }
}

extension LayerValueType {
  /// The type of a value of a key that no table declares.
  fileprivate init(ofOwn value: Any) {
    if type(of: value) == Bool.self {
      self = .bool
      return
    }
    let box = value as? NSValue
    switch value {
    case is CGPoint: self = .point
    case is CGSize: self = .size
    case is CGRect: self = .rect
    case is CGColor: self = .color
    case is CATransform3D, is CGAffineTransform: self = .transform
    case is CGPath: self = .path
    case is CGImage: self = .image
    case is String: self = .string
    case _ where box?.boxedPoint != nil: self = .point
    case _ where box?.boxedSize != nil: self = .size
    case _ where box?.boxedRect != nil: self = .rect
    case _ where box?.boxedTransform != nil || box?.boxedAffineTransform != nil: self = .transform
    case let list as [Any] where !list.isEmpty && list.allSatisfy({ $0 is CGColor }): self = .colors
    case _ where LayerValue(value, as: .number(.double)) != nil: self = .number(.double)
    case _ where LayerValue(value, as: .numbers) != nil: self = .numbers
    default: self = .object("a value")
    }
  }
}

extension LayerKey {
  /// Makes a key that a class of a program's own adds.
  fileprivate static func own(
    _ name: String, of layerClass: CALayer.Type, as type: LayerValueType, numbers: NumberForm
  ) -> LayerKey {
    LayerKey(
      name, as: type,
      read: { (layer: CALayer) -> LayerValue in
        // A copy of the layer may be of another class, which lacks the defaults of this one.
        let kept = layer.attachments?.copied.values?[name] ?? layer.attachments?.copied.style?[name]
        return LayerValue(kept ?? layerClass.defaultValue(forKey: name), as: type) ?? .none
      },
      write: { (layer, value) throws(Problem) in
        if case .number(let number) = value {
          layer.keep(numbers.box(number), forKey: name)
        } else {
          layer.keep(value.boxed, forKey: name)
        }
      })
  }
}
