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
  case planes(PixelBytes)
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
  /// Whether the planes are arranged as films have them.
  let isArranged: Bool
  /// The meter of the picture's cost.
  let meter: LimitMeter
  /// The time since which the frame waits for those before it.
  private var waitingSince = ContinuousClock.now

  init(
    buffer: PixelBuffer?, bytes: Int, parts: PixelRegion?, size: PixelSize, planes: PackedPlanes?, isArranged: Bool,
    meter: LimitMeter
  ) {
    (self.buffer, self.bytes, self.parts, self.size) = (buffer, bytes, parts, size)
    (self.planes, self.isArranged, self.meter) = (planes, isArranged, meter)
  }

  /// Leaves out the time in which the frame waited for those before it.
  mutating func excuseWaiting() {
    let now = ContinuousClock.now
    meter.excuse(waitingSince.duration(to: now))
    waitingSince = now
  }

  /// The name of the frame in errors.
  var name: String { "a frame of \(size.width) x \(size.height) pixels" }
}

/// The frames that are being read back from a device. Confined to the device's thread.
///
/// Frames come back in the order in which they were begun. If a frame differs only in parts from the frame begun before
/// it, only these parts are read; ``FrameJoiner`` writes them over that frame's pixels, which have come back by then.
/// If that frame is lost, so are the frames that build on it.
final class FrameReturns {
  private let device: Device
  /// Oldest first.
  private var frames: [ReturningFrame] = []
  let buffers: PixelBuffers
  /// The reason why the frame that the oldest one builds on did not come back.
  private var loss: GPUError?
  /// Whether the last begun frame is lost, so that none can build on it.
  private var isBroken = false
  /// The number of begun frames, which is also the number of the last one.
  private(set) var begun = 0
  /// Whether the frame that came back last is kept for a frame that is begun later.
  var keepsLast = false

  init(on device: Device) {
    self.device = device
    buffers = PixelBuffers(on: device)
  }

  /// The end of the read that was begun last; `nil` if it has arrived, or nothing was read.
  var newest: Fence? { frames.last?.buffer?.fence }

  /// The number of frames that have not been taken.
  var count: Int { frames.count }

  /// The parts of the next frame that are read; `nil` for all of it.
  ///
  /// - Parameter difference: Its difference from an earlier frame, if known.
  func parts(of difference: FrameDifference?) -> PixelRegion? {
    guard let difference, difference.number == begun, !isBroken else { return nil }
    return difference.parts
  }

  /// Begins to read a frame that was drawn. The next one may be drawn into its target: draws run in order.
  ///
  /// - Parameters:
  ///   - size: The canvas, pixels.
  ///   - planes: The layout of the canvas's planes; `nil` for RGBA.
  /// - Returns: The number of bytes that are read.
  func begin(_ canvas: DrawnCanvas, size: PixelSize, planes: PackedPlanes?, meter: LimitMeter) throws(GPUError) -> Int {
    let target = canvas.target
    let parts = parts(of: canvas.difference)
    let bounds = PixelRect(size: planes?.targetSize ?? size)
    let read = parts?.rectangles ?? [bounds]
    let isArranged = parts == nil && canvas.store != nil
    var buffer: PixelBuffer?
    if !read.isEmpty {
      // As large as the target, regardless of the read parts, so that the buffer can be reused for any frame.
      let free = try buffers.take(4 * bounds.area)
      if let store = canvas.store {
        try store(free)
      } else {
        target.bindForReading()
        free.begin(read)
      }
      // The device is to draw while the next frame is planned.
      device.gl.readBack.flush()
      buffer = free
    }
    let frame = ReturningFrame(
      buffer: buffer, bytes: isArranged ? planes?.byteCount ?? 0 : 4 * read.pixelCount, parts: parts, size: size,
      planes: planes, isArranged: isArranged, meter: meter)
    try device.check(frame.name)
    frames.append(frame)
    begun += 1
    isBroken = false
    return frame.bytes
  }

  /// Waits for the frame that was begun first.
  ///
  /// - Precondition: A frame was begun.
  func end() throws(GPUError) -> ArrivedFrame {
    precondition(!frames.isEmpty, "no frame was begun")
    let frame = frames.removeFirst()
    // A limit of time is met by the frame's own cost.
    defer { for index in frames.indices { frames[index].excuseWaiting() } }
    let lost = loss.take()
    do throws(GPUError) {
      if frame.parts != nil, let lost { throw lost }
      var pixels: LentPixels?
      if let buffer = frame.buffer { pixels = try buffers.pixels(of: buffer, frame.bytes, frame.meter) }
      // Pixels from a device that was reset meanwhile are undefined.
      try device.checkReset(frame.name)
      return ArrivedFrame(
        pixels: pixels, parts: frame.parts, size: frame.size, planes: frame.planes, isArranged: frame.isArranged,
        isKept: frames.first.map { $0.parts != nil } ?? keepsLast)
    } catch {
      if frames.first?.parts != nil { loss = error }
      isBroken = frames.allSatisfy { $0.parts != nil }
      throw error
    }
  }
}
