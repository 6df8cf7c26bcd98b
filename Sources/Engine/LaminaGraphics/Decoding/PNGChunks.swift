// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The chunks of a PNG that libpng does not know in every version, found by walking over the file.
struct PNGChunks {
  /// The Exif block, if there is one.
  private(set) var exif: ArraySlice<UInt8>?
  /// The number of frames of an animated PNG.
  private(set) var frameCount: Int?
  /// The four numbers of the chunk cICP: colour primaries, transfer, matrix, full range.
  private(set) var codePoints: [UInt8]?
  /// Whether Xcode rewrote the file for iOS, so that it is no PNG any more.
  private(set) var isRewrittenForIOS = false
  /// Whether the last chunk is there.
  private(set) var hasEnd = false

  init(_ bytes: [UInt8]) {
    let reader = ByteReader(bytes[...], isLittleEndian: false)
    var offset = 8
    while let size = reader.uint32(at: offset), let name = reader.name(at: offset + 4), name != "IEND" {
      guard let data = reader.slice(at: offset + 8, size: size) else { return }
      switch name {
      case "eXIf": exif = exif ?? data
      case "acTL": frameCount = frameCount ?? ByteReader(data, isLittleEndian: false).uint32(at: 0)
      case "cICP" where data.count == 4: codePoints = codePoints ?? Array(data)
      case "CgBI": isRewrittenForIOS = true
      default: break
      }
      offset += 12 + size
    }
    hasEnd = reader.name(at: offset + 4) == "IEND"
  }
}
