// From frames to files: what is to be made is found out first, then one thread copies the tree frame by frame, lanes
// draw and encode, and another thread writes in order.

import Foundation
public import Lamina
import LaminaPlan
import Synchronization

/// Exports a film: a sequence of pictures, a raw stream, or a file that `ffmpeg` makes.
///
///     let timing = try FrameTiming(rate: FrameRate(60)!, frames: 0..<300)
///     let job = ExportJob(FrameSource(scene), timing: timing, to: try ExportDestination("frames/%05d.png"))
///     let summary = try job.run(with: Renderer())
///
/// Files of a sequence have their name when they are whole, and not before.
public struct ExportJob {
  /// What the film shows.
  public var source: FrameSource
  /// Which frames it has.
  public var timing: FrameTiming
  /// Where it goes.
  public var destination: ExportDestination
  /// How it is made.
  public var options: ExportOptions

  /// Describes an export; nothing happens until it is run.
  public init(
    _ source: FrameSource, timing: FrameTiming, to destination: ExportDestination,
    options: ExportOptions = ExportOptions()
  ) {
    self.source = source
    self.timing = timing
    self.destination = destination
    self.options = options
  }

  /// Exports, and returns when all is written. The tree is read on this thread only.
  ///
  /// - Parameters:
  ///   - renderer: What draws. Of a CPU renderer only the number of threads counts: each lane gets one of its own.
  ///   - cancellation: What stops it early.
  ///   - progress: Called after every frame, on a thread of the export.
  /// - Throws: ``ExportError``. Frames that were finished are kept.
  public func run(
    with renderer: Renderer, cancellation: ExportCancellation = ExportCancellation(),
    progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) -> ExportSummary {
    try run(
      with: Drawers(renderer, options: options), cancellation: cancellation, progress: progress)
  }

  /// The same with any drawers.
  package func run(
    with drawers: Drawers, cancellation: ExportCancellation = ExportCancellation(),
    progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) -> ExportSummary {
    if case .film(_, .gif) = destination, timing.rate.isAbove(FilmFormat.gifRate) {
      throw .badRange(
        reason: "a GIF counts in hundredths of a second, and no player shows a picture for one: at most "
          + "\(FilmFormat.gifRate) frames a second")
    }
    let frames = options.shard?.part(of: timing.frames, unit: unit) ?? timing.frames
    let first = try plan(frame: frames.first ?? timing.frames.lowerBound)
    let output = try ExportOutput(self, frames: frames, canvas: first.plan.canvas, renderer: drawers.identity)
    var summary = ExportSummary()
    summary.frames = frames.count
    summary.kept = frames.count - output.pending.count
    summary.diagnostics = first.plan.diagnostics + (output.lock?.diagnostics ?? [])
    let run = ExportRun(self, output, drawers: drawers, canvas: first.plan.canvas, cancellation: cancellation)
    // Until all is written, and no longer.
    defer { withExtendedLifetime(output.lock) {} }
    try run.make(total: frames.count, progress: progress, into: &summary)
    return summary
  }

  /// How many frames are never cut apart by shards.
  var unit: Int {
    if case .film = destination { FilmSegment.frames } else { 1 }
  }

  /// What the encoder is told.
  func recipe(_ format: FilmFormat, canvas: PixelSize) -> FilmRecipe {
    let isOpaque = (options.render.background?.alpha ?? 0) >= 1
    return FilmRecipe(
      format: format, hasAlpha: !isOpaque, size: canvas, rate: timing.rate, arguments: options.encoderArguments)
  }

  /// Plans a frame on this thread.
  func plan(frame number: Int) throws(ExportError) -> PlannedFrame {
    let task = source.task(for: number, timing: timing, options: options.render)
    do throws(RenderError) {
      return PlannedFrame(plan: try RenderPlan(task.snapshot, options: options.render))
    } catch {
      throw .rendering(frame: number, error)
    }
  }
}
