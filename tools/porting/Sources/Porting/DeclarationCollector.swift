// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Collects the types of a file, with the facts that rules need.
final class DeclarationCollector: SyntaxVisitor {
  private let unit: SourceUnit
  private(set) var types: [DeclaredType] = []
  private(set) var optionalRequirements: Set<String> = []
  private(set) var typeNames: Set<String> = []
  private var open: [(type: DeclaredType, isExtension: Bool)] = []

  init(_ unit: SourceUnit) {
    self.unit = unit
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in ActiveClauses.of(node) { walk(clause) }
    return .skipChildren
  }

  private func begin(
    _ name: String, _ inherited: InheritanceClauseSyntax?, _ attributes: AttributeListSyntax, isExtension: Bool = false,
    isProtocol: Bool = false
  ) -> SyntaxVisitorContinueKind {
    var type = DeclaredType(name: name)
    type.declarations = isExtension ? 0 : 1
    type.inherited = inherited?.inheritedTypes.map { $0.type.lastName } ?? []
    type.isOnMainActor = attributes.has("MainActor")
    type.isProtocol = isProtocol
    if !isExtension {
      type.unit = ObjectIdentifier(unit)
      typeNames.insert(name)
    }
    open.append((type, isExtension))
    return .visitChildren
  }

  private func end() {
    if let last = open.popLast() { types.append(last.type) }
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    defer {
      open[open.count - 1].type.isClass = true
      open[open.count - 1].type.isGeneric = node.genericParameterClause != nil
    }
    return begin(node.name.text, node.inheritanceClause, node.attributes)
  }
  override func visitPost(_ node: ClassDeclSyntax) { end() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.text, node.inheritanceClause, node.attributes)
  }
  override func visitPost(_ node: StructDeclSyntax) { end() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.text, node.inheritanceClause, node.attributes)
  }
  override func visitPost(_ node: EnumDeclSyntax) { end() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.text, node.inheritanceClause, node.attributes)
  }
  override func visitPost(_ node: ActorDeclSyntax) { end() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.text, node.inheritanceClause, node.attributes, isProtocol: true)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { end() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    defer {
      open[open.count - 1].type.forwarders = node.memberBlock.activeMembers.compactMap {
        Forwarder($0, of: node, in: unit)
      }
    }
    return begin(node.extendedType.lastName, node.inheritanceClause, node.attributes, isExtension: true)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { end() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.isOptionalRequirement, node.signature.returnClause == nil { optionalRequirements.insert(node.name.text) }
    guard !open.isEmpty else { return .skipChildren }
    let parameters = node.signature.parameterClause.parameters
    open[open.count - 1].type.methods.append(
      Method(
        name: node.name.text, labels: parameters.map { $0.firstName.text }, types: parameters.map { $0.type.text },
        names: parameters.map { ($0.secondName ?? $0.firstName).text },
        returnsValue: node.signature.returnClause.map { !["Void", "()"].contains($0.type.text) } ?? false,
        isStatic: node.modifiers.has("static") || node.modifiers.has("class"),
        isOverride: node.modifiers.has("override"),
        isPrivate: node.modifiers.has("private") || node.modifiers.has("fileprivate"),
        isInExtension: open[open.count - 1].isExtension, isOnMainActor: node.attributes.has("MainActor"),
        hasEffects: node.signature.effectSpecifiers != nil, isForEvents: node.isForEvents, unit: ObjectIdentifier(unit),
        bodyStart: node.body.map { $0.leftBrace.end }))
    if !node.isForEvents { note(MemberName(node), isOverride: node.modifiers.has("override")) }
    // Declarations inside a function are not visible elsewhere.
    return .skipChildren
  }

  private func note(_ member: MemberName, isOverride: Bool) {
    if isOverride {
      open[open.count - 1].type.overrides.insert(member)
    } else if open[open.count - 1].isExtension {
      open[open.count - 1].type.ownInExtensions.insert(member)
    } else {
      open[open.count - 1].type.ownInBody.insert(member)
    }
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    if !open.isEmpty { note(MemberName(node), isOverride: node.modifiers.has("override")) }
    return .skipChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    typeNames.insert(node.name.text)
    return .skipChildren
  }
  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    typeNames.insert(node.name.text)
    return .skipChildren
  }
  override func visit(_ node: GenericParameterSyntax) -> SyntaxVisitorContinueKind {
    typeNames.insert(node.name.text)
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard !open.isEmpty else { return .skipChildren }
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
      let given = node.attributes.argument(of: "objc")
      open[open.count - 1].type.properties[name] = given ?? name
      note(MemberName(name, nil), isOverride: node.modifiers.has("override"))
    }
    return .skipChildren
  }
}

extension AttributeListSyntax {
  /// The attribute with a name.
  func first(_ name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.text == name }
  }
  func has(_ name: String) -> Bool { first(name) != nil }

  /// The argument of an attribute, without parentheses.
  func argument(of name: String) -> String? { first(name)?.arguments?.trimmedDescription }
}

extension DeclModifierListSyntax {
  func has(_ name: String) -> Bool { contains { $0.name.text == name && $0.detail == nil } }
}

extension TypeSyntax {
  /// The last part of a type's name: `Layer` of `Outer.Layer<Int>`.
  var lastName: String {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    if let plain = self.as(IdentifierTypeSyntax.self) { return plain.name.text }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.lastName }
    return text
  }
}

extension FunctionDeclSyntax {
  /// Whether the function is an optional requirement of an `@objc` protocol.
  var isOptionalRequirement: Bool { modifiers.has("optional") }
}
