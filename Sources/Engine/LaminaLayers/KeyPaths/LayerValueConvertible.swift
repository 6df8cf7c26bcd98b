// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry
package import LaminaGraphics

/// A type of properties, with its conversions to and from ``LayerValue``.
package protocol LayerValueConvertible: SendableMetatype {
  /// The type of the values of a property of this type.
  static var layerValueType: LayerValueType { get }
  /// The value for key paths.
  var layerValue: LayerValue { get }
  /// Makes a value from a key path's value; fails where that one is of another type or out of range.
  init?(_ value: LayerValue)
}

extension Double: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .number(.double) }
  package var layerValue: LayerValue { .number(self) }
  package init?(_ value: LayerValue) {
    switch value {
    case .number(let number): self = number
    case .bool(let isOn): self = isOn ? 1 : 0
    default: return nil
    }
  }
}

extension CGFloat: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .number(.double) }
  package var layerValue: LayerValue { .number(Double(self)) }
  package init?(_ value: LayerValue) {
    guard let number = Double(value) else { return nil }
    self.init(number)
  }
}

extension Float: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .number(.float) }
  package var layerValue: LayerValue { .number(Double(self)) }
  package init?(_ value: LayerValue) {
    guard let number = Double(value) else { return nil }
    self.init(number)
    // A finite number became infinite: it is beyond the range of a float.
    if isInfinite, number.isFinite { return nil }
  }
}

extension Int: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .number(.integer) }
  package var layerValue: LayerValue { .number(Double(self)) }
  package init?(_ value: LayerValue) {
    guard let number = Double(value), let exact = Int(exactly: number) else { return nil }
    self = exact
  }
}

extension UInt32: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .number(.bits) }
  package var layerValue: LayerValue { .number(Double(self)) }
  package init?(_ value: LayerValue) {
    guard let number = Double(value), let exact = UInt32(exactly: number) else { return nil }
    self = exact
  }
}

extension Bool: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .bool }
  package var layerValue: LayerValue { .bool(self) }
  package init?(_ value: LayerValue) {
    switch value {
    case .bool(let isOn): self = isOn
    case .number(let number): self = number != 0
    default: return nil
    }
  }
}

extension CGPoint: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .point }
  package var layerValue: LayerValue { .point(self) }
  package init?(_ value: LayerValue) {
    guard case .point(let point) = value else { return nil }
    self = point
  }
}

extension CGSize: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .size }
  package var layerValue: LayerValue { .size(self) }
  package init?(_ value: LayerValue) {
    guard case .size(let size) = value else { return nil }
    self = size
  }
}

extension CGRect: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .rect }
  package var layerValue: LayerValue { .rect(self) }
  package init?(_ value: LayerValue) {
    guard case .rect(let rect) = value else { return nil }
    self = rect
  }
}

extension CATransform3D: LayerValueConvertible {
  package static var layerValueType: LayerValueType { .transform }
  package var layerValue: LayerValue { .transform(self) }
  package init?(_ value: LayerValue) {
    guard case .transform(let transform) = value else { return nil }
    self = transform
  }
}

extension Optional: LayerValueConvertible where Wrapped: OptionalLayerValue {
  package static var layerValueType: LayerValueType { Wrapped.optionalType }
  package var layerValue: LayerValue { self?.wrapped ?? .none }
  package init?(_ value: LayerValue) {
    if case .none = value {
      self = Optional.none
    } else if let wrapped = Wrapped.unwrap(value) {
      self = Optional.some(wrapped)
    } else {
      return nil
    }
  }
}

/// A type of properties that may have no value.
package protocol OptionalLayerValue: SendableMetatype {
  static var optionalType: LayerValueType { get }
  var wrapped: LayerValue { get }
  static func unwrap(_ value: LayerValue) -> Self?
}

extension CGColor: OptionalLayerValue {
  package static var optionalType: LayerValueType { .color }
  package var wrapped: LayerValue { .color(self) }
  package static func unwrap(_ value: LayerValue) -> CGColor? {
    if case .color(let color) = value { color } else { nil }
  }
}

extension CGPath: OptionalLayerValue {
  package static var optionalType: LayerValueType { .path }
  package var wrapped: LayerValue { .path(self) }
  package static func unwrap(_ value: LayerValue) -> Self? {
    if case .path(let path) = value { path as? Self } else { nil }
  }
}

extension String: OptionalLayerValue {
  package static var optionalType: LayerValueType { .string }
  package var wrapped: LayerValue { .string(self) }
  package static func unwrap(_ value: LayerValue) -> String? {
    if case .string(let string) = value { string } else { nil }
  }
}
