// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry
package import LaminaGraphics

/// The value of a property, for key paths, documents and animations.
///
/// It is as independent of the property as possible: every number is a `number`, whatever its type on the layer.
package enum LayerValue {
  /// No value: `nil`.
  case none
  case number(Double)
  case bool(Bool)
  case point(CGPoint)
  case size(CGSize)
  case rect(CGRect)
  case color(CGColor)
  case transform(CATransform3D)
  case path(CGPath)
  case image(CGImage)
  case string(String)
  case numbers([Double])
  case colors([CGColor])
  /// Any other value: other layers, filters, cells, values of foreign types.
  case object(Any)
}

/// The type of a property's value.
package enum LayerValueType: Sendable, Equatable {
  /// The type in which a number is stored.
  package enum Number: Sendable, Equatable {
    case double, float, integer
    /// A set of bits, `0...UInt32.max`.
    case bits
  }

  /// A number; infinite only where infinity has a meaning, as in repeat counts.
  case number(Number, allowsInfinity: Bool = false)
  case bool, point, size, rect, color, transform, path, image, string
  /// One of a few words. Other words are kept, and draw according to the property.
  case word([String])
  case numbers, colors
  /// An object; the text names its type for messages.
  case object(String)

  /// The type's name for messages.
  package var description: String {
    switch self {
    case .number(.double, _), .number(.float, _): "a number"
    case .number(.integer, _): "a whole number"
    case .number(.bits, _): "a set of bits"
    case .bool: "a boolean"
    case .point: "a point"
    case .size: "a size"
    case .rect: "a rectangle"
    case .color: "a CGColor"
    case .transform: "a CATransform3D"
    case .path: "a CGPath"
    case .image: "a CGImage"
    case .string: "a string"
    case .word: "a name"
    case .numbers: "an array of numbers"
    case .colors: "an array of CGColor"
    case .object(let name): name
    }
  }
}

extension LayerValue: Equatable {
  /// Whether both values are equal; objects and pictures are compared by identity.
  package static func == (one: LayerValue, other: LayerValue) -> Bool {
    switch (one, other) {
    case (.none, .none): true
    case (.number(let a), .number(let b)): a == b || (a.isNaN && b.isNaN)
    case (.bool(let a), .bool(let b)): a == b
    case (.point(let a), .point(let b)): a == b
    case (.size(let a), .size(let b)): a == b
    case (.rect(let a), .rect(let b)): a == b
    case (.color(let a), .color(let b)): a == b
    case (.transform(let a), .transform(let b)): a == b
    case (.path(let a), .path(let b)): a == b
    case (.image(let a), .image(let b)): a === b
    case (.string(let a), .string(let b)): a == b
    case (.numbers(let a), .numbers(let b)): a == b
    case (.colors(let a), .colors(let b)): a == b
    case (.object(let a), .object(let b)): (a as AnyObject) === (b as AnyObject)
    default: false
    }
  }
}

extension LayerValue {
  /// The value as up to four numbers, as animations write it into a layer's properties; `nil` for other types.
  var upToFourNumbers: SIMD4<Double>? {
    switch self {
    case .number(let number): SIMD4(number, 0, 0, 0)
    case .bool(let isOn): SIMD4(isOn ? 1 : 0, 0, 0, 0)
    case .point(let point): SIMD4(Double(point.x), Double(point.y), 0, 0)
    case .size(let size): SIMD4(Double(size.width), Double(size.height), 0, 0)
    case .rect(let rect): SIMD4(rect)
    case .color(let color): SIMD4<Double>(color.straight)
    default: nil
    }
  }
}

extension SIMD4<Double> {
  /// The origin and the size of a rectangle.
  init(_ rect: CGRect) {
    self.init(
      Double(rect.origin.x), Double(rect.origin.y), Double(rect.size.width), Double(rect.size.height))
  }
}

// Values as `Any`, as in Apple's key-value coding: numbers and booleans as `NSNumber`, which casts to every number type
// but `CGFloat` here, all other values as themselves.

extension LayerValue {
  /// The value for callers of `value(forKeyPath:)`.
  package var boxed: Any? {
    switch self {
    case .none: nil
    case .number(let value): NSNumber(value: value)
    case .bool(let value): NSNumber(value: value)
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .color(let value): value
    case .transform(let value): value
    case .path(let value): value
    case .image(let value): value
    case .string(let value): value
    case .numbers(let value): value.map(NSNumber.init(value:))
    case .colors(let value): value
    case .object(let value): value
    }
  }

