// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

/// Sets the properties of an object from its element, and reports properties that cannot be set.
struct PropertyApplier {
  let source: ValueSource

  private var table: ElementTable { source.table }

  /// Sets the attributes of an object's element, in document order, except for `transform` and `sublayerTransform`,
  /// which come last: writers repeat their components as key paths of their own.
  ///
  /// - Parameter isProperty: Whether the element is a property whose `type` names the class of the object.
  func applyAttributes<Object>(
    of element: Int, to object: Object, as objectClass: ObjectClass<Object>, isProperty: Bool = false
  ) {
    if !source.transformComponents.isEmpty { source.transformComponents = [:] }
    var last: [Int] = []
    for attribute in table.attributes(of: element) {
      switch table.nameNumber(ofAttribute: attribute) {
      case ReservedName.transform.rawValue, ReservedName.sublayerTransform.rawValue: last.append(attribute)
      case ReservedName.id.rawValue: break
      case ReservedName.type.rawValue where isProperty: break
      default: apply(attribute, of: element, to: object, as: objectClass)
      }
    }
    for attribute in last { apply(attribute, of: element, to: object, as: objectClass) }
  }

  private func apply<Object>(
    _ attribute: Int, of element: Int, to object: Object, as objectClass: ObjectClass<Object>
  ) {
    let input = PropertyInput.attribute(attribute, of: element)
    if let binding = objectClass.binding(table.nameNumber(ofAttribute: attribute)) {
      apply(binding, input, to: object, as: objectClass)
    } else {
      reportUnknown("attribute", table.name(ofAttribute: attribute), input, objectClass.name)
    }
  }

  /// Sets the property that a child element describes.
  func applyElement<Object>(_ element: Int, to object: Object, as objectClass: ObjectClass<Object>) {
    let input = PropertyInput.element(element)
    let name = table.name(of: element)
    if let binding = objectClass.binding(table.nameNumber(of: element)) {
      apply(binding, input, to: object, as: objectClass)
      reportStrayAttributes(of: element, of: binding.name)
    } else if let skipped = SkippedContent.named(name) {
      let count = skipped.count(in: element, of: table)
      if count > 0 {
        source.log.report(skipped.severity, skipped.code, about: "", at: table.offset(of: element), count: count) {
          skipped.message
        }
      }
    } else {
      reportUnknown("element", name, input, objectClass.name)
    }
  }

  private func apply<Object>(
    _ binding: PropertyBinding<Object>, _ input: PropertyInput, to object: Object, as objectClass: ObjectClass<Object>
  ) {
    do {
      try binding.apply(object, source, input)
    } catch {
      let text = valueText(input)
      source.log.report(
        .warning, error.code, about: "\(binding.name)=\(text)", at: source.offset(of: input)
      ) {
        "\(binding.name)\(text.isEmpty ? "" : "=\"\(text)\"") of \(objectClass.name) \(error.reason)"
      }
    }
  }

  /// Reports unknown attributes in a property's element; filters and cells report their own.
  private func reportStrayAttributes(of element: Int, of property: String) {
    switch property {
    case "filters", "backgroundFilters", "emitterCells": break
    case "compositingFilter":
      StrayParts(source: source).reportAttributes(ofValuesIn: element, known: ["filter", "name", "enabled"])
    default: StrayParts(source: source).reportAttributes(ofValuesIn: element)
    }
  }

  /// Returns the value as it is written, for a message.
  private func valueText(_ input: PropertyInput) -> String {
    if case .element(let element) = input, table.end(of: element) > element + 1 {
      let child = (try? source.valueElement(input)).flatMap { $0 } ?? element
      return shortened(source.text(of: .src, in: child) ?? source.text(of: .value, in: child) ?? "")
    }
    switch input {
    case .attribute(let attribute, _): return shortened(table.text(ofAttribute: attribute))
    case .element(let element):
      return shortened(source.text(of: .src, in: element) ?? source.text(of: .value, in: element) ?? "")
    }
  }

  private func reportUnknown(_ kind: String, _ name: String, _ input: PropertyInput, _ className: String) {
    if KnownNames.isWithoutEffect(name) { return }
    if let standard = KnownNames.standard(name), (try? ValueReaders.bool(source, input)) == standard { return }
    if KnownNames.isUnsupported(name) {
      source.log.report(.warning, "unsupported-property", about: name, at: source.offset(of: input)) {
        "'\(name)' of \(className) is not supported and is skipped"
      }
      return
    }
    source.log.report(.warning, "unknown-\(kind)", about: name, at: source.offset(of: input)) {
      "\(className) has no property '\(shortened(name))'; the \(kind) is skipped"
    }
  }
}
