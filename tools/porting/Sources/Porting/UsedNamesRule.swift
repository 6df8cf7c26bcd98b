internal import SwiftSyntax

/// Imports what the names of a file need: the parts of Foundation that are modules of their own on Linux, and Apple's modules that a
/// bridging header or another file brings on Apple's platforms.
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
    // Of a file without any import nothing is sure: it may be a script, or a part that is pasted in.
    guard node.statements.contains(where: { $0.item.is(ImportDeclSyntax.self) }) else { return }
    for name in used where declarations.types[name]?.declarations ?? 0 == 0 {
      if let part = KnownNames.foundationParts.first(where: { $0.holds(name) }) {
        output.neededModules.insert(part.module)
      } else if Self.isAppleName(name, prefix: "UI") {
        output.neededModules.insert("UIKit")
      } else if Self.isAppleName(name, prefix: "CA") || name.hasPrefix("kCA") {
        output.neededModules.insert("QuartzCore")
      }
    }
  }

  /// Whether a name is made as Apple's are: `CALayer`, `CGRect`; and not `CAPITALS`.
  private static func isAppleName(_ name: String, prefix: String) -> Bool {
    let rest = name.dropFirst(prefix.count).prefix(2)
    guard name.hasPrefix(prefix), rest.count == 2, let first = rest.first, let second = rest.last else { return false }
    return first.isUppercase && second.isLowercase
  }
}

extension KnownNames {
  /// A module that Foundation is cut into on Linux.
  struct FoundationPart {
    var module: String
    var prefixes: [String]
    var names: Set<String>

    func holds(_ name: String) -> Bool { names.contains(name) || prefixes.contains { name.hasPrefix($0) } }
  }

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
