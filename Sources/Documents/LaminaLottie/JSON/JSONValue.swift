// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// One value of a JSON text.
struct JSONValue {
  let table: JSONTable
  let index: Int32

  private var node: JSONTable.Node { table.nodes[Int(index)] }

  /// The kind of the value.
  var kind: JSONTable.Kind { node.kind }

  /// The offset of the value's text.
  var offset: Int { Int(node.start) }

  /// The value for a key of an object; `nil` if there is none, or this is no object. Of several equal keys the first
  /// counts.
  subscript(_ key: StaticString) -> JSONValue? {
    let node = self.node
    guard node.kind == .object else { return nil }
    let wanted = UInt32(key.utf8CodeUnitCount)
    let start = key.utf8Start
    var child = index + 1
    while child < node.end {
      let candidate = table.nodes[Int(child)]
      if candidate.keyLength == wanted, matches(candidate, start, Int(wanted)) {
        return JSONValue(table: table, index: child)
      }
      child = candidate.end
    }
    return nil
  }

  private func matches(_ node: JSONTable.Node, _ key: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let first = Int(node.keyStart)
    for offset in 0..<length where table.bytes[first + offset] != key[offset] { return false }
    return true
  }

  /// The values of a list, or of an object without their keys; empty for other kinds.
  var elements: [JSONValue] {
    let node = self.node
    guard node.kind == .array || node.kind == .object else { return [] }
    var result: [JSONValue] = []
    result.reserveCapacity(Int(node.count))
    var child = index + 1
    while child < node.end {
      result.append(JSONValue(table: table, index: child))
      child = table.nodes[Int(child)].end
    }
    return result
  }

  /// The number of direct child values.
  var count: Int { Int(node.count) }

  /// The first child value.
  var first: JSONValue? { node.count > 0 ? JSONValue(table: table, index: index + 1) : nil }

  /// The number; also for true (1) and false (0), which some writers use instead of numbers.
  var number: Double? {
    let node = self.node
    return node.kind == .number || node.kind == .bool ? node.number : nil
  }

  /// The number, also if it is the first element of a list.
  var scalar: Double? { number ?? first?.number }

  /// The numbers of a list, or a single number; `nil` if any element is not a number.
  var numbers: [Double]? {
    let node = self.node
    if let number { return [number] }
    guard node.kind == .array else { return nil }
    var result: [Double] = []
    result.reserveCapacity(Int(node.count))
    var child = Int(index) + 1
    while child < Int(node.end) {
      guard table.nodes[child].kind == .number else { return nil }
      result.append(table.nodes[child].number)
      child += 1
    }
    return result
  }

  /// A flag: true, or a number other than 0; `nil` for other kinds.
  var flag: Bool? { number.map { $0 != 0 } }

  /// The text of a string.
  var text: String? {
    let node = self.node
    guard node.kind == .string else { return nil }
    return table.text(start: node.start, length: node.length, isEscaped: node.isEscaped)
  }

  /// An identifier: the text, or a whole number as text.
  var identifier: String? { text ?? number.flatMap { Int(exactly: $0) }.map { "\($0)" } }

  /// The value's key in an object.
  var key: String? {
    let node = self.node
    guard node.parent >= 0, table.nodes[Int(node.parent)].kind == .object else { return nil }
    return table.text(start: node.keyStart, length: node.keyLength, isEscaped: false)
  }

  /// The path from the outermost value: `layers[3].shapes[0].ks.k[1].t`.
  var path: String {
    var parts: [String] = []
    var current = index
    while current > 0, parts.count < 1000 {
      let value = JSONValue(table: table, index: current)
      let parent = table.nodes[Int(current)].parent
      guard parent >= 0 else { break }
      if let key = value.key {
        parts.append((parent == 0 ? "" : ".") + key.prefix(60))
      } else {
        parts.append("[\(position(of: current, in: parent))]")
      }
      current = parent
    }
    return parts.reversed().joined()
  }

  private func position(of child: Int32, in parent: Int32) -> Int {
    var position = 0
    var current = parent + 1
    while current < child {
      current = table.nodes[Int(current)].end
      position += 1
    }
    return position
  }
}
