// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The reason why a key path could not be read or written.
public enum KeyPathError: Error, Equatable, Sendable {
  /// The class has no such property, or the property has no such component. `near` are similar paths.
  case unknownKeyPath(path: String, className: String, near: [String])
  /// The value is not of the property's type. Both are named for the user: "a number", "String".
  case wrongType(path: String, expected: String, given: String)
  /// A number that the property cannot hold: a fraction for a count, a NaN, an infinity without a meaning.
  case outOfRange(path: String, expected: String, given: String)
  /// The property is read-only.
  case readOnly(path: String, className: String)
  /// A layer that would be inside itself.
  case cycle(path: String)
}

extension KeyPathError: CustomStringConvertible {
  /// One line for the user, with the key path and the type in it.
  public var description: String {
    switch self {
    case .unknownKeyPath(let path, let className, let near):
      "\(className) has no key path '\(path)'" + NearNames.suggestion(near)
    case .wrongType(let path, let expected, let given):
      "'\(path)' takes \(expected), not \(given)"
    case .outOfRange(let path, let expected, let given):
      "'\(path)' takes \(expected), and \(given) is out of its range"
    case .readOnly(let path, let className):
      "'\(path)' of \(className) can only be read"
    case .cycle(let path):
      "'\(path)' would put a layer inside itself"
    }
  }
}
