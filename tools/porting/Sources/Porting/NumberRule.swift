// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Qualifies `abs`, `min` and `max` with their module inside extensions of `CGFloat`: Foundation on Linux has static
/// members with these names, which hide the functions.
final class NumberRule: Rule {
  private static let hidden: Set<String> = ["abs", "min", "max"]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let function = node.calledExpression.as(DeclReferenceExprSyntax.self),
      Self.hidden.contains(function.baseName.text), node.arguments.allSatisfy({ $0.label == nil }),
      node.isInside(extensionOf: "CGFloat")
    {
      output.edits.add(Edit(at: function.start, "Swift."))
      output.count("function of a number")
    }
    return .visitChildren
  }
}

extension SyntaxProtocol {
  /// Whether the node is in an extension of a type, and not in a type that is declared there.
  fileprivate func isInside(extensionOf type: String) -> Bool {
    var outer = parent
    while let node = outer {
      if let found = node.as(ExtensionDeclSyntax.self) { return found.extendedType.text == type }
      if node.isProtocol((any DeclGroupSyntax).self) { return false }
      outer = node.parent
    }
    return false
  }
}
