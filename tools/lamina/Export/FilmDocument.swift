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

  /// The document's own frame rate, in frames a second; `nil` for a document without frames.
  var frameRate: Double? { get }
  /// The duration of the animation in seconds, if the document has one.
  var duration: Double? { get }
  /// The time at which the last caption begins, in seconds; `nil` without captions.
  var lastCaption: Double? { get }
  /// The diagnostics of reading the document.
  var diagnostics: [Diagnostic] { get }
  /// Diagnostics of a frame.
  func diagnostics(of moment: FrameMoment, _ console: Console) throws -> [Diagnostic]
  /// Opens the renderer, and reports it on the console.
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
    return try converting(to: { CommandFailure($0, scene: request.document, console: console) }) {
      () throws(RenderError) in
      try RenderPlan(scene, at: moment.time, options: request.options).diagnostics
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
