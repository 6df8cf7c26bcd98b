// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The public declarations of Swift sources, by a lexing scan: names with their labels, of each type.
///
/// It knows as much of the language as our sources use: declarations inside functions, accessors and closures is
/// skipped with its braces.
struct PublicDeclarations {
  /// By type; functions and constants that belong to none stand under an empty name. Where a program that uses a member
  /// is told why it cannot, the member is not here.
  private(set) var members: [String: Set<String>] = [:]
  /// Members that are declared and say why they are unavailable.
  private(set) var unavailable: [String: Set<String>] = [:]
  /// Every public type.
  private(set) var types: Set<String> = []
  /// Superclasses and protocols of types, as they are written, of all their declarations.
  private(set) var inherited: [String: [String]] = [:]

  /// Scans the sources of folders.
  init(of folders: [String]) throws {
    for file in try SourceFile.swift() where folders.contains(where: { file.path.hasPrefix($0 + "/") }) {
      scan(Self.tokens(of: file.code.joined(separator: "\n")))
    }
  }

  /// Scans one text, whose comments and texts are blanked.
  init(of text: String) { scan(Self.tokens(of: text)) }

  // MARK: Tokens

  /// Words, line ends and single signs. Backticks, which let a word be a keyword, are no part of names.
  private static func tokens(of text: String) -> [Substring] {
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
    let bytes = text.utf8
    var tokens: [Substring] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let start = place
      let byte = bytes[place]
      bytes.formIndex(after: &place)
      if isWord(byte) || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "#") {
        while place < bytes.endIndex,
          isWord(bytes[place]) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place])
        {
          bytes.formIndex(after: &place)
        }
        tokens.append(text[start..<place])
      } else if byte == UInt8(ascii: "\n") || byte > UInt8(ascii: " ") && byte != UInt8(ascii: "`") {
        tokens.append(text[start..<place])
      }
    }
    return tokens
  }

  // MARK: Scopes

  /// A pair of braces that is open.
  private struct Scope {
    /// The type whose members stand in it; `nil` inside of functions and the like.
    var type: String?
    /// Whether members are as visible as the type, as in protocols, and cases in enumerations.
    var isProtocol = false
    var isEnumeration = false
    var isVisible = true
    var isUnavailable = false
  }

  /// The text before a declaration's keyword.
  private struct Words {
    var isPublic = false
    var isUnavailable = false
  }

  private mutating func scan(_ tokens: [Substring]) {
    var scopes = [Scope(type: "")]
    var words = Words()
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      guard let scope = scopes.last else { return }
      if token == "{" || token == "}" || scope.type == nil {
        if token == "{" { scopes.append(Scope(type: nil)) }
        if token == "}" { scopes.removeLast() }
        if token == "{" || token == "}" { words = Words() }
        index += 1
        continue
      }
      switch token {
      case "public", "open":
        // `public private(set)` is public; `private(set)` alone says nothing.
        words.isPublic = true
        index += 1
      case "@available":
        let end = Self.end(of: tokens, from: index + 1)
        words.isUnavailable = words.isUnavailable || tokens[index..<end].contains("unavailable")
        index = end
      case "class" where Self.isModifier(tokens, index): index += 1
      case "class", "struct", "enum", "protocol", "actor", "extension":
        index = open(String(token), tokens, index + 1, words, &scopes)
        words = Words()
      case "func", "var", "let", "init", "subscript", "case", "typealias":
        index = declare(String(token), tokens, index, words, scope)
        words = Words()
      case "(": index = Self.end(of: tokens, from: index)
      default: index += 1
      }
    }
  }

  /// Whether `class` says that a member belongs to the class.
  private static func isModifier(_ tokens: [Substring], _ index: Int) -> Bool {
    index + 1 < tokens.count && ["func", "var", "override"].contains(tokens[index + 1])
  }

  /// The index behind the parenthesis that closes the one at an index; the index itself where there is none.
  private static func end(of tokens: [Substring], from index: Int) -> Int {
    guard index < tokens.count, tokens[index] == "(" else { return index }
    var depth = 0
    for place in index..<tokens.count {
      if tokens[place] == "(" { depth += 1 }
      if tokens[place] == ")" { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    return tokens.count
  }

  /// A type or an extension: its members follow.
  private mutating func open(
    _ keyword: String, _ tokens: [Substring], _ start: Int, _ words: Words, _ scopes: inout [Scope]
  ) -> Int {
    guard let brace = tokens[start...].firstIndex(of: "{"), let outer = scopes.last else { return start }
    var name = String(tokens[start])
    // `extension CALayerContentsGravity.Kind` belongs to the last of the names.
    var place = start + 1
    while place + 1 < brace, tokens[place] == "." {
      name = String(tokens[place + 1])
      place += 2
    }
    let isVisible = keyword == "extension" || (outer.isVisible && (words.isPublic || outer.isProtocol))
    let isUnavailable = outer.isUnavailable || words.isUnavailable
    if isVisible, keyword != "extension" {
      if isUnavailable { unavailable[outer.type ?? "", default: []].insert(name) } else { types.insert(name) }
    }
    if let colon = tokens[start..<brace].firstIndex(of: ":") {
      let names = tokens[(colon + 1)..<brace].prefix { $0 != "where" }
      inherited[name, default: []] += names.filter { $0.first?.isLetter ?? false }.map(String.init)
    }
    scopes.append(
      Scope(
        type: name, isProtocol: keyword == "protocol", isEnumeration: keyword == "enum", isVisible: isVisible,
        isUnavailable: isUnavailable))
    return brace + 1
  }

  /// A member: notes it, and returns the index behind its name and arguments.
  private mutating func declare(
    _ keyword: String, _ tokens: [Substring], _ start: Int, _ words: Words, _ scope: Scope
  ) -> Int {
    let isVisible = scope.isVisible && (words.isPublic || scope.isProtocol || scope.isEnumeration && keyword == "case")
    let isUnavailable = scope.isUnavailable || words.isUnavailable
    func next(_ index: Int) -> Int { tokens[min(index, tokens.count)...].firstIndex { $0 != "\n" } ?? tokens.count }
    var index = next(start + 1)
    guard index < tokens.count else { return tokens.count }
    var names: [String] = []
    switch keyword {
    case "func", "init", "subscript":
      let name = keyword == "func" ? String(tokens[index]) : keyword
      if keyword == "func" { index += 1 }
      guard let parenthesis = tokens[index...].firstIndex(of: "(") else { return index }
      let end = Self.end(of: tokens, from: parenthesis)
      if name.first.map({ $0.isLetter || $0 == "_" }) ?? false {
        names = [name + Self.labels(tokens[(parenthesis + 1)..<(end - 1)], isSubscript: keyword == "subscript")]
      }
      index = end
    case "case":
      // Names, with what they carry or are worth between them, to the end of the line.
      while index < tokens.count, tokens[index] != "\n", tokens[index] != "}" {
        if tokens[index] == "(" {
          index = Self.end(of: tokens, from: index)
          continue
        }
        if tokens[index - 1] == "case" || tokens[index - 1] == "," { names.append(String(tokens[index])) }
        if tokens[index] == ",", tokens[index + 1] == "\n" { index += 1 }
        index += 1
      }
    default:
      // A pair of constants declares both.
      if tokens[index] == "(" { return Self.end(of: tokens, from: index) }
      names = [String(tokens[index])]
      index += 1
    }
    guard isVisible else { return index }
    let name = scope.type ?? ""
    for member in names where member.first?.isLetter ?? false || member.hasPrefix("_") == false {
      if isUnavailable {
        unavailable[name, default: []].insert(member)
      } else {
        members[name, default: []].insert(member)
      }
    }
    return index
  }

  /// The labels of a parameter list: `(_:forKey:)`.
  private static func labels(_ tokens: ArraySlice<Substring>, isSubscript: Bool) -> String {
    var labels: [String] = []
    var (depth, isAtStart) = (0, true)
    var index = tokens.startIndex
    while index < tokens.endIndex {
      let token = tokens[index]
      if "([{<".contains(token) { depth += 1 }
      if ")]}".contains(token) || token == ">" && tokens[index - 1] != "-" { depth -= 1 }
      if token.hasPrefix("@") || token == "\n" {
        index += 1
        continue
      }
      if depth == 0, isAtStart {
        // A subscript's arguments have labels only where they have two names.
        let hasLabel = !isSubscript || index + 1 < tokens.endIndex && tokens[index + 1] != ":"
        labels.append(hasLabel ? String(token) : "_")
        isAtStart = false
      }
      if depth == 0, token == "," { isAtStart = true }
      index += 1
    }
    return "(" + labels.map { $0 + ":" }.joined() + ")"
  }
}
