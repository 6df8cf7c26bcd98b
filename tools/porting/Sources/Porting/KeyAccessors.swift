// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// The accessors of a property that is stored under a key of its layer.
///
/// Numbers are returned in the type in which they were set, or in that of the animation, so the getter handles every
/// type of number.
struct KeyAccessors {
  let text: String

  /// - Parameter initial: The value while nothing is set; `nil` for 0 or `nil`, as in Core Animation.
  init?(key: String, type: TypeSyntax, initial: String? = nil, _ declarations: Declarations) {
    let read = "value(forKey: \"\(key)\")"
    let number = "(\(read) as? \(declarations.qualified("NSNumber", of: "Foundation")))"
    let float = "(\(read) as? \(declarations.qualified("CGFloat", of: "Foundation")))"
    // A type of the program with the name of a number is not a number.
    guard !declarations.typeNames.contains(type.text) || type.is(OptionalTypeSyntax.self) else { return nil }
    let name = type.text
    let getter: String
    switch name {
    case "CGFloat":
      getter =
        "\(float) ?? \(declarations.qualified("CGFloat", of: "Foundation"))(\(number)?.doubleValue ?? \(initial ?? "0"))"
    case "Double", "TimeInterval", "CFTimeInterval":
      getter = "\(number)?.doubleValue ?? \(float).map { Double($0) } ?? \(initial ?? "0")"
    case "Float": getter = "\(number)?.floatValue ?? \(float).map { Float($0) } ?? \(initial ?? "0")"
    case "Int": getter = "\(number)?.intValue ?? \(float).flatMap { Int(exactly: $0.rounded()) } ?? \(initial ?? "0")"
    case "Bool": getter = "\(number)?.boolValue ?? \(initial ?? "false")"
    case "CGPoint", "CGSize", "CGRect", "UIEdgeInsets":
      guard initial == nil else { return nil }
      getter = "(\(read) as? \(name)) ?? .zero"
    case "String":
      guard initial == nil else { return nil }
      getter = "(\(read) as? String) ?? \"\""
    default:
      // An optional property reads as `nil`; other types have no known default value.
      guard
        let wrapped = type.as(OptionalTypeSyntax.self)?.wrappedType
          ?? type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType,
        initial == nil, !["CGFloat", "Float", "Double", "Int"].contains(wrapped.text)
      else { return nil }
      getter = "\(read) as? \(wrapped.text)"
    }
    text = "{ get { \(getter) } set { setValue(newValue, forKey: \"\(key)\") } }"
  }
}
