// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
package import LaminaGraphics
import LaminaSystem

/// The pixels of a frame that came back.
package enum ReturnedPixels: Sendable {
  /// Premultiplied RGBA.
  case image(CGImage)
  /// The planes Y, U, V, and alpha if it was requested.
  case planes([UInt8])
}

/// A frame that is being read back.
private struct ReturningFrame {
  /// The buffer for the read pixels; `nil` where nothing is read.
  let buffer: PixelBuffer?
  /// The number of bytes that are read.
  let bytes: Int
  /// The pixels of its target that are read; the others are the ones of the frame that was begun before it. `nil` for
  /// all.
  let parts: PixelRegion?
  /// The canvas, pixels.
  let size: PixelSize
  /// The layout of the frame's planes; `nil` for RGBA.
  let planes: PackedPlanes?
  /// The meter of the picture's cost.
  let meter: LimitMeter

  /// The name of the frame in errors.
  var name: String { "a frame of \(size.width) x \(size.height) pixels" }
}

/// The pixels of a returned frame, which the next frame may build on.
private struct FrameBefore {
  var image: CGImage?
  var planes: [UInt8]?
  /// The reason why the frame did not come back.
  var loss: GPUError?
}

/// The frames that are being read back from a device. Confined to the device's thread.
///
/// Frames come back in the order in which they were begun. If a frame differs only in parts from the frame begun before
/// it, only these parts are read, and written into a copy of that frame's pixels, which have come back by then. If that
/// frame is lost, so are the frames that build on it.
final class FrameReturns {
  private let device: Device
  /// Oldest first.
  private var frames: [ReturningFrame] = []
  private var freeBuffers: [PixelBuffer] = []
  /// The frame that came back last, if the next one may build on it.
  private var before = FrameBefore()
  /// Whether the last begun frame is lost, so that none can build on it.
  private var isBroken = false
  /// The number of begun frames, which is also the number of the last one.
  private(set) var begun = 0
  /// Whether the frame that came back last is kept for a frame that is begun later.
  var keepsLast = false {
    didSet { if !keepsLast, frames.isEmpty { before = FrameBefore() } }
  }

  init(on device: Device) {
    self.device = device
  }

  /// The number of frames that have not been taken.
  var count: Int { frames.count }

  /// Begins to read a frame that was drawn. The next one may be drawn into its target: draws run in order.
  ///
  /// - Parameters:
  ///   - size: The canvas, pixels.
  ///   - planes: The layout of the canvas's planes; `nil` for RGBA.
  /// - Returns: The number of bytes that are read.
  func begin(_ canvas: DrawnCanvas, size: PixelSize, planes: PackedPlanes?, meter: LimitMeter) throws(GPUError) -> Int {
    let target = canvas.target
    var parts: PixelRegion?
    if let difference = canvas.difference, difference.number == begun, !isBroken { parts = difference.parts }
    let read = parts?.rectangles ?? [target.bounds]
    var buffer: PixelBuffer?
    if !read.isEmpty {
      // As large as the target, regardless of the read parts, so that the buffer can be reused for any frame.
      let free = try takeBuffer(target.bytes)
      target.bindForReading()
      free.begin(read)
      buffer = free
    }
    let frame = ReturningFrame(
      buffer: buffer, bytes: 4 * read.pixelCount, parts: parts, size: size, planes: planes, meter: meter
    )
    try device.check(frame.name)
    frames.append(frame)
    begun += 1
    isBroken = false
    return frame.bytes
  }

  /// Waits for the frame that was begun first, and takes its pixels.
  ///
  /// - Precondition: A frame was begun.
  func end() throws(GPUError) -> ReturnedPixels {
    precondition(!frames.isEmpty, "no frame was begun")
    let frame = frames.removeFirst()
    // Taken out, so that the pixels have no other owner and their memory can be reused.
    var base = FrameBefore()
    swap(&base, &before)
    do throws(GPUError) {
      let pixels = try read(frame, over: &base)
      // Pixels from a device that was reset meanwhile are undefined.
      try device.checkReset(frame.name)
      if let buffer = frame.buffer { giveBack(buffer) }
      keep(pixels)
      return pixels
    } catch {
      if frames.first?.parts != nil { before.loss = error }
      isBroken = frames.allSatisfy { $0.parts != nil }
      throw error
    }
  }

  /// A buffer of the given size: a returned one, or a new one.
  func takeBuffer(_ bytes: Int) throws(GPUError) -> PixelBuffer {
    if let place = freeBuffers.firstIndex(where: { $0.capacity == bytes }) { return freeBuffers.remove(at: place) }
    // The size has changed: buffers of the old size are no longer needed.
    freeBuffers = []
    return try PixelBuffer(bytes: bytes, on: device)
  }

  /// Takes back a buffer that was read.
  func giveBack(_ buffer: PixelBuffer) { freeBuffers.append(buffer) }

  /// Keeps the pixels of a frame if the next one builds on them, or may.
  private func keep(_ pixels: ReturnedPixels) {
    guard frames.first.map({ $0.parts != nil }) ?? keepsLast else { return }
    switch pixels {
    case .image(let image): before.image = image
    case .planes(let bytes): before.planes = bytes
    }
  }

  /// Waits for a frame's pixels.
  ///
  /// - Parameter base: The frame before, whose pixels are taken out of it.
  private func read(_ frame: ReturningFrame, over base: inout FrameBefore) throws(GPUError) -> ReturnedPixels {
    guard let parts = frame.parts else { return try readWhole(frame) }
    if let loss = base.loss { throw loss }
    guard let planes = frame.planes else { return .image(try image(of: frame, in: parts, over: base.image.take())) }
    guard var bytes = base.planes.take() else { preconditionFailure("the planes of the frame before are gone") }
    if let buffer = frame.buffer {
      try buffer.end(frame.bytes, frame.meter) { planes.update(&bytes, in: parts, from: $0) }
    }
    return .planes(bytes)
  }

  private func readWhole(_ frame: ReturningFrame) throws(GPUError) -> ReturnedPixels {
    guard let buffer = frame.buffer else { preconditionFailure("a whole frame is read into a buffer") }
    if let planes = frame.planes {
      return .planes(try buffer.end(frame.bytes, frame.meter) { planes.planes(from: $0) })
    }
    let size = frame.size
    return .image(
      try buffer.end(frame.bytes, frame.meter) { CGImage(width: size.width, height: size.height, copying: $0) })
  }

  /// The picture of a frame that was read in parts.
  ///
  /// - Parameter base: The picture of the frame before.
  private func image(
    of frame: ReturningFrame, in parts: PixelRegion, over base: consuming CGImage?
  ) throws(GPUError) -> CGImage {
    guard let picture = PictureBefore(base, damage: parts) else {
      preconditionFailure("the picture of the frame before is gone")
    }
    let joined: CGImage?
    if let buffer = frame.buffer {
      joined = try buffer.end(frame.bytes, frame.meter) { (bytes) -> CGImage? in
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
