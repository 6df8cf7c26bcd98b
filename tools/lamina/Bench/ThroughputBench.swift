import Foundation
import Lamina
import LaminaExport

/// Measures how many frames a second come out where several are under way at once: an export of raw pixels to nowhere.
struct ThroughputBench {
  let subject: BenchSubject
  let options: RenderOptions
  let frames: Int
  let choice: RendererChoice
  let threads: Int?

  /// Frames a second; `nil` where frames repeat, which are not drawn again.
  func run() throws -> Double? {
    let job = try subject.exportJob(
      frames: frames, to: try ExportDestination("/dev/null", stream: .rgba), options: options, jobs: threads)
    let summary = try job.run(with: try Renderer(choice))
    return summary.repeated == 0 ? Double(frames) / summary.seconds : nil
  }
}
