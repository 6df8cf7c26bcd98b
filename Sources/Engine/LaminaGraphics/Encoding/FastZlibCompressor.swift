// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CISAL
internal import Foundation
internal import LaminaGeometry

/// Compresses parts of zlib streams in the least time; the sole owner of ISA-L's working memory.
///
/// ISA-L takes two thirds to a fifth of the time of libdeflate's level 1, and a twentieth on a picture of one colour.
/// Streams of rendered pictures are up to 15 % longer. The same bytes always become the same part on processors of the
/// same kind. The library has separate code for several kinds of processors; their compressed parts may differ, the
/// decompressed bytes do not.
///
/// This is the library's level 0, which encodes a whole part with one pair of Huffman codes, made from samples. The
/// output of levels 1 and 2 depends on the memory address of the library's state: version 2.30 hashes its address in
/// place of the third byte of the input.
struct FastZlibCompressor: ~Copyable {
  private let stream: UnsafeMutablePointer<isal_zstream>
  private let frequencies: UnsafeMutablePointer<isal_huff_histogram>
  private let codes: UnsafeMutablePointer<isal_hufftables>

  /// The numbers of bytes that are compressed by ISA-L. Twice the greatest must fit the library's counters of 32 bits.
  /// A part begins with the codes of all symbols, which takes about a hundred bytes, and libdeflate finds more
  /// repetitions; so small inputs, which take little time anyway, are left to libdeflate.
  static let inputs = (64 << 10)...(1 << 31 - 1)

  /// Makes a compressor.
  init() throws(GraphicsError) {
    // The memory is zeroed: the library does not set fields such as the size of its window, where zero means the
    // default.
    let memory = [
      calloc(1, MemoryLayout<isal_zstream>.size), calloc(1, MemoryLayout<isal_huff_histogram>.size),
      calloc(1, MemoryLayout<isal_hufftables>.size),
    ]
    guard let stream = memory[0], let frequencies = memory[1], let codes = memory[2] else {
      for part in memory { free(part) }
      throw .outOfMemory(bytes: MemoryLayout<isal_zstream>.size)
    }
    self.stream = stream.bindMemory(to: isal_zstream.self, capacity: 1)
    self.frequencies = frequencies.bindMemory(to: isal_huff_histogram.self, capacity: 1)
    self.codes = codes.bindMemory(to: isal_hufftables.self, capacity: 1)
  }

  deinit {
    free(stream)
    free(frequencies)
    free(codes)
  }

  /// Returns `bytes` as a part of a stream: the part ends with a whole byte, refers to no bytes before it, and is not
  /// the last. The corresponding call is `isal_deflate_stateless`.
  func part(of bytes: [UInt8]) throws(GraphicsError) -> [UInt8] {
    // Incompressible bytes are stored in blocks of 65,535 bytes with a header of five bytes each; the codes take up to
    // 328 bytes.
    let bound = bytes.count + 5 * (bytes.count / 65_535 + 1) + 512
    let compressed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      bytes.withUnsafeBufferPointer { input in
        makeCodes(for: input)
        isal_deflate_stateless_init(stream)
        stream.pointee.hufftables = codes
        stream.pointee.gzip_flag = UInt16(IGZIP_DEFLATE)
        stream.pointee.flush = UInt16(FULL_FLUSH)
        stream.pointee.end_of_stream = 0
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

  /// Makes Huffman codes for `bytes` from a quarter of them.
  ///
  /// Long samples find repetitions from row to row; short samples between them cover parts that the long ones miss, as
  /// where margins are flat.
  private func makeCodes(for bytes: UnsafeBufferPointer<UInt8>) {
    memset(frequencies, 0, MemoryLayout<isal_huff_histogram>.size)
    count(32 << 10, of: bytes, every: 256 << 10, from: 0)
    count(8 << 10, of: bytes, every: 64 << 10, from: 32 << 10)
    // The library counts repetitions as at most 250 bytes long, but writes them with 258, which is another symbol.
    frequencies.pointee.lit_len_histogram.285 += frequencies.pointee.lit_len_histogram.284
    isal_create_hufftables(codes, frequencies)
  }

  /// Counts the symbols of samples of a length.
  private func count(_ length: Int, of bytes: UnsafeBufferPointer<UInt8>, every step: Int, from first: Int) {
    for start in stride(from: first, to: bytes.count, by: step) {
      let part = UnsafeBufferPointer(rebasing: bytes[start..<min(start + length, bytes.count)])
      isal_update_histogram(UnsafeMutablePointer(mutating: part.baseAddress), Int32(part.count), frequencies)
    }
  }
}
