// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CWebP

/// Builds WebP files: the pixels by libwebp's encoder, the container here.
struct WebPBuilder {
  var width: Int
  var height: Int
  /// `nil` is lossless.
  var quality: Float?
  var profile: [UInt8]?
  var exif: [UInt8]?
  /// How often the picture appears as a frame; 0 is a still picture.
  var frameCount = 0
  /// Straight red, green, blue and alpha.
  var pixel: (_ x: Int, _ y: Int) -> [UInt8]

  /// The bytes of the file.
  var file: [UInt8] {
    let simple = encoded
    guard profile != nil || exif != nil || frameCount > 0 else { return simple }
    // The chunk of the pixels is what follows RIFF, size, WEBP; libwebp writes VP8X and ALPH before it when needed.
    var image = Array(simple[12...])
    if image.starts(with: Array("VP8X".utf8)) { image.removeFirst(18) }
    var flags: UInt8 = 0x10
    if profile != nil { flags |= 0x20 }
    if exif != nil { flags |= 0x08 }
    if frameCount > 0 { flags |= 0x02 }
    let size = Self.little(width - 1, 3) + Self.little(height - 1, 3)
    var body = Array("WEBP".utf8) + Self.chunk("VP8X", [flags, 0, 0, 0] + size)
    if let profile { body += Self.chunk("ICCP", profile) }
    if frameCount > 0 {
      body += Self.chunk("ANIM", [0, 0, 0, 0, 0, 0])
      for _ in 0..<frameCount {
        body += Self.chunk("ANMF", [0, 0, 0, 0, 0, 0] + size + [100, 0, 0, 0] + image)
      }
    } else {
      body += image
    }
    if let exif { body += Self.chunk("EXIF", exif) }
    return Array("RIFF".utf8) + Self.little(body.count, 4) + body
  }

  private var encoded: [UInt8] {
    let pixels = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
    var buffer: UnsafeMutablePointer<UInt8>?
    let size =
      if let quality {
        WebPEncodeRGBA(pixels, Int32(width), Int32(height), Int32(4 * width), quality, &buffer)
      } else {
        WebPEncodeLosslessRGBA(pixels, Int32(width), Int32(height), Int32(4 * width), &buffer)
      }
    defer { WebPFree(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: size))
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(data.count, 4) + data + (data.count.isMultiple(of: 2) ? [] : [0])
  }

  private static func little(_ number: Int, _ bytes: Int) -> [UInt8] {
    PNGBuilder.bigEndian(number, bytes: bytes).reversed()
  }
}
