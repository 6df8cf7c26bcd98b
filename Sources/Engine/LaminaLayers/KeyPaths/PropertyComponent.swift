// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry

/// One component of a property, by the name that follows the property's name in a key path.
///
/// - Conformance: GEO-9
package enum PropertyComponent: String, Sendable, CaseIterable {
  case x, y, width, height
  case origin, size
  case originX = "origin.x"
  case originY = "origin.y"
  case sizeWidth = "size.width"
  case sizeHeight = "size.height"
  case rotation
  case rotationX = "rotation.x"
  case rotationY = "rotation.y"
  case rotationZ = "rotation.z"
  case scale
  case scaleX = "scale.x"
  case scaleY = "scale.y"
  case scaleZ = "scale.z"
  case scaleXY = "scale.xy"
  case shearX = "shear.x"
  case translation
  case translationX = "translation.x"
  case translationY = "translation.y"
  case translationZ = "translation.z"
  case m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44

  /// Returns the components of values of a type.
  static func components(of type: LayerValueType) -> [PropertyComponent] {
    switch type {
    case .point: [.x, .y]
    case .size: [.width, .height]
    case .rect: [.origin, .size, .originX, .originY, .sizeWidth, .sizeHeight]
    case .transform: allCases.filter { $0.isOfTransform }
    default: []
    }
  }

  /// Whether this is a component of transforms.
  package var isOfTransform: Bool {
    switch self {
    case .x, .y, .width, .height, .origin, .size, .originX, .originY, .sizeWidth, .sizeHeight: false
    default: true
    }
  }

  /// The entry of the matrix, where the component is one.
  package var matrixEntry: WritableKeyPath<CATransform3D, CGFloat>? {
    switch self {
    case .m11: \.m11
    case .m12: \.m12
    case .m13: \.m13
    case .m14: \.m14
    case .m21: \.m21
    case .m22: \.m22
    case .m23: \.m23
    case .m24: \.m24
    case .m31: \.m31
    case .m32: \.m32
    case .m33: \.m33
    case .m34: \.m34
    case .m41: \.m41
    case .m42: \.m42
    case .m43: \.m43
    case .m44: \.m44
    default: nil
    }
  }

  /// The type of the component's value.
  package var type: LayerValueType {
    switch self {
    case .origin: .point
    case .size, .translation: .size
    default: .number(.double)
    }
  }

  /// Returns the component of a value; `.none` for a value without it.
  func read(from value: LayerValue) -> LayerValue {
    switch value {
    case .point(let point):
      return .number(Double(self == .x ? point.x : point.y))
    case .size(let size):
      return .number(Double(self == .width ? size.width : size.height))
    case .rect(let rect):
      return read(from: rect)
    case .transform(let transform):
      if let entry = matrixEntry { return .number(Double(transform[keyPath: entry])) }
      return TransformComponents(transform)[component: self]
    default:
      return .none
    }
  }

  private func read(from rect: CGRect) -> LayerValue {
    switch self {
    case .origin: .point(rect.origin)
    case .size: .size(rect.size)
    case .originX: .number(Double(rect.origin.x))
    case .originY: .number(Double(rect.origin.y))
    case .sizeWidth: .number(Double(rect.size.width))
    default: .number(Double(rect.size.height))
    }
  }

  /// Returns a value with this component replaced; `nil` where the component has another type.
  func write(_ component: LayerValue, into value: LayerValue) -> LayerValue? {
    switch value {
    case .point(var point):
      guard let number = CGFloat(component) else { return nil }
      if self == .x { point.x = number } else { point.y = number }
      return .point(point)
    case .size(var size):
      guard let number = CGFloat(component) else { return nil }
      if self == .width { size.width = number } else { size.height = number }
      return .size(size)
    case .rect(let rect):
      return write(component, into: rect)
    case .transform(var transform):
      if let entry = matrixEntry {
        guard let number = CGFloat(component) else { return nil }
        transform[keyPath: entry] = number
        return .transform(transform)
      }
      var components = TransformComponents(transform)
      guard components.set(self, to: component) else { return nil }
      return .transform(components.transform)
    default:
      return nil
    }
  }

  private func write(_ component: LayerValue, into rect: CGRect) -> LayerValue? {
    var rect = rect
    switch (self, component) {
    case (.origin, .point(let point)): rect.origin = point
    case (.size, .size(let size)): rect.size = size
    case (.originX, .number(let number)): rect.origin.x = CGFloat(number)
    case (.originY, .number(let number)): rect.origin.y = CGFloat(number)
    case (.sizeWidth, .number(let number)): rect.size.width = CGFloat(number)
    case (.sizeHeight, .number(let number)): rect.size.height = CGFloat(number)
    default: return nil
    }
    return .rect(rect)
  }
}

extension TransformComponents {
  /// The value of a component.
  package subscript(component component: PropertyComponent) -> LayerValue {
    switch component {
    case .rotation, .rotationZ: .number(rotation.z)
    case .rotationX: .number(rotation.x)
    case .rotationY: .number(rotation.y)
    case .scale: .number((scale.x + scale.y + scale.z) / 3)
    case .scaleX: .number(scale.x)
    case .scaleY: .number(scale.y)
    case .scaleZ: .number(scale.z)
    case .scaleXY: .number((scale.x + scale.y) / 2)
    case .shearX: .number(shear.x)
    case .translation: .size(CGSize(width: translation.x, height: translation.y))
    case .translationX: .number(translation.x)
    case .translationY: .number(translation.y)
    case .translationZ: .number(translation.z)
    default: .none
    }
  }

  /// Sets a component.
  ///
  /// - Returns: Whether the value had the component's type. A point is accepted for `translation`, which is a size.
  package mutating func set(_ component: PropertyComponent, to value: LayerValue) -> Bool {
    if component == .translation { return setTranslation(value) }
    guard let number = Double(value) else { return false }
    switch component {
    case .rotation, .rotationZ: rotation.z = number
    case .rotationX: rotation.x = number
    case .rotationY: rotation.y = number
    case .scale: scale = SIMD3(repeating: number)
    case .scaleX: scale.x = number
    case .scaleY: scale.y = number
    case .scaleZ: scale.z = number
    case .scaleXY: (scale.x, scale.y) = (number, number)
    case .shearX: shear.x = number
    case .translationX: translation.x = number
    case .translationY: translation.y = number
    case .translationZ: translation.z = number
    default: return false
    }
    return true
  }

  private mutating func setTranslation(_ value: LayerValue) -> Bool {
    switch value {
    case .size(let size): (translation.x, translation.y) = (Double(size.width), Double(size.height))
    case .point(let point): (translation.x, translation.y) = (Double(point.x), Double(point.y))
    default: return false
    }
    return true
  }
}
