// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Rewrites overrides in extensions and overrides of members that extensions declare, which need the Objective-C
/// runtime. If the sources declare the class, its body gets a member that calls the extension's; otherwise the
/// overridden function tests for the overriding type itself.
final class ExtensionOverrideRule: Rule {
  private static let inExtension =
    "an override in an extension: move it into the class, or let what it overrides ask for the type"
  private static let ofExtension =
    "an override of what an extension declares: move that into the class, or let it ask for the type"

  /// The overriding functions of the file that a member in a class's body cannot support, with their types.
  private lazy var overrides: [DispatchedOverride] = {
    let finder = OverrideFinder(declarations)
    finder.walk(output.unit.tree)
    return finder.found
  }()

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let owner = node.extendedType.lastName
    for member in node.memberBlock.activeMembers {
      if let function = member.as(FunctionDeclSyntax.self), function.isForEvents { continue }
      if let forwarder = Forwarder(member, of: node, in: output.unit), forwarder.isPossible(owner, declarations) {
        rewrite(member, with: forwarder)
      } else if let modifier = member.asProtocol((any WithModifiersSyntax).self)?.modifiers.override {
        dispatch(member, modifier, of: owner, Self.inExtension)
      }
    }
    return .visitChildren
  }

  private func rewrite(_ member: DeclSyntax, with forwarder: Forwarder) {
    if forwarder.observers.isEmpty {
      if let override = forwarder.override { remove(override) }
      // `open` on a member of an extension would cause a warning, and no subclass can override it.
      if let open = forwarder.open { output.edits.add(Edit(open.ownRange, "public")) }
      output.edits.add(Edit(forwarder.name.ownRange, forwarder.newName))
    } else {
      replace(member, with: forwarder)
    }
    output.count(forwarder.override == nil ? "overridden in a subclass" : "override in an extension")
  }

  /// Turns observers into functions, which the property in the class calls. The contents of their bodies stay in place.
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

  /// Adds to a class a member for each overridable member of its extensions, and rewrites its overrides of members of
  /// extensions that cannot have one.
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text
    for member in node.memberBlock.activeMembers {
      guard let named = member.memberName,
        let modifier = member.asProtocol((any WithModifiersSyntax).self)?.modifiers.override,
        let base = declarations.base(of: named, name), base.isInExtension,
        !declarations.promotes(named, of: base.owner)
      else { continue }
      if let function = member.as(FunctionDeclSyntax.self), function.isForEvents { continue }
      dispatch(member, modifier, of: name, Self.ofExtension)
    }
    guard let type = declarations.types[name], type.declarations == 1 else { return .visitChildren }
    let needed = type.forwarders.filter { $0.isPossible(name, declarations) }
    if !needed.isEmpty { add(needed, to: node) }
    return .visitChildren
  }

  private func add(_ forwarders: [Forwarder], to node: ClassDeclSyntax) {
    let newline = output.unit.newline
    let brace = node.memberBlock.rightBrace
    let indentation = node.firstToken(viewMode: .sourceAccurate)?.indentation(in: output.unit.bytes) ?? ""
    let around = Set(ActiveClauses.conditions(of: node))
    let lines = forwarders.map { forwarder in
      let conditions = forwarder.conditions.filter { !around.contains($0) }
      let lines = conditions.map { "#if \($0)" } + [forwarder.text] + conditions.map { _ in "#endif" }
      return lines.map { "\(indentation)  \($0)\(newline)" }.joined()
    }.joined(separator: newline)
    for word in forwarders.flatMap({ $0.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }) {
      if let module = UsedNamesRule.module(of: String(word), declarations), module != "Foundation",
        declarations.haveImports
      {
        output.neededModules.insert(module)
      }
    }
    if let before = brace.indentation(in: output.unit.bytes) {
      output.edits.add(Edit(at: brace.start - before.utf8.count, newline + lines))
    } else {
      output.edits.add(Edit(at: brace.start, newline + lines + indentation))
    }
  }

  /// Rewrites an override so that the overridden function, which must be in the same file, calls it.
  private func dispatch(_ member: DeclSyntax, _ modifier: DeclModifierSyntax, of owner: String, _ message: String) {
    guard let function = member.as(FunctionDeclSyntax.self),
      overrides.contains(where: { $0.function.id == function.id }),
      let base = Self.base(of: MemberName(function), owner, declarations),
      base.method.unit == ObjectIdentifier(output.unit)
    else {
      output.leave(member, message)
      return
    }
    remove(modifier)
    output.edits.add(Edit(function.name.ownRange, Self.newName(of: function.name, owner)))
    output.count("override in an extension")
  }

  private static func newName(of name: TokenSyntax, _ owner: String) -> String {
    "\(name.text.trimmingBackticks)_\(owner.trimmingBackticks)"
  }

  /// The function of another type of the sources that a member overrides, if it has a body.
  private static func base(of member: MemberName, _ owner: String, _ declarations: Declarations)
    -> (owner: String, method: Method)?
  {
    for above in declarations.ancestry(of: owner).dropFirst() {
      let found = declarations.types[above]?.methods.filter {
        $0.name == member.name && $0.labels == member.labels && !$0.isOverride && $0.bodyStart != nil
      }
      if let method = found?.first { return found?.count == 1 ? (above, method) : nil }
    }
    return nil
  }

  /// Adds to an overridden function a line for each function that overrides it.
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let owner = node.enclosingType, node.modifiers.override == nil, let body = node.body,
      let call = ForwardedCall(node)
    else { return .visitChildren }
    let named = MemberName(node)
    let calling = overrides.filter { found in
      found.member == named && owner != found.owner
        && Self.base(of: named, found.owner, declarations)?.method.bodyStart == body.leftBrace.end
    }
    // Subclasses before their superclasses.
    .sorted { declarations.ancestry(of: $0.owner).count > declarations.ancestry(of: $1.owner).count }
    for found in calling {
      let own = "\(call.words)own.\(Self.newName(of: node.name, found.owner))(\(call.arguments))"
      output.edits.add(
        Edit(at: body.leftBrace.end, " if let own = self as? \(found.written) { return \(own) };"))
    }
    if !calling.isEmpty, let result = node.impliedResult { output.edits.add(Edit(at: result.start, "return ")) }
    return .visitChildren
  }

  /// An overriding function that the overridden one can call under another name.
  private struct DispatchedOverride {
    var owner: String
    /// The type's name in other parts of the file.
    var written: String
    var function: FunctionDeclSyntax
    var member: MemberName { MemberName(function) }
  }

  private final class OverrideFinder: SyntaxVisitor {
    var found: [DispatchedOverride] = []
    private let declarations: Declarations

    init(_ declarations: Declarations) {
      self.declarations = declarations
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
      for clause in ActiveClauses.of(node) { walk(clause) }
      return .skipChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
      look(node.memberBlock, of: node.extendedType.lastName, node.extendedType.text)
      return .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
      // A nested class may not be visible in the overridden function.
      if node.parent?.is(CodeBlockItemSyntax.self) ?? false {
        look(node.memberBlock, of: node.name.text, node.name.text)
      }
      return .visitChildren
    }

    private func look(_ block: MemberBlockSyntax, of owner: String, _ written: String) {
      guard !(declarations.types[owner]?.isGeneric ?? false) else { return }
      for function in block.activeMembers.compactMap({ $0.as(FunctionDeclSyntax.self) })
      where function.modifiers.override != nil {
        let member = MemberName(function)
        guard let base = ExtensionOverrideRule.base(of: member, owner, declarations),
          !declarations.promotes(member, of: base.owner), !base.method.isStatic, !base.method.isForEvents,
          !base.method.names.contains("_"),
          !function.modifiers.has("private"), function.genericParameterClause == nil, ForwardedCall(function) != nil,
          ActiveClauses.conditions(of: function).isEmpty, !(function.body?.text.contains("super.") ?? false),
          declarations.base(of: member, owner)?.isInExtension ?? false
        else { continue }
        found.append(DispatchedOverride(owner: owner, written: written, function: function))
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// The expression whose value the function returns without `return`, as only the one statement of a body can.
  fileprivate var impliedResult: CodeBlockItemSyntax? {
    guard let type = signature.returnClause?.type.text, !["Void", "()"].contains(type), let body,
      body.statements.count == 1, let statement = body.statements.first
    else { return nil }
    switch statement.item {
    case .expr(let expression):
      // A call that never returns has no value of the type.
      let called = expression.as(FunctionCallExprSyntax.self)?.calledExpression.text
      return ["fatalError", "preconditionFailure"].contains(called) ? nil : statement
    case .stmt(let branches) where branches.is(ExpressionStmtSyntax.self):
      let returns = branches.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.return) }
      return returns ? nil : statement
    default: return nil
    }
  }
}

extension DeclSyntax {
  /// The full name of a function, a subscript or a single property.
  fileprivate var memberName: MemberName? {
    if let function = self.as(FunctionDeclSyntax.self) { return MemberName(function) }
    if let subscripting = self.as(SubscriptDeclSyntax.self) { return MemberName(subscripting) }
    return self.as(VariableDeclSyntax.self)?.onlyName.map { MemberName($0, nil) }
  }
}

extension DeclModifierListSyntax {
  /// The modifier `override`.
  var override: DeclModifierSyntax? { first { $0.name.text == "override" } }
}
