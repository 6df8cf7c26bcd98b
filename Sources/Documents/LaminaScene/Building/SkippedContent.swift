// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// The parts of a document that are not read, with one report per document for each kind, and a count.
struct SkippedContent {
  var severity: Diagnostic.Severity
  var code: String
  var message: String
  var counted = Counted.children

  /// The elements of a property that are counted as skipped.
  enum Counted {
    case itself, children, grandchildren
  }

  /// The skipped content of a property's name, if the property is skipped as a whole.
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

  /// The number of parts that are skipped with a property's element: itself, its children, or their children.
  func count(in element: Int, of table: ElementTable) -> Int {
    switch counted {
    case .itself: 1
    case .children: table.childCount(of: element)
    case .grandchildren: table.children(of: element).reduce(0) { $0 + table.childCount(of: $1) }
    }
  }
}
