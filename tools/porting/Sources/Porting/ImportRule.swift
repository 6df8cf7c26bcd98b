// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Turns imports of submodules and of single declarations into imports of the module; encloses imports of missing
/// modules in an `#if`, and reports them.
final class ImportRule: Rule {
  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    let path = node.path.map { $0.name.text }
    guard let module = path.first else { return .skipChildren }
    if module == "Darwin" {
      replace(node, from: node.importKindSpecifier.map { $0.start } ?? node.path.start, with: "Foundation")
    } else if ProgramNames.modules.contains(module), path.count > 1 {
      replace(node, from: node.importKindSpecifier.map { $0.start } ?? node.path.start, with: module)
    } else if ProgramNames.absentModules.contains(module) {
      output.leave(node, "there is no \(module) on Linux")
      output.keep(node, within: "canImport(\(module))")
      output.count("import")
    } else if ProgramNames.emptyModules.contains(module) {
      output.keep(node, within: "canImport(\(module))")
      output.count("import")
    }
    return .skipChildren
  }

  private func replace(_ node: ImportDeclSyntax, from start: Int, with module: String) {
    output.edits.add(Edit(start..<node.path.end, module))
    output.count("import")
  }
}

/// Extends conditions for iOS to Linux, unless the `#if` mentions Linux itself, or its condition means all of Apple's
/// systems.
final class ConditionRule: Rule {
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    if !node.clauses.contains(where: { $0.condition?.text.contains("Linux") ?? false }) {
      for clause in node.clauses {
        if let condition = clause.condition, !ActiveClauses.meansApple(condition, in: node) { extend(condition) }
      }
    }
    return super.visit(node)
  }

  private func extend(_ condition: ExprSyntax) {
    let finder = SystemFinder(viewMode: .sourceAccurate)
    finder.walk(condition)
    let sequence = condition.as(SequenceExprSyntax.self)
    let isPlain =
      condition.is(FunctionCallExprSyntax.self)
      || sequence?.elements.allSatisfy { element in
        element.as(BinaryOperatorExprSyntax.self).map { $0.operator.text == "||" }
          ?? element.is(FunctionCallExprSyntax.self)
      } ?? false
    for call in finder.found {
      if isPlain {
        output.edits.add(Edit(at: call.end, " || os(Linux)"))
      } else {
        output.edits.add(Edit(at: call.start, "("))
        output.edits.add(Edit(at: call.end, " || os(Linux))"))
      }
      output.count("os(iOS)")
    }
  }

  private final class SystemFinder: SyntaxVisitor {
    var found: [FunctionCallExprSyntax] = []
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if node.calledExpression.text == "os", node.arguments.first?.expression.text == "iOS" { found.append(node) }
      return .skipChildren
    }
  }
}
