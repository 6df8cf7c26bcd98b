// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics

/// Readers of one property value, from text or from elements. One function per type, all of the form that
/// ``PropertyBinding`` takes.
enum ValueReaders {
  static func bool(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Bool {
    var scanner = try source.scanner(input)
    return try ValueGrammar.bool(&scanner)
  }

  static func double(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Double {
    var scanner = try source.scanner(input)
    return try ValueGrammar.number(&scanner)
  }

  static func doubleOrInfinity(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Double {
    var scanner = try source.scanner(input)
    return try ValueGrammar.numberOrInfinity(&scanner)
  }

  static func float(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Float {
    let value = Float(try double(source, input))
    guard value.isFinite else { throw ValueProblem("is out of range") }
    return value
  }

  static func floatOrInfinity(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Float {
    Float(try doubleOrInfinity(source, input))
  }

  static func integer(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> Int {
    var scanner = try source.scanner(input)
    return try ValueGrammar.integer(&scanner)
  }

  static func point(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> CGPoint {
    var scanner = try source.scanner(input)
    return try ValueGrammar.point(&scanner)
  }

  static func size(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> CGSize {
    var scanner = try source.scanner(input)
    return try ValueGrammar.size(&scanner)
  }

  static func rect(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> CGRect {
    var scanner = try source.scanner(input)
    return try ValueGrammar.rect(&scanner)
  }

  static func transform(_ source: ValueSource, _ input: PropertyInput) throws(ValueProblem) -> CATransform3D {
    var scanner = try source.scanner(input)
    return try ValueGrammar.transform(&scanner)
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
        opacity = try double(source, .attribute(attribute, of: element))
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
