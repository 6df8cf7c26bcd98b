// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
internal import LaminaGeometry

/// Attributed text, and the places in it: the text for the layout, and the conversion between bytes and the string's
/// offsets.
///
/// Nothing changes after the initialiser, but the values of attributes may be any objects of the program: hence
/// unchecked.
package final class TextSource: @unchecked Sendable {
  /// A stretch of the string with equal attributes.
  private struct Stretch {
    var range: NSRange
    var attributes: [NSAttributedString.Key: Any]
  }

  /// The text for the layout.
  package let styled: StyledText
  /// The length of the string, in UTF-16.
  package let length: Int
  /// The start of the string in the string that it is a part of, in UTF-16.
  package let start: Int
  private let text: NSString
  private let stretches: [Stretch]
  /// For each byte, and the end, its offset in UTF-16; empty where the two are equal.
  private let units: [Int32]

  /// Takes a string.
  ///
  /// - Parameter start: The start of the string in the string that it is a part of.
  package init(_ string: NSAttributedString, start: Int = 0) {
    self.start = start
    styled = StyledText(string, defaults: .coreText)
    length = string.length
    text = NSString(string: string.string)
    var found: [Stretch] = []
    string.enumerateAttributes(in: NSRange(location: 0, length: length)) { values, range, _ in
      found.append(Stretch(range: range, attributes: values))
    }
    stretches = found
    units = styled.bytes.count == string.length ? [] : Self.offsets(of: styled.bytes)
  }

  private static func offsets(of bytes: [UInt8]) -> [Int32] {
    var unit: Int32 = 0
    var result: [Int32] = []
    result.reserveCapacity(bytes.count + 1)
    for byte in bytes {
      result.append(unit)
      // A character of four bytes is a pair of units, the second of which begins at the second byte.
      if byte & 0xC0 != 0x80 { unit += byte >= 0xF0 ? 2 : 1 }
    }
    // Bytes inside a character count as its beginning.
    for index in result.indices where bytes[index] & 0xC0 == 0x80 { result[index] = result[max(index - 1, 0)] }
    return result + [unit]
  }

  /// The offset in UTF-16 of a byte, in the string that this is a part of.
  package func unit(ofByte byte: Int) -> Int {
    let unit = units.isEmpty ? byte : Int(units[min(max(byte, 0), units.count - 1)])
    return start + min(unit, length)
  }

  /// The offsets of bytes.
  package func units(ofBytes bytes: Range<Int>) -> Range<Int> {
    let (low, high) = (unit(ofByte: bytes.lowerBound), unit(ofByte: bytes.upperBound))
    return low..<max(low, high)
  }

  /// The range of the whole string.
  package var range: Range<Int> { start..<(start + length) }

  /// The attributes at an offset.
  package func attributes(at unit: Int) -> [NSAttributedString.Key: Any] {
    let place = unit - start
    return stretches.first { NSLocationInRange(place, $0.range) }?.attributes ?? stretches.last?.attributes ?? [:]
  }

  /// A part of the string.
  package func string(in range: Range<Int>) -> NSAttributedString {
    let part = NSRange(location: range.lowerBound - start, length: range.count)
    let result = NSMutableAttributedString(string: text.substring(with: part))
    for stretch in stretches {
      let shared = NSIntersectionRange(stretch.range, part)
      guard shared.length > 0 else { continue }
      result.setAttributes(
        stretch.attributes, range: NSRange(location: shared.location - part.location, length: shared.length))
    }
    return result
  }

  /// The boundaries of the letters in a range, as seen by a reader, from its beginning to its end.
  package func carets(in range: Range<Int>) -> [Int] {
    var unit = range.lowerBound
    var result = [unit]
    for letter in text.substring(with: NSRange(location: unit - start, length: range.count)) {
      unit += letter.utf16.count
      result.append(unit)
    }
    return result
  }

  /// Whether a unit is white space, the ends of paragraphs included.
  package func isWhite(at unit: Int) -> Bool {
    guard range.contains(unit), let scalar = Unicode.Scalar(text.character(at: unit - start)) else { return false }
    return scalar.properties.isWhitespace
  }

  private func unitValue(at unit: Int) -> UInt16? { range.contains(unit) ? text.character(at: unit - start) : nil }

  /// Whether a paragraph ends with a unit.
  func isParagraphEnd(at unit: Int) -> Bool { [0x0A, 0x0D, 0x2029].contains(unitValue(at: unit)) }

  func isCarriageReturn(at unit: Int) -> Bool { unitValue(at: unit) == 0x0D }

  func isLineFeed(at unit: Int) -> Bool { unitValue(at: unit) == 0x0A }

  /// The offset after a paragraph's end at an offset; without one, the offset itself.
  package func endOfParagraph(after unit: Int) -> Int {
    var result = unit
    while result < range.upperBound, isWhite(at: result) {
      let isEnd = isParagraphEnd(at: result)
      // A carriage return and a line feed are one end.
      let isPair = isEnd && isCarriageReturn(at: result) && isLineFeed(at: result + 1)
      result += isPair ? 2 : 1
      if isEnd { break }
    }
    return result
  }
}
