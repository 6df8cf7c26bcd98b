// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftParser
internal import SwiftSyntax

/// Turns properties that Core Animation generates for a layer class, and animates, into values under the layer's keys.
final class LayerKeyRule: Rule {
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let isLayer = declarations.isLayer(node.name.text)
    var keys = 0
    let drawn = isLayer ? drawnKeys(of: node) : []
    for member in node.memberBlock.activeMembers {
      guard let variable = member.as(VariableDeclSyntax.self) else { continue }
      if let managed = variable.attributes.first("NSManaged") {
        guard isLayer else {
          output.leave(variable, "@NSManaged outside of a layer: nothing makes this property")
          continue
        }
        keys += rewrite(variable, managed: managed) ? 1 : 0
      } else if let name = variable.onlyName, drawn.contains(name),
        variable.attributes.has("objc") || node.attributes.has("objcMembers")
      {
        keys += rewriteStored(variable, name) ? 1 : 0
      }
    }
    if isLayer { addCopy(to: node, hasKeys: keys > 0) }
    return .visitChildren
  }

  /// The properties for which `needsDisplay(forKey:)` requests a redraw: the strings and key paths in its body.
  private func drawnKeys(of node: ClassDeclSyntax) -> Set<String> {
    let function = node.memberBlock.activeMembers.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }
      .first {
        $0.name.text == "needsDisplay" && $0.signature.parameterClause.parameters.first?.firstName.text == "forKey"
      }
    guard let body = function?.body else { return [] }
    let finder = KeyFinder(declarations, node.name.text)
    finder.walk(body)
    return finder.keys
  }

  private final class KeyFinder: SyntaxVisitor {
    var keys: Set<String> = []
    private let declarations: Declarations
    private let type: String

    init(_ declarations: Declarations, _ type: String) {
      self.declarations = declarations
      self.type = type
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
      if let text = node.representedLiteralValue { keys.insert(text) }
      return .skipChildren
    }
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
      guard node.macroName.text == "keyPath", let argument = node.arguments.first?.expression else {
        return .visitChildren
      }
      if let path = KeyPathRule.path(of: argument, in: type, declarations) { keys.insert(path) }
      return .skipChildren
    }
  }

  private func rewrite(_ variable: VariableDeclSyntax, managed: AttributeSyntax) -> Bool {
    guard let name = variable.onlyName, let binding = variable.bindings.first, let type = binding.typeAnnotation?.type,
      binding.accessorBlock == nil
    else {
      output.leave(variable, "@NSManaged of more than one property: write one after the other")
      return false
    }
    guard let accessors = KeyAccessors(key: name.trimmingBackticks, type: type, declarations) else {
      output.leave(
        variable, "@NSManaged \(type.text): write a property that calls value(forKey:) and setValue(_:forKey:)")
      return false
    }
    let next = managed.nextToken(viewMode: .sourceAccurate)?.start ?? managed.end
    output.edits.remove(managed.start..<next)
    output.edits.add(Edit(at: type.end, " " + accessors.text))
    output.count("@NSManaged")
    return true
  }

  /// Rewrites a stored property that was animated through the runtime's key-value coding.
  private func rewriteStored(_ variable: VariableDeclSyntax, _ name: String) -> Bool {
    guard let binding = variable.bindings.first, variable.bindingSpecifier.text == "var",
      !variable.modifiers.has("static"), !variable.modifiers.has("class")
    else { return false }
    if let accessors = binding.accessorBlock, !accessors.text.contains("willSet"), !accessors.text.contains("didSet") {
      return false
    }
    let value = binding.initializer?.value
    guard binding.accessorBlock == nil, !variable.modifiers.has("lazy"), !variable.modifiers.has("weak"),
      let type = binding.typeAnnotation?.type,
      let accessors = KeyAccessors(key: name.trimmingBackticks, type: type, initial: value?.text, declarations),
      value == nil || value?.isPlainNumber ?? false, value != nil || type.is(OptionalTypeSyntax.self)
    else {
      output.leave(
        variable,
        "an animated property: keep it with value(forKey:) and setValue(_:forKey:), so that animations reach it")
      return false
    }
    output.edits.add(Edit(type.end..<binding.end, " " + accessors.text))
    output.count("animated property")
    return true
  }

  /// Adds the method by which `presentation()` gets a copy, which only the class itself can make here.
  private func addCopy(to node: ClassDeclSyntax, hasKeys: Bool) {
    let members = node.memberBlock.activeMembers
    let functions = members.compactMap { $0.as(FunctionDeclSyntax.self) }
    guard !functions.contains(where: { $0.name.text == "presentationCopy" }) else { return }
    let initialisers = members.compactMap { $0.as(InitializerDeclSyntax.self) }
    let copying = initialisers.first { $0.signature.parameterClause.parameters.first?.firstName.text == "layer" }
    let needsCopy = hasKeys || functions.contains { $0.name.text == "needsDisplay" && $0.modifiers.has("override") }
    guard copying != nil || needsCopy else { return }
    let designated = initialisers.filter { !$0.modifiers.has("convenience") }
    guard copying.map({ $0.optionalMark == nil }) ?? designated.isEmpty else {
      output.leave(node, "presentation() needs override func presentationCopy(), which needs an init(layer:)")
      return
    }
    let newline = output.unit.newline
    let outer = node.firstToken(viewMode: .sourceAccurate)?.indentation(in: output.unit.bytes) ?? ""
    let inner = members.first?.firstToken(viewMode: .sourceAccurate)?.indentation(in: output.unit.bytes) ?? outer + "  "
    let type = declarations.qualified("CALayer", of: "QuartzCore")
    let line = "\(access(of: node))override func presentationCopy() -> \(type) { \(node.name.text)(layer: self) }"
    // If the initializer exists only under a condition, so does the copy.
    let around = ActiveClauses.conditions(of: node)
    let conditions = (copying.map { ActiveClauses.conditions(of: $0) } ?? around).dropFirst(around.count)
    let lines = (conditions.map { "#if \($0)" } + [line] + conditions.map { _ in "#endif" }).map {
      inner + $0 + newline
    }
    let brace = node.memberBlock.rightBrace
    if let indentation = brace.indentation(in: output.unit.bytes) {
      output.edits.add(Edit(at: brace.start - indentation.utf8.count, newline + lines.joined()))
    } else {
      output.edits.add(Edit(at: brace.start, newline + newline + lines.joined() + outer))
    }
    output.neededModules.insert("QuartzCore")
    output.count("presentationCopy")
  }
}

