// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Decision records have one form, are all in the index, and speak of code that is there.
@Suite struct DecisionTests {
  private static let folder = "docs/decisions"
  private static let parts = ["What was decided", "Why", "What was measured", "What would change it"]

  /// The records, without their index.
  private static var records: [String] {
    PackageFolder.files(under: folder).filter { $0 != "\(folder)/README.md" }
  }

  @Test("each record has a title with its number, then the four parts, and none of them is empty")
  func form() throws {
    var problems: [String] = []
    for path in Self.records {
      let sections = try PackageFolder.text(path).components(separatedBy: "\n## ")
      let number = Int(path.dropFirst(Self.folder.count + 1).prefix(4)) ?? 0
      if !sections[0].hasPrefix("# \(number). ") { problems.append("\(path):1: the title has another number") }
      let titles = sections.dropFirst().map { String($0.prefix { $0 != "\n" }) }
      if titles != Self.parts { problems.append("\(path):1: its parts are \(titles.joined(separator: ", "))") }
      for section in sections.dropFirst() where section.split(separator: "\n").count < 2 {
        problems.append("\(path):1: nothing is said under '\(section.prefix { $0 != "\n" })'")
      }
    }
    expectNone(problems)
  }

  @Test("the index names each record once, in order, by its title")
  func index() throws {
    let lines = try PackageFolder.text("\(Self.folder)/README.md").split(separator: "\n").filter { $0.hasPrefix("- [") }
    let expected = try Self.records.map { path in
      let title = try PackageFolder.text(path).prefix { $0 != "\n" }.dropFirst(2)
      return "- [\(title)](\(path.dropFirst(Self.folder.count + 1)))."
    }
    #expect(lines.count == expected.count)
    for (line, start) in zip(lines, expected) { #expect(line.hasPrefix(start), "\(line) is not \(start)") }
  }

  @Test("the files that a record names are there, so that no record outlives its code")
  func code() throws {
    let names = Set(PackageFolder.files().map { String($0.split(separator: "/").last ?? "") })
    var problems: [String] = []
    for path in Self.records {
      let lines = try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      guard let index = lines.firstIndex(where: { $0.hasPrefix("In the code: ") }) else {
        problems.append("\(path):1: it does not say where it is in the code")
        continue
      }
      for match in lines[index].matches(of: /`([^`]+)`/) where !names.contains(String(match.1)) {
        problems.append("\(path):\(index + 1): there is no file \(match.1)")
      }
    }
    expectNone(problems)
  }
}
