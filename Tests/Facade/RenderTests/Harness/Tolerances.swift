// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport

/// How far a picture may be off, from `tolerances.list`.
struct Tolerance: Equatable, Sendable {
  /// The largest difference of a component.
  var levels: Int
  /// How many pixels may differ by more than `levels`.
  var pixels = 0
}

/// The list of exceptions, each with its reason.
struct ToleranceList: Sendable {
  /// One line: `scene  back-end/check  levels N [pixels M] | skip  # reason`.
  struct Row: Sendable {
    var scene: String
    var backEnd: String
    var check: String
    /// `nil` skips the check.
    var tolerance: Tolerance?
    var reason: String
    var line: Int
  }

  static let path = "Tests/Facade/RenderTests/tolerances.list"
  static let shared = Result { try ToleranceList(text: PackageFolder.text(path)) }

  var rows: [Row] = []

  /// A line that does not parse.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  init(text: String) throws {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts[0].split(separator: " ").map(String.init)
      guard !words.isEmpty else { continue }
      let place = "\(Self.path):\(index + 1)"
      guard parts.count == 2, !parts[1].allSatisfy(\.isWhitespace) else {
        throw Problem(description: "\(place): no reason given")
      }
      guard words.count >= 3, let slash = words[1].firstIndex(of: "/") else {
        throw Problem(description: "\(place): expected `scene back-end/check levels N [pixels M]`")
      }
      rows.append(
        Row(
          scene: words[0], backEnd: String(words[1][..<slash]),
          check: String(words[1][words[1].index(after: slash)...]),
          tolerance: try Self.tolerance(words.dropFirst(2).map { $0 }, at: place),
          reason: parts[1].trimmingPrefix(while: \.isWhitespace).description, line: index + 1))
    }
  }

  private static func tolerance(_ words: [String], at place: String) throws -> Tolerance? {
    if words == ["skip"] { return nil }
    if words.count == 2, words[0] == "levels", let levels = Int(words[1]) { return Tolerance(levels: levels) }
    if words.count == 4, words[0] == "levels", words[2] == "pixels", let levels = Int(words[1]),
      let pixels = Int(words[3])
    {
      return Tolerance(levels: levels, pixels: pixels)
    }
    throw Problem(description: "\(place): expected `levels N`, `levels N pixels M` or `skip`")
  }

  /// The tolerance of one check of one scene: the last row that matches, else `standard`.
  func tolerance(of scene: String, _ check: String, on backEnd: String, standard: Tolerance) -> Tolerance? {
    let row = rows.last { row in
      Self.matches(row.scene, scene) && Self.matches(row.backEnd, backEnd) && Self.matches(row.check, check)
    }
    return row.map(\.tolerance) ?? standard
  }

  /// Whether a name is that of a row; `*` at the end of a row's name stands for anything.
  static func matches(_ pattern: String, _ name: String) -> Bool {
    pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : pattern == name
  }
}
