// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Replaces `#selector(…)` by Lamina's `Selector`, which has a closure that calls the method.
final class SelectorRule: Rule {
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.macroName.text == "selector" else { return .visitChildren }
    switch selector(node) {
    case .success(let text):
      output.edits.add(Edit(node.ownRange, text))
      output.count("#selector")
      output.neededModules.insert("QuartzCore")
    case .failure(let reason):
      // An earlier run has reported the method, which it has excluded on Linux.
      let marks = node.enclosingItem.firstToken(viewMode: .sourceAccurate)?.commentsBefore ?? []
      if !marks.contains(where: { $0.contains("port: only events call") }) { output.leave(node, reason.message) }
    }
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let isText = node.arguments.first.map { $0.label == nil && $0.expression.is(StringLiteralExprSyntax.self) } ?? false
    let hasAction = node.trailingClosure != nil || node.arguments.count > 1
    let names =
      declarations.typeNames.contains("Selector") ? ["NSSelectorFromString"] : ["Selector", "NSSelectorFromString"]
    if isText, !hasAction, names.contains(node.calledExpression.text) {
      output.leave(node, "a method cannot be found by its name: say how it is called, Selector(\"name\") { … }")
    }
    return .visitChildren
  }

  private struct Reason: Error { var message: String }

  /// The parts of a selector: the type, by its last name and as written, if it is named, and the method.
  private struct Named {
    var owner: String?
    var ownerAsWritten: String?
    var method: String
    /// The labels, if they are given.
    var labels: [String]?
  }

  private func selector(_ node: MacroExpansionExprSyntax) -> Result<String, Reason> {
    guard node.arguments.count == 1, let argument = node.arguments.first, argument.label == nil else {
      return .failure(Reason(message: "a selector of a getter or setter: call the property"))
    }
    guard let named = name(argument.expression), let owner = named.owner ?? node.enclosingType else {
      return .failure(Reason(message: "whose method the selector names cannot be told: say how it is called"))
    }
    let isOwn = named.owner == nil || owner == "Self" || owner == "self"
    let type = isOwn ? node.enclosingType ?? owner : owner
    let written = isOwn ? node.enclosingTypeAsWritten ?? type : named.ownerAsWritten ?? type
    guard type.first?.isUppercase ?? false, (declarations.types[type]?.declarations ?? 0) < 2 else {
      return .failure(Reason(message: "which type \(type) is cannot be told: say how the method is called"))
    }
    guard let all = declarations.methods(named: named.method, of: type) else {
      if let known = ProgramNames.methods[named.method], named.labels ?? [] == [] {
        return .success(closure(named.method, target: known, argument: "_: Any", call: "\(named.method)()"))
      }
      return .failure(Reason(message: "\(type).\(named.method) is declared nowhere in these sources"))
    }
    let found = all.found.filter { named.labels == nil || named.labels == $0.labels }
    guard found.count == 1, let method = found.first else {
      return .failure(
        Reason(message: "several methods are called \(named.method): say which one, and how it is called"))
    }
    return write(method, of: type, as: written)
  }

  private func write(_ method: Method, of type: String, as written: String) -> Result<String, Reason> {
    let owner = declarations.types[type]
    if method.isForEvents {
      return .failure(Reason(message: "only events call \(method.name), and there are none on Linux"))
    }
    if method.isOnMainActor || owner?.isOnMainActor ?? false {
      return .failure(Reason(message: "\(method.name) is bound to the main actor: say how it is called"))
    }
    if method.isStatic || method.types.count > 1 || method.types.first.map({ $0.contains("inout") }) ?? false {
      return .failure(
        Reason(message: "\(method.name) takes more than one argument, or is static: say how it is called"))
    }
    if method.hasEffects {
      return .failure(Reason(message: "\(method.name) throws or is asynchronous: say how it is called"))
    }
    let prefix = method.returnsValue ? "_ = " : ""
    guard let argument = method.types.first, let label = method.labels.first else {
      return .success(
        closure(method.name, target: written, argument: "_: Any", call: "\(method.name)()", prefix: prefix))
    }
    // Foundation on Linux passes notifications as values of the type `Notification`.
    guard argument != "NSNotification" else {
      return .failure(Reason(message: "\(method.name) takes an NSNotification: let it take a Notification"))
    }
    let call = "\(method.name)(\(label == "_" ? "" : label + ": ")argument)"
    return .success(
      closure(method.fullName, target: written, argument: "argument: \(argument)", call: call, prefix: prefix))
  }

  private func closure(_ name: String, target: String, argument: String, call: String, prefix: String = "") -> String {
    // Qualified, since programs may have a type with this name.
    "QuartzCore.Selector(\"\(name)\", { (target: \(target), \(argument)) in \(prefix)target.\(call) })"
  }

  /// The method that an expression names, with its labels and its type, if they are given.
  private func name(_ expression: ExprSyntax) -> Named? {
    var reference = expression.as(DeclReferenceExprSyntax.self)
    var owner: String?
    var written: String?
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
      reference = member.declName
      written = base.text
      owner =
        base.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      if owner == nil { return nil }
    }
    guard let reference else { return nil }
    let labels = reference.argumentNames?.arguments.map { $0.name.text }
    return Named(owner: owner, ownerAsWritten: written, method: reference.baseName.text, labels: labels)
  }
}
