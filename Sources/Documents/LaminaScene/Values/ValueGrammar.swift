// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry

/// The grammar of the values in a document: functions that return a typed value for a text, or throw the reason why
/// not.
///
/// One function per type, all of the same form. They do not depend on layers, elements or places.
///
/// - Conformance: caml.md 1.3
package enum ValueGrammar {
  /// Reads `0`, `1`, `true`, `false`, `yes`, `no` in any case; any other number is true unless it is zero.
  package static func bool(_ scanner: inout ValueScanner) throws(ValueProblem) -> Bool {
    scanner.skipBlanks()
    var words = scanner
    switch words.takeWord().lowercased() {
    case "true", "yes":
      try finish(&words, "is not a boolean")
      return true
    case "false", "no":
      try finish(&words, "is not a boolean")
      return false
    default:
      guard let value = scanner.takeNumber(), value.isFinite else { throw ValueProblem("is not a boolean") }
      try finish(&scanner, "is not a boolean")
      return value != 0
    }
  }

  /// Reads one finite number.
  package static func number(_ scanner: inout ValueScanner) throws(ValueProblem) -> Double {
    let value = try numberOrInfinity(&scanner)
    guard value.isFinite else { throw ValueProblem("is not a finite number") }
    return value
  }

  /// Reads one number, infinities included: for durations, repeat counts and falloffs.
  package static func numberOrInfinity(_ scanner: inout ValueScanner) throws(ValueProblem) -> Double {
    scanner.skipBlanks()
    guard let value = scanner.takeNumber() else { throw ValueProblem("is not a number") }
    try finish(&scanner, "is not a number")
    guard !value.isNaN else { throw ValueProblem("is not a number") }
    return value
  }

  /// Reads one integer. A fraction is cut off, as in Core Animation's own conversion of numbers.
  package static func integer(_ scanner: inout ValueScanner) throws(ValueProblem) -> Int {
    let value = try number(&scanner)
    guard abs(value) <= 1e15 else { throw ValueProblem("is out of range") }
    return Int(clamping: value)
  }

  /// Reads finite numbers up to the end.
  package static func numbers(_ scanner: inout ValueScanner) throws(ValueProblem) -> [Double] {
    var result: [Double] = []
    scanner.skipSeparators()
    while !scanner.isAtEnd {
      guard let value = scanner.takeNumber(), scanner.skipSeparators() || scanner.isAtEnd, !value.isNaN else {
        throw ValueProblem("is not a list of numbers")
      }
      guard value.isFinite else { throw ValueProblem("has a number that is not finite") }
      result.append(value)
    }
    return result
  }

  /// Reads exactly `count` finite numbers, at most four, without an array: for points, sizes and rectangles.
  static func numbers(_ scanner: inout ValueScanner, count: Int) throws(ValueProblem) -> SIMD4<Double> {
    var result = SIMD4<Double>.zero
    var index = 0
    scanner.skipSeparators()
    while !scanner.isAtEnd {
      guard let value = scanner.takeNumber(), scanner.skipSeparators() || scanner.isAtEnd, !value.isNaN else {
        throw ValueProblem("is not a list of numbers")
      }
      guard value.isFinite else { throw ValueProblem("has a number that is not finite") }
      if index < count { result[index] = value }
      index += 1
    }
    guard index == count else { throw ValueProblem("has \(index) numbers instead of \(count)") }
    return result
  }

  /// Reads `x y`.
  package static func point(_ scanner: inout ValueScanner) throws(ValueProblem) -> CGPoint {
    let values = try numbers(&scanner, count: 2)
    return CGPoint(x: values[0], y: values[1])
  }

  /// Reads `width height`.
  package static func size(_ scanner: inout ValueScanner) throws(ValueProblem) -> CGSize {
    let values = try numbers(&scanner, count: 2)
    return CGSize(width: values[0], height: values[1])
  }

  /// Reads `x y width height`.
  package static func rect(_ scanner: inout ValueScanner) throws(ValueProblem) -> CGRect {
    let values = try numbers(&scanner, count: 4)
    return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  /// Throws unless only blanks follow up to the end.
  static func finish(_ scanner: inout ValueScanner, _ reason: String) throws(ValueProblem) {
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw ValueProblem(reason) }
  }
}
