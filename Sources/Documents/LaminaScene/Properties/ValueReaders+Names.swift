// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

extension ValueReaders {
  /// Returns a reader of one of a few words. Other words are returned too, as layers have a rule for them, and
  /// reported.
  static func keyword(_ known: [String]) -> Reader<String> {
    let known = Set(known)
    return { (source, input) throws(ValueProblem) in
      let word = try source.string(input)
      if !known.contains(word) {
        let property = source.propertyName(of: input)
        source.log.report(.warning, "unknown-keyword", about: "\(property)=\(word)", at: source.offset(of: input)) {
          "\(property)=\"\(shortened(word))\" is none of \(known.sorted().joined(separator: ", "))"
        }
      }
      return word
    }
  }

  /// Reads a set of bits, from a number that is not negative.
  static func bits(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> UInt32 {
    guard let bits = UInt32(exactly: try double(source, input)) else { throw ValueProblem("is not a set of bits") }
    return bits
  }

  /// Reads the type of a filter: `filter="destOut"` of an element, or the text of an attribute. `nil` for `null`.
  static func filterName(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> String? {
    guard case .element = input else { return try source.string(input) }
    guard let element = try filterElement(source, input) else { return nil }
    guard let name = source.text(of: .filter, in: element) ?? source.text(of: .value, in: element) else {
      throw ValueProblem("does not say which filter it is")
    }
    let enabled = source.table.attributes(of: element).first { source.table.name(ofAttribute: $0) == "enabled" }
    if let enabled, try !bool(source, .attribute(enabled, of: element)) { return nil }
    return name
  }

  private static func filterElement(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Int? {
    let element = try source.dereferenced(input.element)
    if source.isNull(element) { return nil }
    if source.text(of: .filter, in: element) == nil, let child = source.table.firstChild(of: element) {
      return try source.dereferenced(child)
    }
    return element
  }
}
