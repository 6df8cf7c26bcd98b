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
  /// Seconds a frame, as films are read back: two frames in flight, each a separate picture.
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
    let buffers = [
      try PixelBuffer(bytes: target.bytes, on: device), try PixelBuffer(bytes: target.bytes, on: device),
    ]
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: target.bytes, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    var (renderer, bare) = (Double.infinity, Double.infinity)
    for _ in 0..<Self.probeTurns {
      renderer = min(
        renderer,
        try time(target, buffers) { pixels in
          4 * CGImage(width: width, height: height, copying: pixels).width * height
        })
      bare = min(
        bare,
        try time(target, buffers) { pixels in
          memory.copyMemory(from: pixels)
          return pixels.count
        })
    }
    try device.check("measuring reads")
    return ReadBackProbe(width: width, height: height, renderer: renderer, bareLoop: bare)
  }

  /// Seconds a frame; `take` receives the pixels of each, and returns the number of bytes that it took.
  private func time(
    _ target: RenderTarget, _ buffers: [PixelBuffer], take: (UnsafeRawBufferPointer) -> Int
  ) throws(GPUError) -> Double {
    device.finish()
    let start = ContinuousClock.now
    for frame in 0..<Self.probeFrames + 1 {
      if frame < Self.probeFrames {
        target.bindForReading()
        buffers[frame % 2].begin([target.bounds])
      }
      guard frame > 0 else { continue }
      let bytes = try buffers[(frame - 1) % 2].end(target.bytes, LimitMeter(RenderLimits()), take)
      precondition(bytes == target.bytes, "a frame came back whole")
    }
    return (ContinuousClock.now - start).seconds / Double(Self.probeFrames)
  }
}
