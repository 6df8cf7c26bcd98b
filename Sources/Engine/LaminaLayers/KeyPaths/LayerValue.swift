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
