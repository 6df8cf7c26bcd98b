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

  /// Frames a second; `nil` if frames repeat, since these are not drawn again.
  func run() throws -> Double? {
    var options = ExportOptions()
    (options.render, options.jobs, options.lanes) = (self.options, threads, lanes)
    let renderer = try Renderer(choice)
    var drawers = Drawers(renderer, options: options)
    // The number of frames before the clock starts, while all lanes fill.
    let first = min(frames, max(8, 2 * drawers.lanes))
    let last = first + frames
    let job = try subject.exportJob(
      frames: last, to: try ExportDestination("/dev/null", stream: .rgba), options: options)
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
