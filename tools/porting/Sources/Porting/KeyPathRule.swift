// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Replaces `#keyPath(…)` by the text of the key path.
final class KeyPathRule: Rule {
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.macroName.text == "keyPath", let argument = node.arguments.first?.expression, node.arguments.count == 1
    else { return .visitChildren }
    if let path = Self.path(of: argument, in: node.enclosingType, declarations) {
      output.edits.add(Edit(node.ownRange, "\"\(path)\""))
      output.count("#keyPath")
    } else {
      output.leave(node, "write the key path as a text")
    }
    return .skipChildren
  }

  /// The text of an expression with its key paths replaced, for rules that write the expression a second time.
  static func textWithoutKeyPaths(_ expression: ExprSyntax, _ declarations: Declarations) -> String {
    let collector = KeyPathCollector(declarations)
    collector.walk(expression)
    let offset = expression.start
    var edits = EditList()
    for edit in collector.edits {
      edits.add(Edit(edit.range.lowerBound - offset..<edit.range.upperBound - offset, edit.text))
    }
    return String(decoding: edits.applied(to: Array(expression.text.utf8)), as: UTF8.self)
  }

  /// Collects the replacements of key paths without applying them.
  private final class KeyPathCollector: SyntaxVisitor {
    private let declarations: Declarations
    var edits: [Edit] = []

    init(_ declarations: Declarations) {
      self.declarations = declarations
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
      guard node.macroName.text == "keyPath", let argument = node.arguments.first?.expression,
        let path = KeyPathRule.path(of: argument, in: node.enclosingType, declarations)
      else { return .visitChildren }
      edits.append(Edit(node.ownRange, "\"\(path)\""))
      return .skipChildren
    }
  }

  /// The key path of an expression; `nil` if it is not a chain of names.
  static func path(of expression: ExprSyntax, in enclosing: String?, _ declarations: Declarations) -> String? {
    var names: [String] = []
    var rest: ExprSyntax? = expression
    while let current = rest {
      if let member = current.as(MemberAccessExprSyntax.self), let base = member.base {
        names.insert(member.declName.baseName.text, at: 0)
        rest = base
      } else if let name = current.as(DeclReferenceExprSyntax.self) {
        names.insert(name.baseName.text, at: 0)
        rest = nil
      } else if let chain = current.as(OptionalChainingExprSyntax.self) {
        rest = chain.expression
      } else if let unwrapped = current.as(ForceUnwrapExprSyntax.self) {
        rest = unwrapped.expression
      } else if let generic = current.as(GenericSpecializationExprSyntax.self) {
        rest = generic.expression
      } else {
        return nil
      }
    }
    names = names.map { $0.trimmingBackticks }
    // The types before the first property: names of types start with a capital, names of properties do not.
    let types = names.prefix { $0.first?.isUppercase ?? false }
    let properties = names.dropFirst(types.count)
    guard !properties.isEmpty else { return nil }
    let owner = types.last.map { $0 == "Self" ? enclosing ?? $0 : $0 } ?? enclosing
    return properties.enumerated().map { index, name in
      keyName(of: name, in: index == 0 ? owner : nil, declarations)
    }.joined(separator: ".")
  }

  /// The Objective-C name of a property, from the sources or from Apple's classes.
  private static func keyName(of name: String, in owner: String?, _ declarations: Declarations) -> String {
    for type in owner.map(declarations.ancestry) ?? [] {
      if let given = declarations.types[type]?.properties[name] { return given }
    }
    return ProgramNames.objectiveCNames[name] ?? name
  }
}

extension String {
  /// The name without the backticks that escape a keyword.
  var trimmingBackticks: String {
    hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
  }
}
