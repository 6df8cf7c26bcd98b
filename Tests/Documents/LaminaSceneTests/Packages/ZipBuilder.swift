// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CDeflate
import Foundation

/// Makes zip archives, bad ones included: it writes whatever it is told.
struct ZipBuilder {
  /// One entry, with the fields that an archive may lie about.
  struct Entry {
    var name: String
    var contents = Data()
    var isDeflated = false
    /// Bit 0 says that the entry is encrypted.
    var flags: UInt16 = 0
    var method: UInt16?
    /// The kind and permissions in Unix, such as 0o120777 for a link.
    var unixMode: UInt32 = 0
    var claimedLength: UInt32?
    var checksum: UInt32?
  }

  private var local = Data()
  private var directory = Data()
  private var count = 0
  /// The number in the record at the end, instead of the number of entries.
  var claimedCount: UInt16?
  /// The number in a 64-bit record at the end.
  var claimedCount64: UInt64?

  init(_ files: [(String, Data)] = []) {
    for (name, contents) in files { add(Entry(name: name, contents: contents)) }
  }

  mutating func add(_ name: String, _ text: String, isDeflated: Bool = false) {
    add(Entry(name: name, contents: Data(text.utf8), isDeflated: isDeflated))
  }

  mutating func add(_ entry: Entry) {
    let packed = entry.isDeflated ? Self.deflated(entry.contents) : entry.contents
    var fields = Data()
    fields.number(entry.flags | 0x800)
    fields.number(entry.method ?? (entry.isDeflated ? 8 : 0))
    fields.number(UInt32(0x5A21_6000))
    fields.number(entry.checksum ?? entry.contents.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) })
    fields.number(UInt32(packed.count))
    fields.number(entry.claimedLength ?? UInt32(entry.contents.count))
    let name = Data(entry.name.utf8)
    fields.number(UInt16(name.count))
    fields.number(UInt16(0))
    let offset = UInt32(local.count)
    local.number(UInt32(0x0403_4B50))
    local.number(UInt16(20))
    local += fields + name + packed
    directory.number(UInt32(0x0201_4B50))
    directory.number(UInt16(3 << 8 | 20))
    directory.number(UInt16(20))
    directory += fields
    for value in [UInt16(0), 0, 0] { directory.number(value) }
    directory.number(entry.unixMode << 16)
    directory.number(offset)
    directory += name
    count += 1
  }

  var data: Data {
    var result = local + directory
    if let claimedCount64 {
      let record = UInt64(result.count)
      result.number(UInt32(0x0606_4B50))
      result.number(UInt64(44))
      for value in [UInt16(45), 45] { result.number(value) }
      for value in [UInt32(0), 0] { result.number(value) }
      for value in [claimedCount64, claimedCount64, UInt64(directory.count), UInt64(local.count)] {
        result.number(value)
      }
      result.number(UInt32(0x0706_4B50))
      result.number(UInt32(0))
      result.number(record)
      result.number(UInt32(1))
    }
    result.number(UInt32(0x0605_4B50))
    for value in [UInt16(0), 0] { result.number(value) }
    let entries = claimedCount64 == nil ? claimedCount ?? UInt16(count) : 0xFFFF
    for value in [entries, entries] { result.number(value) }
    for value in [UInt32(directory.count), UInt32(local.count)] { result.number(value) }
    result.number(UInt16(0))
    return result
  }

  private static func deflated(_ data: Data) -> Data {
    guard let compressor = libdeflate_alloc_compressor(9) else { return Data() }
    defer { libdeflate_free_compressor(compressor) }
    var result = Data(count: libdeflate_deflate_compress_bound(compressor, data.count))
    let length = result.withUnsafeMutableBytes { target in
      data.withUnsafeBytes {
        libdeflate_deflate_compress(compressor, $0.baseAddress, $0.count, target.baseAddress, target.count)
      }
    }
    return result.prefix(length)
  }
}

extension Data {
  /// Appends a number, least byte first.
  fileprivate mutating func number(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
