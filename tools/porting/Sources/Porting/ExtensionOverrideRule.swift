// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Overrides in extensions, which need the Objective-C runtime. Where the sources declare the class, its body overrides and asks the
/// extension; where they do not, the function that is overridden asks for the type itself.
final class ExtensionOverrideRule: Rule {
  private static let message =
    "an override in an extension: move it into the class, or let what it overrides ask for the type"

  /// The functions of the file that override in an extension, with whose extension it is.
  private lazy var overrides: [(owner: String, written: String, function: FunctionDeclSyntax)] = {
    let finder = OverrideFinder(declarations)
    finder.walk(output.unit.tree)
    return finder.found
  }()

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let owner = node.extendedType.lastName
    for member in node.memberBlock.members {
      if let forwarder = Forwarder(member.decl, of: node), forwarder.isPossible(owner, declarations) {
        if forwarder.observers.isEmpty {
          remove(forwarder.override)
          output.edits.add(Edit(forwarder.name.ownRange, forwarder.newName))
        } else {
          replace(member.decl, with: forwarder)
        }
        output.count("override in an extension")
      } else if let function = member.decl.as(FunctionDeclSyntax.self), let modifier = function.modifiers.override {
        rewrite(function, modifier, of: owner)
      } else if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.override != nil {
        output.leave(variable, Self.message)
      } else if let initialiser = member.decl.as(InitializerDeclSyntax.self), initialiser.modifiers.override != nil {
        output.leave(initialiser, Self.message)
      }
    }
    return .visitChildren
  }

  /// Observers become functions, which the property in the class calls. Everything in their bodies stays where it is.
  private func replace(_ member: DeclSyntax, with forwarder: Forwarder) {
    var written = member.firstToken(viewMode: .sourceAccurate)?.start ?? member.start
    for observer in forwarder.observers {
      guard let body = observer.body else { continue }
      let head = "func \(observer.observed(forwarder.newName))(_ \(observer.observedName): \(forwarder.observedType)) "
      output.edits.add(Edit(written..<body.leftBrace.start, head))
      written = body.rightBrace.end
      if observer.id != forwarder.observers.last?.id { output.edits.add(Edit(at: written, output.unit.newline)) }
    }
    output.edits.remove(written..<member.end)
  }

  private func remove(_ modifier: DeclModifierSyntax) {
    let next = modifier.nextToken(viewMode: .sourceAccurate)?.start ?? modifier.end
    output.edits.remove(modifier.start..<next)
  }

  /// In a class: an override for each of those in its extensions.
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text
    guard let type = declarations.types[name], type.declarations == 1 else { return .visitChildren }
    let missing = type.forwarders.filter { $0.isPossible(name, declarations) }.map(\.text)
    guard !missing.isEmpty else { return .visitChildren }
    let brace = node.memberBlock.rightBrace
    let indentation = node.firstToken(viewMode: .sourceAccurate)?.indentation(in: output.unit.bytes) ?? ""
    let lines = missing.map { "\(indentation)  \($0)\(output.unit.newline)" }.joined(separator: output.unit.newline)
    if let before = brace.indentation(in: output.unit.bytes) {
      output.edits.add(Edit(at: brace.start - before.utf8.count, output.unit.newline + lines))
    } else {
      output.edits.add(Edit(at: brace.start, output.unit.newline + lines + indentation))
    }
    return .visitChildren
  }

  private func rewrite(_ function: FunctionDeclSyntax, _ modifier: DeclModifierSyntax, of owner: String) {
    guard let base = Self.base(of: function, owner, declarations), base.method.unit == ObjectIdentifier(output.unit),
      !(function.body?.text.contains("super.") ?? false), !base.method.isStatic
    else {
      output.leave(function, Self.message)
      return
    }
    remove(modifier)
    output.edits.add(Edit(function.name.ownRange, "\(function.name.text)_\(owner)"))
    output.count("override in an extension")
  }

  /// The function of another type of the sources that a function overrides, where it has a body.
  static func base(of function: FunctionDeclSyntax, _ owner: String, _ declarations: Declarations)
    -> (owner: String, method: Method)?
  {
    let labels = function.signature.parameterClause.parameters.map { $0.firstName.text }
    return base(of: function.name.text, labels, owner, declarations)
  }

  /// The function of another type of the sources that one of a name and labels overrides, where it has a body.
  static func base(of name: String, _ labels: [String], _ owner: String, _ declarations: Declarations)
    -> (owner: String, method: Method)?
  {
    for above in declarations.ancestry(of: owner).dropFirst() {
      let found = declarations.types[above]?.methods.filter {
        $0.name == name && $0.labels == labels && !$0.isOverride && $0.bodyStart != nil
      }
      if let method = found?.first { return (above, method) }
    }
    return nil
  }

  /// In the function that is overridden: a line for each extension's.
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let owner = node.enclosingType, node.modifiers.override == nil, let body = node.body else {
      return .visitChildren
    }
    let labels = node.signature.parameterClause.parameters.map { $0.firstName.text }
    let overrides = overrides.filter { found in
      found.function.name.text == node.name.text
        && Self.base(of: found.function, found.owner, declarations)?.method.bodyStart == body.leftBrace.end
        && found.function.signature.parameterClause.parameters.map { $0.firstName.text } == labels
        && !(found.function.body?.text.contains("super.") ?? false) && owner != found.owner
    }
    // A class before the one that it inherits from.
    .sorted { declarations.ancestry(of: $0.owner).count > declarations.ancestry(of: $1.owner).count }
    let arguments = node.signature.parameterClause.parameters.map { parameter in
      let name = (parameter.secondName ?? parameter.firstName).text
      return parameter.firstName.text == "_" ? name : "\(parameter.firstName.text): \(name)"
    }.joined(separator: ", ")
    for found in overrides {
      let call = "own.\(node.name.text)_\(found.owner)(\(arguments))"
      output.edits.add(
        Edit(at: body.leftBrace.end, " if let own = self as? \(found.written) { return \(call) };"))
    }
    return .visitChildren
  }

  private final class OverrideFinder: SyntaxVisitor {
    var found: [(owner: String, written: String, function: FunctionDeclSyntax)] = []
    private let declarations: Declarations

    init(_ declarations: Declarations) {
      self.declarations = declarations
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
      for member in node.memberBlock.members {
        let owner = node.extendedType.lastName
        if Forwarder(member.decl, of: node)?.isPossible(owner, declarations) ?? false { continue }
        if let function = member.decl.as(FunctionDeclSyntax.self), function.modifiers.override != nil {
          found.append((node.extendedType.lastName, node.extendedType.text, function))
        }
      }
      return .skipChildren
    }
  }
}

extension DeclModifierListSyntax {
  /// The word `override`.
  var override: DeclModifierSyntax? { first { $0.name.text == "override" } }
}
