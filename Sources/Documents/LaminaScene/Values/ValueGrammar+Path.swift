// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import LaminaGeometry

extension ValueGrammar {
  /// Reads a path in postfix notation, in which numbers precede their operator.
  ///
  /// `x y m` moves, `x y l` draws a line, `x1 y1 x2 y2 x y c` a cubic curve, `x1 y1 x y q` a quadratic one, `h`
  /// closes the subpath. Real documents contain only m, l, c and h. Subpaths may stay open.
  ///
  /// - Conformance: caml.md 1.3
  package static func path(_ scanner: inout ValueScanner) throws(ValueProblem) -> CGPath {
    let path = CGMutablePath()
    var operands: [Double] = []
    var hasCurrentPoint = false
    while true {
      scanner.skipSeparators()
      if scanner.isAtEnd { break }
      if let value = scanner.takeNumber() {
        guard value.isFinite else { throw ValueProblem("has a number that is not finite") }
        guard operands.count < 6 else { throw ValueProblem("has more than 6 numbers before an operator") }
        operands.append(value)
        continue
      }
      let operation = scanner.takeByte()
      try append(operation, operands, to: path, hasCurrentPoint: hasCurrentPoint)
      if operation == UInt8(ascii: "m") { hasCurrentPoint = true }
      operands.removeAll(keepingCapacity: true)
    }
    guard operands.isEmpty else { throw ValueProblem("ends with numbers that no operator takes") }
    return path
  }

  private static func append(
    _ operation: UInt8, _ operands: [Double], to path: CGMutablePath, hasCurrentPoint: Bool
  ) throws(ValueProblem) {
    let name = shortened(String(decoding: [operation], as: UTF8.self))
    guard let count = operandCounts[operation] else { throw ValueProblem("has an unknown operator '\(name)'") }
    guard operands.count == count else {
      throw ValueProblem("has \(operands.count) numbers before '\(name)' instead of \(count)")
    }
    guard hasCurrentPoint || operation == UInt8(ascii: "m") else {
      throw ValueProblem("has '\(name)' before any 'm'")
    }
    func point(_ index: Int) -> CGPoint { CGPoint(x: operands[2 * index], y: operands[2 * index + 1]) }
    switch operation {
    case UInt8(ascii: "m"): path.move(to: point(0))
    case UInt8(ascii: "l"): path.addLine(to: point(0))
    case UInt8(ascii: "q"): path.addQuadCurve(to: point(1), control: point(0))
    case UInt8(ascii: "c"): path.addCurve(to: point(2), control1: point(0), control2: point(1))
    default: path.closeSubpath()
    }
  }

  private static let operandCounts: [UInt8: Int] = [
    UInt8(ascii: "m"): 2, UInt8(ascii: "l"): 2, UInt8(ascii: "q"): 4, UInt8(ascii: "c"): 6, UInt8(ascii: "h"): 0,
  ]
}
