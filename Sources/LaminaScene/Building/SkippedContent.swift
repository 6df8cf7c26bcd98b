import LaminaGraphics

/// The parts of a document that are not read, and what is said about each: once a document, with a count.
struct SkippedContent {
  var severity: Diagnostic.Severity
  var code: String
  var message: String
  /// The element that is counted is a grandchild, not a child, of the property.
  var countsGrandchildren = false

  /// What is skipped under the name of a property, if it is skipped as a whole.
  static func named(_ property: String) -> SkippedContent? { byName[property] }

  private static let byName: [String: SkippedContent] = [
    "animations": SkippedContent(
      severity: .warning, code: "skipped-animation", message: "animations are not read yet and are skipped"),
    "states": SkippedContent(
      severity: .note, code: "skipped-state", message: "states are not read yet; the document's base state is drawn"),
    "stateTransitions": SkippedContent(
      severity: .note, code: "skipped-transition", message: "state transitions are not read yet and are skipped"),
    "style": SkippedContent(
      severity: .warning, code: "skipped-style", message: "wallpaper groups are not read yet and are skipped",
      countsGrandchildren: true),
    "emitterBehaviors": SkippedContent(
      severity: .warning, code: "skipped-behavior", message: "emitter behaviours are not read yet and are skipped"),
    "effect": SkippedContent(
      severity: .warning, code: "skipped-effect", message: "layer effects are not drawn and are skipped"),
  ]

  /// How many things are skipped with a property element: its children, or theirs.
  func count(in element: Int, of table: ElementTable) -> Int {
    guard countsGrandchildren else { return max(table.children(of: element).reduce(0) { count, _ in count + 1 }, attributesOnly(element, table)) }
    return table.children(of: element).reduce(0) { count, child in
      table.children(of: child).reduce(count) { count, _ in count + 1 }
    }
  }

  /// An effect is one element with attributes and nothing inside.
  private func attributesOnly(_ element: Int, _ table: ElementTable) -> Int {
    code == "skipped-effect" && !table.attributes(of: element).isEmpty ? 1 : 0
  }
}
