// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ReportText
import Testing

/// Tables, counts and names of scenes, as people read them.
@Suite struct ReportTextTests {
  @Test("columns are as wide as their widest cell, and no line ends in blanks")
  func table() {
    let table = TextTable(header: ["name", "ms"], rows: [["a", "10.5"], ["longer", "2"]], rightAligned: [1])
    #expect(table.text == "name      ms\na       10.5\nlonger     2\n")
    #expect(TextTable(header: ["a", "b"], rows: [["c", ""]]).text == "a  b\nc\n")
  }

  @Test("one is singular, everything else plural")
  func counts() {
    #expect([0, 1, 2].map { $0.counted("layer") } == ["0 layers", "1 layer", "2 layers"])
    #expect(2.counted("pass", "passes") == "2 passes")
  }

  @Test(
    "a scene is called like its file, and a document in a folder like the folder",
    arguments: [
      ("cards.caml", "cards"), ("a/b/cards.caml", "cards"), ("x/clock.ca/main.caml", "clock"), ("clock.ca", "clock"),
      ("main.caml", "main"), ("x/main.caml", "main"),
    ])
  func names(_ scene: String, _ stem: String) {
    #expect(SceneName.stem(of: scene) == stem)
  }
}
