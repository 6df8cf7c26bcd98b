// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
package import LaminaGraphics
import LaminaPlan
import LaminaShaders

/// A frame whose pixels are on their way back.
struct ReturningFrame {
  var buffer: PixelBuffer
  /// The canvas, pixels.
  var size: PixelSize
  /// How its planes are packed; `nil` for RGBA.
  var planes: PackedPlanes?
  /// What its picture costs.
  var meter: LimitMeter
}

/// The pixels of a frame that came back.
package enum ReturnedPixels: Sendable {
  /// Premultiplied RGBA.
  case image(CGImage)
  /// The planes Y, U, V, and alpha where it was asked for.
  case planes([UInt8])
}

extension FrameRunner {
  /// Draws a plan and begins to read it back. The driver draws while the next plan is made.
  ///
  /// - Parameter hasAlpha: Whether planes of BT.709 are wanted, with alpha or without; `nil` for RGBA.
  func begin(
    _ plan: RenderPlan, strategy: RenderStrategy, planes hasAlpha: Bool?, meter: LimitMeter
  ) throws(GPUError) -> RenderStatistics {
    let size = plan.passes.last?.region.size ?? PixelSize(width: 0, height: 0)
    let packed = hasAlpha.map { PackedPlanes(size: size, hasAlpha: $0) }
    return try draw(plan, strategy: strategy, planes: packed, meter: meter) { (canvas) throws(GPUError) in
      let target = canvas.target
      let buffer = try freeBuffer(target.bytes)
      target.bindForReading()
      buffer.begin(width: target.width, height: target.height)
      try device.check("a frame of \(size.width) x \(size.height) pixels")
      // Draws run in order, so the next frame may draw into the target.
      returning.append(ReturningFrame(buffer: buffer, size: size, planes: packed, meter: meter))
      return canvas.statistics
    }
  }

  /// The picture of a canvas, once it is drawn: what of it is new, in the picture before.
  func image(of canvas: DrawnCanvas, _ meter: LimitMeter) throws(GPUError) -> CGImage {
    let target = canvas.target
    guard let image = canvas.before?.next(reading: { target.readPixels($0, into: $1) }) else {
      return try self.image(of: target, meter)
    }
    return image
  }

  /// The pixels of a target, once they are drawn, by the way that its device prefers.
  func image(of target: RenderTarget, _ meter: LimitMeter) throws(GPUError) -> CGImage {
    if device.profile.readsBackThroughBuffers {
      let buffer = try freeBuffer(target.bytes)
      defer { freeBuffers.append(buffer) }
      target.bindForReading()
      buffer.begin(width: target.width, height: target.height)
      return try buffer.end(target.bytes, meter) { CGImage(width: target.width, height: target.height, copying: $0) }
    }
    guard
      let image = CGImage(width: target.width, height: target.height, premultipliedRGBA: target.readPixels())
    else { preconditionFailure("the pixels of a target are no picture") }
    return image
  }

  /// A buffer of that size: one that came back, or a new one.
  private func freeBuffer(_ bytes: Int) throws(GPUError) -> PixelBuffer {
    if let place = freeBuffers.firstIndex(where: { $0.capacity == bytes }) { return freeBuffers.remove(at: place) }
    // Another size than before: the buffers of the old one are of no more use.
    freeBuffers = []
    return try PixelBuffer(bytes: bytes, on: device)
  }

  /// Waits for the frame that was begun first, and takes its pixels.
  ///
  /// - Precondition: One was begun.
  func end() throws(GPUError) -> ReturnedPixels {
    precondition(!returning.isEmpty, "no frame was begun")
    let frame = returning.removeFirst()
    defer { freeBuffers.append(frame.buffer) }
    let pixels: ReturnedPixels
    if let planes = frame.planes {
      pixels = .planes(try frame.buffer.end(4 * planes.targetSize.area, frame.meter) { planes.planes(from: $0) })
    } else {
      pixels = .image(
        try frame.buffer.end(4 * frame.size.area, frame.meter) {
          CGImage(width: frame.size.width, height: frame.size.height, copying: $0)
        })
    }
    // Pixels that came back from a device that was reset meanwhile are of nobody knows what.
    try device.checkReset("a frame of \(frame.size.width) x \(frame.size.height) pixels")
    return pixels
  }
}
