// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics

/// A worker that has a film's document open and draws the frames that one lane requests. If the worker is lost, a new
/// one is started, opens the document again, and draws the frame once more.
final class FilmServer: FrameMaker, @unchecked Sendable {
  private let renderer: IsolatedRenderer
  private let request: SceneRequest
  private let order: FilmOrder
  private let grant: FileGrant
  /// The worker that has the document open.
  private var opened: WorkerProcess?

  init(
    _ request: SceneRequest, _ settings: WorkerSettings, neighbours: Int, files: FileRecord, videos: VideoDesk
  ) {
    renderer = IsolatedRenderer(settings)
    self.request = request
    order = FilmOrder(request: request, neighbours: neighbours)
    grant = FileGrant(request, record: files, videos: videos)
  }

  /// The protections that this system lacks.
  var gaps: [String] { renderer.gaps }
  /// The process number of the worker; `nil` while no worker runs.
  var processIdentifier: Int32? { renderer.processIdentifier }

  /// Tells the worker to open the document.
  func open() throws(IsolationError) -> FilmFacts {
    let facts = try converse { (conversation, pixels, deadline) throws(ChannelError) in
      pixels = nil
      return try conversation.open(order, grant, until: deadline)
    }
    opened = renderer.process
    return facts
  }

  /// Tells the worker to examine frames.
  func survey(_ order: SurveyOrder) throws(IsolationError) -> SurveyReport {
    try openAgain()
    return try converse { (conversation, _, deadline) throws(ChannelError) in
      try conversation.survey(order, grant, until: deadline)
    }
  }

  private func converse<Answer>(
    _ talk: (Conversation, inout SharedPixels?, Deadline) throws(ChannelError) -> Result<Answer, PictureFailure>
  ) throws(IsolationError) -> Answer {
    try renderer.converse(about: request.document, for: request.options.limits.time, talk).getOrThrow()
  }

  /// `nil`, since the worker draws the frames.
  var factory: DrawerFactory? { nil }

  func make(_ moment: FrameMoment, layout: FrameLayout?, part: PixelRect?) throws(ExportError) -> MadeFrame {
    do throws(IsolationError) {
      return try drawOnce(moment, layout, part)
    } catch {
      guard error.isLoss else { throw .drawingElsewhere(frame: moment.number, error) }
      do throws(IsolationError) {
        var frame = try drawOnce(moment, layout, part)
        frame.isRedrawn = true
        frame.diagnostics.append(
          Diagnostic(.note, code: "worker-lost", message: "frame \(moment.number) was drawn again: \(error)"))
        return frame
      } catch {
        throw .drawingElsewhere(frame: moment.number, error)
      }
    }
  }

  /// Whether no worker of this lane can draw: it does not start, or its device has no memory for it.
  func isOver(after error: ExportError) -> Bool {
    guard case .drawingElsewhere(_, let reason) = error, let reason = reason as? IsolationError else { return false }
    return switch reason {
    case .cannotStart: true
    case .failed(let failure): failure.isOfDevice
    case .crashed, .exited, .timedOut, .misbehaved, .cancelled, .notIsolated: false
    }
  }

  private func drawOnce(
    _ moment: FrameMoment, _ layout: FrameLayout?, _ part: PixelRect?
  ) throws(IsolationError) -> MadeFrame {
    try openAgain()
    let order = FrameOrder(moment: moment, layout: layout, part: part)
    return try converse { (conversation, pixels, deadline) throws(ChannelError) in
      try conversation.draw(order, into: &pixels, request.options, grant, until: deadline)
    }
  }

  /// Tells a new worker, if there is one, to open the document.
  private func openAgain() throws(IsolationError) {
    guard opened == nil || opened !== renderer.process else { return }
    _ = try open()
  }
}
