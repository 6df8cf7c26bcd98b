// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// A member that a class's body needs for a member of an extension, and the new name of the extension's member.
///
/// Without an Objective-C runtime an extension can neither override members nor declare members that subclasses
/// override. The class's body can do both: its member calls the extension's, which is renamed.
struct Forwarder {
  /// The code of the member for the class.
  let text: String
  /// The new name of the extension's member.
  let newName: String
  /// The full name of the member, and the token of its name.
  let member: MemberName
  let name: TokenSyntax
  /// The modifier `override`, which the extension's member loses; `nil` if the member overrides none.
  let override: DeclModifierSyntax?
  /// The modifier `open` of the member, which an extension cannot use without `@objc`.
  let open: DeclModifierSyntax?
  /// The conditions of `#if` around the extension's member.
  let conditions: [String]
  /// The observers of an override that only observes: the extension gets functions with their bodies.
  private(set) var observers: [AccessorDeclSyntax] = []
  /// The type of an override that only observes, as written.
  private(set) var observedType = ""
  /// The file of the extension, and whether the forwarding member must be in the same file.
  private let unit: ObjectIdentifier
  private let staysInFile: Bool

  /// Makes the forwarding member for a member of an extension; `nil` for members that cannot be forwarded, and for
  /// members that only events call.
  init?(_ declaration: DeclSyntax, of owner: ExtensionDeclSyntax, in unit: SourceUnit) {
    guard owner.genericWhereClause == nil else { return nil }
    let type = owner.extendedType.lastName.trimmingBackticks
    let modifiers: DeclModifierListSyntax
    if let function = declaration.as(FunctionDeclSyntax.self) {
      guard !function.isForEvents, let call = ForwardedCall(function) else { return nil }
      modifiers = function.modifiers
      name = function.name
      newName = "\(name.text.trimmingBackticks)_\(type)"
      member = MemberName(function)
      let head = Self.words(function.attributes, modifiers, owner) + "func \(name.text)\(call.genericParameters)"
      text = "\(head)\(call.signature) { \(call.words)\(newName)(\(call.arguments)) }"
      staysInFile = call.namesOthers || Self.isHidden(modifiers, owner)
    } else if let variable = declaration.as(VariableDeclSyntax.self) {
      guard let binding = variable.bindings.first, variable.bindings.count == 1, let block = binding.accessorBlock,
        let written = binding.typeAnnotation?.type.text, binding.initializer == nil,
        let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else { return nil }
      modifiers = variable.modifiers
      name = identifier
      newName = "\(name.text.trimmingBackticks)_\(type)"
      member = MemberName(name.text, nil)
      let accessors = block.accessors.as(AccessorDeclListSyntax.self).map(Array.init) ?? []
      guard accessors.allSatisfy({ $0.isPlain }) else { return nil }
      let body: String
      if accessors.contains(where: \.isObserver) {
        guard accessors.allSatisfy({ $0.body != nil }) else { return nil }
        (observers, observedType) = (accessors, written)
        let own = newName
        let calls = accessors.map { "\($0.accessorSpecifier.text) { \($0.observed(own))(\($0.otherValue)) }" }
        body = calls.joined(separator: " ")
      } else if accessors.contains(where: { $0.accessorSpecifier.text == "set" }) {
        body = "get { \(newName) } set { \(newName) = newValue }"
      } else {
        body = newName
      }
      text = Self.words(variable.attributes, modifiers, owner) + "var \(name.text): \(written) { \(body) }"
      staysInFile = Self.isHidden(modifiers, owner)
    } else {
      return nil
    }
    override = modifiers.override
    open = modifiers.first { $0.name.text == "open" }
    // Members that cannot be overridden need no forwarding.
    if override == nil, modifiers.has("static") || modifiers.has("final") || modifiers.has("private") { return nil }
    conditions = ActiveClauses.conditions(of: declaration)
    self.unit = ObjectIdentifier(unit)
  }

  private static let levels: Set<String> = ["public", "open", "internal", "fileprivate", "private", "package"]
  private static let carriedWords = levels.union(["override", "class", "static", "final", "nonisolated"])
  private static let carriedAttributes: Set<String> = [
    "discardableResult", "available", "MainActor", "warn_unqualified_access",
  ]

  /// Attributes and modifiers; a member of an extension without an access level has that of the extension.
  private static func words(
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ owner: ExtensionDeclSyntax
  ) -> String {
    let carried = attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { carriedAttributes.contains($0.attributeName.text) }.map(\.text)
    let own = modifiers.filter { carriedWords.contains($0.name.text) }.map(\.text)
    let given = own.contains { levels.contains($0) } ? [] : owner.modifiers.map(\.text).filter { levels.contains($0) }
    // Members of a private extension are visible in the whole file.
    return (carried + given.map { $0 == "private" ? "fileprivate" : $0 } + own).map { $0 + " " }.joined()
  }

