// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaLayers

extension ValueGrammar {
  /// Reads `matrix(…)` around four rows of five numbers, or the numbers alone.
  package static func colorMatrix(_ scanner: inout ValueScanner) throws(ValueProblem) -> CAColorMatrix {
    scanner.skipBlanks()
    var words = scanner
    let hasName = words.takeWord().lowercased() == "matrix"
    if hasName {
      words.skipBlanks()
      guard words.take(UInt8(ascii: "(")) else { throw ValueProblem("is not a colour matrix") }
      scanner = words
    }
    var result: [Float] = []
    scanner.skipSeparators()
    while !scanner.isAtEnd, !(hasName && scanner.next == UInt8(ascii: ")")) {
      guard let value = scanner.takeNumber(), Float(value).isFinite, result.count < 21 else {
        throw ValueProblem("is not a colour matrix")
      }
      result.append(Float(value))
      scanner.skipSeparators()
    }
    if hasName, !scanner.take(UInt8(ascii: ")")) { throw ValueProblem("is not a colour matrix") }
    try finish(&scanner, "is not a colour matrix")
    guard let matrix = CAColorMatrix(result) else {
      throw ValueProblem("has \(result.count) numbers instead of 20")
    }
    return matrix
  }
}
