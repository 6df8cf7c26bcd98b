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
    return try FilmWork(timing: timing, destination: destination, options: options).run(
      WorkerCrew(film: film, timing: timing, options: options), cancellation: cancellation, progress: progress)
  }
}

/// The frames of an export that workers draw.
struct WorkerCrew: FrameCrew {
  let film: IsolatedFilm
  let timing: FrameTiming
  let options: ExportOptions

  var identity: String { film.identity }
  var lanes: Int { film.deviceCount > 0 ? film.deviceCount : film.usesGPU ? 1 : Drawers.processors(options) }
  var encoders: Int { film.usesGPU ? Drawers.processors(options) : 0 }
  func task(for number: Int) -> FrameMoment { timing.moment(of: number) }
  func maker(_ lane: Int) -> any FrameMaker<FrameMoment> { film.server(lane, neighbours: lanes) }

  func contents(at first: FrameMoment) throws(ExportError) -> FilmContents {
    let report = try survey([first])
    return FilmContents(
      canvas: report.size, reference: film.reference, diagnostics: report.diagnostics.map(\.harmless),
      isClear: report.isClear
    ) { () throws(ExportError) in try survey(timing.specimens, wantsMaterial: true).material.harmless }
  }

  func extent(of frames: Range<Int>) throws(ExportError) -> FrameExtent {
    let report = try survey(frames.map(timing.moment(of:)), wantsExtent: true)
    guard var extent = report.extent, (1...frames.count).contains(extent.count) else {
      throw .drawingElsewhere(
        frame: frames.lowerBound,
        IsolationError.misbehaved(document: film.request.document, reason: "no word of where its frames draw"))
    }
    extent.pixels = extent.pixels.intersection(PixelRect(size: report.size))
    return extent
  }

  /// Has frames looked at. A worker's report may say anything, so its size is checked before it is used.
  private func survey(
    _ moments: [FrameMoment], wantsMaterial: Bool = false, wantsExtent: Bool = false
  ) throws(ExportError) -> SurveyReport {
    do throws(IsolationError) {
      let report = try film.survey(moments, wantsMaterial: wantsMaterial, wantsExtent: wantsExtent)
      let (sides, limits) = (1...(1 << 24), film.request.options.limits)
      guard sides.contains(report.size.width), sides.contains(report.size.height), report.size.area <= limits.pixels
      else {
        throw .misbehaved(document: film.request.document, reason: "a size of \(report.size) pixels")
      }
      return report
    } catch {
      throw .drawingElsewhere(frame: moments.first?.number ?? 0, error)
    }
  }
}
