// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// An override in an extension of a class: what the class's body says for it, and what the extension calls its own then.
struct Forwarder {
  /// The override that belongs into the class.
  let text: String
  /// What the member is called in the extension afterwards.
  let newName: String
  /// The member's name, and its labels where it is a function.
  let name: TokenSyntax
  let labels: [String]?
  /// The word that the extension loses.
  let override: DeclModifierSyntax
  /// Where an override only observes, its observers: the extension gets functions of their bodies.
  private(set) var observers: [AccessorDeclSyntax] = []
  /// The type of an override that only observes, as it is written.
  private(set) var observedType = ""

  /// What a member of an extension needs; `nil` for what overrides nothing, and for what cannot be called by another as it is.
  init?(_ member: DeclSyntax, of owner: ExtensionDeclSyntax) {
    let type = owner.extendedType.lastName
    if let function = member.as(FunctionDeclSyntax.self), let word = function.modifiers.override {
      guard let arguments = Self.arguments(of: function), function.genericParameterClause == nil else { return nil }
      (override, name, newName) = (word, function.name, "\(function.name.text)_\(type)")
      labels = function.signature.parameterClause.parameters.map { $0.firstName.text }
      let effects = function.signature.effectSpecifiers
      let words = (effects?.throwsClause == nil ? "" : "try ") + (effects?.asyncSpecifier == nil ? "" : "await ")
      text =
        Self.words(function.modifiers, owner) + "func \(name.text)\(function.signature.text) "
        + "{ \(words)\(newName)(\(arguments)) }"
    } else if let variable = member.as(VariableDeclSyntax.self), let word = variable.modifiers.override {
      guard let binding = variable.bindings.first, variable.bindings.count == 1, let block = binding.accessorBlock,
        let written = binding.typeAnnotation?.type.text,
        let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else { return nil }
      (override, name, newName, labels) = (word, identifier, "\(identifier.text)_\(type)", nil)
      let accessors = block.accessors.as(AccessorDeclListSyntax.self).map(Array.init) ?? []
      if accessors.contains(where: { $0.isObserver }) {
        guard binding.initializer == nil, accessors.allSatisfy({ $0.body != nil }) else { return nil }
        (observers, observedType) = (accessors, written)
        let own = newName
        let calls = accessors.map { "\($0.accessorSpecifier.text) { \($0.observed(own))(\($0.observedName)) }" }
        text =
          Self.words(variable.modifiers, owner) + "var \(name.text): \(written) { \(calls.joined(separator: " ")) }"
        return
      }
      let isSet =
        block.accessors.as(AccessorDeclListSyntax.self)?.contains { $0.accessorSpecifier.text == "set" } ?? false
      text =
        Self.words(variable.modifiers, owner) + "var \(name.text): \(written) "
        + (isSet ? "{ get { \(newName) } set { \(newName) = newValue } }" : "{ \(newName) }")
    } else {
      return nil
    }
  }

  /// The modifiers; a member of an extension is as open as the extension says.
  private static func words(_ modifiers: DeclModifierListSyntax, _ owner: ExtensionDeclSyntax) -> String {
    let levels: Set<String> = ["public", "open", "internal", "fileprivate", "private", "package"]
    let own = modifiers.map(\.text)
    let given = own.contains { levels.contains($0) } ? [] : owner.modifiers.map(\.text).filter { levels.contains($0) }
    return (given + own).map { $0 + " " }.joined()
  }

  /// The arguments that hand everything on; `nil` where one cannot be handed on as it came.
  private static func arguments(of function: FunctionDeclSyntax) -> String? {
    let parameters = function.signature.parameterClause.parameters
    if parameters.contains(where: { $0.ellipsis != nil || $0.type.text.contains("inout") }) { return nil }
    return parameters.map { parameter in
      let name = (parameter.secondName ?? parameter.firstName).text
      return parameter.firstName.text == "_" ? name : "\(parameter.firstName.text): \(name)"
    }.joined(separator: ", ")
  }

  /// Whether the class can say it: the sources declare it once, and what is overridden is not an extension's own, which no class can
  /// override either.
  func isPossible(_ owner: String, _ declarations: Declarations) -> Bool {
    guard let type = declarations.types[owner], type.isClass, type.declarations == 1 else { return false }
    guard let labels else { return true }
    return !(ExtensionOverrideRule.base(of: name.text, labels, owner, declarations)?.method.isInExtension ?? false)
  }
}

extension AccessorDeclSyntax {
  /// Whether it watches a property that is stored elsewhere.
  var isObserver: Bool { ["didSet", "willSet"].contains(accessorSpecifier.text) }

  /// What the function of an observer's body is called.
  func observed(_ name: String) -> String { "\(name)_\(accessorSpecifier.text)" }

  /// What the body calls the other value.
  var observedName: String {
    parameters?.name.text ?? (accessorSpecifier.text == "didSet" ? "oldValue" : "newValue")
  }
}
