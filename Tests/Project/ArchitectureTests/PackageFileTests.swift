// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// The commands and pages that newcomers are pointed to exist.
@Suite struct PackageFileTests {
  @Test(
    "scripts can be run",
    arguments: [
      "tools/setup", "tools/demo", "tools/test", "tools/check", "tools/bundle", "tools/bundle-check",
      "tools/client-packages", "tools/new", "tools/port", "tools/release", "tools/package", "tools/wheel", "tools/help",
      "tools/headers", "tools/coverage", "tools/site",
      ".ci/run",
    ])
  func scripts(_ path: String) throws {
    #expect(FileManager.default.isExecutableFile(atPath: PackageFolder.file(path).path), "\(path) is not executable")
    #expect(try PackageFolder.text(path).contains("set -euo pipefail"), "\(path) does not stop at the first failure")
  }

  /// The documents that people read of the package itself: the ones beside Package.swift and those in docs.
  private static let documents = PackageFolder.files().filter {
    $0.hasSuffix(".md") && (!$0.contains("/") || $0.hasPrefix("docs/"))
  }

  @Test("no merge was left unfinished in what people read", arguments: documents)
  func conflicts(_ path: String) throws {
    // The marks are put together here, so that a search for them does not find this file.
    let marks = ["<", ">"].map { String(repeating: $0, count: 7) + " " }
    let lines = try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where marks.contains(where: line.hasPrefix) {
      Issue.record("\(path):\(index + 1): \(line)")
    }
  }

  @Test("links between the documents lead somewhere", arguments: documents)
  func links(_ path: String) throws {
    let folder = PackageFolder.file(path).deletingLastPathComponent()
    for match in try PackageFolder.text(path).matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/) {
      let target = String(match.1)
      #expect(
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(target).path),
        "\(path) links to \(target), not there")
    }
  }
}
