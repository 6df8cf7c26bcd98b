// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
import LaminaExport
import LaminaGeometry
import LaminaGraphics

/// Memory that a worker draws into. The worker keeps access and may change the bytes at any time, so the pixels are
/// copied; the copy is trusted to show no more than what the document wants to show.
struct SharedPixels {
  let wish: MemoryWish
  let memory: OpenFile
  /// The most recent copy.
  var copy: FramePixels?

  /// A copy of the pixels as a picture.
  func image() throws(ChannelError) -> CGImage {
    guard wish.layout == nil,
      let image = CGImage(width: wish.width, height: wish.height, premultipliedRGBA: try bytes())
    else { throw .malformed("pixels that make no picture") }
    return image
  }

  /// A copy of the pixels in their layout.
  func frame() throws(ChannelError) -> FramePixels {
    wish.layout == nil ? .image(try image()) : .bytes(try bytes())
  }

  private func bytes() throws(ChannelError) -> [UInt8] {
    let size = wish.byteCount
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = 0
      while count < size {
        let piece = pread(memory.number, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
        if piece > 0 {
          count += piece
        } else if piece == 0 || errno != EINTR {
          code = piece == 0 ? EIO : errno
          return
        }
      }
    }
    guard code == 0 else { throw .system(code) }
    return bytes
  }
}
