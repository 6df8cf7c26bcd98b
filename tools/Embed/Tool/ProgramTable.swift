// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The list of shader programs, `variants.list`: of which family each is, with which features, for which devices, and
/// why.
struct ProgramTable {
  /// One program.
  struct Program {
    let line: Int
    let name: String
    let family: String
    let features: [String]
    /// The only profile of devices that uses it; `nil` where all do.
    let profile: String?
    let reason: String
  }

  /// Who may use a program: the profiles of `DeviceProfile.swift`, which is compiled after this tool has run.
  static let profiles = ["all", "software", "hardware"]

  let programs: [Program]

  /// Reads the list.
  ///
  /// - Parameters:
  ///   - text: Lines of five columns, which at least two spaces part; those that begin with `#` say nothing.
  ///   - file: Its name in messages.
  init(_ text: String, file: String) throws {
    var programs: [Program] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
      let columns = line.replacing(/\s{2,}/, with: "\t").split(separator: "\t").map(String.init)
      func fail(_ message: String) -> ShaderExpansion.Failure {
        ShaderExpansion.Failure(file: file, line: index + 1, message: message)
      }
      guard columns.count == 5 else {
        throw fail("expected PROGRAM  FAMILY  FEATURES  PROFILES  WHY, parted by two spaces or more")
      }
      guard Self.profiles.contains(columns[3]) else {
        throw fail("no profile '\(columns[3])': there are \(Self.profiles.joined(separator: ", "))")
      }
      guard !programs.contains(where: { $0.name == columns[0] }) else { throw fail("a second program '\(columns[0])'") }
      programs.append(
        Program(
          line: index + 1, name: columns[0], family: columns[1],
          features: columns[2] == "-" ? [] : columns[2].split(separator: " ").map(String.init),
          profile: columns[3] == "all" ? nil : columns[3], reason: columns[4]))
    }
    self.programs = programs
  }
}
