// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The chunks of a WebP file that are needed beside the pixels.
struct WebPChunks {
  /// The Exif block, if there is one.
  private(set) var exif: ArraySlice<UInt8>?
  /// The ICC profile, if there is one.
  private(set) var profile: [UInt8]?
  /// The file's number of bytes according to its header, including the bytes before this number.
  let announcedCount: Int

  init(_ bytes: [UInt8]) {
    let reader = ByteReader(bytes[...], isLittleEndian: true)
    announcedCount = 8 + (reader.uint32(at: 4) ?? 0)
    var offset = 12
    while let name = reader.name(at: offset), let size = reader.uint32(at: offset + 4),
      let data = reader.slice(at: offset + 8, size: size)
    {
      if name == "EXIF" { exif = exif ?? data }
      if name == "ICCP" { profile = profile ?? Array(data) }
      offset += 8 + size + size % 2
    }
  }
}