extension LayerKeyRule {
  /// The access level that an override of another module's public function needs: that of its class, or that of the
  /// enclosing extension if the class has none.
  private func access(of node: ClassDeclSyntax) -> String {
    let levels: Set<String> = ["public", "open", "internal", "fileprivate", "private", "package"]
    var level = node.modifiers.lazy.map(\.text).first { levels.contains($0) }
    if level == nil, let owner = node.enclosingDeclaration?.as(ExtensionDeclSyntax.self) {
      level = owner.modifiers.lazy.map(\.text).first { levels.contains($0) }
    }
    switch level {
    case "open", "public": return "public "
    case "package": return "package "
    default: return ""
    }
  }
}

extension SyntaxProtocol {
  /// The type, extension or function whose body contains the node; an `#if` does not count.
  fileprivate var enclosingDeclaration: DeclSyntax? {
    var node = Syntax(self).parent
    while let current = node {
      if let declaration = current.as(DeclSyntax.self), !current.is(IfConfigDeclSyntax.self) { return declaration }
      node = current.parent
    }
    return nil
  }
}

extension VariableDeclSyntax {
  /// The name of the property, if the declaration has only one.
  var onlyName: String? {
    bindings.count == 1 ? bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text : nil
  }
}

extension ExprSyntax {
  /// Whether the expression is a number literal, with or without a sign, or `true` or `false`.
  var isPlainNumber: Bool {
    if let prefix = self.as(PrefixOperatorExprSyntax.self) { return prefix.expression.isPlainNumber }
    return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
      || self.is(BooleanLiteralExprSyntax.self)
  }
}
