// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Testing

/// Inlinable members are members of types that inlined code may use.
///
/// The compiler accepts `@inlinable package` in a type that is only `package`, and then neither inlines nor specialises
/// the member in another module: an index is read through witnesses, and a lookup in a generic cache takes seven times
/// as long.
@Suite struct InlinableTests {
  /// A declaration of a type, or an extension of one.
  private struct Declaration {
    let indent: Int
    let isExtension: Bool
    /// The last part of the name.
    let name: String
    let isUsable: Bool

    init?(_ line: Substring) {
      let form = /^(\s*)((?:@\w+(?:\([^)]*\))?\s+|\w+\s+)*?)(struct|class|enum|protocol|extension)\s+(?:\w+\.)*(\w+)/
      guard let match = line.firstMatch(of: form) else { return nil }
      (indent, isExtension, name) = (match.1.count, match.3 == "extension", String(match.4))
      isUsable = ["public", "open", "@usableFromInline"].contains { match.2.contains($0) }
    }
  }

  private static func problems(in files: [SourceFile]) -> [String] {
    let declared = files.flatMap { $0.code.compactMap(Declaration.init) }.filter { !$0.isExtension }
    let usable = Set(declared.filter(\.isUsable).map(\.name))
    let hidden = Set(declared.map(\.name)).subtracting(usable)
    return files.flatMap { file in
      file.code.indices.filter { file.code[$0].contains("@inlinable") }.compactMap { line in
        let indent = file.code[line].prefix { $0 == " " }.count
        let around = file.code[..<line].reversed().lazy.compactMap(Declaration.init).first { $0.indent < indent }
        guard let around, around.isExtension ? hidden.contains(around.name) : !around.isUsable else { return nil }
        return "\(file.place(line)): inlinable in \(around.name), which is not @usableFromInline"
      }
    }
  }

  @Test("inlinable members stand in types that are usable from inlined code")
  func types() throws {
    let files = try SourceFile.swift().filter { $0.path.hasPrefix("Sources/") }
    #expect(files.contains { file in file.code.contains { $0.contains("@inlinable package") } })
    expectNone(Self.problems(in: files))
  }
}
