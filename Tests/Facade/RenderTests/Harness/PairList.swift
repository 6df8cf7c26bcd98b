// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// Two scenes that must look the same, or must not, from `pairs.list`.
struct ScenePair: Sendable, CustomTestStringConvertible {
  var first: SceneCase
  var second: SceneCase
  var isEqual: Bool
  var reason: String

  var testDescription: String { "\(first.name) \(isEqual ? "==" : "!=") \(second.name)" }

  static let path = "Tests/Facade/RenderTests/pairs.list"

  /// All lines `area/case == area/case  # reason`.
  static let all = Result {
    try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { try ScenePair(line: $1, number: $0 + 1) }
  }

  private init?(line: Substring, number: Int) throws {
    let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: " ").map(String.init)
    guard !words.isEmpty else { return nil }
    guard words.count == 3, ["==", "!="].contains(words[1]), parts.count == 2 else {
      throw ToleranceList.Problem(description: "\(Self.path):\(number): expected `a/b == c/d  # reason`")
    }
    first = SceneCase(name: words[0])
    second = SceneCase(name: words[2])
    isEqual = words[1] == "=="
    reason = parts[1].trimmingPrefix(while: \.isWhitespace).description
  }
}
