// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// What a class's body needs for a member of an extension, and what the extension calls its own then.
///
/// Without an Objective-C runtime an extension can neither override nor declare what subclasses override. The class's
/// body can do both: its member calls the extension's, which gets another name.
struct Forwarder {
  /// The member that belongs into the class.
  let text: String
  /// What the member is called in the extension afterwards.
  let newName: String
  /// The member, and where its name stands.
  let member: MemberName
  let name: TokenSyntax
  /// The word that the extension loses; `nil` for a member that overrides nothing.
  let override: DeclModifierSyntax?
  /// The word `open` of the member, which no extension can say without `@objc`.
  let open: DeclModifierSyntax?
  /// The conditions of `#if` under which the extension has the member.
  let conditions: [String]
  /// Where an override only observes, its observers: the extension gets functions of their bodies.
  private(set) var observers: [AccessorDeclSyntax] = []
  /// The type of an override that only observes, as it is written.
  private(set) var observedType = ""
  /// The file of the extension, and whether no other file can say the same.
  private let unit: ObjectIdentifier
  private let staysInFile: Bool

  /// What a member of an extension needs; `nil` for what cannot be called by another as it is, and for what only events
  /// call.
  init?(_ declaration: DeclSyntax, of owner: ExtensionDeclSyntax, in unit: SourceUnit) {
    guard owner.genericWhereClause == nil else { return nil }
    let type = owner.extendedType.lastName
    let modifiers: DeclModifierListSyntax
    if let function = declaration.as(FunctionDeclSyntax.self) {
      guard !function.isForEvents, let call = ForwardedCall(function) else { return nil }
      modifiers = function.modifiers
      name = function.name
      newName = "\(name.text)_\(type)"
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
      newName = "\(name.text)_\(type)"
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
    // What nobody can override needs nothing.
    if override == nil, modifiers.has("static") || modifiers.has("final") || modifiers.has("private") { return nil }
    conditions = ActiveClauses.conditions(of: declaration)
    self.unit = ObjectIdentifier(unit)
  }

  private static let levels: Set<String> = ["public", "open", "internal", "fileprivate", "private", "package"]
  private static let carriedWords = levels.union(["override", "class", "static", "final", "nonisolated"])
  private static let carriedAttributes: Set<String> = [
    "discardableResult", "available", "MainActor", "warn_unqualified_access",
  ]

  /// Attributes and modifiers; a member of an extension is as open as the extension says.
  private static func words(
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ owner: ExtensionDeclSyntax
  ) -> String {
    let carried = attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { carriedAttributes.contains($0.attributeName.text) }.map(\.text)
    let own = modifiers.filter { carriedWords.contains($0.name.text) }.map(\.text)
    let given = own.contains { levels.contains($0) } ? [] : owner.modifiers.map(\.text).filter { levels.contains($0) }
    // What a private extension holds, all of its file sees.
    return (carried + given.map { $0 == "private" ? "fileprivate" : $0 } + own).map { $0 + " " }.joined()
  }

  private static func isHidden(_ modifiers: DeclModifierListSyntax, _ owner: ExtensionDeclSyntax) -> Bool {
    let own = modifiers.map(\.text).filter { levels.contains($0) }
    let given = own.isEmpty ? owner.modifiers.map(\.text) : own
    return given.contains("private") || given.contains("fileprivate")
  }

  /// Whether the class can say it, and has to: the sources declare it once, and its body sees the extension's member.
  /// What overrides another extension's member waits for that one's class; what overrides nothing needs it where a
  /// subclass overrides it.
  func isPossible(_ owner: String, _ declarations: Declarations) -> Bool {
    guard let type = declarations.types[owner], type.isClass, type.declarations == 1, !staysInFile || type.unit == unit
    else { return false }
    if override == nil { return declarations.isOverridden(member, of: owner) }
    guard let base = declarations.base(of: member, owner), base.isInExtension else { return true }
    return declarations.promotes(member, of: base.owner)
  }
}

/// How a function hands all that it was given to another one.
struct ForwardedCall {
  let arguments: String
  /// `try` and `await`, where the call needs them.
  let words: String
  let genericParameters: String
  /// Parameters, effects, result and requirements, with a name for every argument.
  let signature: String
  /// Whether a default value may name what only this file sees.
  let namesOthers: Bool

  /// `nil` where an argument cannot be handed on as it came.
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
  /// Whether a default value names anything but types and what they hold.
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
  /// The text without a comma at its end.
  fileprivate var trimmingComma: String { hasSuffix(",") ? String(dropLast()) : self }
}

extension AccessorDeclSyntax {
  /// Whether it watches a property that is stored elsewhere.
  var isObserver: Bool { ["didSet", "willSet"].contains(accessorSpecifier.text) }

  /// Whether it is a getter, setter or observer that neither waits nor throws.
  fileprivate var isPlain: Bool {
    ["get", "set", "didSet", "willSet"].contains(accessorSpecifier.text) && effectSpecifiers == nil
  }

  /// What the function of an observer's body is called.
  func observed(_ name: String) -> String { "\(name)_\(accessorSpecifier.text)" }

  /// What an observer without a name of its own calls the other value.
  fileprivate var otherValue: String { accessorSpecifier.text == "didSet" ? "oldValue" : "newValue" }

  /// What the body calls the other value.
  var observedName: String { parameters?.name.text ?? otherValue }
}
