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
    guard let rate = FrameRate(60) else { preconditionFailure("60 is a rate") }
    let source = FrameSource(subject.scene) { frame, _ in subject.change(frame) }
    var job = ExportJob(
      source, timing: try FrameTiming(rate: rate, frames: 0..<frames),
      to: try ExportDestination("/dev/null", stream: .rgba))
    job.options.render = options
    job.options.jobs = threads
    let summary = try job.run(with: try Renderer(choice))
    return summary.repeated == 0 ? Double(frames) / summary.seconds : nil
  }
}
