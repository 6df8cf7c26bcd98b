// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The reason why a value could not be read: a clause that follows the value in a sentence, such as "is not a number".
package struct ValueProblem: Error, Equatable {
  /// The clause.
  package var reason: String
  /// The code of the resulting diagnostic.
  package var code: String

  /// Makes a problem.
  package init(_ reason: String, code: String = "bad-value") {
    self.reason = reason
    self.code = code
  }
}

/// Scans the bytes of one value.
///
/// Numbers are read independently of the locale. In every list, blanks, commas and semicolons are separators: real
/// documents use all three.
package struct ValueScanner {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  /// Makes a scanner of a part of a buffer.
  package init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Makes a scanner of a text.
  package init(_ text: String) {
    bytes = Array(text.utf8)
    position = 0
    end = bytes.count
  }

  /// Whether all bytes have been taken.
  package var isAtEnd: Bool { position == end }
  /// The next byte; 0 at the end.
  package var next: UInt8 { position < end ? bytes[position] : 0 }
  /// The number of bytes left.
  package var remaining: Int { end - position }
  /// The bytes that have not been taken, as text.
  package var rest: String { String(decoding: bytes[position..<end], as: UTF8.self) }

  /// Skips blanks.
  package mutating func skipBlanks() {
    while position < end, isBlank(bytes[position]) { position += 1 }
  }

  /// Skips blanks, commas and semicolons, and returns whether there were any.
  @discardableResult
  package mutating func skipSeparators() -> Bool {
    let start = position
    while position < end, isSeparator(bytes[position]) { position += 1 }
    return position > start
  }

  /// Takes a byte if it is the next one.
  package mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Takes the next byte, whatever its value; 0 at the end.
  package mutating func takeByte() -> UInt8 {
    guard position < end else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// Takes ASCII letters, with digits after the first.
  package mutating func takeWord() -> String {
    let start = position
    while position < end, isLetter(bytes[position]) || (position > start && isDigit(bytes[position])) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Takes a number in C's decimal notation, or `inf`, `infinity` or `nan` in any case, with an optional sign.
  ///
  /// - Returns: `nil`, with nothing taken, where no number begins.
  package mutating func takeNumber() -> Double? {
    var cursor = position
    var isNegative = false
    if cursor < end, bytes[cursor] == UInt8(ascii: "-") || bytes[cursor] == UInt8(ascii: "+") {
      isNegative = bytes[cursor] == UInt8(ascii: "-")
      cursor += 1
    }
    guard cursor < end else { return nil }
    if isLetter(bytes[cursor]) { return takeNonFinite(at: cursor, isNegative: isNegative) }
    return takeDecimal(at: cursor, isNegative: isNegative)
  }

  private mutating func takeNonFinite(at start: Int, isNegative: Bool) -> Double? {
    var cursor = start
    var word = ""
    while cursor < end, isLetter(bytes[cursor]), cursor - start < 9 {
      word.unicodeScalars.append(Unicode.Scalar(bytes[cursor] | 0x20))
      cursor += 1
    }
    switch word {
    case "inf", "infinity":
      position = cursor
      return isNegative ? -Double.infinity : Double.infinity
    case "nan":
      position = cursor
      return Double.nan
    default:
      return nil
    }
  }

  /// Up to 19 digits and a power of ten up to 22 are exact in binary arithmetic (Clinger's fast path), which covers
  /// nearly every number in a document; the standard library reads the others.
  private mutating func takeDecimal(at start: Int, isNegative: Bool) -> Double? {
    var cursor = start
    var mantissa: UInt64 = 0
    var significant = 0
    var digits = 0
    var exponent = 0
    var seenPoint = false
    while cursor < end {
      let byte = bytes[cursor]
      if isDigit(byte) {
        digits += 1
        if significant > 0 || byte != UInt8(ascii: "0") { significant += 1 }
        if significant <= 19 { mantissa = mantissa &* 10 &+ UInt64(byte - UInt8(ascii: "0")) }
        if seenPoint { exponent -= 1 }
      } else if byte == UInt8(ascii: "."), !seenPoint {
        seenPoint = true
      } else {
        break
      }
      cursor += 1
    }
    guard digits > 0 else { return nil }
    exponent += takeExponent(at: &cursor)
    defer { position = cursor }
    if significant <= 19, mantissa < 1 << 53, abs(exponent) <= 22 {
      let magnitude = Double(mantissa)
      let value =
        exponent < 0 ? magnitude / Self.powersOfTen[-exponent] : magnitude * Self.powersOfTen[exponent]
      return isNegative ? -value : value
    }
    guard let value = Double(String(decoding: bytes[start..<cursor], as: UTF8.self)) else { return nil }
    return isNegative ? -value : value
  }

  /// Reads `e` and digits after a mantissa; without them, leaves the cursor where it is.
  private func takeExponent(at cursor: inout Int) -> Int {
    guard cursor < end, bytes[cursor] | 0x20 == UInt8(ascii: "e") else { return 0 }
    var ahead = cursor + 1
    var isNegative = false
    if ahead < end, bytes[ahead] == UInt8(ascii: "-") || bytes[ahead] == UInt8(ascii: "+") {
      isNegative = bytes[ahead] == UInt8(ascii: "-")
      ahead += 1
    }
    let first = ahead
    var value = 0
    while ahead < end, isDigit(bytes[ahead]) {
      // Far beyond the range of Double, the exact value does not matter.
      value = min(value * 10 + Int(bytes[ahead] - UInt8(ascii: "0")), 1 << 40)
      ahead += 1
    }
    guard ahead > first else { return 0 }
    cursor = ahead
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
  ]

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
  private func isSeparator(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
  }
  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
  private func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") }
}
