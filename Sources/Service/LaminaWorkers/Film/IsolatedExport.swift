// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
public import LaminaExport
import LaminaGeometry
import LaminaGraphics

/// Exports a film whose frames are drawn by isolated workers, with files identical byte for byte to those of
/// `ExportJob`.
///
/// On the CPU there are as many workers as `ExportOptions.jobs` says, each with one thread; on each device there are
/// as many as `ExportOptions.lanes` says. A worker that crashes or overruns is named in the summary, started again
/// after a pause, and draws its frame again; a frame that is lost twice ends the export. A worker that does not start,
/// or whose device has no memory left, leaves its frames to the others. Encoders run in this process or as its own
/// children: they receive pixels, and nothing else of the document.
public struct IsolatedExport {
  /// The document whose frames are exported.
  public let film: IsolatedFilm
  /// The times of the frames.
  public var timing: FrameTiming
  /// The file or folder that is written.
  public var destination: ExportDestination
  /// The options of the export. Size, background and limits are those of the film's request.
  public var options: ExportOptions

  /// Makes an export, which starts with ``run(cancellation:progress:)``.
  public init(
    _ film: IsolatedFilm, timing: FrameTiming, to destination: ExportDestination,
    options: ExportOptions = ExportOptions()
  ) {
    (self.film, self.timing, self.destination, self.options) = (film, timing, destination, options)
  }

  /// Exports the film, and returns when all files are written.
  ///
  /// - Parameters:
  ///   - cancellation: Stops the export early.
  ///   - progress: Called after every frame, on a thread of the export.
  /// - Throws: `ExportError`. Frames that were finished are kept.
  public func run(
    cancellation: ExportCancellation = ExportCancellation(),
    progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) throws(ExportError) -> ExportSummary {
    var options = options
    options.render = film.request.options
    return try FilmWork(timing: timing, destination: destination, options: options).run(
      WorkerCrew(film: film, options: options), cancellation: cancellation, progress: progress)
  }
}

/// The crew of an export whose frames are drawn by workers.
struct WorkerCrew: FrameCrew {
  let film: IsolatedFilm
  let options: ExportOptions

  var identity: String { film.identity }
  var lanes: Int {
    film.usesGPU ? max(1, film.deviceCount) * lanesOfDevice : Drawers.processors(options)
  }
  private var lanesOfDevice: Int {
    Drawers.lanes(
      ofEach: max(1, film.deviceCount), areHardware: film.usesHardware, processors: options.jobs, options.lanes)
  }
  var encoders: Int { film.usesGPU ? Drawers.processors(options) : 0 }
  func task(for moment: FrameMoment) -> FrameMoment { moment }
  func maker(_ lane: Int) -> any FrameMaker<FrameMoment> {
    film.server(lane, neighbours: lanes, sharers: film.usesGPU ? lanesOfDevice : 1)
  }

  func contents(at first: FrameMoment, specimens: [FrameMoment]) throws(ExportError) -> FilmContents {
    let report = try survey([first])
    return FilmContents(
      canvas: report.size, reference: film.reference, diagnostics: report.diagnostics.map(\.harmless),
      isClear: report.isClear
    ) { () throws(ExportError) in try survey(specimens, wantsMaterial: true).material.harmless }
  }

  func extent(of moments: [FrameMoment]) throws(ExportError) -> FrameExtent {
    let report = try survey(moments, wantsExtent: true)
    guard var extent = report.extent, moments.isEmpty || (1...moments.count).contains(extent.count) else {
      throw .drawingElsewhere(
        frame: moments.first?.number ?? 0,
        IsolationError.misbehaved(document: film.request.document, reason: "no word of where its frames draw"))
    }
    extent.pixels = extent.pixels.intersection(PixelRect(size: report.size))
    return extent
  }

  /// Examines frames in a worker. The worker's report is not trusted, so its size is checked before it is used.
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
