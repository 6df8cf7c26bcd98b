// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import LaminaGeometry

extension ValueGrammar {
  /// Reads a transform: a list of functions, the leftmost outermost, or sixteen numbers; an empty text is the identity.
  ///
  /// `translate(x, y, z)`, `rotate(angle)`, `rotate(angle, x, y, z)`, `scale(x, y, z)`, `perspective(d)` and
  /// `matrix(m11, m12, … m44)`. Missing translations are 0, a missing third scale is 1, a single scale counts for x and
  /// y. Angles are in degrees unless they have the unit `rad`, `grad` or `turn`.
  ///
  /// - Conformance: caml.md 1.3
  package static func transform(_ scanner: inout ValueScanner) throws(ValueProblem) -> CATransform3D {
    var result = CATransform3DIdentity
    scanner.skipBlanks()
    if scanner.remaining > 0, !isLetter(scanner.next) {
      result = try matrix(try numbers(&scanner))
    }
    while true {
      scanner.skipSeparators()
      if scanner.isAtEnd { break }
      let name = scanner.takeWord()
      guard !name.isEmpty, scanner.take(UInt8(ascii: "(")) else { throw ValueProblem("is not a list of functions") }
      result = CATransform3DConcat(try function(name, &scanner), result)
    }
    guard isFinite(result) else { throw ValueProblem("is a transform that is not finite") }
    return result
  }

  /// Reads one function, from behind its opening parenthesis to behind its closing one.
  private static func function(_ name: String, _ scanner: inout ValueScanner) throws(ValueProblem) -> CATransform3D {
    var angle = 0.0
    if name == "rotate" { angle = try self.angle(&scanner) }
    let values = try arguments(&scanner, of: name)
    switch (name, values.count) {
    case ("translate", 1...3):
      return CATransform3DMakeTranslation(values[0], values.count > 1 ? values[1] : 0, values.count > 2 ? values[2] : 0)
    case ("scale", 1...3):
      return CATransform3DMakeScale(
        values[0], values.count > 1 ? values[1] : values[0], values.count > 2 ? values[2] : 1)
    case ("rotate", 0):
      return rotation(degrees: angle, axis: [0, 0, 1])
    case ("rotate", 3):
      return rotation(degrees: angle, axis: values)
    case ("perspective", 1):
      guard values[0] != 0 else { throw ValueProblem("has a perspective of no distance") }
      var result = CATransform3DIdentity
      result.m34 = -1 / values[0]
      return result
    case ("matrix", _):
      return try matrix(values)
    case ("translate", _), ("scale", _), ("rotate", _), ("perspective", _):
      throw ValueProblem("has the wrong number of arguments for '\(name)'")
    default:
      throw ValueProblem("has an unknown function '\(shortened(name))'")
    }
  }

  /// Reads finite numbers up to and including the closing parenthesis.
  private static func arguments(_ scanner: inout ValueScanner, of name: String) throws(ValueProblem) -> [Double] {
    var result: [Double] = []
    scanner.skipSeparators()
    while !scanner.take(UInt8(ascii: ")")) {
      guard let value = scanner.takeNumber(), value.isFinite, result.count < 16 else {
        throw ValueProblem("has an argument of '\(shortened(name))' that is not a finite number")
      }
      guard scanner.skipSeparators() || scanner.next == UInt8(ascii: ")") else {
        throw ValueProblem("has an argument of '\(shortened(name))' that is not a finite number")
      }
      result.append(value)
    }
    return result
  }

  /// Reads an angle according to its unit, in degrees.
  private static func angle(_ scanner: inout ValueScanner) throws(ValueProblem) -> Double {
    scanner.skipBlanks()
    guard let value = scanner.takeNumber(), value.isFinite else {
      throw ValueProblem("has an angle that is not a number")
    }
    switch scanner.takeWord() {
    case "deg", "": return value
    case "rad": return value * 180 / .pi
    case "grad": return value * 0.9
    case "turn": return value * 360
    case let unit: throw ValueProblem("has an unknown unit of angle '\(shortened(unit))'")
    }
  }

  /// Returns a rotation that is exact for quarter turns, so that upright layers stay exactly upright.
  private static func rotation(degrees: Double, axis: [Double]) -> CATransform3D {
    let result = CATransform3DMakeRotation(
      degrees.truncatingRemainder(dividingBy: 360) * .pi / 180, axis[0], axis[1], axis[2])
    guard degrees.truncatingRemainder(dividingBy: 90) == 0 else { return result }
    let rows = [result.row1, result.row2, result.row3, result.row4].map { row in
      // Sine and cosine of a quarter turn differ from 0 and 1 by 6e-17 at most.
      SIMD4((0..<4).map { abs(row[$0] - row[$0].rounded()) < 4e-16 ? row[$0].rounded() : row[$0] })
    }
    return CATransform3D(rows: (rows[0], rows[1], rows[2], rows[3]))
  }

  private static func matrix(_ values: [Double]) throws(ValueProblem) -> CATransform3D {
    guard values.count == 16 else { throw ValueProblem("has a matrix of \(values.count) numbers instead of 16") }
    return CATransform3D(
      rows: (
        SIMD4(values[0], values[1], values[2], values[3]), SIMD4(values[4], values[5], values[6], values[7]),
        SIMD4(values[8], values[9], values[10], values[11]), SIMD4(values[12], values[13], values[14], values[15])
      ))
  }

  private static func isFinite(_ transform: CATransform3D) -> Bool {
    [transform.row1, transform.row2, transform.row3, transform.row4].allSatisfy { ($0 - $0) == .zero }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }
}
