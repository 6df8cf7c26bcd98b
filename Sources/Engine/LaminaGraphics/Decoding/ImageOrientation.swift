// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The rotation and mirroring that turn a stored picture upright: the values of the Exif tag `Orientation`.
package enum ImageOrientation: Int {
  case upright = 1
  case mirrored
  case rotatedHalf
  case mirroredHalf
  case transposed
  case rotatedRight
  case transversed
  case rotatedLeft

  /// Whether width and height are swapped.
  package var swapsSides: Bool { rawValue >= ImageOrientation.transposed.rawValue }

  /// The stored pixel that stands at the upright origin, and the steps to its right and lower neighbour, in pixels.
  private func walk(width: Int, height: Int) -> (start: Int, right: Int, down: Int) {
    let lastColumn = width - 1
    let lastRow = (height - 1) * width
    return switch self {
    case .upright: (0, 1, width)
    case .mirrored: (lastColumn, -1, width)
    case .rotatedHalf: (lastRow + lastColumn, -1, -width)
    case .mirroredHalf: (lastRow, 1, -width)
    case .transposed: (0, width, 1)
    case .rotatedRight: (lastRow, -width, 1)
    case .transversed: (lastRow + lastColumn, -width, -1)
    case .rotatedLeft: (lastColumn, width, -1)
    }
  }

  /// Returns RGBA pixels turned upright.
  package func upright(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
    guard self != .upright else { return pixels }
    let (start, right, down) = walk(width: width, height: height)
    let (columns, rows) = swapsSides ? (height, width) : (width, height)
    return [UInt8](unsafeUninitializedCapacity: pixels.count) { destination, count in
      let out = UnsafeMutableRawBufferPointer(destination)
      pixels.withUnsafeBytes { source in
        for y in 0..<rows {
          var from = start + y * down
          for x in 0..<columns {
            let pixel = source.loadUnaligned(fromByteOffset: 4 * from, as: UInt32.self)
            out.storeBytes(of: pixel, toByteOffset: 4 * (y * columns + x), as: UInt32.self)
            from += right
          }
        }
      }
      count = pixels.count
    }
  }
}

extension ImageOrientation {
  /// Reads the orientation of an Exif block: a TIFF header and its first directory.
  ///
  /// - Parameter exif: The block, with or without the `Exif\0\0` that JPEG puts before it.
  /// - Returns: `nil` when the block has no orientation or is no TIFF.
  init?(exif: ArraySlice<UInt8>) {
    let tiff = exif.starts(with: Array("Exif\0\0".utf8)) ? exif.dropFirst(6) : exif
    let isLittleEndian = tiff.starts(with: Array("II".utf8))
    guard isLittleEndian || tiff.starts(with: Array("MM".utf8)) else { return nil }
    let reader = ByteReader(tiff, isLittleEndian: isLittleEndian)
    guard reader.uint16(at: 2) == 42, let directory = reader.uint32(at: 4), let count = reader.uint16(at: directory)
    else { return nil }
    for entry in 0..<count {
      let position = directory + 2 + 12 * entry
      guard let tag = reader.uint16(at: position) else { return nil }
      guard tag == 0x0112 else { continue }
      // A SHORT is stored in the entry itself; a few writers use a LONG, whose low half is elsewhere in big endian.
      let value =
        reader.uint16(at: position + 2) == 4 ? reader.uint32(at: position + 8) : reader.uint16(at: position + 8)
      self.init(rawValue: value ?? 0)
      return
    }
    return nil
  }
}
