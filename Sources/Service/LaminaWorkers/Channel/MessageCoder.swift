// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The encoding of message bodies: the parts of a `Codable` value one after the other, without the names of properties.
// An optional part is preceded by a byte that tells whether it is present, the elements of a list by their count, the
// values of an enumeration case by the name of the case. Dictionaries cannot be encoded.
//
// Worker and parent are the same program, so the format needs no compatibility with other versions.

import LaminaGeometry

/// The error for a body that cannot be decoded as the requested type, or a value that cannot be encoded.
package struct MessageProblem: Error {}

/// Encodes values as bodies of messages.
package enum MessageWriter {
  /// The bytes of a value.
  ///
  /// - Throws: ``MessageProblem`` for a value that cannot be encoded, such as a list of optional values.
  package static func bytes(of value: some Encodable) throws(MessageProblem) -> [UInt8] {
    let body = MessageBytes()
    do { try MessageEncoder(body: body).put(value) } catch { throw MessageProblem() }
    return body.bytes
  }
}

/// Decodes values from bodies of messages.
///
/// The bytes are not trusted: lengths and counts are compared with the number of remaining bytes before anything is
/// created, texts have to be UTF-8, the nesting of values is limited, and bytes that are left over are an error.
package enum MessageReader {
  /// The maximum nesting depth of values.
  package static let mostLevels = 32

  /// Decodes a value that takes up all of `bytes`.
  package static func value<Value: Decodable>(_ type: Value.Type, of bytes: [UInt8]) throws(MessageProblem) -> Value {
    let source = MessageSource(bytes)
    let result = Result { try MessageDecoder(source: source, level: 0).take(type) }
    guard case .success(let value) = result, source.left == 0 else { throw MessageProblem() }
    return value
  }
}

// MARK: Bytes

/// The bytes of a body that is being written.
private final class MessageBytes {
  var bytes: [UInt8] = []

