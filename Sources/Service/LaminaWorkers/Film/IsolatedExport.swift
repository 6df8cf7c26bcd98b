// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
public import LaminaExport
import LaminaGeometry
import LaminaGraphics

/// Exports a film whose frames isolated workers draw, to the same files, byte for byte, as `ExportJob` does.
///
/// On the CPU there are as many workers as `ExportOptions.jobs` says, each with one thread; on a device one. A worker
/// that crashes or overruns is named in the summary, started again after a pause, and draws its frame again; a frame
/// that is lost twice ends the export. Encoders run in this process, or are its own children: they see pixels, and
/// nothing of the document.
public struct IsolatedExport {
  /// What the film shows.
  public let film: IsolatedFilm
  /// Which frames it has.
  public var timing: FrameTiming
  /// Where it goes.
  public var destination: ExportDestination
  /// How it is made. Size, background and limits are those of the film's request.
  public var options: ExportOptions

  /// Describes an export; nothing happens until it is run.
  public init(
    _ film: IsolatedFilm, timing: FrameTiming, to destination: ExportDestination,
    options: ExportOptions = ExportOptions()
  ) {
    (self.film, self.timing, self.destination, self.options) = (film, timing, destination, options)
  }

  /// Exports, and returns when all is written.
  ///
  /// - Parameters:
  ///   - cancellation: What stops it early.
  ///   - progress: Called after every frame, on a thread of the export.
  /// - Throws: `ExportError`. Frames that were finished are kept.
  public func run(
    cancellation: ExportCancellation = ExportCancellation(),
    progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) -> ExportSummary {
    var options = options
    options.render = film.request.options
    let work = FilmWork(timing: timing, destination: destination, options: options)
    try work.check()
    let moment = timing.moment(of: work.frames.first ?? timing.frames.lowerBound)
    let first = try survey([moment], wantsMaterial: false)
    let (film, specimens) = (film, timing.specimens)
    let canvas = PixelSize(width: first.width, height: first.height)
    let contents = FilmContents(
      canvas: canvas, reference: film.reference,
      diagnostics: first.findings.diagnostics, isClear: first.isClear
    ) { () throws(ExportError) in
      try survey(specimens, wantsMaterial: true).material.harmless
    }
    return try work.run(
      contents, drawnBy: FilmService(film: film, canvas: canvas, options: options), cancellation: cancellation,
      progress: progress)
  }

  /// Has frames looked at.
  private func survey(_ moments: [FrameMoment], wantsMaterial: Bool) throws(ExportError) -> SurveyReport {
    do throws(IsolationError) {
      let report = try film.survey(moments, wantsMaterial: wantsMaterial)
      // What comes from a worker is checked before anything is made of it.
      let (sides, limits) = (1...(1 << 24), film.request.options.limits)
      guard sides.contains(report.width), sides.contains(report.height), report.width * report.height <= limits.pixels
      else {
        throw .misbehaved(
          document: film.request.document, reason: "a size of \(report.width) x \(report.height) pixels")
      }
      return report
    } catch {
      throw .drawingElsewhere(frame: moments.first?.number ?? 0, error)
    }
  }
}

/// The lanes of an export whose frames workers draw.
struct FilmService: FrameService {
  let film: IsolatedFilm
  /// How large frames are.
  let canvas: PixelSize
  let options: ExportOptions

  var identity: String { film.identity }
  var lanes: Int { film.deviceCount > 0 ? film.deviceCount : film.usesGPU ? 1 : Drawers.processors(options) }
  var encoders: Int { film.usesGPU ? Drawers.processors(options) : 0 }

  func extent(of moments: [FrameMoment]) throws(ExportError) -> FrameExtent {
    do throws(IsolationError) {
      guard let report = try film.survey(moments, wantsMaterial: false, wantsExtent: true).extent,
        (1...moments.count).contains(report.count)
      else { throw .misbehaved(document: film.request.document, reason: "no word of where its frames draw") }
      var extent = FrameExtent()
      // What a worker says may lie anywhere.
      extent.pixels = report.part.rectangle.intersection(PixelRect(size: canvas))
      (extent.blends, extent.count, extent.isLasting) = (report.blends, report.count, report.isLasting)
      return extent
    } catch {
      throw .drawingElsewhere(frame: moments.first?.number ?? 0, error)
    }
  }

  func server(_ lane: Int) -> any FrameServer { film.server(lane, neighbours: lanes) }
}
