// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// Reads numbers at offsets in a block of untrusted bytes: `nil` beyond the end of the block.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  init(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) {
    self.bytes = bytes
    self.isLittleEndian = isLittleEndian
  }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// The byte at `offset`.
  func uint8(at offset: Int) -> Int? {
    integer(at: offset, size: 1)
  }

  /// Two bytes from `offset`.
  func uint16(at offset: Int) -> Int? {
    integer(at: offset, size: 2)
  }

  /// Four bytes from `offset`.
  func uint32(at offset: Int) -> Int? {
    integer(at: offset, size: 4)
  }

  /// `size` bytes from `offset`.
  func slice(at offset: Int, size: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, size >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
    let start = bytes.startIndex + offset
    return bytes[start..<(start + size)]
  }

  /// Four bytes from `offset` as text, for chunk names.
  func name(at offset: Int) -> String? {
    slice(at: offset, size: 4).map { String(decoding: $0, as: UTF8.self) }
  }

  private func integer(at offset: Int, size: Int) -> Int? {
    guard let slice = slice(at: offset, size: size) else { return nil }
    return isLittleEndian
      ? slice.reversed().reduce(0) { $0 << 8 | Int($1) }
      : slice.reduce(0) { $0 << 8 | Int($1) }
  }
}
