// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport

/// The names of Apple's frameworks in `docs/compatibility.list`, compared with the declarations of our sources.
struct CompatibilityList {
  /// A type, or a heading of functions that belong to none.
  struct Entry {
    var heading: String
    /// Whose members they are; an empty name for functions and constants.
    var types: [String]
    /// Apple's members that are to be there, with the lines that name them.
    var members: [(name: String, line: Int)] = []
    var absent: [Reason] = []
  }

  /// Names that are not there, and why.
  struct Reason {
    var names: [String]
    var text: String
    var line: Int
  }

  struct Section {
    var title: String
    var entries: [Entry] = []
    var absentTypes: [Reason] = []
  }

  static let path = "docs/compatibility.list"
  private(set) var sections: [Section] = []
  /// The modules that declare unavailable names.
  private(set) var modules: Set<String> = []
  /// Constants that `EmbedTool` declares.
  private(set) var constants: Set<String> = []
  /// Lines that say nothing that could be read.
  private(set) var problems: [String] = []

  init(_ text: String) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      read(line, index + 1)
    }
  }

  private mutating func read(_ line: Substring, _ number: Int) {
    if line.isEmpty || line == "#" || line.hasPrefix("# ") { return }
    if line.hasPrefix("@ ") { modules.formUnion(line.split(separator: " ").dropFirst().prefix(1).map(String.init)) }
    // Declarations are read by `EmbedTool` alone.
    if line.hasPrefix("@ ") || line.hasPrefix("  ") { return }
    if line.hasPrefix("## ") {
      sections.append(Section(title: String(line.dropFirst(3))))
      return
    }
    guard !sections.isEmpty else {
      problems.append("\(Self.path):\(number): before the first section")
      return
    }
    let last = sections.count - 1
    let rest = line.dropFirst(2)
    switch line.prefix(2) {
    case "= ":
      let names = rest.split { " ()".contains($0) }.map(String.init)
      sections[last].entries.append(Entry(heading: names[0], types: names))
    case "+ " where !sections[last].entries.isEmpty:
      let words = rest.split(separator: " ")
      let names = words.dropFirst(2).map { String(words[1] + $0) }
      constants.formUnion(names)
      sections[last].entries[sections[last].entries.count - 1].members += names.map { ($0, number) }
    case "~ ": sections[last].entries.append(Entry(heading: String(rest), types: [""]))
    case "- ", "! ":
      guard let reason = Self.reason(rest, number), line.hasPrefix("!") || !sections[last].entries.isEmpty else {
        problems.append("\(Self.path):\(number): names, a colon and a reason of some words are expected")
        return
      }
      if line.hasPrefix("!") {
        sections[last].absentTypes.append(reason)
      } else {
        sections[last].entries[sections[last].entries.count - 1].absent.append(reason)
      }
    default:
      guard !sections[last].entries.isEmpty else {
        problems.append("\(Self.path):\(number): members of no type")
        return
      }
      sections[last].entries[sections[last].entries.count - 1].members += line.split(separator: " ")
        .map { (String($0), number) }
    }
  }

  /// Names, a colon and a blank, and the reason; labels have colons too, and no blanks behind them.
  private static func reason(_ text: Substring, _ line: Int) -> Reason? {
    guard let colon = text.firstRange(of: ": ") else { return nil }
    let names = text[..<colon.lowerBound].split(separator: " ").map(String.init)
    let reason = text[colon.upperBound...]
    return names.isEmpty || reason.split(separator: " ").count < 4
      ? nil : Reason(names: names, text: String(reason), line: line)
  }

  // MARK: Against the sources

  /// Members that every object has, and no document needs to name.
  private static let plain: Set<String> = [
    "hash", "isEqual(_:)", "hash(into:)", "description", "debugDescription", "rawValue", "init(rawValue:)",
  ]
  /// How Apple's types begin that have to be in the list, or among Lamina's own.
  static let prefixes = ["CA", "CG", "CT", "UI", "NS", "kC"]

  /// The declarations of a type and of the types that it inherits from.
  private func declared(_ types: [String], _ declarations: PublicDeclarations) -> Set<String> {
    var (names, open, seen) = (Set<String>(), types, Set<String>())
    while let type = open.popLast() {
      guard seen.insert(type).inserted else { continue }
      names.formUnion(declarations.members[type] ?? [])
      open += declarations.inherited[type] ?? []
    }
    return names
  }

  /// Where the list and the sources say different things.
  func contradictions(_ declarations: PublicDeclarations) -> [String] {
    var problems = problems
    for section in sections {
      for entry in section.entries {
        let declared = declared(entry.types, declarations).union(entry.types == [""] ? constants : [])
        for member in entry.members where !declared.contains(member.name) {
          problems.append("\(Self.path):\(member.line): \(entry.heading) has no \(member.name); say why, behind a dash")
        }
        for reason in entry.absent {
          for name in reason.names
          where entry.types.contains(where: { declarations.members[$0]?.contains(name) ?? false }) {
            problems.append("\(Self.path):\(reason.line): \(entry.heading) has \(name)")
          }
        }
      }
      for reason in section.absentTypes {
        for name in reason.names where declarations.types.contains(name) {
          problems.append("\(Self.path):\(reason.line): there is a \(name)")
        }
      }
    }
    return problems
  }

  /// Unavailable declarations of names that no reason in the list names.
  func unexplained(_ declarations: PublicDeclarations) -> [String] {
    let types = Set(sections.flatMap(\.absentTypes).flatMap(\.names))
    // Members of a type that is itself unavailable have its reason, and so have the members of types in it.
    let inner = Set(types.flatMap { declarations.unavailable[$0] ?? [] })
    return declarations.unavailable.flatMap { owner, names in
      if types.contains(owner) || inner.contains(owner) { return [String]() }
      let entries = sections.flatMap(\.entries).filter { $0.types.contains(owner) }
      let known = Set(entries.flatMap(\.absent).flatMap(\.names)).union(owner.isEmpty ? types : [])
      return names.filter { !known.contains($0) }.map { owner.isEmpty ? $0 : "\(owner).\($0)" }
    }.sorted()
  }

  /// Members that our sources add to a type.
  private func own(_ entry: Entry, _ declarations: PublicDeclarations) -> [String] {
    let known = Set(entry.members.map(\.name)).union(Self.plain)
    if entry.types == [""] { return [] }
    return entry.types.flatMap { declarations.members[$0] ?? [] }.filter { !known.contains($0) }.sorted()
  }

  /// Public types with names as Apple's that the list does not name.
  private func ownTypes(_ declarations: PublicDeclarations) -> [String] {
    let known = Set(sections.flatMap { $0.entries.flatMap(\.types) })
    return declarations.types.filter { name in
      !known.contains(name) && Self.prefixes.contains { name.hasPrefix($0) }
    }.sorted()
  }

  /// Functions and constants that no heading names.
  private func ownFunctions(_ declarations: PublicDeclarations) -> [String] {
    let known = Set(sections.flatMap { $0.entries.filter { $0.types == [""] }.flatMap { $0.members.map(\.name) } })
    return (declarations.members[""] ?? []).filter { !known.contains($0) }.sorted()
  }

  // MARK: The document

  /// The document, with what the sources declare.
  func document(_ declarations: PublicDeclarations) -> String {
    var lines = [
      "# Compatibility", "",
      "This page lists Apple's names in Core Animation, Core Graphics, Image I/O, Core Text and the parts of UIKit and AVFoundation that code",
      "with layers uses, and shows which of them Lamina has. It is generated from [compatibility.list](compatibility.list) and the public declarations",
      "in the sources, and a test checks that it is current. [porting.md](porting.md) explains how to port a program.",
      "",
      "| | Apple's names | in Lamina |", "|---|---|---|",
    ]
    for section in sections {
      let here = section.entries.map(\.members.count).reduce(0, +)
      let absent = section.entries.flatMap(\.absent).map(\.names.count).reduce(0, +)
      lines.append("| \(section.title) | \(here + absent) | \(here) |")
    }
    lines += ["", "Types that Lamina does not have at all are not counted; each section lists these types at its end."]
    for section in sections { lines += self.lines(of: section, declarations) }
    let types = ownTypes(declarations)
    lines += ["", "## Lamina's own", "", "Types named in Apple's style that Apple does not document:", ""]
    for type in types {
      lines.append("- `\(type)`: " + code((declarations.members[type] ?? []).subtracting(Self.plain).sorted()))
    }
    let functions = ownFunctions(declarations)
    if !functions.isEmpty { lines += ["", "Functions and constants: " + code(functions) + "."] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of section: Section, _ declarations: PublicDeclarations) -> [String] {
    var lines = ["", "## \(section.title)"]
    for entry in section.entries {
      lines += ["", "### \(entry.types == [""] ? entry.heading : "`\(entry.heading)`")", ""]
      if !entry.members.isEmpty { lines += [code(entry.members.map(\.name)), ""] }
      if !entry.absent.isEmpty {
        lines += ["Not in Lamina:", ""] + entry.absent.map { "- \(code($0.names)): \($0.text)." } + [""]
      }
      let own = own(entry, declarations)
      if !own.isEmpty { lines += ["Lamina's own: \(code(own)).", ""] }
      lines.removeLast()
    }
    if !section.absentTypes.isEmpty {
      lines += ["", "Types not in Lamina:", ""] + section.absentTypes.map { "- \(code($0.names)): \($0.text)." }
    }
    return lines
  }

  private func code(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: " ") }
}