  /// Appends an integer, the least significant byte first.
  func put(number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  func put(text: String) {
    put(number: UInt32(clamping: text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Replaces a count that was written before the elements.
  func set(count: Int, at place: Int) {
    withUnsafeBytes(of: UInt32(clamping: count).littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
  }
}

/// The bytes of a body that is being read.
private final class MessageSource {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The number of bytes that are not read yet.
  var left: Int { bytes.count - place }

  /// Reads an integer.
  func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(MessageProblem) -> Number {
    var value = Number.zero
    let size = MemoryLayout<Number>.size
    guard left >= size else { throw MessageProblem() }
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes[place..<(place + size)]) }
    place += size
    return Number(littleEndian: value)
  }

  /// Reads a count of parts that take at least a byte each.
  func count() throws(MessageProblem) -> Int {
    let count = Int(clamping: try number(UInt32.self))
    guard count <= left else { throw MessageProblem() }
    return count
  }

  /// Reads a text.
  func text() throws(MessageProblem) -> String {
    let count = try count()
    guard let text = String(validating: bytes[place..<(place + count)], as: UTF8.self) else { throw MessageProblem() }
    place += count
    return text
  }

  /// The text that follows, without reading past it.
  func nextText() -> String? {
    let start = place
    defer { place = start }
    return try? text()
  }

  /// Reads a byte that is 0 or 1.
  func flag() throws(MessageProblem) -> Bool {
    switch try number(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw MessageProblem()
    }
  }
}

// MARK: Parts

/// A value that is encoded as a single part.
private protocol MessagePart {
  func write(to body: MessageBytes)
  init(from source: MessageSource) throws(MessageProblem)
}

extension FixedWidthInteger {
  fileprivate func write(to body: MessageBytes) { body.put(number: self) }
  fileprivate init(from source: MessageSource) throws(MessageProblem) { self = try source.number() }
}

extension Int: MessagePart {}
extension Int8: MessagePart {}
extension Int16: MessagePart {}
extension Int32: MessagePart {}
extension Int64: MessagePart {}
extension UInt: MessagePart {}
extension UInt8: MessagePart {}
extension UInt16: MessagePart {}
extension UInt32: MessagePart {}
extension UInt64: MessagePart {}

extension Bool: MessagePart {
  fileprivate func write(to body: MessageBytes) { body.put(number: UInt8(self ? 1 : 0)) }
  fileprivate init(from source: MessageSource) throws(MessageProblem) { self = try source.flag() }
}

extension Double: MessagePart {
  fileprivate func write(to body: MessageBytes) { body.put(number: bitPattern) }
  fileprivate init(from source: MessageSource) throws(MessageProblem) { self.init(bitPattern: try source.number()) }
}

extension Float: MessagePart {
  fileprivate func write(to body: MessageBytes) { body.put(number: bitPattern) }
  fileprivate init(from source: MessageSource) throws(MessageProblem) { self.init(bitPattern: try source.number()) }
}

extension String: MessagePart {
  fileprivate func write(to body: MessageBytes) { body.put(text: self) }
  fileprivate init(from source: MessageSource) throws(MessageProblem) { self = try source.text() }
}

/// Values that bodies cannot hold, since their keys would be lost.
private protocol MessageUnwritable {}

extension Dictionary: MessageUnwritable {}

// MARK: Writing

private struct MessageEncoder: Encoder, SingleValueEncodingContainer {
  let body: MessageBytes
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func put<Value: Encodable>(_ value: Value) throws {
    // Checked by type, since a cast would unwrap an optional value.
    if Value.self is any MessagePart.Type, let part = value as? any MessagePart { return part.write(to: body) }
    guard !(Value.self is any MessageUnwritable.Type) else { throw MessageProblem() }
    try value.encode(to: self)
  }

  func put<Value: Encodable>(ifPresent value: Value?) throws {
    (value != nil).write(to: body)
    if let value { try put(value) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Properties(encoder: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func encodeNil() throws { throw MessageProblem() }
  func encode<Value: Encodable>(_ value: Value) throws { try put(value) }

  /// Encodes the properties of a value in their order, or the name of an enumeration case that has associated values.
  struct Properties<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: MessageEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { throw MessageProblem() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.put(value) }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Inner> {
      encoder.body.put(text: key.stringValue)
      return encoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }

    // Without these the protocol's default implementations would omit the byte that tells whether a value is present.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      try encoder.put(ifPresent: value)
    }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encoder.put(ifPresent: value) }
  }

  /// Encodes the elements of a list, after their count.
  struct Elements: UnkeyedEncodingContainer {
    let encoder: MessageEncoder
    private let place: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(_ encoder: MessageEncoder) {
      self.encoder = encoder
      place = encoder.body.bytes.count
      encoder.body.put(number: UInt32(0))
    }

    private mutating func next() -> MessageEncoder {
      count += 1
      encoder.body.set(count: count, at: place)
      return encoder
    }

    mutating func encodeNil() throws { throw MessageProblem() }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try next().put(value) }
    mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
      next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { next() }
  }
}

// MARK: Reading

private struct MessageDecoder: Decoder, SingleValueDecodingContainer {
  let source: MessageSource
  /// The nesting depth of the value that is read.
  let level: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func take<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard !(type is any MessageUnwritable.Type) else { throw MessageProblem() }
    guard let part = type as? any MessagePart.Type else { return try Value(from: try inner()) }
    guard let value = try part.init(from: source) as? Value else { throw MessageProblem() }
    return value
  }

  /// The decoder of a value nested in this one.
  private func inner() throws -> MessageDecoder {
    guard level < MessageReader.mostLevels else { throw MessageProblem() }
    return MessageDecoder(source: source, level: level + 1)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Properties(decoder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Elements(decoder: self, count: try source.count()) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take(type) }

  struct Properties<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: MessageDecoder
    var codingPath: [any CodingKey] { [] }
    /// The name of an enumeration case that has associated values, which is requested before they are.
    var allKeys: [Key] { decoder.source.nextText().flatMap(Key.init(stringValue:)).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { try !decoder.source.flag() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder.take(type) }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
      guard try decoder.source.text() == key.stringValue else { throw MessageProblem() }
      return try decoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder.inner().unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try decoder.inner() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder.inner() }
  }

  struct Elements: UnkeyedDecodingContainer {
    let decoder: MessageDecoder
    let count: Int?
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    init(decoder: MessageDecoder, count: Int) {
      (self.decoder, self.count) = (decoder, count)
    }

    private mutating func next() throws -> MessageDecoder {
      guard !isAtEnd else { throw MessageProblem() }
      currentIndex += 1
      return decoder
    }

    mutating func decodeNil() throws -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().take(type) }
    mutating func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type
    ) throws -> KeyedDecodingContainer<Inner> {
      try next().inner().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().inner().unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { try next().inner() }
  }
}
