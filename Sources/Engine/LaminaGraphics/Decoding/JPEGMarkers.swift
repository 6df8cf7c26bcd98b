// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The segments before the pixels of a JPEG that libturbojpeg does not return.
struct JPEGMarkers {
  /// The Exif block, if there is one.
  private(set) var exif: ArraySlice<UInt8>?
  /// The ICC profile, joined from its parts; `nil` when there is none or a part is missing.
  private(set) var profile: [UInt8]?
  /// Whether parts of a profile are missing.
  private(set) var profileIsIncomplete = false
  /// Whether Adobe's segment is there. Inks are then stored inverted.
  private(set) var hasAdobeSegment = false
  /// Whether the pixels are followed by the end marker.
  private(set) var hasEnd = false

  init(_ bytes: [UInt8]) {
    let reader = ByteReader(bytes[...], isLittleEndian: false)
    var parts: [Int: ArraySlice<UInt8>] = [:]
    var partCount = 0
    var offset = 2
    while let marker = JPEGMarkers.marker(reader, &offset) {
      if marker == 0xDA {
        hasEnd = JPEGMarkers.endMarkerFollows(offset, in: bytes)
        break
      }
      guard let size = reader.uint16(at: offset), size >= 2, let data = reader.slice(at: offset + 2, size: size - 2)
      else { break }
      offset += size
      switch marker {
      case 0xE1 where data.starts(with: Array("Exif\0\0".utf8)):
        exif = exif ?? data
      case 0xE2 where data.starts(with: Array("ICC_PROFILE\0".utf8)) && data.count > 14:
        partCount = max(partCount, Int(data[data.startIndex + 13]))
        parts[Int(data[data.startIndex + 12])] = data.dropFirst(14)
      case 0xEE where data.starts(with: Array("Adobe".utf8)):
        hasAdobeSegment = true
      default: break
      }
    }
    guard partCount > 0 else { return }
    let ordered = (1...partCount).compactMap { parts[$0] }
    profileIsIncomplete = ordered.count < partCount
    profile = profileIsIncomplete ? nil : Array(ordered.joined())
  }

  /// Moves `offset` behind the next marker that has a segment and returns it.
  private static func marker(_ reader: ByteReader, _ offset: inout Int) -> Int? {
    while let first = reader.uint8(at: offset), let second = reader.uint8(at: offset + 1) {
      guard first == 0xFF, second != 0xFF, second != 0 else {
        offset += 1
        continue
      }
      offset += 2
      if second == 0x01 || (0xD0...0xD8).contains(second) { continue }
      return second
    }
    return nil
  }

  private static func endMarkerFollows(_ offset: Int, in bytes: [UInt8]) -> Bool {
    var position = bytes.count - 2
    while position >= offset {
      if bytes[position] == 0xFF, bytes[position + 1] == 0xD9 { return true }
      position -= 1
    }
    return false
  }
}
