// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Reports calls of the Objective-C runtime, for which no certain replacement exists.
final class RuntimeRule: Rule {
  private static let functions: Set<String> = [
    "method_exchangeImplementations", "class_getInstanceMethod", "class_addMethod", "class_replaceMethod",
    "method_setImplementation",
    "objc_getClass",
  ]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    let name = member?.declName.baseName.text ?? node.calledExpression.text
    let labels = node.arguments.map { $0.label?.text ?? "_" }
    if member == nil, name.hasPrefix("objc_"), name.contains("AssociatedObject") {
      // Lamina provides these functions.
      output.neededModules.insert("QuartzCore")
    } else if member == nil, Self.functions.contains(name) {
      output.leave(node, "\(name) is of the Objective-C runtime")
    } else if name == "addObserver", labels.contains("forKeyPath") {
      output.leave(node, "there is no key-value observing on Linux")
    } else if name == "observe", node.arguments.first?.expression.is(KeyPathExprSyntax.self) ?? false,
      !declarations.types.values.contains(where: { $0.methods.contains { $0.name == name } })
    {
      output.leave(node, "there is no key-value observing on Linux")
    } else if name.hasPrefix("perform"), node.arguments.first?.expression.text.hasPrefix("#selector") ?? false {
      output.leave(node, "nothing performs selectors: call the method, or ask a timer or a display link to")
    } else if name == "responds", labels == ["to"] {
      output.leave(node, "objects cannot be asked for methods: use a protocol")
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.signature.parameterClause.parameters.map { $0.firstName.text }
    if node.name.text == "observeValue", labels.first == "forKeyPath" {
      output.leave(node, "there is no key-value observing on Linux")
    }
    return .visitChildren
  }
}
