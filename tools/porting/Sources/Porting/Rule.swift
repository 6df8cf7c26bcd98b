// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// The results of the rules for a file.
final class RuleOutput {
  let unit: SourceUnit
  var edits = EditList()
  private(set) var changes: [String: Int] = [:]
  private var places: [(offset: Int, message: String)] = []
  private var marked: Set<String> = []
  /// The modules whose names the file uses, or whose names were written into it.
  var neededModules: Set<String> = []

  init(_ unit: SourceUnit) {
    self.unit = unit
  }

  func count(_ kind: String, _ number: Int = 1) { changes[kind, default: 0] += number }

  /// Records a place that a person has to change, and marks it with a comment before the enclosing statement or
  /// declaration.
  func leave(_ node: some SyntaxProtocol, _ message: String) {
    let mark = "port: \(message)"
    guard let token = node.enclosingItem.firstToken(viewMode: .sourceAccurate) else { return }
    // A mark of an earlier run is sufficient; the rule for marks reports it.
    if token.commentsBefore.contains(where: { $0.contains(mark) }) { return }
    places.append((node.start, message))
    guard marked.insert("\(token.start) \(message)").inserted else { return }
    // The comment gets a line of its own before the line of the statement, whose beginning may be removed.
    if let indentation = token.indentation(in: unit.bytes) {
      edits.add(Edit(at: token.start - indentation.utf8.count, "\(indentation)// \(mark)\(unit.newline)"))
    } else {
      edits.add(Edit(at: token.start, "/* \(mark) */ "))
    }
  }

  /// Records a place whose mark from an earlier run is still there.
  func leaveMarked(at offset: Int, _ message: String) { places.append((offset, message)) }

  /// Imports the needed modules that the file does not import yet.
  func importNeededModules() {
    let statements = unit.tree.statements
    let imports = statements.compactMap { $0.item.as(ImportDeclSyntax.self) }
    let conditions = statements.filter { $0.item.is(IfConfigDeclSyntax.self) }.map(\.text)
    func has(_ module: String) -> Bool {
      imports.contains { $0.path.first?.name.text == module } || conditions.contains { $0.contains("import \(module)") }
    }
    var added: [String] = []
    // UIKit re-exports QuartzCore.
    if neededModules.contains("UIKit") {
      if !has("UIKit") { added.append("import UIKit") }
    } else if neededModules.contains("QuartzCore"), !has("UIKit"), !has("QuartzCore") {
      added.append("import QuartzCore")
    } else if neededModules.contains("CoreGraphics"), !ProgramNames.modules.contains(where: has) {
      added.append("import QuartzCore")
    } else if neededModules.contains("Foundation"), imports.isEmpty, conditions.isEmpty {
      added.append("import Foundation")
    }
    for part in ProgramNames.foundationParts where neededModules.contains(part.module) && !has(part.module) {
      // Where a module is part of Foundation, no module with its name exists.
      added += ["#if canImport(\(part.module))", "import \(part.module)", "#endif"]
    }
    guard !added.isEmpty else { return }
    if let last = statements.last(where: \.bringsModules) {
      edits.add(Edit(at: last.end, added.map { unit.newline + $0 }.joined()))
    } else {
      // Before the comments at the beginning, but after a byte order mark.
      let start = unit.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      edits.addFirst(Edit(at: start, added.map { $0 + unit.newline }.joined()))
    }
    count("import", added.count { $0.hasPrefix("import") })
  }

  /// The ported file.
  func ported() -> PortedFile {
    let bytes = edits.applied(to: unit.bytes)
    let findings = places.sorted { $0.offset < $1.offset }.map { place in
      Finding(
        file: unit.path, line: SourceUnit.line(of: edits.moved(place.offset), in: bytes), message: place.message)
    }
    return PortedFile(bytes: bytes, changes: changes, findings: findings)
  }
}

/// One kind of rewriting: a walk over the parts of a file that Linux compiles.
class Rule: SyntaxVisitor {
  let output: RuleOutput
  let declarations: Declarations

  required init(_ output: RuleOutput, _ declarations: Declarations) {
    self.output = output
    self.declarations = declarations
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in ActiveClauses.of(node) { walk(clause) }
    return .skipChildren
  }
}

extension SyntaxProtocol {
  /// The innermost statement, member or accessor that contains the node.
  var enclosingItem: Syntax {
    var node = Syntax(self)
    while let parent = node.parent {
      if node.is(CodeBlockItemSyntax.self) || node.is(MemberBlockItemSyntax.self) || node.is(AccessorDeclSyntax.self) {
        return node
      }
      node = parent
    }
    return Syntax(self)
  }

  /// The name of the type whose declaration or extension contains the node.
  var enclosingType: String? {
    var node = Syntax(self).parent
    while let current = node {
      if let type = current.as(ClassDeclSyntax.self) { return type.name.text }
      if let type = current.as(StructDeclSyntax.self) { return type.name.text }
      if let type = current.as(EnumDeclSyntax.self) { return type.name.text }
      if let type = current.as(ActorDeclSyntax.self) { return type.name.text }
      if let type = current.as(ProtocolDeclSyntax.self) { return type.name.text }
      if let type = current.as(ExtensionDeclSyntax.self) { return type.extendedType.lastName }
      node = current.parent
    }
    return nil
  }
}

extension SyntaxProtocol {
  /// The enclosing type as it can be named at the node: inside of `extension Outer.Inner`, `Inner` alone is not
  /// visible.
  var enclosingTypeAsWritten: String? {
    var node = Syntax(self).parent
    while let current = node {
      if let type = current.as(ExtensionDeclSyntax.self) { return type.extendedType.text }
      if current.is(ClassDeclSyntax.self) || current.is(StructDeclSyntax.self) || current.is(EnumDeclSyntax.self)
        || current.is(ActorDeclSyntax.self) || current.is(ProtocolDeclSyntax.self)
      {
        return enclosingType
      }
      node = current.parent
    }
    return nil
  }
}

extension TokenSyntax {
  /// The comments between the token and the one before it.
  var commentsBefore: [String] {
    let before = previousToken(viewMode: .sourceAccurate)?.trailingTrivia.pieces ?? []
    return (before + leadingTrivia.pieces).compactMap { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text): text
      default: nil
      }
    }
  }

  /// The spaces before the token on its line; `nil` if other characters precede it there.
  func indentation(in bytes: [UInt8]) -> String? {
    var place = start
    while place > 0, bytes[place - 1] == UInt8(ascii: " ") || bytes[place - 1] == UInt8(ascii: "\t") { place -= 1 }
    guard place == 0 || bytes[place - 1] == UInt8(ascii: "\n") || bytes[place - 1] == UInt8(ascii: "\r") else {
      return nil
    }
    return String(decoding: bytes[place..<start], as: UTF8.self)
  }
}
