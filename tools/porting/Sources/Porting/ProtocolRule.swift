// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Rewrites Objective-C protocols: binds them to classes, and provides their optional requirements.
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

  /// Gives optional requirements an empty implementation, in an extension after the protocol.
  private func moveDefaults(of node: ProtocolDeclSyntax) {
    var defaults: [String] = []
    for member in node.memberBlock.activeMembers {
      guard let function = member.as(FunctionDeclSyntax.self), function.isOptionalRequirement,
        let modifier = function.modifiers.first(where: { $0.name.text == "optional" })
      else {
        if let variable = member.as(VariableDeclSyntax.self), variable.modifiers.has("optional") {
          output.leave(variable, "a property that need not be there: require it, or give it a default in an extension")
        }
        continue
      }
      guard function.signature.returnClause == nil else {
        output.leave(
          function, "a function that need not be there and returns something: require it, or give it a default")
        continue
      }
      guard let place = place(of: node) else {
        output.leave(
          function, "a function that need not be there, of a protocol that nothing outside can name: require it")
        continue
      }
      // The modifier and the spaces after it.
      let next = modifier.nextToken(viewMode: .sourceAccurate)?.start ?? modifier.end
      output.edits.remove(modifier.start..<next)
      output.count("optional func")
      let around = ActiveClauses.conditions(of: node)
      let conditions = ActiveClauses.conditions(of: function).dropFirst(around.count)
      defaults += conditions.map { "  #if \($0)" }
      defaults.append("  \(place.access)func \(function.name.text)\(function.signature.text) {}")
      defaults += conditions.map { _ in "  #endif" }
    }
    guard !defaults.isEmpty, let place = place(of: node) else { return }
    let newline = output.unit.newline
    let lines = ["", "", "extension \(place.name) {"] + defaults + ["}"]
    output.edits.add(Edit(at: place.end, lines.joined(separator: newline)))
  }

  /// The position for an extension of the protocol, after all types that enclose it, the protocol's name there, and the
  /// access level of its members. `nil` for a protocol that is private to a type.
  private func place(of node: ProtocolDeclSyntax) -> (end: Int, name: String, access: String)? {
    let levels: Set<String> = ["public", "open", "internal", "fileprivate", "private", "package"]
    var level = node.modifiers.lazy.map(\.text).first { levels.contains($0) }
    var (name, end) = (node.name.text, node.end)
    var outer = Syntax(node).parent
    while let current = outer {
      let type: String?
      if let owner = current.as(ExtensionDeclSyntax.self) {
        level = level ?? owner.modifiers.lazy.map(\.text).first { levels.contains($0) }
        type = owner.extendedType.text
      } else {
        type = current.asProtocol((any NamedDeclSyntax).self)?.name.text
      }
      if let type {
        if level == "private" { return nil }
        (name, end) = (type + "." + name, current.end)
        level = level ?? "internal"
      }
      outer = current.parent
    }
    switch level {
    case "public", "open": return (end, name, "public ")
    case "package": return (end, name, "package ")
    case "private", "fileprivate": return (end, name, "fileprivate ")
    default: return (end, name, "")
    }
  }

  /// Rewrites calls of optional requirements: the second question mark of `delegate?.didEnd?(self)` is removed.
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
