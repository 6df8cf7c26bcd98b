// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaWorkers

/// Draws the pictures of one command, and reports its renderer once.
protocol PictureSession: AnyObject {
  /// Reads a document and draws it.
  func draw(_ request: SceneRequest) throws(CommandFailure) -> SessionPicture
}

/// A picture with the diagnostics of its document.
struct SessionPicture {
  var image: CGImage
  var diagnostics: [Diagnostic]
}

/// Draws in this process.
final class OwnSession: PictureSession {
  private let rendering: RendererOptions
  private let console: Console
  private var renderer: Renderer?

  init(_ rendering: RendererOptions, _ console: Console) {
    (self.rendering, self.console) = (rendering, console)
  }

  func draw(_ request: SceneRequest) throws(CommandFailure) -> SessionPicture {
    let start = ContinuousClock.now
    let scene = try request.open(console)
    let time = try request.time(in: scene, console)
    let current: Renderer
    if let renderer { current = renderer } else { current = try rendering.open(console) }
    renderer = current
    do throws(RenderError) {
      // The time for reading counts, too.
      let drawn = Renderer.beginning(at: start) {
        Result { () throws(RenderError) in try current.render(scene, at: time, options: request.options) }
      }
      let result = try drawn.get()
      return SessionPicture(image: result.image, diagnostics: result.diagnostics)
    } catch {
      let failure = CommandFailure(error, scene: request.document, console: console)
      // A renderer that failed may be unusable.
      if failure.status == .internalError { renderer = nil }
      throw failure
    }
  }
}

/// Reads and draws documents in a sandboxed process; reports missing protections once.
final class WorkerSession: PictureSession {
  private let renderer: IsolatedRenderer
  private let console: Console
  private var hasNamedGaps = false
  private var hasNamedRenderer = false

  init(_ renderer: IsolatedRenderer, _ console: Console) {
    (self.renderer, self.console) = (renderer, console)
  }

  func draw(_ request: SceneRequest) throws(CommandFailure) -> SessionPicture {
    try IsolationOptions.check(request.document, console)
    let result = Result { () throws(IsolationError) in try renderer.draw(request) }
    if !hasNamedGaps, !renderer.gaps.isEmpty {
      IsolationOptions.report(gaps: renderer.gaps, console)
      hasNamedGaps = true
    }
    switch result {
    case .success(let picture):
      if !hasNamedRenderer { console.announce(renderer: picture.renderer, reason: picture.reason) }
      hasNamedRenderer = true
      return SessionPicture(image: picture.image, diagnostics: picture.diagnostics)
    case .failure(let error):
      if error.isLoss, !renderer.lastWords.isEmpty { console.note("the worker wrote: \(renderer.lastWords)") }
      throw CommandFailure(error, console: console)
    }
  }
}
