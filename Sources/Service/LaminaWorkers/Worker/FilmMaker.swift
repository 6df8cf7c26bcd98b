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

/// Keeps one document open and draws its frames by their times, as an export does in its own process.
final class FilmMaker {
  /// A drawn frame.
  struct Frame {
    var size: PixelSize
    /// `nil` if the pixels equal those of the previous frame.
    var pixels: FramePixels?
    var diagnostics: [Diagnostic]
  }

  private let orders: WorkerOrders
  /// The frames of the document that is open.
  private var film: FramePlanner?
  private var drawer: (any FrameDrawer)?
  /// The last frame that was drawn.
  private var last: (plan: RenderPlan, part: PixelRect?)?

  init(_ orders: WorkerOrders) {
    self.orders = orders
  }

  /// Reads a document and opens its renderer.
  func open(_ order: FilmOrder) throws(PictureFailure) -> FilmFacts {
    (film, drawer, last) = (nil, nil, nil)
    let request = order.request
    let scene = try request.scene(videos: PictureMaker.videos)
    let renderer = try converting(to: { PictureFailure($0) }) { () throws(RenderError) in try orders.openRenderer() }
    var options = ExportOptions()
    options.render = request.options
    options.jobs = max(1, order.neighbours)
    let drawers = Drawers(renderer, options: options, sharers: orders.sharers)
    film = FramePlanner(FrameSource(scene), options: request.options, drawers: drawers)
    return FilmFacts(
      frameRate: scene.timeline?.frameRate, duration: scene.duration, lastCaption: scene.lastCaption,
      reference: scene.reference, diagnostics: scene.diagnostics, renderer: renderer.description,
      reason: renderer.reason, identity: drawers.identity, usesGPU: renderer.usesGPU,
      usesHardware: renderer.device?.isHardware ?? false,
      measuredKinds: GPURenderer.measuredKinds.map { MeasuredKind(name: $0, computesFaster: $1) })
  }

  /// Examines frames without drawing them.
  func survey(_ order: SurveyOrder) throws(PictureFailure) -> SurveyReport {
    let film = try opened()
    guard let first = order.moments.first else { throw PictureFailure(.usage, "a film without frames") }
    do throws(ExportError) {
      // A worker that is asked for more than the first frame need not draw that frame.
      let isLook = !order.wantsMaterial && !order.wantsExtent
      let plan = try isLook ? film.look(at: first) : film.placesOnly(of: first)
      let material =
        order.wantsMaterial
        ? try film.source.material(of: order.moments, options: film.options, known: film.knownPlan) : ""
      var report = SurveyReport(
        size: plan.canvas, diagnostics: plan.diagnostics, material: material, isClear: !plan.hasGround)
      if order.wantsExtent {
        report.extent = try film.source.extent(of: order.moments, options: film.options) { $0 == first ? plan : nil }
      }
      return report
    } catch {
      throw Self.failure(error)
    }
  }

  /// Plans and draws a frame.
  func draw(_ order: FrameOrder) throws(PictureFailure) -> Frame {
    let film = try opened()
    let plan = try converting(to: Self.failure) { () throws(ExportError) in try film.plan(order.moment).plan }
    if let last, last.part == order.part, plan.drawsSame(as: last.plan) {
      return Frame(size: size(of: plan, order), diagnostics: plan.diagnostics)
    }
    last = nil
    do throws(RenderError) {
      return try draw(plan, film, order)
    } catch .gpu(.contextLost) {
      // Draws once more in a new context, as an export does in its own process.
      drawer = nil
    } catch {
      drawer = nil
      throw PictureFailure(error)
    }
    do throws(RenderError) {
      return try draw(plan, film, order)
    } catch {
      drawer = nil
      throw PictureFailure(error)
    }
  }

  private func draw(_ plan: RenderPlan, _ film: FramePlanner, _ order: FrameOrder) throws(RenderError) -> Frame {
    let current: any FrameDrawer
    if let drawer { current = drawer } else { current = try film.drawers.factory(0, order.layout) }
    drawer = current
    let part = order.part?.intersection(PixelRect(size: plan.canvas))
    try current.begin(part.map(plan.cut(to:)) ?? plan)
    let pixels = try current.end()
    last = (plan, order.part)
    return Frame(size: size(of: plan, order), pixels: pixels, diagnostics: plan.diagnostics)
  }

  /// The size of the drawn part of a frame.
  private func size(of plan: RenderPlan, _ order: FrameOrder) -> PixelSize {
    order.part?.intersection(PixelRect(size: plan.canvas)).size ?? plan.canvas
  }

  private func opened() throws(PictureFailure) -> FramePlanner {
    guard let film else { throw PictureFailure(.internalError, "no document is open") }
    return film
  }

  /// The failure without the frame's number, which the parent adds, as it does to its own errors.
  private static func failure(_ error: ExportError) -> PictureFailure {
    guard case .rendering(_, let reason) = error else { return PictureFailure(.internalError, "\(error)") }
    return PictureFailure(reason)
  }
}
