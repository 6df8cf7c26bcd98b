// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// Writes text files as one Swift file: a list of their names and their texts, as raw string literals.
///
/// Arguments: the file to write, then the files.
enum PageEmbedding {
  static func run(_ arguments: [String]) throws {
    guard let output = arguments.first else { throw EmbedFailure("usage: EmbedTool page OUTPUT FILE...") }
    var lines = [
      "#if Serve", "/// The files of the page, as they were when the tool was built.", "enum EmbeddedPage {",
    ]
    lines.append("  static let files: [(name: String, text: StaticString)] = [")
    for path in arguments.dropFirst() {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        throw EmbedFailure("\(path):1: error: the file is no text in UTF-8")
      }
      guard !text.contains("\"\"\"####") else {
        throw EmbedFailure("\(path):1: error: the file holds what ends a literal")
      }
      let name = URL(fileURLWithPath: path).lastPathComponent
      lines.append("    (\"\(name)\", ####\"\"\"\n\(text)\n\"\"\"####),")
    }
    lines += ["  ]", "}", "#endif", ""]
    try lines.joined(separator: "\n").write(toFile: output, atomically: true, encoding: .utf8)
  }
}