  private static func isHidden(_ modifiers: DeclModifierListSyntax, _ owner: ExtensionDeclSyntax) -> Bool {
    let own = modifiers.map(\.text).filter { levels.contains($0) }
    let given = own.isEmpty ? owner.modifiers.map(\.text) : own
    return given.contains("private") || given.contains("fileprivate")
  }

  /// Whether the class can and has to have the member: the sources declare the class once, and its body can see the
  /// extension's member. An override of another extension's member depends on the forwarding of that one; a member that
  /// overrides none is forwarded if a subclass overrides it.
  func isPossible(_ owner: String, _ declarations: Declarations) -> Bool {
    guard let type = declarations.types[owner], type.isClass, type.declarations == 1, !staysInFile || type.unit == unit
    else { return false }
    if override == nil { return declarations.isOverridden(member, of: owner) }
    guard let base = declarations.base(of: member, owner), base.isInExtension else { return true }
    return declarations.promotes(member, of: base.owner)
  }
}

/// A call that forwards all arguments of a function to another one.
struct ForwardedCall {
  let arguments: String
  /// `try` and `await`, if the call needs them.
  let words: String
  let genericParameters: String
  /// Parameters, effects, result and requirements, with a name for every argument.
  let signature: String
  /// Whether a default value may refer to declarations that only this file can see.
  let namesOthers: Bool

  /// Makes the call; `nil` if an argument cannot be forwarded unchanged.
  init?(_ function: FunctionDeclSyntax) {
    let parameters = function.signature.parameterClause.parameters
    guard !parameters.contains(where: { $0.ellipsis != nil || $0.type.text.contains("@autoclosure") }) else {
      return nil
    }
    var (passed, written, isWritten) = ([String](), [String](), false)
    for (index, parameter) in parameters.enumerated() {
      let first = parameter.firstName.text
      var name = (parameter.secondName ?? parameter.firstName).text
      if name == "_" {
        (name, isWritten) = ("argument\(index)", true)
        let rest = parameter.type.text + (parameter.defaultValue.map { " \($0.text)" } ?? "")
        written.append("\(first) \(name): \(rest)")
      } else {
        written.append(parameter.text.trimmingComma)
      }
      let value = parameter.type.text.hasPrefix("inout ") ? "&" + name : name
      passed.append(first == "_" ? value : "\(first): \(value)")
    }
    arguments = passed.joined(separator: ", ")
    let effects = function.signature.effectSpecifiers
    words = (effects?.throwsClause == nil ? "" : "try ") + (effects?.asyncSpecifier == nil ? "" : "await ")
    genericParameters = function.genericParameterClause?.text ?? ""
    let requirements = function.genericWhereClause.map { " " + $0.text } ?? ""
    let clause = "(" + written.joined(separator: ", ") + ")"
    let rest = (effects.map { " " + $0.text } ?? "") + (function.signature.returnClause.map { " " + $0.text } ?? "")
    signature = (isWritten ? clause + rest : function.signature.text) + requirements
    namesOthers = parameters.contains { $0.defaultValue?.value.namesOthers ?? false }
  }
}

extension ExprSyntax {
  /// Whether a default value refers to anything but types and their members.
  fileprivate var namesOthers: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let text) = token.tokenKind, text.first?.isLowercase ?? false || text.hasPrefix("_") else {
        return false
      }
      let before = token.previousToken(viewMode: .sourceAccurate)?.tokenKind
      let after = token.nextToken(viewMode: .sourceAccurate)?.tokenKind
      return before != .period && after != .colon
    }
  }
}

extension String {
  /// The text without a trailing comma.
  fileprivate var trimmingComma: String { hasSuffix(",") ? String(dropLast()) : self }
}

extension AccessorDeclSyntax {
  /// Whether the accessor observes a property that is stored elsewhere.
  var isObserver: Bool { ["didSet", "willSet"].contains(accessorSpecifier.text) }

  /// Whether the accessor is a getter, setter or observer that is neither asynchronous nor throws.
  fileprivate var isPlain: Bool {
    ["get", "set", "didSet", "willSet"].contains(accessorSpecifier.text) && effectSpecifiers == nil
  }

  /// The name of the function with the observer's body.
  func observed(_ name: String) -> String { "\(name)_\(accessorSpecifier.text)" }

  /// The default name of an observer's other value.
  fileprivate var otherValue: String { accessorSpecifier.text == "didSet" ? "oldValue" : "newValue" }

  /// The name of the other value in the body.
  var observedName: String { parameters?.name.text ?? otherValue }
}
