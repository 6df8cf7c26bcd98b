// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// The parts of a document that are not read, and what is said about each: once a document, with a count.
struct SkippedContent {
  var severity: Diagnostic.Severity
  var code: String
  var message: String
  var counted = Counted.children

  /// Which elements of a property are what is skipped.
  enum Counted {
    case itself, children, grandchildren
  }

  /// What is skipped under the name of a property, if it is skipped as a whole.
  static func named(_ property: String) -> SkippedContent? { byName[property] }

  private static let byName: [String: SkippedContent] = [
    "animations": SkippedContent(
      severity: .warning, code: "skipped-animation", message: "animations are not read here and are skipped"),
    "emitterBehaviors": SkippedContent(
      severity: .warning, code: "skipped-behavior", message: "emitter behaviours are not read and are skipped"),
    "effect": SkippedContent(
      severity: .warning, code: "skipped-effect", message: "layer effects are not drawn and are skipped",
      counted: .itself),
  ]

  /// How many things are skipped with a property element: its children, or theirs.
  func count(in element: Int, of table: ElementTable) -> Int {
    switch counted {
    case .itself: 1
    case .children: table.childCount(of: element)
    case .grandchildren: table.children(of: element).reduce(0) { $0 + table.childCount(of: $1) }
    }
  }
}
