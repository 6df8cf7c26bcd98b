// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// A frame whose pixels have come back from the device, and are still in the driver's memory.
struct ArrivedFrame: Sendable {
  /// The pixels that were read; `nil` where nothing was.
  let pixels: LentPixels?
  /// The pixels of its target that were read; the others are the ones of the frame before. `nil` for all.
  let parts: PixelRegion?
  /// The canvas, pixels.
  let size: PixelSize
  /// The layout of the frame's planes; `nil` for RGBA.
  let planes: PackedPlanes?
  /// Whether the next frame builds on this one, or may.
  let isKept: Bool
}

/// Makes pictures and planes of frames that came back, on the thread that asks for them, so that the device's thread
/// copies nothing.
struct FrameJoiner: Sendable {
  /// The frame that came back last, if the next one may build on it.
  private var before: ReturnedPixels?

  /// Forgets the frame before.
  mutating func forget() { before = nil }

  /// The pixels of a frame; frames are joined in the order in which they came back.
  mutating func join(_ frame: ArrivedFrame) -> ReturnedPixels {
    // Taken out, so that the pixels have no other owner and their memory can be reused.
    let base = before.take()
    let pixels = joined(frame, over: base)
    if frame.isKept { before = pixels }
    return pixels
  }

  private func joined(_ frame: ArrivedFrame, over base: consuming ReturnedPixels?) -> ReturnedPixels {
    guard let parts = frame.parts else { return Self.whole(frame) }
    switch (frame.planes, base) {
    case (let planes?, .planes(let base)?):
      guard let pixels = frame.pixels else { return .planes(base) }
      return pixels.withBytes { .planes(planes.planes(over: base.bytes, in: parts, from: $0)) }
    case (nil, .image(let base)?):
      return .image(Self.image(frame, in: parts, over: base))
    default: preconditionFailure("the frame before is gone")
    }
  }

  private static func whole(_ frame: ArrivedFrame) -> ReturnedPixels {
    guard let pixels = frame.pixels else { preconditionFailure("a whole frame is read into a buffer") }
    if let planes = frame.planes { return pixels.withBytes { .planes(planes.planes(from: $0)) } }
    return .image(CGImage(width: frame.size.width, height: frame.size.height, lent: pixels))
  }

  /// The picture of a frame that was read in parts.
  ///
  /// - Parameter base: The picture of the frame before.
  private static func image(_ frame: ArrivedFrame, in parts: PixelRegion, over base: consuming CGImage) -> CGImage {
    guard let picture = PictureBefore(base, damage: parts) else { preconditionFailure("a picture is none") }
    let joined: CGImage?
    if let pixels = frame.pixels {
      joined = pixels.withBytes { bytes in
        var start = 0
        return picture.next { part, pixels in
          let end = start + 4 * part.area
          part.copyRows(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), into: pixels, width: frame.size.width)
          start = end
        }
      }
    } else {
      joined = picture.next { _, _ in }
    }
    guard let image = joined else { preconditionFailure("the picture of the frame before is gone") }
    return image
  }
}

extension PixelRect {
  /// Copies the rectangle's rows of RGBA to their places in a picture.
  ///
  /// - Parameters:
  ///   - rows: The rows, contiguous.
  ///   - width: The width of the picture, pixels.
  fileprivate func copyRows(
    _ rows: UnsafeRawBufferPointer, into picture: UnsafeMutableRawBufferPointer, width pictureWidth: Int
  ) {
    let count = 4 * width
    for row in 0..<height {
      let start = 4 * ((Int(minY) + row) * pictureWidth + Int(minX))
      UnsafeMutableRawBufferPointer(rebasing: picture[start..<(start + count)])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: rows[(row * count)..<((row + 1) * count)]))
    }
  }
}
