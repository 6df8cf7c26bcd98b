// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension ValueGrammar {
  /// Reads the two control points of a timing curve: a name (`default`, `linear`, `easeIn`, `easeOut`, `easeInEaseOut`)
  /// or four numbers `x1 y1 x2 y2`.
  ///
  /// - Range: x1 and x2 in 0...1, as time may not run backwards; y may overshoot.
  /// - Returns: `x1, y1, x2, y2`.
  /// - Conformance: TIME-10
  package static func timingFunction(_ scanner: inout ValueScanner) throws(ValueProblem) -> SIMD4<Double> {
    scanner.skipBlanks()
    var words = scanner
    let name = words.takeWord()
    if !name.isEmpty {
      try finish(&words, "is not a timing function")
      switch name {
      case "default": return [0.25, 0.1, 0.25, 1]
      case "linear": return [0, 0, 1, 1]
      case "easeIn": return [0.42, 0, 1, 1]
      case "easeOut": return [0, 0, 0.58, 1]
      case "easeInEaseOut": return [0.42, 0, 0.58, 1]
      default: throw ValueProblem("is not a timing function")
      }
    }
    let values = try numbers(&scanner, count: 4)
    guard (0...1).contains(values[0]), (0...1).contains(values[2]) else {
      throw ValueProblem("has a control point outside 0...1 in time")
    }
    return values
  }
}
