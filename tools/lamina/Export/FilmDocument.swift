// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaExport
import LaminaWorkers

/// The document of a film, open in this process or in isolated workers.
protocol FilmDocument {
  /// Exports, and calls `progress` after every frame.
  typealias Export = (
    _ cancellation: ExportCancellation, _ progress: @escaping @Sendable (ExportProgress) -> Void
  ) throws(ExportError) -> ExportSummary

  /// Frames a second of the document's own, if it has frames.
  var frameRate: Double? { get }
  /// How long it moves, if it says so. Seconds.
  var duration: Double? { get }
  /// When its last caption begins; `nil` without any. Seconds.
  var lastCaption: Double? { get }
  /// Diagnostics of reading it.
  var diagnostics: [Diagnostic] { get }
  /// Diagnostics of a frame.
  func diagnostics(of moment: FrameMoment, _ console: Console) throws -> [Diagnostic]
  /// Opens what draws, and says so.
  func export(
    _ timing: FrameTiming, to output: ExportDestination, _ options: ExportOptions, _ console: Console
  ) throws -> Export
}

/// A document that this process has read.
struct OwnFilm: FilmDocument {
  let command: ExportCommand
  let request: SceneRequest
  let scene: Scene

  var frameRate: Double? { scene.timeline?.frameRate }
  var duration: Double? { scene.duration }
  var lastCaption: Double? { scene.lastCaption }
  var diagnostics: [Diagnostic] { scene.diagnostics }

  func diagnostics(of moment: FrameMoment, _ console: Console) throws -> [Diagnostic] {
    do throws(RenderError) {
      return try RenderPlan(scene, at: moment.time, options: request.options).diagnostics
    } catch {
      throw CommandFailure(error, scene: request.document, console: console)
    }
  }

  func export(
    _ timing: FrameTiming, to output: ExportDestination, _ options: ExportOptions, _ console: Console
  ) throws -> Export {
    let job = ExportJob(FrameSource(scene), timing: timing, to: output, options: options)
    let drawers = try command.drawers(options, console)
    return { (cancellation, progress) throws(ExportError) in
      try job.run(with: drawers, cancellation: cancellation, progress: progress)
    }
  }
}

extension IsolatedFilm: FilmDocument {
  func diagnostics(of moment: FrameMoment, _ console: Console) throws -> [Diagnostic] { try diagnostics(of: moment) }

  func export(
    _ timing: FrameTiming, to output: ExportDestination, _ options: ExportOptions, _ console: Console
  ) throws -> Export {
    if deviceCount == 0 { console.announce(renderer: renderer, reason: reason) }
    let export = IsolatedExport(self, timing: timing, to: output, options: options)
    return { (cancellation, progress) throws(ExportError) in
      try export.run(cancellation: cancellation, progress: progress)
    }
  }
}
