// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CDeflate
internal import LaminaGeometry

/// Unpacks `gzip` files. Only this type calls libdeflate's functions for the format.
package enum GzipFile {
  /// The reasons why a file was not unpacked.
  package enum Problem: Error, Equatable {
    /// The file is cut off, or its checksum is wrong.
    case damaged
    /// The file declares more unpacked bytes than the limit. Both numbers are bytes.
    case tooLong(bytes: Int, limit: Int)
  }

  /// Whether a file begins like a gzip file.
  package static func recognizes(_ head: some Collection<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B]) }

  /// Unpacks a file of one member.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limit: The most bytes that it may unpack to; no memory is reserved for a file that declares more.
  package static func unpack(_ bytes: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
    // The last four bytes are the length, least byte first; a file that unpacks to another length is damaged.
    guard bytes.count >= 18 else { throw .damaged }
    let count = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard count <= limit else { throw .tooLong(bytes: count, limit: limit) }
    guard let handle = libdeflate_alloc_decompressor() else { throw .damaged }
    defer { libdeflate_free_decompressor(handle) }
    var (taken, made) = (0, 0)
    var result = LIBDEFLATE_BAD_DATA
    let unpacked = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      result = libdeflate_gzip_decompress_ex(handle, bytes, bytes.count, buffer.baseAddress, count, &taken, &made)
      initialized = result == LIBDEFLATE_SUCCESS ? made : 0
    }
    guard result == LIBDEFLATE_SUCCESS, made == count, taken == bytes.count else { throw .damaged }
    return unpacked
  }
}
