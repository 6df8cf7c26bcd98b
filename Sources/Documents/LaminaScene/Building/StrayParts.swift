// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

/// Reports attributes and elements of a document that no code reads, so that none is dropped without a report.
struct StrayParts {
  let source: ValueSource

  private var table: ElementTable { source.table }

  /// The attributes that elements of values have.
  private static let ofValues: Set<Int32> = Set(
    [ReservedName.type, .value, .opacity, .src, .key, .id, .object].map(\.rawValue))

  /// Reports attributes in a property's element that values do not have.
  ///
  /// - Parameter known: Further attributes that this property has.
  func reportAttributes(ofValuesIn element: Int, known: Set<String> = []) {
    for inner in element..<table.end(of: element) { reportAttributes(of: inner, known: known) }
  }

  /// Reports attributes of one element that are neither its own nor attributes of values.
  func reportAttributes(of element: Int, known: Set<String> = []) {
    for attribute in table.attributes(of: element)
    where !Self.ofValues.contains(table.nameNumber(ofAttribute: attribute)) {
      let name = table.name(ofAttribute: attribute)
      if known.contains(name) || KnownNames.isWithoutEffect(name) { continue }
      let owner = table.name(of: element)
      source.log.report(
        .warning, "unknown-attribute", about: "\(owner) \(name)", at: table.offset(ofAttribute: attribute, of: element)
      ) { "<\(shortened(owner))> has no attribute '\(shortened(name))'; it is skipped" }
    }
  }

  /// Reports elements inside another one that are not read there.
  func reportElements(_ elements: some Sequence<Int>, in owner: Int) {
    for element in elements where !KnownNames.isWithoutEffect(table.name(of: element)) {
      let names = (table.name(of: owner), table.name(of: element))
      source.log.report(
        .warning, "unknown-element", about: "\(names.0) \(names.1)", at: table.offset(of: element)
      ) { "<\(shortened(names.1))> in <\(shortened(names.0))> is not read and is skipped" }
    }
  }

  /// Reports a switch that differs from the value that is assumed.
  func reportSwitch(_ name: String, of element: Int, standard: Bool, _ reason: String) {
    guard let attribute = table.attributes(of: element).first(where: { table.name(ofAttribute: $0) == name }) else {
      return
    }
    let input = PropertyInput.attribute(attribute, of: element)
    if (try? ValueReaders.bool(source, input)) == standard { return }
    source.log.report(.warning, "unsupported-property", about: name, at: source.offset(of: input)) {
      "'\(name)' of <\(shortened(table.name(of: element)))> is not supported: \(reason)"
    }
  }
}
