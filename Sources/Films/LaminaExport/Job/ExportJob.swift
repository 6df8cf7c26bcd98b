// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
public import Lamina
import LaminaPlan

/// Exports a film: a sequence of pictures, a raw stream, or a file that `ffmpeg` makes.
///
///     let timing = try FrameTiming(rate: FrameRate(60)!, frames: 0..<300)
///     let job = ExportJob(FrameSource(scene), timing: timing, to: try ExportDestination("frames/%05d.png"))
///     let summary = try job.run(with: Renderer())
///
/// Files of a sequence have their name when they are whole, and not before.
public struct ExportJob {
  /// The content of the film.
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
    let options = options.fittedToVideo
    return try FilmWork(timing: timing, destination: destination, options: options).run(
      FramePlanner(source, options: options.render, drawers: drawers), cancellation: cancellation, progress: progress)
  }
}
