// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport

/// A list of every property that a form of documents has, with the outcome of each.
struct PropertyList: Sendable {
  /// The outcome of a property in a document that is otherwise right.
  enum Outcome: Equatable, Sendable {
    /// The picture differs from that of the document without the property.
    case drawn
    /// A diagnostic of a code stands at the object that has the property.
    case diagnosed(String)
    /// The picture is the same, and nothing is reported.
    case withoutEffect
  }

  /// The outcome of one property of one object.
  struct Row: Sendable {
    var object: String
    var property: String
    var outcome: Outcome
    var reason: String
    var line: Int

    var name: String { "\(object).\(property)" }
  }

  /// A line that does not parse.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var rows: [Row] = []

  /// Reads a list.
  ///
  /// - Parameter path: Its path from the package's root.
  init(_ path: String) throws {
    var objects: [String] = []
    let lines = try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts[0].split(separator: " ").map(String.init)
      let reason = parts.count == 2 ? String(parts[1].trimmingPrefix(while: \.isWhitespace)) : ""
      guard let first = words.first else { continue }
      if first == "=" {
        objects = Array(words.dropFirst())
        continue
      }
      let place = "\(path):\(index + 1)"
      guard !objects.isEmpty else { throw Problem(description: "\(place): no object is named before") }
      let outcome = try Self.outcome(Array(words.dropFirst()), at: place)
      if outcome == .withoutEffect, reason.isEmpty { throw Problem(description: "\(place): no reason given") }
      rows += objects.map { Row(object: $0, property: first, outcome: outcome, reason: reason, line: index + 1) }
    }
  }

  private static func outcome(_ words: [String], at place: String) throws -> Outcome {
    if words == ["drawn"] { return .drawn }
    if words == ["without", "effect"] { return .withoutEffect }
    if words.count == 2, words[0] == "diagnosed" { return .diagnosed(words[1]) }
    throw Problem(description: "\(place): expected `drawn`, `diagnosed CODE` or `without effect`")
  }

  /// The row of a property.
  func row(_ object: String, _ property: String) -> Row? {
    rows.first { $0.object == object && $0.property == property }
  }
}
