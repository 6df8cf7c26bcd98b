// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A JSON text as one flat table. Every value is a node, in the order of the text. A container's values follow it and
// end at its `end`, so nothing here is recursive, and a document of a million numbers needs two allocations.

import LaminaGeometry

/// A JSON text, scanned once.
final class JSONTable: Sendable {
  /// The kind of a value.
  enum Kind: UInt8, Sendable {
    case null, bool, number, string, array, object

    /// The kind, for messages.
    var name: String {
      switch self {
      case .null: "null"
      case .bool: "true or false"
      case .number: "a number"
      case .string: "a text"
      case .array: "a list"
      case .object: "an object"
      }
    }
  }

  /// One value.
  struct Node: Sendable {
    var kind: Kind
    /// Whether the string contains escapes.
    var isEscaped = false
    /// The offset of the text; for strings, after the opening quote.
    var start: UInt32
    /// The length of a string in bytes, without quotes.
    var length: UInt32 = 0
    /// The value's key, without quotes; its length is 0 outside objects.
    var keyStart: UInt32 = 0
    var keyLength: UInt32 = 0
    /// The index of the container, or -1.
    var parent: Int32
    /// The index of the node after the last one inside.
    var end: Int32
    /// The number of direct child values.
    var count: Int32 = 0
    /// The number; 1 and 0 for true and false.
    var number = 0.0
  }

  /// The name of the document in messages.
  let file: String
  /// The text.
  let bytes: [UInt8]
  /// All values, the outermost first.
  let nodes: [Node]

  init(file: String, bytes: [UInt8], nodes: [Node]) {
    self.file = file
    self.bytes = bytes
    self.nodes = nodes
  }

  /// The outermost value.
  var root: JSONValue { JSONValue(table: self, index: 0) }

  /// The line and column of a byte, both from 1.
  func place(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    return (line, min(offset, bytes.count) - lineStart + 1)
  }

  /// The text of a string or key.
  func text(start: UInt32, length: UInt32, isEscaped: Bool) -> String {
    let raw = bytes[Int(start)..<Int(start + length)]
    return isEscaped ? JSONEscapes.decoded(raw) : String(decoding: raw, as: UTF8.self)
  }
}

/// The escapes of JSON strings.
enum JSONEscapes {
  /// A string with its escapes decoded; invalid ones become U+FFFD.
  static func decoded(_ raw: ArraySlice<UInt8>) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(raw.count)
    var plain: [UInt8] = []
    func flush() {
      units.append(contentsOf: String(decoding: plain, as: UTF8.self).utf16)
      plain.removeAll(keepingCapacity: true)
    }
    var index = raw.startIndex
    while index < raw.endIndex {
      let byte = raw[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < raw.endIndex else {
        plain.append(byte)
        continue
      }
      let escape = raw[index]
      index += 1
      guard escape == UInt8(ascii: "u") else {
        plain.append(single[escape] ?? escape)
        continue
      }
      flush()
      let digits = raw[index...].prefix(4).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      index = min(index + 4, raw.endIndex)
      units.append(digits.count == 4 ? UInt16(digits.reduce(0) { 16 * $0 + $1 }) : 0xFFFD)
    }
    flush()
    return String(decoding: units, as: UTF16.self)
  }

  private static let single: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12,
  ]
}
