// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// The list of files that a keyframe passes on its way to a film, in the rendering notes.
@Suite struct KeyframeWayTests {
  @Test("each file of the list is there, once, and the list has as many files as the page says")
  func files() throws {
    let page = try PackageFolder.text("docs/rendering-notes.md")
    let start = try #require(page.range(of: "### A keyframe on its way to a film\n"))
    let section = page[start.upperBound...].prefix { $0 != "#" }
    let said = try #require(section.firstMatch(of: /passes (\d+) files/)).1
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    let names = rows.flatMap { row in
      row.split(separator: "|")[1].matches(of: /`([^`]+)`/).map { "\($0.1).swift" }
    }
    #expect(names.count == Int(said) && Set(names).count == names.count, "\(names.count) files, \(said) said")
    let known = Set(PackageFolder.files(under: "Sources").map { String($0.split(separator: "/").last ?? "") })
    #expect(names.filter { !known.contains($0) } == [])
  }
}
