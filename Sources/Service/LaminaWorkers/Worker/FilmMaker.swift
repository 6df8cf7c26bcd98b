// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaGPU
import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaScene

/// Has one document open, and draws its frames by their times, as an export does in its own process.
final class FilmMaker {
  /// A frame, before it is handed over.
  struct Frame {
    var size: PixelSize
    /// `nil` where they are those of the frame that was drawn before.
    var pixels: FramePixels?
    var diagnostics: [Diagnostic]
  }

  private struct Open {
    var source: FrameSource
    var options: RenderOptions
    var drawers: Drawers
    /// What plans the frames that are drawn.
    var planner: FramePlanner
  }

  private let orders: WorkerOrders
  private var film: Open?
  private var drawer: (any FrameDrawer)?
  /// What was drawn last.
  private var last: (frame: PlannedFrame, part: PixelRect?)?

  init(_ orders: WorkerOrders) {
    self.orders = orders
  }

  /// Reads a document and opens what draws it.
  func open(_ order: FilmOrder) throws(PictureFailure) -> FilmFacts {
    (film, drawer, last) = (nil, nil, nil)
    let request = order.request
    let scene = try request.scene(videos: PictureMaker.videos)
    let renderer: Renderer
    do throws(RenderError) {
      renderer = try orders.openRenderer()
    } catch {
      throw PictureFailure(error)
    }
    var options = ExportOptions()
    options.render = request.options
    options.jobs = max(1, order.neighbours)
    let drawers = Drawers(renderer, options: options)
    let source = FrameSource(scene)
    film = Open(
      source: source, options: request.options, drawers: drawers,
      planner: FramePlanner(source, options: request.options))
    return FilmFacts(
      frameRate: scene.timeline?.frameRate, duration: scene.duration, lastCaption: scene.lastCaption,
      reference: scene.reference, diagnostics: scene.diagnostics, renderer: renderer.description,
      reason: renderer.reason, identity: drawers.identity, usesGPU: renderer.usesGPU)
  }

  /// Looks at frames without drawing them.
  func survey(_ order: SurveyOrder) throws(PictureFailure) -> SurveyReport {
    let film = try opened()
    guard let first = order.moments.first else { throw PictureFailure(.usage, "a film without frames") }
    do throws(ExportError) {
      let plan = try film.source.plan(first, options: film.options).plan
      let material = order.wantsMaterial ? try film.source.material(of: order.moments, options: film.options) : ""
      var report = SurveyReport(
        size: plan.canvas, diagnostics: plan.diagnostics, material: material, isClear: !plan.hasGround)
      if order.wantsExtent { report.extent = try film.source.extent(of: order.moments, options: film.options) }
      return report
    } catch {
      throw Self.failure(error)
    }
  }

  /// Plans and draws a frame.
  func draw(_ order: FrameOrder) throws(PictureFailure) -> Frame {
    let film = try opened()
    let frame: PlannedFrame
    do throws(ExportError) {
      frame = try film.planner.plan(order.moment)
    } catch {
      throw Self.failure(error)
    }
    if let last, last.part == order.part, frame.plan.drawsSame(as: last.frame.plan) {
      return Frame(size: size(of: frame.plan, order), diagnostics: frame.plan.diagnostics)
    }
    last = nil
    do throws(RenderError) {
      return try draw(frame, film, order)
    } catch .gpu(.contextLost) {
      // Once more on a new one, as in an export's own process.
      drawer = nil
    } catch {
      drawer = nil
      throw PictureFailure(error)
    }
    do throws(RenderError) {
      return try draw(frame, film, order)
    } catch {
      drawer = nil
      throw PictureFailure(error)
    }
  }

  private func draw(_ frame: PlannedFrame, _ film: Open, _ order: FrameOrder) throws(RenderError) -> Frame {
    let current: any FrameDrawer
    if let drawer { current = drawer } else { current = try film.drawers.factory(0, order.layout) }
    drawer = current
    let part = order.part?.intersection(PixelRect(size: frame.plan.canvas))
    try current.begin(part.map(frame.cut(to:)) ?? frame)
    let pixels = try current.end()
    last = (frame, order.part)
    return Frame(size: size(of: frame.plan, order), pixels: pixels, diagnostics: frame.plan.diagnostics)
  }

  /// How large what is drawn of a frame is.
  private func size(of plan: RenderPlan, _ order: FrameOrder) -> PixelSize {
    order.part?.intersection(PixelRect(size: plan.canvas)).size ?? plan.canvas
  }

  private func opened() throws(PictureFailure) -> Open {
    guard let film else { throw PictureFailure(.internalError, "no document is open") }
    return film
  }

  /// The parent puts the frame's number before it, as it does with its own errors.
  private static func failure(_ error: ExportError) -> PictureFailure {
    guard case .rendering(_, let reason) = error else { return PictureFailure(.internalError, "\(error)") }
    return PictureFailure(reason)
  }
}
