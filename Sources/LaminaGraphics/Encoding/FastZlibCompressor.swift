// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CISAL
internal import Foundation
internal import LaminaGeometry

/// Compresses to zlib streams in the least time; the sole owner of ISA-L's working memory.
///
/// ISA-L takes half to a fifth of the time of libdeflate's level 1, and a thirtieth on a picture of one colour. Streams are up to 8 % longer.
/// The library has code of its own for several kinds of processors, whose streams may differ; what they hold does not.
struct FastZlibCompressor: ~Copyable {
  private let stream: UnsafeMutablePointer<isal_zstream>
  private let search: UnsafeMutableRawPointer

  /// How many bytes it is for. Twice as many must fit the library's counters of 32 bits; and of some dozens of bytes, one stream in some
  /// hundreds missed a repetition that the others had found, so what is short is left to a library that always finds the same.
  static let inputs = (64 << 10)...(1 << 31 - 1)

  /// Makes a compressor.
  init() throws(GraphicsError) {
    let size = MemoryLayout<isal_zstream>.size
    // All zero: the library leaves fields such as the size of its window as they are, where zero means what is usual.
    guard let state = calloc(1, size) else { throw .outOfMemory(bytes: size) }
    guard let search = malloc(Int(lamina_isal_level_2_size)) else {
      free(state)
      throw .outOfMemory(bytes: Int(lamina_isal_level_2_size))
    }
    stream = state.bindMemory(to: isal_zstream.self, capacity: 1)
    self.search = search
  }

  deinit {
    free(stream)
    free(search)
  }

  /// Returns `bytes`, as many as ``inputs`` says, as a zlib stream. The corresponding call is `isal_deflate_stateless`.
  func compress(_ bytes: [UInt8]) throws(GraphicsError) -> [UInt8] {
    // What cannot be made shorter is stored in blocks of 65,535 bytes with five before each.
    let bound = bytes.count + 5 * (bytes.count / 65_535 + 1) + 64
    isal_deflate_stateless_init(stream)
    stream.pointee.level = 2
    stream.pointee.level_buf = search.assumingMemoryBound(to: UInt8.self)
    stream.pointee.level_buf_size = lamina_isal_level_2_size
    stream.pointee.gzip_flag = UInt16(IGZIP_ZLIB)
    stream.pointee.flush = UInt16(NO_FLUSH)
    stream.pointee.end_of_stream = 1
    let compressed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      bytes.withUnsafeBufferPointer { input in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(bound)
        if isal_deflate_stateless(stream) == COMP_OK { count = bound - Int(stream.pointee.avail_out) }
      }
    }
    guard !compressed.isEmpty else { throw .outOfMemory(bytes: bytes.count) }
    return compressed
  }
}
