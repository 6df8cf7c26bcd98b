// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import HTTPTypes

/// The parameters of a request as they stand behind its path.
package struct QueryText {
  /// Names and values, in their order.
  package private(set) var items: [(name: String, value: String)] = []

  /// None.
  package init() {}

  /// Reads `name=value&…`, with `%` and two digits, or `+` for a blank.
  package init(_ text: String) throws(Problem) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(sides[0])
      items.append((name, sides.count > 1 ? try Self.decoded(sides[1]) : ""))
    }
  }

  /// Adds a parameter that came otherwise.
  package mutating func append(_ name: String, _ value: String) { items.append((name, value)) }

  private static func decoded(_ bytes: Substring.UTF8View) throws(Problem) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): result.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
          throw Problem(.badRequest, .badParameter, "a '%' in the query is not followed by two hexadecimal digits")
        }
        result.append(16 * high + low)
      default: result.append(byte)
      }
    }
    guard let text = String(validating: result, as: UTF8.self), !text.unicodeScalars.contains("\0") else {
      throw Problem(.badRequest, .badParameter, "the query is not UTF-8, or holds a zero byte")
    }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
  }
}
#endif
