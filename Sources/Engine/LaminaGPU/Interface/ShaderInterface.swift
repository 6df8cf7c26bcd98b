// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL

/// The types of values that are passed from Swift to a shader. Other types have different layouts on the two sides.
package enum ShaderFieldType: UInt32, Sendable {
  case float = 0x1406
  case vec4 = 0x8B52
  case int = 0x1404

  /// The number of floats, or of whole numbers.
  var components: Int {
    switch self {
    case .float, .int: 1
    case .vec4: 4
    }
  }

  fileprivate var byteCount: Int { 4 * components }
}

/// One field of a struct that a shader reads: the name and type in GLSL, and the offset in Swift.
package struct ShaderField: Sendable, Equatable {
  package let name: String
  package let type: ShaderFieldType
  /// Bytes from the start of the struct.
  package let offset: Int
}

/// A struct that a shader reads: as the attributes of an instance, or as a uniform block.
///
/// The table of fields is written beside the struct and compared with the shader by a test, through GL's
/// introspection. Vertex attributes are set up from the same table: the attribute at location n is field n.
package protocol ShaderInterface {
  /// The fields, in order of their locations.
  static var fields: [ShaderField] { get }
}

extension ShaderInterface {
  /// One row of the table.
  static func field<Value>(_ name: String, _ type: ShaderFieldType, _ path: KeyPath<Self, Value>) -> ShaderField {
    guard let offset = MemoryLayout<Self>.offset(of: path), MemoryLayout<Value>.size == type.byteCount else {
      preconditionFailure("field \(name) of \(Self.self) is not stored as the shader's \(type)")
    }
    return ShaderField(name: name, type: type, offset: offset)
  }
}
