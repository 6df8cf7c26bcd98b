// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Keeps what only events call from Linux, where there are none: overrides, which have nothing to override, and
/// functions that take a touch or a gesture recognizer, of which there is not one.
final class EventRule: Rule {
  fileprivate static let functions: Set<String> = [
    "touchesBegan", "touchesMoved", "touchesEnded", "touchesCancelled", "touchesEstimatedPropertiesUpdated",
    "pressesBegan", "pressesChanged", "pressesEnded", "pressesCancelled", "motionBegan", "motionEnded",
    "motionCancelled", "remoteControlReceived", "gestureRecognizerShouldBegin", "beginTracking", "continueTracking",
    "endTracking", "cancelTracking", "accessibilityActivate", "accessibilityIncrement", "accessibilityDecrement",
    "accessibilityScroll", "accessibilityPerformEscape", "accessibilityPerformMagicTap",
  ]

  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if let function = node.decl.as(FunctionDeclSyntax.self), function.isForEvents {
      output.keep(node, within: "!os(Linux)")
      output.count("function for events")
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    listType(node.name.text, node)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    listType(node.baseName.text, node)
    return .visitChildren
  }

  /// What names a touch or a gesture recognizer outside of functions that only events call.
  private func listType(_ name: String, _ node: some SyntaxProtocol) {
    guard FunctionDeclSyntax.isOfEvents(name), !declarations.typeNames.contains(name), !node.isWithinEventFunction
    else { return }
    output.leave(node, "there are no events on Linux, and so no \(name)")
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name =
      node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    if let name, declarations.areForEvents(name, node.arguments.map { $0.label?.text ?? "_" }),
      !node.isWithinEventFunction
    {
      output.leave(node, "only events call \(name), and there are none on Linux")
    }
    return .visitChildren
  }
}

extension FunctionDeclSyntax {
  /// What UIKit calls where something happens, and nobody on Linux.
  static let eventFunctions = EventRule.functions

  /// Whether only events call it: an override of what UIKit calls, or a function that takes a touch or a gesture
  /// recognizer.
  var isForEvents: Bool {
    if modifiers.override != nil, Self.eventFunctions.contains(name.text) { return true }
    return signature.parameterClause.parameters.contains { parameter in
      guard !parameter.type.is(OptionalTypeSyntax.self), parameter.defaultValue == nil else { return false }
      return parameter.type.tokens(viewMode: .sourceAccurate).contains { Self.isOfEvents($0.text) }
    }
  }

  /// Whether a type is one of those that only events make.
  static func isOfEvents(_ name: String) -> Bool {
    name == "UITouch" || name == "UIPress" || name.hasPrefix("UI") && name.hasSuffix("GestureRecognizer")
  }
}

extension SyntaxProtocol {
  /// Whether it stands in a member that is kept from Linux, since only events call it.
  var isWithinEventFunction: Bool {
    var node = Syntax(self)
    while let parent = node.parent {
      if let function = node.as(FunctionDeclSyntax.self), parent.is(MemberBlockItemSyntax.self), function.isForEvents {
        return true
      }
      node = parent
    }
    return false
  }
}

/// Keeps what only a playground's window and Xcode's previews need from where there are none.
final class PlaygroundRule: Rule {
  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if node.isPreview {
      output.keep(node, within: "!os(Linux)")
      output.count("preview")
      return .skipChildren
    }
    let first = node.firstToken(viewMode: .sourceAccurate)?.text
    guard first == "PlaygroundPage" || first == "PlaygroundSupport" else { return .visitChildren }
    output.keep(node, within: "canImport(PlaygroundSupport)")
    output.count("playground")
    return .skipChildren
  }
}

extension CodeBlockItemSyntax {
  /// Whether it is `#Preview { … }`.
  fileprivate var isPreview: Bool {
    item.as(MacroExpansionDeclSyntax.self)?.macroName.text == "Preview"
      || item.as(MacroExpansionExprSyntax.self)?.macroName.text == "Preview"
  }
}

extension RuleOutput {
  /// Puts a statement or member into an `#if` of its own.
  func keep(_ node: some SyntaxProtocol, within condition: String) {
    let indentation = node.firstToken(viewMode: .sourceAccurate)?.indentation(in: unit.bytes)
    let (blanks, newline) = (indentation ?? "", unit.newline)
    edits.add(
      Edit(
        at: node.start - blanks.utf8.count, (indentation == nil ? newline : "") + "\(blanks)#if \(condition)\(newline)")
    )
    let endsLine = node.lastToken(viewMode: .sourceAccurate)?.endsLine(in: unit.bytes) ?? true
    edits.add(Edit(at: node.end, "\(newline)\(blanks)#endif" + (endsLine ? "" : newline)))
  }
}

extension TokenSyntax {
  /// Whether nothing but blanks and a comment stands behind the token on its line.
  fileprivate func endsLine(in bytes: [UInt8]) -> Bool {
    var place = end
    while place < bytes.count, bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t") { place += 1 }
    guard place < bytes.count else { return true }
    return [UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "/")].contains(bytes[place])
  }
}
