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
  /// Whether the planes are arranged as films have them.
  let isArranged: Bool
  /// Whether the next frame builds on this one, or may.
  let isKept: Bool
}

/// Makes pictures and planes of frames that came back, on the thread that asks for them, so that the device's thread
/// copies nothing.
struct FrameJoiner: Sendable {
  // The frame that came back last, if the next one may build on it.
  private var image: CGImage?
  private var planes: PixelBytes?

  /// Forgets the frame before.
  mutating func forget() { (image, planes) = (nil, nil) }

  /// The pixels of a frame; frames are joined in the order in which they came back.
  mutating func join(_ frame: ArrivedFrame) -> ReturnedPixels {
    let pixels: ReturnedPixels
    if let parts = frame.parts {
      // Taken out, so that the picture has no other owner and its memory can be reused.
      pixels =
        if let planes = frame.planes { .planes(Self.planes(frame, planes, in: parts, over: self.planes.take())) } else {
          .image(Self.image(frame, in: parts, over: image.take()))
        }
    } else {
      pixels = Self.whole(frame)
    }
    forget()
    guard frame.isKept else { return pixels }
    switch pixels {
    case .image(let joined): image = joined
    case .planes(let joined): planes = joined
    }
    return pixels
  }

  private static func whole(_ frame: ArrivedFrame) -> ReturnedPixels {
    guard let pixels = frame.pixels else { preconditionFailure("a whole frame is read into a buffer") }
    if frame.isArranged { return .planes(PixelBytes(lent: pixels)) }
    if let planes = frame.planes { return pixels.withBytes { .planes(planes.planes(from: $0)) } }
    return .image(CGImage(width: frame.size.width, height: frame.size.height, lent: pixels))
  }

  /// The planes of a frame that was read in parts.
  ///
  /// - Parameter base: The planes of the frame before.
  private static func planes(
    _ frame: ArrivedFrame, _ planes: PackedPlanes, in parts: PixelRegion, over base: PixelBytes?
  ) -> PixelBytes {
    guard let base else { preconditionFailure("the planes of the frame before are gone") }
    guard let pixels = frame.pixels else { return base }
    return pixels.withBytes { planes.planes(over: base, in: parts, from: $0) }
  }

  /// The picture of a frame that was read in parts.
  ///
  /// - Parameter base: The picture of the frame before.
  private static func image(_ frame: ArrivedFrame, in parts: PixelRegion, over base: consuming CGImage?) -> CGImage {
    guard let picture = PictureBefore(base, damage: parts) else {
      preconditionFailure("the picture of the frame before is gone")
    }
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
