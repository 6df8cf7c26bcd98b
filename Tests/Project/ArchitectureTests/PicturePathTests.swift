// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// The path of a served picture in ARCHITECTURE.md stays short, and names files.
@Suite struct PicturePathTests {
  @Test("a served picture passes at most 20 files, and the page names them all")
  func path() throws {
    let text = try PackageFolder.text("ARCHITECTURE.md")
    let match = try #require(text.firstMatch(of: /passes (\d+) files around the drawing:([^.]+)\./))
    let names = match.2.matches(of: /`([\w+]+)`/).map { String($0.1) }
    #expect(Int(match.1) == names.count && names.count == Set(names).count)
    #expect((1...20).contains(names.count))
    let files = Set(
      try SourceFile.swift().map(\.path).filter { $0.hasPrefix("Sources/Service/") }.map { path in
        String((path.split(separator: "/").last ?? "").dropLast(6))
      })
    expectNone(names.filter { !files.contains($0) }.map { "ARCHITECTURE.md: \($0).swift is no file of the service" })
  }
}
