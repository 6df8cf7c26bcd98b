// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaSystem

extension FrameRunner {
  /// Draws a plan and begins to read it back. The driver draws while the next plan is made.
  ///
  /// - Parameter hasAlpha: Whether the requested planes of BT.709 have alpha; `nil` for RGBA.
  func begin(
    _ plan: RenderPlan, strategy: RenderStrategy, planes hasAlpha: Bool?, meter: LimitMeter
  ) throws(GPUError) -> RenderStatistics {
    let size = plan.passes.last?.region.size ?? PixelSize(width: 0, height: 0)
    let packed = hasAlpha.map { PackedPlanes(size: size, hasAlpha: $0) }
    return try draw(plan, strategy: strategy, planes: packed, meter: meter) { (canvas) throws(GPUError) in
      var statistics = canvas.statistics
      statistics.readBackBytes = try returns.begin(canvas, size: size, planes: packed, meter: meter)
      statistics.glCalls = takeCalls()
      retained?.number = returns.begun
      drawn = returns.newest
      return statistics
    }
  }

  /// Waits for the pixels and takes them.
  func readBack(_ canvas: DrawnCanvas, _ meter: LimitMeter) throws(GPUError) -> FrameResult {
    let (target, what) = (canvas.target, "a frame of \(canvas.target.width) x \(canvas.target.height) pixels")
    // A buffer is read into as soon as the pixels are drawn, so the two are waited for together.
    let buffer = canvas.before == nil ? try bufferOfPixels(of: target) : nil
    drawn = buffer?.fence ?? Fence(on: device)
    if let buffer {
      try buffer.wait(meter, "waiting for \(what)")
    } else if let drawn {
      try drawn.wait(meter, "waiting for \(what)")
    } else {
      device.finish()
    }
    let start = ContinuousClock.now
    let (image, bytes) = try self.image(of: canvas, in: buffer, meter)
    let passed = ContinuousClock.now - start
    // Errors are checked once, after everything is put away; see `DeviceSession`.
    try device.checkReset(what)
    var statistics = canvas.statistics
    statistics.readBackBytes = bytes
    return FrameResult(image: image, statistics: statistics, readBackTime: passed.seconds)
  }

  /// Begins to read a target into a buffer, if its device prefers that.
  private func bufferOfPixels(of target: RenderTarget) throws(GPUError) -> PixelBuffer? {
    guard device.profile.readsBackThroughBuffers else { return nil }
    let buffer = try returns.buffers.take(target.bytes)
    target.bindForReading()
    buffer.begin([target.bounds])
    return buffer
  }

  /// The picture of a canvas, once the canvas is drawn: its new parts are written into the picture before.
  ///
  /// - Parameter buffer: The buffer that the target was read into; `nil` if it is still to be read.
  /// - Returns: The picture, and the number of bytes that were read for it.
  private func image(
    of canvas: DrawnCanvas, in buffer: PixelBuffer?, _ meter: LimitMeter
  ) throws(GPUError) -> (image: CGImage, bytes: Int) {
    let target = canvas.target
    var bytes = 0
    let joined = canvas.before?.next { part, picture in
      target.readPixels(part, into: picture)
      bytes += 4 * part.area
    }
    if let joined { return (joined, bytes) }
    if let buffer {
      let pixels = try returns.buffers.pixels(of: buffer, target.bytes, meter)
      return (CGImage(width: target.width, height: target.height, lent: pixels), target.bytes)
    }
    guard
      let image = CGImage(width: target.width, height: target.height, premultipliedRGBA: target.readPixels())
    else { preconditionFailure("the pixels of a target are no picture") }
    return (image, target.bytes)
  }
}
