// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import SwiftSyntax

/// Imports what the names of a file need: the parts of Foundation that are modules of their own on Linux, and Apple's
/// modules that a bridging header or another file brings on Apple's platforms.
final class UsedNamesRule: Rule {
  private var used: Set<String> = []

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    used.insert(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    // A member of something is no name of a module.
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    if member == nil || member?.base?.id == node.id { used.insert(node.baseName.text) }
    return .visitChildren
  }

  override func visitPost(_ node: SourceFileSyntax) {
    let imports = node.statements.contains { $0.bringsModules }
    // A file alone without any import may be a script, or a part that is pasted in. Beside others it sees what a
    // framework's header imports for all.
    guard imports || (declarations.haveImports && node.statements.allSatisfy { $0.item.is(DeclSyntax.self) }) else {
      return
    }
    for name in used {
      if let module = Self.module(of: name, declarations), module != "Foundation" || !imports {
        output.neededModules.insert(module)
      }
    }
  }

  /// The module that a name of Apple's needs; `nil` for names of the program, and for those that need none.
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

  /// Whether a name is made as Apple's are: `CALayer`, `CGRect`; and not `CAPITALS`.
  private static func isAppleName(_ name: String, prefix: String) -> Bool {
    let rest = name.dropFirst(prefix.count).prefix(2)
    guard name.hasPrefix(prefix), rest.count == 2, let first = rest.first, let second = rest.last else { return false }
    return first.isUppercase && second.isLowercase
  }
}

extension ProgramNames {
  /// A module that Foundation is cut into on Linux.
  struct FoundationPart {
    var module: String
    var prefixes: [String]
    var names: Set<String>

    func holds(_ name: String) -> Bool { names.contains(name) || prefixes.contains { name.hasPrefix($0) } }
  }

  /// What Foundation brings on Linux too.
  static let onlyInFoundation: Set<String> = [
    "CGFloat", "CGPoint", "CGSize", "CGRect", "TimeInterval", "Date", "Data", "URL", "UUID", "Timer", "Bundle",
    "NSObject", "NSNumber",
    "NSString", "NSAttributedString", "NSMutableAttributedString", "NSRange", "NSValue", "NSCoder", "NSError",
    "Notification",
    "NotificationCenter", "DispatchQueue", "FileManager", "IndexPath", "RunLoop", "CharacterSet",
  ]

  /// What is a part of Foundation on Apple's platforms, and a module beside it on Linux.
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
  /// Whether it is an import, or an `#if` around imports alone.
  var bringsModules: Bool {
    if item.is(ImportDeclSyntax.self) { return true }
    guard let condition = item.as(IfConfigDeclSyntax.self) else { return false }
    let inner = condition.clauses.flatMap { clause -> [CodeBlockItemSyntax] in
      if case .statements(let statements) = clause.elements { Array(statements) } else { [] }
    }
    return !inner.isEmpty && inner.allSatisfy(\.bringsModules)
  }
}
