// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// One name means one thing, and comments fit the columns of code.
@Suite struct NameTests {
  /// The type that a line declares at the top level of its file.
  private static func topLevelType(_ line: Substring) -> String? {
    line.firstMatch(of: /^(?:@\w+(?:\([^)]*\))?\s+|\w+\s+)*?(?:struct|class|enum|protocol|actor)\s+([A-Z]\w*)/)
      .map { String($0.1) }
  }

  @Test("no top-level type of Sources, Shaders and tools has the name of another")
  func types() throws {
    var found: [String: Set<String>] = [:]
    for file in try SourceFile.swift()
    where ["Sources/", "Shaders/", "tools/"].contains(where: file.path.hasPrefix) && !file.path.contains(".docc/") {
      // Two declarations in one file are branches of a condition.
      for line in file.code { Self.topLevelType(line).map { _ = found[$0, default: []].insert(file.path) } }
    }
    #expect(found.count > 1000)
    expectNone(
      found.filter { $0.value.count > 1 }.map { name, paths in
        "\(paths.sorted().joined(separator: ", ")): \(name) is declared more than once"
      }.sorted())
  }

  /// A comment's most columns.
  private static let columns = 120

  @Test("comments end at column 120")
  func comments() throws {
    var problems: [String] = []
    for file in try SourceFile.swift() {
      for (index, line) in file.lines.enumerated() where line.count > Self.columns {
        // The line that names the licence is the same in all files; a word that is longer cannot be broken.
        guard index > 0, line.prefix(while: { $0 == " " }).count < line.count,
          line.drop(while: { $0 == " " }).hasPrefix("//"), !line.contains("swift-format-ignore"),
          line.prefix(Self.columns).split(separator: " ").count > 2, !file.code[index].contains("\"")
        else { continue }
        problems.append("\(file.place(index)): \(line.count) columns, over \(Self.columns)")
      }
    }
    expectNone(problems)
  }
}
