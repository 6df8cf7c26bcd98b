// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
package import LaminaGraphics
import LaminaSystem

/// The pixels of a frame that came back.
package enum ReturnedPixels: Sendable {
  /// Premultiplied RGBA.
  case image(CGImage)
  /// The planes Y, U, V, and alpha where it was asked for.
  case planes([UInt8])
}

/// A frame whose pixels are on their way back.
private struct ReturningFrame {
  /// What they are read into; `nil` where nothing is read.
  let buffer: PixelBuffer?
  /// How many bytes are read.
  let bytes: Int
  /// The pixels of its target that are read, the others being those of the frame that was begun before it; `nil` for
  /// all.
  let parts: PixelRegion?
  /// The canvas, pixels.
  let size: PixelSize
  /// How its planes are packed; `nil` for RGBA.
  let planes: PackedPlanes?
  /// What its picture costs.
  let meter: LimitMeter

  /// What is read, in the words of errors.
  var name: String { "a frame of \(size.width) x \(size.height) pixels" }
}

/// What a frame that came back is for the one behind it.
private struct FrameBefore {
  var image: CGImage?
  var planes: [UInt8]?
  /// Why it did not come back.
  var loss: GPUError?
}

/// The frames whose pixels are on their way back from a device. Confined to the device's thread.
///
/// Frames come back in the order in which they were begun. Of one that differs in parts from the frame that was begun
/// before it, these parts are read, and put into a copy of that frame's pixels, which are there by then. Where that
/// frame is lost, so are those that build on it.
final class FrameReturns {
  private let device: Device
  /// Oldest first.
  private var frames: [ReturningFrame] = []
  private var freeBuffers: [PixelBuffer] = []
  /// The frame that came back last, where the next one may build on it.
  private var before = FrameBefore()
  /// Whether the frame that was begun last is lost, so that none can build on it.
  private var isBroken = false
  /// How many frames were begun, which is also the number of the last one.
  private(set) var begun = 0
  /// Whether the frame that came back last is kept for one that is begun later.
  var keepsLast = false {
    didSet { if !keepsLast, frames.isEmpty { before = FrameBefore() } }
  }

  init(on device: Device) {
    self.device = device
  }

  /// How many frames have not been taken.
  var count: Int { frames.count }

  /// Begins to read a frame that was drawn. The next one may be drawn into its target: draws run in order.
  ///
  /// - Parameters:
  ///   - size: The canvas, pixels.
  ///   - planes: How it is packed; `nil` for RGBA.
  /// - Returns: How many bytes are read.
  func begin(_ canvas: DrawnCanvas, size: PixelSize, planes: PackedPlanes?, meter: LimitMeter) throws(GPUError) -> Int {
    let target = canvas.target
    var parts: PixelRegion?
    if let difference = canvas.difference, difference.number == begun, !isBroken { parts = difference.parts }
    let read = parts?.rectangles ?? [target.bounds]
    var buffer: PixelBuffer?
    if !read.isEmpty {
      // As large as the target whatever is read, so that it serves any frame.
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
  /// - Precondition: One was begun.
  func end() throws(GPUError) -> ReturnedPixels {
    precondition(!frames.isEmpty, "no frame was begun")
    let frame = frames.removeFirst()
    // Taken out, so that nothing else holds pixels whose memory may be used again.
    var base = FrameBefore()
    swap(&base, &before)
    do throws(GPUError) {
      let pixels = try read(frame, over: &base)
      // Pixels that came back from a device that was reset meanwhile are of nobody knows what.
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

  /// A buffer of that size: one that came back, or a new one.
  func takeBuffer(_ bytes: Int) throws(GPUError) -> PixelBuffer {
    if let place = freeBuffers.firstIndex(where: { $0.capacity == bytes }) { return freeBuffers.remove(at: place) }
    // Another size than before: the buffers of the old one are of no more use.
    freeBuffers = []
    return try PixelBuffer(bytes: bytes, on: device)
  }

  /// Takes a buffer back that was read.
  func giveBack(_ buffer: PixelBuffer) { freeBuffers.append(buffer) }

  /// Keeps the pixels of a frame where the next one builds on them, or may.
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

  /// The picture of a frame of which parts were read.
  ///
  /// - Parameter base: That of the frame before.
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
  /// Copies its rows of RGBA to their places in a picture.
  ///
  /// - Parameters:
  ///   - rows: One behind the other.
  ///   - width: That of the picture, pixels.
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
