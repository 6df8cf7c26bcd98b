// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// Threads start in two files of the system module, and every use of these is in the table of ARCHITECTURE.md.
@Suite struct ThreadTests {
  /// The names of the files of Sources that hold one of some calls.
  ///
  /// - Parameter folder: A folder of Sources that is left out.
  private static func files(with calls: [String], outside folder: String) throws -> Set<String> {
    var names: Set<String> = []
    for file in try SourceFile.swift() where file.path.hasPrefix("Sources/") && !file.path.hasPrefix(folder) {
      let isFound = file.code.contains { line in
        calls.contains { call in
          line.ranges(of: call).contains { found in
            found.lowerBound == line.startIndex || !line[line.index(before: found.lowerBound)].isWordPart
          }
        }
      }
      if isFound { names.insert(String(file.path.split(separator: "/").last ?? "")) }
    }
    return names
  }

  /// The files that the first column of the table names.
  private static func table() throws -> Set<String> {
    let text = try PackageFolder.text("ARCHITECTURE.md")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let section = lines.drop { $0 != "## Threads" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    let cells = section.filter { $0.hasPrefix("| ") }.compactMap { $0.split(separator: "|").first }
    return Set(cells.flatMap { $0.matches(of: /`([\w+.]+\.swift)`/).map { String($0.1) } })
  }

  @Test("only ForkJoin and JobQueue start threads")
  func starts() throws {
    let calls = ["Thread {", "Thread(", "Thread.detachNewThread", "pthread_create(", "DispatchQueue("]
    #expect(try Self.files(with: calls, outside: "none") == ["ForkJoin.swift", "JobQueue.swift"])
  }

  @Test("the table of threads is complete, and names no other file")
  func complete() throws {
    let calls = ["JobQueue(", "JobQueue.start(", "ForkJoin.perform("]
    let (uses, table) = (try Self.files(with: calls, outside: "Sources/System/"), try Self.table())
    #expect(uses.count > 10)
    expectNone(
      uses.subtracting(table).sorted().map { "ARCHITECTURE.md: \($0) uses threads and is not in the table" }
        + table.subtracting(uses).sorted().map { "ARCHITECTURE.md: \($0) uses no thread" })
  }
}

extension Character {
  /// Whether it is a part of a name.
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
