// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The list of shader programs, `variants.list`: of which family each is, with which features, and why.
struct ProgramTable {
  /// One program.
  struct Program {
    let line: Int
    let name: String
    let family: String
    let features: [String]
    let reason: String

    /// The program as a case of an enumeration.
    var swiftCase: String { "  /// \(reason.prefix(1).uppercased())\(reason.dropFirst()).\n  case \(name)" }
  }

  let programs: [Program]

  /// Reads the list.
  ///
  /// - Parameters:
  ///   - text: Lines of five columns, separated by at least two spaces; lines that begin with `#` are ignored.
  ///   - file: The file's name in messages.
  init(_ text: String, file: String) throws {
    var programs: [Program] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
      let columns = line.replacing(/\s{2,}/, with: "\t").split(separator: "\t").map(String.init)
      func fail(_ message: String) -> ShaderExpansion.Failure {
        ShaderExpansion.Failure(file: file, line: index + 1, message: message)
      }
      guard columns.count == 4 else {
        throw fail("expected PROGRAM  FAMILY  FEATURES  WHY, parted by two spaces or more")
      }
      guard !programs.contains(where: { $0.name == columns[0] }) else { throw fail("a second program '\(columns[0])'") }
      programs.append(
        Program(
          line: index + 1, name: columns[0], family: columns[1],
          features: columns[2] == "-" ? [] : columns[2].split(separator: " ").map(String.init),
          reason: columns[3]))
    }
    self.programs = programs
  }
}