  /// Converts a value for `setValue(_:forKeyPath:)` to the property's type.
  ///
  /// - Returns: `nil` for a value of another type.
  package init?(_ value: Any?, as type: LayerValueType) {
    // The usual case takes one cast: checking for optionals and for other types of numbers takes several times as long.
    if case .number = type, let number = value as? Double {
      self = .number(number)
      return
    }
    guard let value = Self.unwrapped(value) else {
      self = .none
      return
    }
    guard let result = Self.typed(value, as: type) ?? Self.unboxed(value, as: type) else { return nil }
    self = result
  }

  private static func typed(_ value: Any, as type: LayerValueType) -> LayerValue? {
    switch type {
    case .number: numberValue(value).map(LayerValue.number)
    case .bool: boolValue(value).map(LayerValue.bool)
    case .point: pairValue(value).map { .point(CGPoint(x: $0.x, y: $0.y)) }
    case .size: pairValue(value).map { .size(CGSize(width: $0.x, height: $0.y)) }
    case .rect: (value as? CGRect).map(LayerValue.rect)
    case .color: (value as? CGColor).map(LayerValue.color)
    case .transform: transformValue(value).map(LayerValue.transform)
    case .path: (value as? CGPath).map(LayerValue.path)
    case .image: (value as? CGImage).map(LayerValue.image) ?? .object(value)
    case .string:
      // Attributed strings are texts, too.
      (value as? String).map(LayerValue.string) ?? (value as? NSAttributedString).map { .object($0.copy()) }
    case .word: wordValue(value).map(LayerValue.string)
    case .numbers: numbersValue(value).map(LayerValue.numbers)
    case .colors: colorsValue(value)
    case .object: .object(value)
    }
  }

  /// Converts the content of an `NSValue`, in which programs for Apple's platforms pass points, sizes, rectangles and
  /// transforms.
  private static func unboxed(_ value: Any, as type: LayerValueType) -> LayerValue? {
    guard let box = value as? NSValue else { return nil }
    return switch type {
    case .point: boxedPair(box).map { .point(CGPoint(x: $0.x, y: $0.y)) }
    case .size: boxedPair(box).map { .size(CGSize(width: $0.x, height: $0.y)) }
    case .rect: box.boxedRect.map(LayerValue.rect)
    case .transform:
      (box.boxedTransform ?? box.boxedAffineTransform.map(CATransform3DMakeAffineTransform)).map(LayerValue.transform)
    default: nil
    }
  }

  /// Unwraps an optional inside an `Any`, which may be `nil`.
  private static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    if value is NSNull { return nil }
    guard let optional = value as? any OptionalValue else { return value }
    return optional.contained
  }

  private static func numberValue(_ value: Any) -> Double? {
    switch value {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Float: Double(value)
    case let value as Int: Double(value)
    case let value as any BinaryInteger: Double(value)
    case let value as NSNumber: value.doubleValue
    case let value as Bool: value ? 1 : 0
    default: nil
    }
  }

  /// A pair of numbers, from a point or a size. Programs pass either for the other, most often points for
  /// `transform.translation`, whose own type is a size.
  private static func pairValue(_ value: Any) -> SIMD2<Double>? {
    switch value {
    case let value as CGPoint: SIMD2(Double(value.x), Double(value.y))
    case let value as CGSize: SIMD2(Double(value.width), Double(value.height))
    default: nil
    }
  }

  /// The pair in a box; `nil` for any other content.
  private static func boxedPair(_ box: NSValue) -> SIMD2<Double>? {
    box.boxedPoint.flatMap(pairValue) ?? box.boxedSize.flatMap(pairValue)
  }

  private static func boolValue(_ value: Any) -> Bool? {
    if let value = value as? Bool { return value }
    return numberValue(value).map { $0 != 0 }
  }

  private static func transformValue(_ value: Any) -> CATransform3D? {
    if let affine = value as? CGAffineTransform { return CATransform3DMakeAffineTransform(affine) }
    return value as? CATransform3D
  }

  private static func wordValue(_ value: Any) -> String? {
    if let value = value as? any RawRepresentable { return value.rawValue as? String }
    return value as? String
  }

  private static func numbersValue(_ value: Any) -> [Double]? {
    guard let array = value as? [Any] else { return nil }
    let numbers = array.compactMap(numberValue)
    return numbers.count == array.count ? numbers : nil
  }

  /// Keeps an array with elements that are no colours, since the property is documented to skip such elements.
  private static func colorsValue(_ value: Any) -> LayerValue? {
    guard let array = value as? [Any] else { return nil }
    let colors = array.compactMap { $0 as? CGColor }
    return colors.count == array.count ? .colors(colors) : .object(array)
  }
}

/// Gives access to an optional inside an `Any`.
private protocol OptionalValue {
  var contained: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var contained: Any? { self }
}
