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

  /// The number of frames before the clock starts, while renderers open and all lanes fill.
  private var warmUp: Int { min(frames, 8) }

  /// Frames a second; `nil` if frames repeat, since these are not drawn again.
  func run() throws -> Double? {
    let (first, last) = (warmUp, warmUp + frames)
    let job = try subject.exportJob(
      frames: last, to: try ExportDestination("/dev/null", stream: .rgba), options: options, jobs: threads)
    let times = Mutex((start: 0.0, end: 0.0))
    let summary = try job.run(with: try Renderer(choice)) { progress in
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
