// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// The clauses of `#if` that Linux compiles after the rules have rewritten `os(iOS)`.
enum ActiveClauses {
  /// The clauses that are compiled, or that may be.
  static func of(_ node: IfConfigDeclSyntax) -> [IfConfigClauseSyntax] {
    var active: [IfConfigClauseSyntax] = []
    // The rule for conditions does not change an `#if` that mentions Linux itself.
    let knowsLinux = node.clauses.contains { $0.condition?.text.contains("Linux") ?? false }
    for clause in node.clauses {
      guard let condition = clause.condition else { return active + [clause] }
      switch value(of: condition, knowsLinux: knowsLinux || meansApple(condition, in: node)) {
      case true?: return active + [clause]
      case false?: continue
      case nil: active.append(clause)
      }
    }
    return active
  }

  /// The conditions under which Linux compiles a node, the outermost first: one for each enclosing `#if` that may be
  /// true or false, as text.
  static func conditions(of node: some SyntaxProtocol) -> [String] {
    var conditions: [String] = []
    var place = Syntax(node)
    while let parent = place.parent {
      if let clause = parent.as(IfConfigClauseSyntax.self),
        let whole = clause.parent?.parent?.as(IfConfigDeclSyntax.self),
        let condition = condition(of: clause, in: whole)
      {
        conditions.insert(condition, at: 0)
      }
      place = parent
    }
    return conditions
  }

  /// The condition under which a clause is compiled: its own, and that of no earlier clause; `nil` if it always is.
  private static func condition(of clause: IfConfigClauseSyntax, in node: IfConfigDeclSyntax) -> String? {
    let active = of(node)
    guard active.count > 1 || active.first?.id != clause.id || isUncertain(clause, in: node) else { return nil }
    let knowsLinux = node.clauses.contains { $0.condition?.text.contains("Linux") ?? false }
    func ported(_ condition: ExprSyntax) -> String {
      knowsLinux || meansApple(condition, in: node)
        ? condition.text
        : condition.text.split(separator: "os(iOS)", omittingEmptySubsequences: false)
          .joined(separator: "(os(iOS) || os(Linux))")
    }
    var parts: [String] = []
    for other in active {
      guard let condition = other.condition else { break }
      if other.id == clause.id {
        parts.append(ported(condition))
        break
      }
      parts.append("!(\(ported(condition)))")
    }
    return parts.count == 1 ? parts[0] : parts.map { $0.hasPrefix("!(") ? $0 : "(\($0))" }.joined(separator: " && ")
  }

  /// Whether a clause that is the only candidate may or may not be compiled.
  private static func isUncertain(_ clause: IfConfigClauseSyntax, in node: IfConfigDeclSyntax) -> Bool {
    guard let condition = clause.condition else { return false }
    let knowsLinux = node.clauses.contains { $0.condition?.text.contains("Linux") ?? false }
    return value(of: condition, knowsLinux: knowsLinux || meansApple(condition, in: node)) == nil
  }

  /// Whether a condition distinguishes Apple's systems from all others: it names macOS beside iOS, and an `#else`
  /// exists for the others.
  static func meansApple(_ condition: ExprSyntax, in node: IfConfigDeclSyntax) -> Bool {
    let text = condition.text
    return node.clauses.contains { $0.condition == nil } && text.contains("os(macOS)") && text.contains("os(iOS)")
      && !text.contains("!")
  }

  /// The value of a condition on Linux; `nil` if it is unknown.
  private static func value(of expression: ExprSyntax, knowsLinux: Bool) -> Bool? {
    if let sequence = expression.as(SequenceExprSyntax.self) { return value(of: sequence, knowsLinux: knowsLinux) }
    if let inner = expression.as(TupleExprSyntax.self)?.elements.first?.expression {
      return value(of: inner, knowsLinux: knowsLinux)
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return value(of: prefix.expression, knowsLinux: knowsLinux).map { !$0 }
    }
    guard let call = expression.as(FunctionCallExprSyntax.self), let first = call.arguments.first else { return nil }
    let argument = first.expression.text
    switch call.calledExpression.text {
    case "os": return argument == "Linux" || !knowsLinux && argument == "iOS"
    case "canImport":
      if ProgramNames.modules.contains(argument) || argument == "Foundation" { return true }
      if ProgramNames.foundationParts.contains(where: { $0.module == argument }) { return true }
      let isAbsent = ProgramNames.absentModules.contains(argument) || ProgramNames.emptyModules.contains(argument)
      return isAbsent || argument == "Darwin" ? false : nil
    case "targetEnvironment": return false
    default: return nil
    }
  }

  private static func value(of sequence: SequenceExprSyntax, knowsLinux: Bool) -> Bool? {
    let operators = sequence.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    let parts = sequence.elements.filter { !$0.is(BinaryOperatorExprSyntax.self) }
      .map { value(of: $0, knowsLinux: knowsLinux) }
    if operators.allSatisfy({ $0 == "||" }) {
      return parts.contains(true) ? true : parts.contains(nil) ? nil : false
    }
    if operators.allSatisfy({ $0 == "&&" }) {
      return parts.contains(false) ? false : parts.contains(nil) ? nil : true
    }
    return nil
  }
}

extension MemberBlockSyntax {
  /// The members that Linux compiles, or may compile, including members in `#if`.
  var activeMembers: [DeclSyntax] { Self.active(members) }

  private static func active(_ members: MemberBlockItemListSyntax) -> [DeclSyntax] {
    members.flatMap { member -> [DeclSyntax] in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      return ActiveClauses.of(condition).flatMap { clause -> [DeclSyntax] in
        guard case .decls(let inner) = clause.elements else { return [] }
        return active(inner)
      }
    }
  }
}
