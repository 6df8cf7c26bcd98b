// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// Every place where a thread starts is in the table of ARCHITECTURE.md.
@Suite struct ThreadTests {
  /// The files of Sources that start a thread, without their folders.
  private static func starts() throws -> Set<String> {
    var names: Set<String> = []
    for file in try SourceFile.swift() where file.path.hasPrefix("Sources/") {
      let starts = file.code.contains { line in
        ["Thread {", "Thread(", "Thread.detachNewThread", "pthread_create(", "DispatchQueue("].contains { call in
          line.ranges(of: call).contains { found in
            found.lowerBound == line.startIndex || !line[line.index(before: found.lowerBound)].isWordPart
          }
        }
      }
      if starts { names.insert(String(file.path.split(separator: "/").last ?? "")) }
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

  @Test("the table of threads is complete, and names no other file")
  func complete() throws {
    let (starts, table) = (try Self.starts(), try Self.table())
    #expect(starts.count > 10)
    expectNone(
      starts.subtracting(table).sorted().map { "ARCHITECTURE.md: \($0) starts a thread and is not in the table" }
        + table.subtracting(starts).sorted().map { "ARCHITECTURE.md: \($0) starts no thread" })
  }
}

extension Character {
  /// Whether it is a part of a name.
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
