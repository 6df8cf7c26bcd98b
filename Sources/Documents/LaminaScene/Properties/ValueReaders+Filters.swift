// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

extension ValueReaders {
  /// Reads filters: elements with the type in `filter` and the inputs as attributes, or as elements inside.
  static func filters(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> [Any]? {
    guard case .element(let element) = input else { throw ValueProblem("is not a list of filters") }
    var result: [Any] = []
    for item in try source.items(element) where !source.isNull(item) {
      guard let type = source.text(of: .filter, in: item) else {
        source.log.report(.warning, "invalid-value", about: "", at: source.table.offset(of: item)) {
          "<\(shortened(source.table.name(of: item)))> of \(source.propertyName(of: input)) does not say which filter it is"
        }
        continue
      }
      result.append(try filter(type, source, item))
    }
    return result.isEmpty ? nil : result
  }

  private static func filter(_ type: String, _ source: ValueSource, _ item: Int) throws(ValueProblem) -> CAFilter {
    let filter = CAFilter(type: type)
    let table = source.table
    for attribute in table.attributes(of: item) {
      let key = table.name(ofAttribute: attribute)
      switch key {
      case "filter", "id", "type", "object": break
      case "name": filter.name = table.text(ofAttribute: attribute)
      default: set(key, .attribute(attribute, of: item), source, on: filter)
      }
    }
    for child in table.children(of: item) {
      set(table.name(of: child), .element(try source.dereferenced(child)), source, on: filter)
    }
    return filter
  }

  /// Sets one input. A value of another type is reported, and kept as text.
  private static func set(_ key: String, _ input: PropertyInput, _ source: ValueSource, on filter: CAFilter) {
    let type = FilterInput.type(of: key)
    do {
      switch type {
      case .bool: filter.isEnabled = try bool(source, input)
      case .number: filter.setValue(try double(source, input), forKey: key)
      case .color: filter.setValue(try color(source, input), forKey: key)
      case .numbers: filter.setValue(try colorMatrix(source, input), forKey: key)
      default: filter.setValue(try source.string(input), forKey: key)
      }
    } catch {
      source.log.report(.warning, error.code, about: "\(filter.type).\(key)", at: source.offset(of: input)) {
        "\(key) of the filter '\(shortened(filter.name))' (\(shortened(filter.type))) takes \(type.description) "
          + "and \(error.reason)"
      }
      if key != "enabled", let text = try? source.string(input) { filter.setValue(text, forKey: key) }
    }
  }
}
