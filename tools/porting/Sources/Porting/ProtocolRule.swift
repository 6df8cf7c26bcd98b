// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Protocols that were of Objective-C: bound to classes, with requirements that may be left out.
final class ProtocolRule: Rule {
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.attributes.has("objc") else { return .skipChildren }
    let inherited = node.inheritanceClause?.inheritedTypes.map { $0.type.lastName } ?? []
    if let clause = node.inheritanceClause {
      if Set(inherited).isDisjoint(with: ["AnyObject", "class", "NSObjectProtocol"]) {
        output.edits.add(Edit(at: clause.colon.end, " AnyObject,"))
      }
    } else {
      output.edits.add(Edit(at: node.name.end, ": AnyObject"))
    }
    moveDefaults(of: node)
    return .skipChildren
  }

  /// Requirements that may be left out get an implementation that does nothing, in an extension behind the protocol.
  private func moveDefaults(of node: ProtocolDeclSyntax) {
    var defaults: [String] = []
    for member in node.memberBlock.members {
      guard let function = member.decl.as(FunctionDeclSyntax.self), function.isOptionalRequirement,
        let modifier = function.modifiers.first(where: { $0.name.text == "optional" })
      else {
        if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.has("optional") {
          output.leave(variable, "a property that need not be there: require it, or give it a default in an extension")
        }
        continue
      }
      guard function.signature.returnClause == nil else {
        output.leave(
          function, "a function that need not be there and returns something: require it, or give it a default")
        continue
      }
      // The modifier, and the blanks behind it.
      let next = modifier.nextToken(viewMode: .sourceAccurate)?.start ?? modifier.end
      output.edits.remove(modifier.start..<next)
      output.count("optional func")
      defaults.append("  \(access(of: node))func \(function.name.text)\(function.signature.text) {}")
    }
    guard !defaults.isEmpty else { return }
    let newline = output.unit.newline
    let lines = ["", "", "extension \(node.name.text) {"] + defaults + ["}"]
    output.edits.add(Edit(at: node.end, lines.joined(separator: newline)))
  }

  private func access(of node: ProtocolDeclSyntax) -> String {
    node.modifiers.first { ["public", "package", "fileprivate", "private"].contains($0.name.text) }
      .map { $0.name.text == "private" ? "fileprivate " : $0.name.text + " " } ?? ""
  }

  /// Calls of what need not be there: `delegate?.didEnd?(self)` asks no more.
  override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind {
    if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id,
      let member = node.expression.as(MemberAccessExprSyntax.self),
      declarations.optionalRequirements.contains(member.declName.baseName.text)
    {
      let name = member.declName.baseName.text
      guard !declarations.types.values.contains(where: { $0.properties[name] != nil }) else {
        output.leave(node, "\(name) is a function that need not be there, or a closure: ask for a closure alone")
        return .visitChildren
      }
      output.edits.remove(node.questionMark.ownRange)
      output.count("optional func")
    }
    return .visitChildren
  }
}
