// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Writes the unavailable names of one module as Swift declarations, whose messages are the reasons that
/// `docs/compatibility.list` gives, and the older names of constants.
///
/// Arguments: the list, the module, then the file to write. Of the list, these lines count; its head describes them:
/// `@ MODULE IMPORT...`, `= TYPE`, `~ HEADING`, `+ TYPE PREFIX SUFFIX...`, `- NAMES: REASON`, `! NAMES: REASON`, and
/// the indented declarations below a reason.
struct UnavailableEmbedding {
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 3 else { throw EmbedFailure("usage: EmbedTool unavailable LIST MODULE OUTPUT") }
    guard let text = try? String(contentsOfFile: arguments[0], encoding: .utf8) else {
      throw EmbedFailure("\(arguments[0]):1: error: the file cannot be read, or is no text in UTF-8")
    }
    var embedding = UnavailableEmbedding(file: arguments[0], module: arguments[1])
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      embedding.line = index + 1
      try embedding.read(line)
    }
    guard let imports = embedding.imports else {
      throw EmbedFailure("\(arguments[0]):1: error: no line '@ \(arguments[1])'")
    }
    embedding.closeScopes(to: 0)
    let head = ["// Written by EmbedTool from docs/compatibility.list; not to be edited.", ""]
    let lines = head + imports.map { "public import \($0)" } + embedding.lines + [""]
    let declarations = lines.joined(separator: "\n")
    // A file that stays the same keeps its date, so that modules whose names did not change are not compiled again.
    guard (try? String(contentsOfFile: arguments[2], encoding: .utf8)) != declarations else { return }
    try declarations.write(toFile: arguments[2], atomically: true, encoding: .utf8)
  }

  private let file: String
  private let module: String
  private var line = 0
  private var lines: [String] = []
  /// The modules that the module's declarations need; `nil` before the module's first line.
  private var imports: [String]?
  /// The module that the lines belong to.
  private var current: String?
  /// The type whose members the list names; `nil` for functions and constants, and between sections.
  private var owner: String?
  private var reason: String?
  /// The types and extensions that are open.
  private var depth = 0
  /// The type that the declarations of the current reason extend.
  private var extended: String?

  private init(file: String, module: String) {
    self.file = file
    self.module = module
  }

  private func failure(_ message: String) -> EmbedFailure { EmbedFailure("\(file):\(line): error: \(message)") }

  private mutating func read(_ text: Substring) throws {
    if text.hasPrefix("  ") { return try readDeclaration(text) }
    closeScopes(to: 0)
    reason = nil
    let words = text.split(separator: " ").map(String.init)
    switch words.first {
    case "@":
      guard words.count > 1 else { throw failure("expected '@ MODULE IMPORT...'") }
      current = words[1]
      if words[1] == module { imports = imports ?? words.dropFirst(2).map(\.self) }
    case "##", "~": owner = nil
    case "+": try declareConstants(words.dropFirst())
    case "=": owner = words.dropFirst().first
    case "-", "!":
      // Labels have colons, too, without a space behind them.
      reason = text.firstRange(of: ": ").map { String(text[$0.upperBound...]) }
      extended = words[0] == "-" ? owner : nil
    default: break
    }
  }

  /// Older names of constants: `+ CALayerContentsGravity kCAGravity Center` is `CALayerContentsGravity.center`.
  private mutating func declareConstants(_ words: ArraySlice<String>) throws {
    guard words.count > 2 else { throw failure("expected '+ TYPE PREFIX SUFFIX...'") }
    guard let current else { throw failure("constants before the line '@ MODULE'") }
    guard current == module else { return }
    let (type, prefix) = (words[words.startIndex], words[words.startIndex + 1])
    for suffix in words.dropFirst(2) {
      // `RGBA8Uint` begins with an abbreviation, which stays as it is.
      let isWord = suffix.dropFirst().first?.isUppercase != true
      let member = isWord ? suffix.prefix(1).lowercased() + suffix.dropFirst() : suffix
      append("/// See `\(type)/\(member)`.")
      append("public let \(prefix)\(suffix) = \(type).\(member)")
    }
  }

  /// One declaration, indented by two spaces, or by two more than the type that it is a member of.
  private mutating func readDeclaration(_ text: Substring) throws {
    guard let reason else { throw failure("a declaration without a reason above it") }
    guard let current else { throw failure("a declaration before the line '@ MODULE'") }
    guard let declaration = Declaration(text.drop { $0 == " " }) else {
      throw failure("no declaration of a type, a function, an initialiser or a variable")
    }
    guard current == module else { return }
    // For the members of a type in another type, whose full name the list does not give.
    if declaration.isExtension { extended = nil }
    if let extended, depth == 0 { open("extension \(extended)", reason) }
    let level = text.prefix { $0 == " " }.count / 2 - (extended == nil ? 1 : 0)
    guard level <= depth else { throw failure("a member of no type: indented too far") }
    for form in declaration.forms {
      closeScopes(to: level)
      if declaration.isExtension {
        open(form, reason)
      } else {
        append("/// Not in Lamina: \(reason).")
        declaration.isType ? open("public \(form)", reason) : append("public \(form)\(declaration.body)", reason)
      }
    }
    // Members belong to one type.
    if declaration.forms.count > 1 { closeScopes(to: level) }
  }

  private mutating func open(_ text: String, _ reason: String) {
    append(text + " {", reason)
    depth += 1
  }

  /// Appends the line of a declaration; members of a type or an extension are unavailable by its attribute.
  private mutating func append(_ text: String, _ reason: String) {
    if depth == 0 {
      let literal = reason.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      append("@available(*, unavailable, message: \"\(literal)\")")
    }
    append(text)
  }

  private mutating func append(_ text: String) {
    lines.append(String(repeating: "  ", count: depth) + text)
  }

  private mutating func closeScopes(to level: Int) {
    while depth > level {
      depth -= 1
      append("}")
    }
  }
}

/// A declaration of the list: Swift without `public` and without bodies, where a keyword may have several names.
private struct Declaration {
  let isType: Bool
  let isExtension: Bool
  /// The declaration of each name.
  let forms: [String]
  /// The text behind a declaration that is no type.
  let body: String

  private static let modifiers: Set<String> = ["static", "required", "convenience", "override"]

  init?(_ text: Substring) {
    var words = text.split(separator: " ").map(String.init)[...]
    var modifiers: [String] = []
    while let word = words.first,
      Self.modifiers.contains(word) || word == "class" && words.dropFirst().first == "func"
    {
      modifiers.append(word)
      words.removeFirst()
    }
    guard let first = words.first else { return nil }
    let keyword = first.hasPrefix("init") ? "init" : first
    isExtension = keyword == "extension"
    isType = isExtension || ["class", "struct", "protocol"].contains(keyword)
    body = keyword == "var" ? " { get { fatalError() } set { fatalError() } }" : " { fatalError() }"
    switch keyword {
    case "init", "func": forms = [String(text)]
    case "class", "struct", "protocol", "extension", "var":
      let rest = words.dropFirst().joined(separator: " ")
      let (names, type) = rest.firstIndex(of: ":").map { (rest[..<$0], rest[$0...]) } ?? (rest[...], "")
      forms = names.split(separator: " ").map {
        (modifiers + [keyword, "\($0)\(type)"]).joined(separator: " ")
      }
    default: return nil
    }
  }
}
