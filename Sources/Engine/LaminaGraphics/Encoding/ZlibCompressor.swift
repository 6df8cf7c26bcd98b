// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CDeflate
internal import LaminaGeometry

/// The sole owner of a libdeflate compressor.
struct ZlibCompressor: ~Copyable {
  private let handle: OpaquePointer

  /// Makes a compressor.
  ///
  /// - Parameter level: 1 (fast) to 12 (small).
  init(level: Int32) throws(GraphicsError) {
    guard let handle = libdeflate_alloc_compressor(level) else { throw .outOfMemory(bytes: 0) }
    self.handle = handle
  }

  deinit {
    libdeflate_free_compressor(handle)
  }

  /// Returns `bytes` as a zlib stream. The corresponding call is `libdeflate_zlib_compress`.
  func compress(_ bytes: [UInt8]) throws(GraphicsError) -> [UInt8] {
    let bound = libdeflate_zlib_compress_bound(handle, bytes.count)
    let stream = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_zlib_compress(handle, bytes, bytes.count, buffer.baseAddress, bound)
    }
    guard !stream.isEmpty else { throw .outOfMemory(bytes: bytes.count) }
    return stream
  }
}

/// The checksum of zlib streams, computed from the uncompressed bytes.
struct Adler32: Equatable {
  private(set) var value: UInt32 = 1
  private var count = 0

  private static let base = 65_521

  /// Makes the checksum of no bytes.
  init() {}

  /// Makes the checksum of some bytes.
  init(of bytes: [UInt8]) {
    count = bytes.count
    value = bytes.withUnsafeBytes { libdeflate_adler32(1, $0.baseAddress, $0.count) }
  }

  /// Extends the checksum by that of the bytes that follow.
  mutating func append(_ next: Adler32) {
    // The lower half is 1 plus the sum of all bytes; the upper half is the sum of the lower halves after each byte.
    let (low, high) = (Int(value & 0xFFFF), Int(value >> 16))
    let sum = low + Int(next.value & 0xFFFF) - 1
    let sums = high + Int(next.value >> 16) + next.count % Self.base * (low - 1)
    value = UInt32(truncatingIfNeeded: ((sums + Self.base) % Self.base) << 16 | (sum + Self.base) % Self.base)
    count += next.count
  }
}

/// The checksum of PNG chunks.
enum Checksum {
  /// Returns the CRC-32 of `bytes`.
  static func crc32(of bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in
      Int(libdeflate_crc32(0, buffer.baseAddress, buffer.count))
    }
  }
}
