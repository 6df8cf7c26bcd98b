// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import Synchronization

/// Measures frames a second with several in progress at once, by an export of raw pixels to /dev/null.
struct ThroughputBench {
  let subject: BenchSubject
  let options: RenderOptions
  let frames: Int
  let choice: RendererChoice
  let threads: Int?
  /// The number of lanes of a device; `nil` for the usual number.
  let lanes: Int?

  /// At most this many frames are in work in a lane: one that is planned and two that a device draws and reads back.
  private static let framesOfLane = 3
  /// Fewer frames say nothing of the speed: several arrive at once.
  static let leastFrames = 8

  /// Frames a second; `nil` if frames repeat, since these are not drawn again, and for fewer than
  /// ``leastFrames``.
  func run() throws -> Double? {
    guard frames >= Self.leastFrames else { return nil }
    var options = ExportOptions()
    (options.render, options.jobs, options.lanes) = (self.options, threads, lanes)
    let renderer = try Renderer(choice)
    var drawers = Drawers(renderer, options: options)
    // All lanes are full while the clock runs: as many frames are in work when it starts as when it stops.
    let inWork = max(8, Self.framesOfLane * drawers.lanes)
    let (first, last) = (inWork, inWork + frames)
    let job = try subject.exportJob(
      frames: last + inWork, to: try ExportDestination("/dev/null", stream: .rgba), options: options)
    if renderer.usesGPU {
      let plan = try job.source.plan(job.timing.moment(of: 0), options: self.options).plan
      drawers = try drawers.opened(drawing: plan, layout: nil)
    }
    let times = Mutex((start: 0.0, end: 0.0))
    let summary = try job.run(with: drawers) { progress in
      guard progress.encoded == nil else { return }
      times.withLock { times in
        if progress.finished == first { times.start = progress.seconds }
        if progress.finished == last { times.end = progress.seconds }
      }
    }
    let seconds = times.withLock { $0.end - $0.start }
    return summary.repeated == 0 && seconds > 0 ? Double(frames) / seconds : nil
  }
}
