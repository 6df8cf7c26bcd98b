// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Scans the bytes in one pass with an explicit stack of open containers. Depth and length are limited, so neither can
// exhaust memory. The accepted language is RFC 8259, with an optional byte order mark.

import LaminaGeometry
internal import LaminaScene

/// An error in a JSON text, with its position.
struct JSONProblem: Error, Equatable {
  var offset: Int
  var reason: String
}

/// Scans a JSON text into a table.
struct JSONScanner {
  /// The largest depth of nested containers; deeper texts are refused. Real files stay below fifty.
  static let maximumDepth = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private let maximumNodes: Int
  private var position = 0
  private var nodes: [JSONTable.Node] = []
  private var open: [Int32] = []

  /// Scans a text.
  ///
  /// - Parameter maximumNodes: The largest number of values; larger texts are refused.
  static func scan(_ bytes: [UInt8], named file: String, maximumNodes: Int) throws(JSONProblem) -> JSONTable {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<[JSONTable.Node], JSONProblem> in
      var scanner = JSONScanner(buffer, maximumNodes: maximumNodes)
      return Result { () throws(JSONProblem) in
        try scanner.run()
        return scanner.nodes
      }
    }
    return JSONTable(file: file, bytes: bytes, nodes: try result.get())
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, maximumNodes: Int) {
    self.bytes = bytes
    self.maximumNodes = maximumNodes
    nodes.reserveCapacity(min(bytes.count / 6 + 1, maximumNodes))
  }

  private mutating func run() throws(JSONProblem) {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    skipSpace()
    try scanValue()
    while !open.isEmpty {
      if nodes.count % ReadingTime.stride == 0, ReadingTime.isOver { throw problem("there is no time left") }
      try scanNext()
    }
    skipSpace()
    if position < bytes.count { throw problem("something follows the document's end") }
  }

  /// Scans the next value in the innermost open container, or the container's end.
  private mutating func scanNext() throws(JSONProblem) {
    let container = open[open.count - 1]
    let isObject = nodes[Int(container)].kind == .object
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    skipSpace()
    guard position < bytes.count else { throw cutOff() }
    if bytes[position] == close, nodes[Int(container)].count == 0 { return closeContainer() }
    if nodes[Int(container)].count > 0 {
      if bytes[position] == close { return closeContainer() }
      guard bytes[position] == UInt8(ascii: ",") else {
        throw problem("a comma or \(isObject ? "}" : "]") is expected")
      }
      position += 1
      skipSpace()
    }
    var key: (start: UInt32, length: UInt32) = (0, 0)
    if isObject { key = try scanKey() }
    let index = nodes.count
    nodes[Int(container)].count += 1
    try scanValue()
    nodes[index].keyStart = key.start
    nodes[index].keyLength = key.length
  }

  private mutating func closeContainer() {
    position += 1
    let container = open.removeLast()
    nodes[Int(container)].end = Int32(nodes.count)
  }

  private mutating func scanKey() throws(JSONProblem) -> (start: UInt32, length: UInt32) {
    guard position < bytes.count else { throw cutOff() }
    guard bytes[position] == UInt8(ascii: "\"") else { throw problem("a key in quotes is expected") }
    let (start, length, _) = try scanString()
    skipSpace()
    guard position < bytes.count else { throw cutOff() }
    guard bytes[position] == UInt8(ascii: ":") else { throw problem("a colon is expected") }
    position += 1
    skipSpace()
    return (start, length)
  }

  private mutating func scanValue() throws(JSONProblem) {
    guard position < bytes.count else { throw cutOff() }
    guard nodes.count < maximumNodes else { throw problem("the document holds more than \(maximumNodes) values") }
    let parent = open.last ?? -1
    let index = Int32(nodes.count)
    var node = JSONTable.Node(kind: .null, start: UInt32(position), parent: parent, end: index + 1)
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < Self.maximumDepth else {
        throw problem("it is nested deeper than \(Self.maximumDepth) levels")
      }
      node.kind = bytes[position] == UInt8(ascii: "{") ? .object : .array
      open.append(index)
      position += 1
    case UInt8(ascii: "\""):
      node.kind = .string
      (node.start, node.length, node.isEscaped) = try scanString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      node.kind = .number
      node.number = try scanNumber()
    default:
      let word = try scanWord()
      node.kind = word.kind
      node.number = word.number
    }
    nodes.append(node)
  }

  private mutating func scanWord() throws(JSONProblem) -> (kind: JSONTable.Kind, number: Double) {
    let words: [(StaticString, JSONTable.Kind, Double)] = [("true", .bool, 1), ("false", .bool, 0), ("null", .null, 0)]
    for (word, kind, number) in words where takes(word) { return (kind, number) }
    if bytes.count - position < 5, bytes[position] >= UInt8(ascii: "a") { throw cutOff() }
    throw problem("a value is expected")
  }

  private mutating func takes(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count - position >= length else { return false }
    for offset in 0..<length where bytes[position + offset] != word.utf8Start[offset] { return false }
    position += length
    return true
  }

  /// Scans the inside of a string.
  private mutating func scanString() throws(JSONProblem) -> (start: UInt32, length: UInt32, isEscaped: Bool) {
    let start = position + 1
    var isEscaped = false
    position = start
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return (UInt32(start), UInt32(position - 1 - start), isEscaped)
      }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        position += 1
      } else if byte < 0x20 {
        throw problem("a control character stands in a text")
      }
      position += 1
    }
    throw cutOff()
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private func problem(_ reason: String) -> JSONProblem { JSONProblem(offset: position, reason: reason) }
  private func cutOff() -> JSONProblem { JSONProblem(offset: bytes.count, reason: "the document is cut off") }

  // MARK: Numbers

  /// Powers of ten that are exact as doubles.
  private static let powers: [Double] = (0...22).map { exponent in (0..<exponent).reduce(1) { value, _ in value * 10 } }

  /// Scans a number. With up to 15 digits and a small exponent, the product or quotient of two exact doubles is the
  /// nearest double; all other numbers are parsed by the standard library.
  private mutating func scanNumber() throws(JSONProblem) -> Double {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    func take(fraction: Bool) -> Int {
      let first = position
      while position < bytes.count, isDigit(bytes[position]) {
        if digits < 18 {
          mantissa = mantissa * 10 + UInt64(bytes[position] - UInt8(ascii: "0"))
          if mantissa > 0 { digits += 1 }
          if fraction { exponent -= 1 }
        } else {
          digits += 1
          if !fraction { exponent += 1 }
        }
        position += 1
      }
      return position - first
    }
    guard take(fraction: false) > 0 else { throw problem("a digit is expected") }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard take(fraction: true) > 0 else { throw problem("a digit is expected") }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      exponent += try scanExponent()
    }
    if digits <= 15, abs(exponent) <= 22 {
      let whole = Double(mantissa)
      let value = exponent < 0 ? whole / Self.powers[-exponent] : whole * Self.powers[exponent]
      return isNegative ? -value : value
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // Values beyond a double's range are clamped, so that no number is infinite.
    return (Double(text) ?? 0).clampedToFinite
  }

  private mutating func scanExponent() throws(JSONProblem) -> Int {
    position += 1
    var isNegative = false
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
      isNegative = bytes[position] == UInt8(ascii: "-")
      position += 1
    }
    let first = position
    var value = 0
    while position < bytes.count, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9") {
      value = min(value * 10 + Int(bytes[position] - UInt8(ascii: "0")), 100_000)
      position += 1
    }
    guard position > first else { throw problem("a digit is expected") }
    return isNegative ? -value : value
  }
}

extension Double {
  fileprivate var clampedToFinite: Double {
    isNaN ? 0 : Swift.min(Swift.max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}
