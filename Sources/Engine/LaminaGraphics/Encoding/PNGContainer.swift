// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The bytes of a PNG file: signature, header, sRGB chunk, and the chunks appended to them.
struct PNGContainer {
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Begins a file for pixels of a size and kind.
  ///
  /// - Parameter bytes: The number of bytes of chunks to reserve.
  init(_ rows: StraightRows, bytes count: Int = 0) {
    bytes.reserveCapacity(count + 128)
    var header: [UInt8] = []
    PNGContainer.append(rows.width, to: &header)
    PNGContainer.append(rows.height, to: &header)
    let colorType: UInt8 = rows.isOpaque ? 2 : 6  // RGB or RGBA
    header += [rows.is16Bit ? 16 : 8, colorType, 0, 0, 0]  // deflate, the five filters, not interlaced
    append("IHDR", header)
    append("sRGB", [0])  // perceptual
  }

  /// A single chunk; the data must not exceed the largest size of a chunk.
  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + 12)
    append(name, data[...], to: &bytes)
    return bytes
  }

  /// Appends a complete chunk.
  mutating func append(chunk: [UInt8]) { bytes += chunk }

  /// Appends a chunk, in as many pieces of the largest legal size as it takes.
  mutating func append(_ name: String, _ data: [UInt8]) {
    bytes.makeRoom(for: data.count + 12)
    var first = 0
    repeat {
      let piece = data[first..<min(data.count, first + 0x7FFF_FFFF)]
      PNGContainer.append(name, piece, to: &bytes)
      first += piece.count
    } while first < data.count
  }

  private static func append(_ name: String, _ data: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    append(data.count, to: &bytes)
    let start = bytes.count
    bytes += name.utf8
    bytes += data
    append(Checksum.crc32(of: bytes[start...]), to: &bytes)
  }

  /// Appends four bytes, highest first.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
