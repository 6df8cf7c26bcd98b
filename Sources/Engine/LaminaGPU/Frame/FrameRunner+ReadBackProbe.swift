// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import Foundation
import LaminaGraphics
import LaminaSystem

/// The time of reading a frame back, beside the least time that the device allows.
package struct ReadBackProbe: Sendable {
  /// The frame's sides, pixels.
  package var width: Int
  package var height: Int
  /// Seconds a frame, as films are read back: two frames in flight, each a picture whose memory is the mapped
  /// buffer.
  package var renderer: Double
  /// Seconds a frame of a loop that only reads into pixel buffers, two in flight, copied over one piece of memory.
  package var bareLoop: Double
}

extension FrameRunner {
  /// The number of frames of a loop, and of measurements; the shortest times count.
  private static var probeFrames: Int { 16 }
  private static var probeTurns: Int { 5 }

  /// Measures both, in turns, on a target that is drawn once.
  func probeReadBack() throws(GPUError) -> ReadBackProbe {
    let (width, height) = (1920, 1080)
    let target = try RenderTarget("read-back probe", format: .rgba8, width: width, height: height, on: device)
    target.begin(clear: SIMD4(0.2, 0.4, 0.6, 1), depth: nil)
    let pool = PixelBuffers(on: device)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: target.bytes, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    var (renderer, bare) = (Double.infinity, Double.infinity)
    for _ in 0..<Self.probeTurns {
      renderer = min(
        renderer,
        try time(target, pool) { (buffer) throws(GPUError) in
          let pixels = try pool.pixels(of: buffer, target.bytes, LimitMeter(RenderLimits()))
          _ = CGImage(width: width, height: height, lent: pixels)
        })
      bare = min(
        bare,
        try time(target, pool) { (buffer) throws(GPUError) in
          memory.copyMemory(from: try buffer.map(target.bytes, LimitMeter(RenderLimits())))
          buffer.unmap()
          pool.giveBack(buffer)
        })
    }
    try device.check("measuring reads")
    return ReadBackProbe(width: width, height: height, renderer: renderer, bareLoop: bare)
  }

  /// Seconds a frame; `end` waits for each buffer and takes its pixels.
  private func time(
    _ target: RenderTarget, _ pool: PixelBuffers, end: (PixelBuffer) throws(GPUError) -> Void
  ) throws(GPUError) -> Double {
    device.finish()
    let start = ContinuousClock.now
    var begun: PixelBuffer?
    for frame in 0...Self.probeFrames {
      let before = begun
      if frame < Self.probeFrames {
        let buffer = try pool.take(target.bytes)
        target.bindForReading()
        buffer.begin([target.bounds])
        device.gl.readBack.flush()
        begun = buffer
      }
      if let before { try end(before) }
    }
    return (ContinuousClock.now - start).seconds / Double(Self.probeFrames)
  }
}
