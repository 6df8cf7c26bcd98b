// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaCoreFoundation
public import LaminaGeometry
public import LaminaGraphics

extension CGColor: NumberedType {
  package static var typeNumber: TypeNumber { .color }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }

  /// Whether both are the same colour of the same space.
  package func isSame(as other: CGColor) -> Bool? { self === other }
}

extension CGColorSpace: NumberedType {
  package static var typeNumber: TypeNumber { .colorSpace }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGPath: NumberedType {
  package static var typeNumber: TypeNumber { .path }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGImage: NumberedType {
  package static var typeNumber: TypeNumber { .image }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGContext: NumberedType {
  package static var typeNumber: TypeNumber { .context }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGGradient: NumberedType {
  package static var typeNumber: TypeNumber { .gradient }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGPattern: NumberedType {
  package static var typeNumber: TypeNumber { .pattern }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGFont: NumberedType {
  package static var typeNumber: TypeNumber { .graphicsFont }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGShading: NumberedType {
  package static var typeNumber: TypeNumber { .shading }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGFunction: NumberedType {
  package static var typeNumber: TypeNumber { .function }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGLayer: NumberedType {
  package static var typeNumber: TypeNumber { .layer }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGDataProvider: NumberedType {
  package static var typeNumber: TypeNumber { .dataProvider }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

extension CGDataConsumer: NumberedType {
  package static var typeNumber: TypeNumber { .dataConsumer }
  /// The number of the type.
  public static var typeID: CFTypeID { typeNumber.rawValue }
}

/// Whether both are the same colour of the same space, as `CFEqual(_:_:)` compares them; `==` compares only the drawn
/// colour.
public func CGColorEqualToColor(_ color1: CGColor?, _ color2: CGColor?) -> Bool { CFEqual(color1, color2) }
