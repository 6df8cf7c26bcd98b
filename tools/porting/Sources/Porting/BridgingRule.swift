// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Rewrites casts that rely on the Objective-C bridge, and that Linux does not support for a `CGFloat`.
final class BridgingRule: Rule {
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for index in elements.indices.dropFirst().dropLast() {
      guard let cast = elements[index].as(UnresolvedAsExprSyntax.self),
        let type = elements[index + 1].as(TypeExprSyntax.self)?.type
      else { continue }
      let before = Array(elements[..<index])
      switch (cast.questionOrExclamationMark?.text, type.text) {
      case (nil, "NSNumber"), (nil, "[NSNumber]"), (nil, "Array<NSNumber>"): box(before, type)
      case (nil, "[NSNumber]?"), (nil, "Array<NSNumber>?"), (nil, "NSNumber?"): boxOptional(before, type)
      case (let mark?, "CGFloat"): unbox(before, mark, type)
      default: break
      }
    }
    return .visitChildren
  }

  /// Unambiguous names of the boxed and of the plain number.
  private var number: String { declarations.qualified("NSNumber", of: "Foundation") }
  private var float: String { declarations.qualified("CGFloat", of: "Foundation") }

  // In patterns, `as` tests a type and converts nothing.
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ValueBindingPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  /// Operators that bind more tightly than a cast.
  private static let closer: Set<String> = [
    "+", "-", "*", "/", "%", "&+", "&-", "&*", "<<", ">>", "&", "|", "^", "..<", "...",
  ]
  /// Operators that bind less tightly: their left operand is not part of the cast.
  private static let looser: Set<String> = [
    "==", "!=", "<", ">", "<=", ">=", "&&", "||", "??", "===", "!==", "+=", "-=",
  ]

  /// The operand of a cast: the elements after the last operator that binds less tightly. `nil` for an unknown
  /// operator.
  private func operand(_ before: [ExprSyntax]) -> [ExprSyntax]? {
    var start = before.count - 1
    while start > 0 {
      let previous = before[start - 1]
      if let name = previous.as(BinaryOperatorExprSyntax.self)?.operator.text {
        if Self.looser.contains(name) { break }
        guard Self.closer.contains(name), start >= 2 else { return nil }
        start -= 2
      } else if previous.is(AssignmentExprSyntax.self) || previous.is(UnresolvedTernaryExprSyntax.self) {
        break
      } else {
        return nil
      }
    }
    return Array(before[start...])
  }

  private func box(_ before: [ExprSyntax], _ type: TypeSyntax) {
    guard let operand = operand(before), let first = operand.first, let last = operand.last else {
      output.leave(type, "what is cast to \(type.text) cannot be told: box it with NSNumber(value:)")
      return
    }
    let isWhole = operand.count == 1
    if type.text == "NSNumber" {
      guard !(isWhole && first.isBoxed) else { return }
      output.edits.add(Edit(at: first.start, "\(number)(value: "))
      output.edits.add(Edit(last.end..<type.end, ")"))
    } else if isWhole, let array = first.as(ArrayExprSyntax.self) {
      let loose = array.elements.map(\.expression).filter { !$0.isBoxed }
      guard !loose.isEmpty else { return }
      for element in loose {
        output.edits.add(Edit(at: element.start, "\(number)(value: "))
        output.edits.add(Edit(at: element.end, ")"))
      }
    } else {
      guard !first.text.contains("?") || !isWhole else {
        output.leave(type, "a cast of what may be nothing: box it with map { NSNumber(value: $0) }")
        return
      }
      if !(isWhole && first.takesMembers) {
        output.edits.add(Edit(at: first.start, "("))
        output.edits.add(Edit(at: last.end, ")"))
      }
      output.edits.add(Edit(last.end..<type.end, ".map({ \(number)(value: $0) })"))
    }
    output.count("as NSNumber")
  }

  /// Rewrites a cast to an optional type; `as _?` works for optional and other values alike.
  private func boxOptional(_ before: [ExprSyntax], _ type: TypeSyntax) {
    guard let operand = operand(before), operand.count == 1, let value = operand.first else {
      output.leave(type, "what is cast to \(type.text) cannot be told: box it with map { NSNumber(value: $0) }")
      return
    }
    output.edits.add(Edit(at: value.start, "("))
    let mapping = type.text == "NSNumber?" ? " as _?).map" : " as [_]?)?.map"
    output.edits.add(Edit(value.end..<type.end, mapping + "({ \(number)(value: $0) })"))
    output.count("as NSNumber")
  }

  /// Rewrites a cast of a value by key to `CGFloat`. Such values are boxed numbers, which on Linux cast to every number
  /// but `CGFloat`: the result would be `nil`, without an error.
  private func unbox(_ before: [ExprSyntax], _ mark: String, _ type: TypeSyntax) {
    guard let operand = operand(before), operand.count == 1, let value = operand.first, value.readsByKey else { return }
    let text = KeyPathRule.textWithoutKeyPaths(value, declarations)
    // Code that already tries the boxed number needs no change, such as code that was ported before.
    if value.enclosingItem.text.contains("(\(value.text) as? NSNumber)") { return }
    output.edits.add(Edit(at: value.start, "(("))
    output.edits.add(
      Edit(value.end..<type.end, " as? \(float)) ?? (\(text) as? \(number)).map { \(float)($0.doubleValue) })"))
    if mark == "!" { output.edits.add(Edit(at: type.end, "!")) }
    output.count("as CGFloat")
  }
}

extension ExprSyntax {
  /// Whether the expression is a number literal, or boxed already.
  fileprivate var isBoxed: Bool {
    if isPlainNumber { return true }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.text.hasPrefix("NSNumber") }
    if let sequence = self.as(SequenceExprSyntax.self) { return sequence.elements.last?.text == "NSNumber" }
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.expression.isBoxed ?? false
    }
    return false
  }

  /// Whether a member can be appended without parentheses.
  fileprivate var takesMembers: Bool {
    self.is(DeclReferenceExprSyntax.self) || self.is(MemberAccessExprSyntax.self)
      || self.is(FunctionCallExprSyntax.self)
      || self.is(SubscriptCallExprSyntax.self) || self.is(TupleExprSyntax.self) || self.is(ArrayExprSyntax.self)
      || self.is(ForceUnwrapExprSyntax.self)
  }

  /// Whether the expression reads a value by its key or key path.
  fileprivate var readsByKey: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    let name =
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? call.calledExpression.text
    return name == "value" && ["forKey", "forKeyPath"].contains(call.arguments.first?.label?.text ?? "")
  }
}
