// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// What a message says, as bytes: its parts one after the other, each as long as it says itself, without names.
///
/// Worker and parent are the same program, so nothing here has to be understood by another version. Whoever reads
/// believes nothing: lengths and counts are held against what there is before anything is made, texts have to be UTF-8,
/// and bytes that are left over are a fault.
package protocol MessageBody {
  /// Adds its parts.
  func write(to writer: inout MessageWriter)
  /// Takes its parts, in the order in which they were added.
  init(from reader: inout MessageReader) throws(MessageProblem)
}

/// What was read is not what should be there.
package struct MessageProblem: Error {}

/// Puts the parts of a message behind one another.
package struct MessageWriter {
  fileprivate(set) var bytes: [UInt8] = []

  /// The bytes of a value.
  package static func bytes(of value: some MessageBody) -> [UInt8] {
    var writer = MessageWriter()
    value.write(to: &writer)
    return writer.bytes
  }

  /// Adds a part.
  mutating func put(_ value: some MessageBody) { value.write(to: &self) }

  /// Adds parts, one after the other.
  mutating func put<First: MessageBody, each Next: MessageBody>(_ first: First, _ next: repeat each Next) {
    first.write(to: &self)
    repeat (each next).write(to: &self)
  }

  /// Adds a whole number, its least byte first.
  fileprivate mutating func put(number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// Takes the parts of a message.
package struct MessageReader {
  private let bytes: [UInt8]
  private var place = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value that bytes say, all of them.
  package static func value<Value: MessageBody>(_ type: Value.Type, of bytes: [UInt8]) throws(MessageProblem) -> Value {
    var reader = MessageReader(bytes)
    let value = try Value(from: &reader)
    guard reader.left == 0 else { throw MessageProblem() }
    return value
  }

  /// How many bytes there still are.
  fileprivate var left: Int { bytes.count - place }

  /// Takes a part.
  mutating func take<Value: MessageBody>(_ type: Value.Type = Value.self) throws(MessageProblem) -> Value {
    try Value(from: &self)
  }

  /// Takes a whole number.
  fileprivate mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(MessageProblem)
    -> Number
  {
    var value = Number.zero
    let size = MemoryLayout<Number>.size
    guard left >= size else { throw MessageProblem() }
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes[place..<(place + size)]) }
    place += size
    return Number(littleEndian: value)
  }

  /// Takes a count of things that take a byte each, or more.
  fileprivate mutating func count() throws(MessageProblem) -> Int {
    let count = Int(clamping: try number(UInt32.self))
    guard count <= left else { throw MessageProblem() }
    return count
  }

  /// Takes a text.
  fileprivate mutating func text() throws(MessageProblem) -> String {
    let count = try count()
    guard let text = String(validating: bytes[place..<(place + count)], as: UTF8.self) else { throw MessageProblem() }
    place += count
    return text
  }

  /// Takes a byte that is 0 or 1.
  fileprivate mutating func flag() throws(MessageProblem) -> Bool {
    switch try number(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw MessageProblem()
    }
  }
}

// MARK: What parts are made of

extension Bool: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(number: UInt8(self ? 1 : 0)) }
  package init(from reader: inout MessageReader) throws(MessageProblem) { self = try reader.flag() }
}

extension UInt8: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(number: self) }
  package init(from reader: inout MessageReader) throws(MessageProblem) { self = try reader.number() }
}

extension Int32: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(number: self) }
  package init(from reader: inout MessageReader) throws(MessageProblem) { self = try reader.number() }
}

extension Int: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(number: Int64(self)) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    guard let value = Int(exactly: try reader.number(Int64.self)) else { throw MessageProblem() }
    self = value
  }
}

extension Double: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(number: bitPattern) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self.init(bitPattern: try reader.number())
  }
}

extension Float: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(number: bitPattern) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self.init(bitPattern: try reader.number())
  }
}

extension String: MessageBody {
  package func write(to writer: inout MessageWriter) {
    writer.put(number: UInt32(clamping: utf8.count))
    writer.bytes.append(contentsOf: utf8)
  }
  package init(from reader: inout MessageReader) throws(MessageProblem) { self = try reader.text() }
}

extension Optional: MessageBody where Wrapped: MessageBody {
  package func write(to writer: inout MessageWriter) {
    writer.put(self != nil)
    if let self { writer.put(self) }
  }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self = try reader.flag() ? try Wrapped(from: &reader) : nil
  }
}

extension Array: MessageBody where Element: MessageBody {
  package func write(to writer: inout MessageWriter) {
    writer.put(number: UInt32(clamping: count))
    for element in self { writer.put(element) }
  }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    self = []
    for _ in 0..<(try reader.count()) { append(try Element(from: &reader)) }
  }
}

extension MessageBody where Self: RawRepresentable, RawValue: MessageBody {
  package func write(to writer: inout MessageWriter) { writer.put(rawValue) }
  package init(from reader: inout MessageReader) throws(MessageProblem) {
    guard let value = Self(rawValue: try RawValue(from: &reader)) else { throw MessageProblem() }
    self = value
  }
}
