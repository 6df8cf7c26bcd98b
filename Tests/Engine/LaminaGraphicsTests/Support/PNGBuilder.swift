// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CDeflate

/// Builds PNG files of every kind from samples, independently of the encoder under test and of libpng.
struct PNGBuilder {
  enum ColorType: UInt8, CaseIterable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  var width: Int
  var height: Int
  var colorType: ColorType
  var depth: Int
  var isInterlaced = false
  /// Chunks between IHDR and IDAT: PLTE, tRNS, iCCP …
  var chunks: [(name: String, data: [UInt8])] = []
  /// The samples of a pixel, one for each channel.
  var samples: (_ x: Int, _ y: Int) -> [Int]

  /// The bytes of the file.
  var file: [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header =
      Self.bigEndian(width) + Self.bigEndian(height) + [UInt8(depth), colorType.rawValue, 0, 0, isInterlaced ? 1 : 0]
    bytes += Self.chunk("IHDR", header)
    for chunk in chunks { bytes += Self.chunk(chunk.name, chunk.data) }
    bytes += Self.chunk("IDAT", Self.zlib(scanlines))
    return bytes + Self.chunk("IEND", [])
  }

  /// A chunk with its checksum.
  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(libdeflate_crc32(0, body, body.count)))
  }

  static func bigEndian(_ number: Int, bytes: Int = 4) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(6) else { return [] }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
    }
  }

  private var scanlines: [UInt8] {
    guard isInterlaced else { return scanlines(columns: Array(0..<width), rows: Array(0..<height)) }
    // Adam7: first column and row, then the steps.
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    return passes.flatMap { x, y, stepX, stepY in
      scanlines(
        columns: Array(stride(from: x, to: width, by: stepX)), rows: Array(stride(from: y, to: height, by: stepY)))
    }
  }

  private func scanlines(columns: [Int], rows: [Int]) -> [UInt8] {
    guard !columns.isEmpty else { return [] }
    return rows.flatMap { y in
      var bits: [UInt8] = []
      for x in columns {
        for sample in samples(x, y) {
          for bit in (0..<depth).reversed() { bits.append(UInt8(sample >> bit & 1)) }
        }
      }
      let row = stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 << 1 | (start + $1 < bits.count ? bits[start + $1] : 0) }
      }
      return [0] + row
    }
  }
}
