// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CTurboJPEG

/// Builds JPEG files with libturbojpeg's encoder, at its best quality.
struct JPEGBuilder {
  var width: Int
  var height: Int
  var format = TJPF_RGB
  var subsampling = TJSAMP_444
  var isProgressive = false
  /// Segments behind the start marker: the marker's number and the data.
  var segments: [(marker: UInt8, data: [UInt8])] = []
  /// The components of a pixel, as many as `format` has.
  var components: (_ x: Int, _ y: Int) -> [UInt8]

  /// The bytes of the file.
  var file: [UInt8] {
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    let pixels = (0..<height).flatMap { y in (0..<width).flatMap { x in components(x, y) } }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let flags = isProgressive ? TJFLAG_PROGRESSIVE : 0
    tjCompress2(
      handle, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &buffer, &size,
      Int32(subsampling.rawValue), 100, flags)
    defer { tjFree(buffer) }
    let bytes = Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    let inserted = segments.flatMap { marker, data -> [UInt8] in
      [0xFF as UInt8, marker] + PNGBuilder.bigEndian(data.count + 2, bytes: 2) + data
    }
    return Array(bytes.prefix(2)) + inserted + Array(bytes.dropFirst(2))
  }

  /// An ICC profile in as many segments as asked for.
  static func profileSegments(_ profile: [UInt8], count: Int) -> [(marker: UInt8, data: [UInt8])] {
    let size = (profile.count + count - 1) / count
    return (0..<count).map { part in
      let data = profile[(part * size)..<min(profile.count, (part + 1) * size)]
      return (0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(part + 1), UInt8(count)] + data)
    }
  }
}
