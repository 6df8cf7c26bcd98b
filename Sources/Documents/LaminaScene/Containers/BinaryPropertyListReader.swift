// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

/// Reads the binary form of property lists.
///
/// The file ends with 32 bytes that give the place of a table of offsets; each offset leads to one object, whose first
/// byte holds its kind and a length. Containers refer to their values by their indices in that table.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let tableStart: Int
  /// The number of the outermost object.
  let root: Int
  /// The amount of text and the number of references that may still be read: a valid list has no more of them than
  /// bytes, but a list whose objects overlap may.
  private var allowance: Int

  init(_ bytes: [UInt8]) throws(XMLProblem) {
    self.bytes = bytes
    guard bytes.count >= 40 else { throw Self.damaged("it is cut off") }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    func number(_ index: Int) -> Int {
      (0..<8).reduce(0) { $0 << 8 | Int(bytes[trailer + 8 + 8 * index + $1]) }
    }
    (count, root, tableStart) = (number(0), number(1), number(2))
    allowance = 2 * bytes.count
    let sizes = [1, 2, 4, 8]
    guard sizes.contains(offsetSize), sizes.contains(referenceSize), count >= 1, count <= bytes.count,
      tableStart >= 8, tableStart <= trailer, count * offsetSize <= trailer - tableStart, root >= 0, root < count
    else { throw Self.damaged("its table of objects does not fit") }
  }

  private static func damaged(_ reason: String) -> XMLProblem {
    XMLProblem(kind: .malformed, offset: 0, reason: "the binary property list is damaged: \(reason)")
  }

  /// Reads every object, in the order of the table.
  mutating func readAll() throws(XMLProblem) -> [PropertyList.Value] {
    var result: [PropertyList.Value] = []
    result.reserveCapacity(count)
    for index in 0..<count {
      if index % ReadingTime.stride == 0, ReadingTime.isOver { throw Self.damaged("there is no time left") }
      result.append(try object(at: try unsigned(tableStart + index * offsetSize, offsetSize)))
    }
    return result
  }

  private mutating func object(at offset: Int) throws(XMLProblem) -> PropertyList.Value {
    guard offset >= 8, offset < tableStart else { throw Self.damaged("an object lies outside of it") }
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    switch kind {
    case 0: return low == 8 || low == 9 ? .bool(low == 9) : .other
    case 1: return .number(try integer(offset + 1, size: low))
    case 2: return .number(try real(offset + 1, size: low))
    case 4: return .data(try data(at: offset))
    case 5, 6, 7: return .string(try text(at: offset, kind: kind))
    case 8: return .reference(try unsigned(offset + 1, low + 1))
    case 0xA, 0xB, 0xC:
      let (count, start) = try length(at: offset)
      return .array(try references(count, at: start))
    case 0xD:
      let (count, start) = try length(at: offset)
      let keys = try references(count, at: start)
      let values = try references(count, at: start + count * referenceSize)
      var entries: [(key: String, value: Int)] = []
      for (key, value) in zip(keys, values) {
        let place = try unsigned(tableStart + key * offsetSize, offsetSize)
        guard place >= 8, place < tableStart, [5, 6, 7].contains(bytes[place] >> 4) else { continue }
        entries.append((try text(at: place, kind: bytes[place] >> 4), value))
      }
      return .dictionary(entries)
    default: return .other
    }
  }

  /// Returns the number of elements of an object, and their start: 15 means that the number follows the first byte.
  private func length(at offset: Int) throws(XMLProblem) -> (count: Int, start: Int) {
    let low = Int(bytes[offset] & 15)
    if low < 15 { return (low, offset + 1) }
    guard offset + 1 < tableStart, bytes[offset + 1] >> 4 == 1 else { throw Self.damaged("a length is no number") }
    let size = 1 << Int(bytes[offset + 1] & 15)
    guard size <= 8 else { throw Self.damaged("a length is no number") }
    return (try unsigned(offset + 2, size), offset + 2 + size)
  }

  private mutating func references(_ count: Int, at start: Int) throws(XMLProblem) -> [Int] {
    try take(count)
    guard count <= (tableStart - start) / referenceSize else { throw Self.damaged("a list goes beyond it") }
    var result: [Int] = []
    result.reserveCapacity(count)
    for index in 0..<count {
      let reference = try unsigned(start + index * referenceSize, referenceSize)
      guard reference < self.count else { throw Self.damaged("a list names an object that is not there") }
      result.append(reference)
    }
    return result
  }

  private mutating func text(at offset: Int, kind: UInt8) throws(XMLProblem) -> String {
    let (count, start) = try length(at: offset)
    let width = kind == 6 ? 2 : 1
    try take(count)
    guard start <= tableStart, count <= (tableStart - start) / width else {
      throw Self.damaged("a text goes beyond it")
    }
    let piece = bytes[start..<(start + count * width)]
    if kind != 6 { return String(decoding: piece, as: UTF8.self) }
    let units = stride(from: piece.startIndex, to: piece.endIndex, by: 2).map {
      UInt16(piece[$0]) << 8 | UInt16(piece[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func data(at offset: Int) throws(XMLProblem) -> String {
    let (count, start) = try length(at: offset)
    try take(count)
    guard start <= tableStart, count <= tableStart - start else { throw Self.damaged("bytes go beyond it") }
    return Data(bytes[start..<(start + count)]).base64EncodedString()
  }

  private mutating func take(_ count: Int) throws(XMLProblem) {
    guard count >= 0, count <= allowance else { throw Self.damaged("its objects lie over each other") }
    allowance -= count
  }

  /// Returns an integer of 2 to the power of `size` bytes; integers of 8 bytes and more are signed.
  private func integer(_ start: Int, size: Int) throws(XMLProblem) -> Double {
    guard size <= 4, start + (1 << size) <= tableStart else { throw Self.damaged("a number goes beyond it") }
    // In an integer of 16 bytes, the upper half only repeats the sign.
    let (first, width) = size == 4 ? (start + 8, 8) : (start, 1 << size)
    let value = (0..<width).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[first + $1]) }
    return width == 8 ? Double(Int64(bitPattern: value)) : Double(value)
  }

  private func real(_ start: Int, size: Int) throws(XMLProblem) -> Double {
    guard size == 2 || size == 3, start + (1 << size) <= tableStart else {
      throw Self.damaged("a number goes beyond it")
    }
    let value = (0..<(1 << size)).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[start + $1]) }
    return size == 2 ? Double(Float(bitPattern: UInt32(value))) : Double(bitPattern: value)
  }

  /// Returns an unsigned number, most significant byte first, from the objects or from the table.
  private func unsigned(_ start: Int, _ size: Int) throws(XMLProblem) -> Int {
    guard start >= 0, start <= bytes.count - 32 - size else { throw Self.damaged("a number goes beyond it") }
    let value = (0..<size).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[start + $1]) }
    guard let result = Int(exactly: value) else { throw Self.damaged("a number is too large") }
    return result
  }
}
