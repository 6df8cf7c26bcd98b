// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Imports the modules that the names of a file need: the parts of Foundation that are separate modules on Linux, and
/// Apple's modules that a bridging header or another file imports on Apple's platforms.
final class UsedNamesRule: Rule {
  private var used: Set<String> = []

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    used.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    // A member of another expression does not need a module.
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    if member == nil || member?.base?.id == node.id { used.insert(node.baseName.text) }
    return .visitChildren
  }

  override func visitPost(_ node: SourceFileSyntax) {
    let imports = node.statements.contains { $0.bringsModules }
    // A file without imports may be a script or a fragment. Next to other files, it uses the modules that a framework's
    // header imports for all files.
    guard imports || (declarations.haveImports && node.statements.allSatisfy { $0.item.is(DeclSyntax.self) }) else {
      return
    }
    for name in used {
      if let module = Self.module(of: name, declarations), module != "Foundation" || !imports {
        output.neededModules.insert(module)
      }
    }
  }

  /// The module of one of Apple's names; `nil` for names of the program, and for names that need no import.
  static func module(of name: String, _ declarations: Declarations) -> String? {
    guard declarations.types[name]?.declarations ?? 0 == 0 else { return nil }
    if let part = ProgramNames.foundationParts.first(where: { $0.holds(name) }) { return part.module }
    if isAppleName(name, prefix: "UI") { return "UIKit" }
    if isAppleName(name, prefix: "CA") || name.hasPrefix("kCA") || name == "CFTimeInterval" { return "QuartzCore" }
    if ProgramNames.onlyInFoundation.contains(name) { return "Foundation" }
    if isAppleName(name, prefix: "CG") || isAppleName(name, prefix: "CF") || name.hasPrefix("kCF") {
      return "CoreGraphics"
    }
    return nil
  }

  /// Whether a name has the form of Apple's names: `CALayer`, `CGRect`, but not `CAPITALS`.
  private static func isAppleName(_ name: String, prefix: String) -> Bool {
    let rest = name.dropFirst(prefix.count).prefix(2)
    guard name.hasPrefix(prefix), rest.count == 2, let first = rest.first, let second = rest.last else { return false }
    return first.isUppercase && second.isLowercase
  }
}

extension ProgramNames {
  /// A part of Foundation that is a separate module on Linux.
  struct FoundationPart {
    var module: String
    var prefixes: [String]
    var names: Set<String>

    func holds(_ name: String) -> Bool { names.contains(name) || prefixes.contains { name.hasPrefix($0) } }
  }

  /// Names that Foundation provides on Linux too.
  static let onlyInFoundation: Set<String> = [
    "CGFloat", "CGPoint", "CGSize", "CGRect", "TimeInterval", "Date", "Data", "URL", "UUID", "Timer", "Bundle",
    "NSObject", "NSNumber",
    "NSString", "NSAttributedString", "NSMutableAttributedString", "NSRange", "NSValue", "NSCoder", "NSError",
    "Notification",
    "NotificationCenter", "DispatchQueue", "FileManager", "IndexPath", "RunLoop", "CharacterSet",
  ]

  /// The parts of Foundation that are separate modules on Linux.
  static let foundationParts = [
    FoundationPart(
      module: "FoundationNetworking", prefixes: ["URLSession", "HTTPCookie", "URLProtocol", "URLCredential"],
      names: [
        "URLRequest", "URLResponse", "HTTPURLResponse", "CachedURLResponse", "URLCache", "URLAuthenticationChallenge",
        "URLProtectionSpace", "NSURLRequest", "NSMutableURLRequest", "NSURLSession", "NSURLConnection",
      ]),
    FoundationPart(
      module: "FoundationXML", prefixes: ["XMLParser", "XMLDTD"], names: ["XMLDocument", "XMLElement", "XMLNode"]),
  ]
}

extension CodeBlockItemSyntax {
  /// Whether the statement is an import, or an `#if` that contains only imports.
  var bringsModules: Bool {
    if item.is(ImportDeclSyntax.self) { return true }
    guard let condition = item.as(IfConfigDeclSyntax.self) else { return false }
    let inner = condition.clauses.flatMap { clause -> [CodeBlockItemSyntax] in
      if case .statements(let statements) = clause.elements { Array(statements) } else { [] }
    }
    return !inner.isEmpty && inner.allSatisfy(\.bringsModules)
  }
}
