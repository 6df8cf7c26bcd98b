// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics

/// Readers of one property value, from text or from elements. One function per type, all of the form that
/// ``PropertyBinding`` takes.
enum ValueReaders {
  /// A function that reads a value.
  typealias Reader<Value> = @Sendable (_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Value

  static let bool = reader(of: ValueGrammar.bool)
  static let double = reader(of: ValueGrammar.number)
  static let doubleOrInfinity = reader(of: ValueGrammar.numberOrInfinity)
  static let integer = reader(of: ValueGrammar.integer)
  static let point = reader(of: ValueGrammar.point)
  static let size = reader(of: ValueGrammar.size)
  static let rect = reader(of: ValueGrammar.rect)
  static let transform = reader(of: ValueGrammar.transform)
  static let colorMatrix = reader(of: ValueGrammar.colorMatrix)

  /// Makes the reader of values whose text follows a grammar.
  private static func reader<Value>(
    of grammar: @escaping @Sendable (inout ValueScanner) throws(ValueProblem) -> Value
  ) -> Reader<Value> {
    { (source, input) throws(ValueProblem) in
      var scanner = try source.scanner(input)
      return try grammar(&scanner)
    }
  }

  static func float(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Float {
    let value = Float(try double(source, input))
    guard value.isFinite else { throw ValueProblem("is out of range") }
    return value
  }

  static func floatOrInfinity(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Float {
    Float(try doubleOrInfinity(source, input))
  }

  static func string(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> String {
    try source.string(input)
  }

  /// Reads a colour; `nil` for `null`.
  static func color(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> CGColor? {
    var opacity = 1.0
    if case .element = input {
      guard let element = try source.valueElement(input) else { return nil }
      if let attribute = source.table.attribute(ReservedName.opacity.rawValue, of: element) {
        do {
          opacity = try double(source, .attribute(attribute, of: element))
        } catch {
          throw ValueProblem("has an opacity that \(error.reason)", code: error.code)
        }
      }
    }
    var scanner = try source.scanner(input)
    return try ValueGrammar.color(&scanner, opacity: opacity)
  }

  /// Reads a path; `nil` for `null`.
  static func path(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> CGPath? {
    if case .element = input, try source.valueElement(input) == nil { return nil }
    var scanner = try source.scanner(input)
    return try ValueGrammar.path(&scanner)
  }

  /// Reads a picture; `nil` for `null`.
  static func image(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> CGImage? {
    switch input {
    case .attribute(let attribute, _):
      return try source.image(named: source.table.text(ofAttribute: attribute), for: input)
    case .element:
      guard let element = try source.valueElement(input) else { return nil }
      guard let name = source.text(of: .src, in: element) else { throw ValueProblem("is no picture: it has no src") }
      return try source.image(named: name, for: input)
    }
  }

  /// Reads numbers from one text, or one number from each element.
  static func numbers(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> [Double] {
    var result: [Double] = []
    switch input {
    case .attribute:
      var scanner = try source.scanner(input)
      return try ValueGrammar.numbers(&scanner)
    case .element(let element):
      for item in try source.items(element) { result.append(try double(source, .element(item))) }
    }
    return result
  }

  /// Reads colours, one from each element.
  static func colors(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> [CGColor] {
    guard case .element(let element) = input else { throw ValueProblem("is not a list of colours") }
    var result: [CGColor] = []
    for item in try source.items(element) {
      guard let color = try color(source, .element(item)) else { throw ValueProblem("has a colour that is null") }
      result.append(color)
    }
    return result
  }
}
