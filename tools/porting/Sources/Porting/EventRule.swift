// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Excludes functions that only events call on Linux, which has no events: overrides of such functions, which would
/// have nothing to override, and functions that take a touch or a gesture recognizer, which do not exist there.
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

  /// Reports the use of a touch or a gesture recognizer outside of functions that only events call.
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
  /// The functions that UIKit calls for events, and that are never called on Linux.
  static let eventFunctions = EventRule.functions

  /// Whether only events call the function: it overrides one that UIKit calls for events, or takes a touch or a gesture
  /// recognizer.
  var isForEvents: Bool {
    if modifiers.override != nil, Self.eventFunctions.contains(name.text) { return true }
    return signature.parameterClause.parameters.contains { parameter in
      guard !parameter.type.is(OptionalTypeSyntax.self), parameter.defaultValue == nil else { return false }
      return parameter.type.tokens(viewMode: .sourceAccurate).contains { Self.isOfEvents($0.text) }
    }
  }

  /// Whether a type is one that exists only for events.
  static func isOfEvents(_ name: String) -> Bool {
    name == "UITouch" || name == "UIPress" || name.hasPrefix("UI") && name.hasSuffix("GestureRecognizer")
  }
}

extension SyntaxProtocol {
  /// Whether the node is inside a member that is excluded on Linux since only events call it.
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

/// Excludes code for a playground's window and for Xcode's previews where these are not available.
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
  /// Whether the statement is `#Preview { … }`.
  fileprivate var isPreview: Bool {
    item.as(MacroExpansionDeclSyntax.self)?.macroName.text == "Preview"
      || item.as(MacroExpansionExprSyntax.self)?.macroName.text == "Preview"
  }
}

extension RuleOutput {
  /// Encloses a statement or member in an `#if` of its own.
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
  /// Whether only spaces and a comment follow the token on its line.
  fileprivate func endsLine(in bytes: [UInt8]) -> Bool {
    var place = end
    while place < bytes.count, bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t") { place += 1 }
    guard place < bytes.count else { return true }
    return [UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "/")].contains(bytes[place])
  }
}
