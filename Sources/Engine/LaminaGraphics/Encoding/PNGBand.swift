// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc
internal import LaminaGeometry
import LaminaSystem
internal import Synchronization

/// Some rows of a picture, compressed by themselves: a chunk of a PNG file that depends on these rows and the row above
/// them alone.
///
/// The bands of a file are parts of one stream. Each ends with a whole byte and refers to no bytes before it. So where
/// no pixel of a band differs from another picture, the band of that picture can be reused.
struct PNGBand {
  /// The complete chunk.
  let chunk: [UInt8]
  /// The checksum of the uncompressed bytes.
  let checksum: Adler32

  /// The approximate number of bytes that are compressed together: with fewer, the codes at the beginning of a part
  /// would noticeably increase its length.
  private static let size = 256 << 10

  /// The rows of each band of a picture, from top to bottom.
  static func ranges(of rows: StraightRows) -> [Range<Int>] {
    let count = max(1, size / (rows.bytesPerRow + 1))
    return stride(from: 0, to: rows.height, by: count).map { $0..<min($0 + count, rows.height) }
  }

  /// Compresses some rows.
  init(_ rows: StraightRows, in range: Range<Int>, with compressor: borrowing FastZlibCompressor) throws(GraphicsError)
  {
    let filtered = PNGFilter.filtered(rows, by: .up, in: range)
    checksum = Adler32(of: filtered)
    // The stream begins with its parameters: a window of 32 KiB, and the fastest level.
    let start: [UInt8] = range.lowerBound == 0 ? [0x78, 0x01] : []
    chunk = PNGContainer.chunk("IDAT", start + (try compressor.part(of: filtered)))
  }

  /// Compresses all of a picture, from top to bottom.
  static func all(of rows: StraightRows, with compressor: borrowing FastZlibCompressor) throws(GraphicsError)
    -> [PNGBand]
  {
    var bands: [PNGBand] = []
    for range in ranges(of: rows) { bands.append(try PNGBand(rows, in: range, with: compressor)) }
    return bands
  }

  /// The file of a picture.
  ///
  /// - Parameter bands: All bands of the picture, from top to bottom.
  static func file(of rows: StraightRows, _ bands: [PNGBand]) -> [UInt8] {
    var file = PNGContainer(rows, bytes: bands.reduce(0) { $0 + $1.chunk.count })
    var checksum = Adler32()
    for band in bands {
      file.append(chunk: band.chunk)
      checksum.append(band.checksum)
    }
    // A last part without content.
    let sum = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum.value &>> $0) }
    file.append("IDAT", [0x03, 0x00] + sum)
    file.append("IEND", [])
    return file.bytes
  }
}

/// Encodes sequences of similar pictures, such as the frames of a film, in less time than ``PNGEncoder`` and to the
/// same files. Any number of threads may use it.
package final class PNGSequenceEncoder: Sendable {
  private let encoder: PNGEncoder
  /// The previous pictures that no thread is comparing at present: as many as there were threads encoding at once.
  private let kept = Locked<[KeptPicture]>([])
  private let counters = Locked((bands: 0, reused: 0))

  /// The number of bands of all pictures, and the number of them that were reused from a picture before.
  package var counts: (bands: Int, reused: Int) { counters.withLock { $0 } }

  /// Makes an encoder of sequences with the settings of an encoder.
  package init(_ encoder: PNGEncoder = PNGEncoder()) { self.encoder = encoder }

  /// Encodes a picture; see ``PNGEncoder/encode(_:)``.
  package func encode(_ image: CGImage) throws(GraphicsError) -> [UInt8] {
    let rows = StraightRows(image)
    guard encoder.cutsBands(of: rows) else { return try encoder.encode(image) }
    var picture = kept.withLock { $0.popLast() } ?? KeptPicture()
    if picture.rests() {
      kept.withLock { $0.append(picture) }
      return try encoder.encode(image)
    }
    let reused = try picture.update(to: image, rows)
    counters.withLock { $0 = ($0.bands + picture.bands.count, $0.reused + reused) }
    let file = PNGBand.file(of: rows, picture.bands)
    kept.withLock { $0.append(picture) }
    return file
  }
}

/// A picture with its bands.
private struct KeptPicture {
  private var size = (width: 0, height: 0)
  private var isOpaque = false
  /// A copy of its pixels, so that the renderer may go on drawing in the same memory.
  private var pixels: [UInt8] = []
  private(set) var bands: [PNGBand] = []
  /// The number of pictures to encode before one is kept for comparison again, and the number for the next pause: where
  /// no bands stay the same, comparing is useless.
  private var (pause, nextPause) = (0, 1)

  /// Skips the comparison of a picture, where that of the last one was useless.
  ///
  /// - Returns: Whether the comparison is skipped.
  mutating func rests() -> Bool {
    guard pause > 0 else { return false }
    pause -= 1
    (bands, pixels) = ([], [])
    return true
  }

  /// Replaces the picture.
  ///
  /// - Returns: The number of bands that were reused.
  mutating func update(to image: CGImage, _ rows: StraightRows) throws(GraphicsError) -> Int {
    let ranges = PNGBand.ranges(of: rows)
    let compressor = try FastZlibCompressor()
    guard size == (rows.width, rows.height), isOpaque == rows.isOpaque, bands.count == ranges.count else {
      bands = try PNGBand.all(of: rows, with: compressor)
      (size, isOpaque, pixels) = ((rows.width, rows.height), rows.isOpaque, [])
      pixels += image.premultipliedRGBA
      return 0
    }
    // Changed bands are found before anything is copied, since a band also depends on the row above it.
    let changed = ranges.map { !isSame(image.premultipliedRGBA, rows: $0) }
    let isCutOff = ranges.map {
      $0.lowerBound > 0 && !isSame(image.premultipliedRGBA, rows: $0.lowerBound - 1..<$0.lowerBound)
    }
    var reused = 0
    for (index, range) in ranges.enumerated() {
      guard changed[index] || isCutOff[index] else {
        reused += 1
        continue
      }
      bands[index] = try PNGBand(rows, in: range, with: compressor)
      if changed[index] { copy(image.premultipliedRGBA, rows: range) }
    }
    if reused > 0 {
      nextPause = 1
    } else {
      (pause, nextPause) = (nextPause, min(2 * nextPause, 64))
    }
    return reused
  }

  private func bytes(of rows: Range<Int>) -> Range<Int> {
    4 * size.width * rows.lowerBound..<4 * size.width * rows.upperBound
  }

  /// Whether some rows are equal to the same rows of other pixels.
  private func isSame(_ others: [UInt8], rows: Range<Int>) -> Bool {
    let part = bytes(of: rows)
    return pixels[part].withUnsafeBytes { own in
      others[part].withUnsafeBytes { others in
        guard let first = own.baseAddress, let second = others.baseAddress else { return true }
        return memcmp(first, second, own.count) == 0
      }
    }
  }

  private mutating func copy(_ others: [UInt8], rows: Range<Int>) {
    let part = bytes(of: rows)
    pixels[part].withUnsafeMutableBytes { own in
      others[part].withUnsafeBytes { own.copyMemory(from: $0) }
    }
  }
}
